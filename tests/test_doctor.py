"""`gradlab doctor`: each check fails where it should, and then names a way out."""

import json
import locale
import os
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import jupyter_core.paths
import pytest

from gradlab.cli import doctor, main
from gradlab.draw import backend


def found(check: str) -> str:
    return doctor.CHECKS[check]()


def problem(check: str) -> doctor.Problem:
    with pytest.raises(doctor.Problem) as raised:
        doctor.CHECKS[check]()
    return raised.value


def test_here_all_eight_lines_are_ok(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "gradlab", "doctor"],
        cwd=tmp_path,
        env=os.environ | {"IPYTHONDIR": str(tmp_path)},  # a home that cannot be written warns
        capture_output=True,
        text=True,
    )
    lines = run.stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["ok", "Python"],
        ["ok", "kernel"],
        ["ok", "widgets"],
        ["ok", "Graphviz"],
        ["ok", "folder"],
        ["ok", "letters"],
        ["ok", "experiment"],
        ["ok", "versions"],
    ]
    assert (run.returncode, run.stderr) == (0, "")


def test_a_failed_check_shows_its_way_out_and_the_others_still_run(monkeypatch, capsys):
    def fail() -> str:
        raise doctor.Problem("doctor.not_installed", module="ipywidgets")

    monkeypatch.setattr(doctor, "CHECKS", {"widgets": fail, "python": doctor.python})
    assert main(["doctor"]) == 1
    first, fix, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["problem", "widgets", "ipywidgets", "is", "not", "installed"]
    assert fix.strip() == f'-> {sys.executable} -m pip install "gradlab[lab]"'
    assert last.startswith("ok       Python")


def test_an_old_python_is_a_problem(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 9))
    assert str(problem("python")) == "3.10.9 is too old"
    assert "3.11" in problem("python").fix


@pytest.fixture
def kernels(tmp_path, monkeypatch):
    """A function that puts a python3 kernel with the given argv before all others."""

    def install(*argv: str) -> None:
        folder = tmp_path / "kernels" / "python3"
        folder.mkdir(parents=True)
        spec = {"argv": argv, "display_name": "Python 3", "language": "python"}
        (folder / "kernel.json").write_text(json.dumps(spec))
        monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    return install


def test_a_kernel_of_another_environment_is_a_problem(kernels):
    launcher = (
        "import sys; sys.prefix = '/elsewhere'; sys.argv[1:] = ['-f', sys.argv[1]];"
        "from ipykernel.kernelapp import launch_new_instance; launch_new_instance()"
    )
    kernels(sys.executable, "-c", launcher, "{connection_file}")
    assert str(problem("kernel")).startswith("notebooks run in another environment: /elsewhere,")


def test_a_kernel_that_does_not_start_is_a_problem(kernels):
    kernels(sys.executable, "-c", "raise SystemExit(1)")
    assert "python3 does not start: Kernel died" in str(problem("kernel"))


def test_widgets_without_their_half_in_jupyterlab_are_a_problem(monkeypatch):
    monkeypatch.setattr(jupyter_core.paths, "jupyter_path", lambda *_: [])
    assert "lacks its half" in str(problem("widgets"))
    assert "jupyterlab_widgets" in problem("widgets").fix


@pytest.mark.parametrize(
    ("check", "module"), [("widgets", "ipywidgets"), ("kernel", "jupyter_client")]
)
def test_a_missing_part_of_the_lab_extra_is_a_problem(monkeypatch, check, module):
    for name in [name for name in sys.modules if name.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    assert str(problem(check)).endswith("is not installed")
    assert 'pip install "gradlab[lab]"' in problem(check).fix


def test_graphviz_is_tried_not_only_found(monkeypatch, tmp_path):
    (tmp_path / "dot").write_text("no program")
    (tmp_path / "dot").chmod(0o755)
    monkeypatch.setenv("GRADLAB_DOT", str(tmp_path / "dot"))
    assert str(tmp_path) not in found("graphviz")


def test_without_a_graphviz_that_starts_the_tried_ones_are_named(monkeypatch):
    monkeypatch.setattr(backend, "candidates", lambda: iter(["/nowhere/dot", "/nowhere/pure"]))
    assert "no Graphviz starts (/nowhere/dot, /nowhere/pure)" in str(problem("graphviz"))
    monkeypatch.setattr(backend, "candidates", lambda: iter([]))
    assert "no Graphviz starts (none found)" in str(problem("graphviz"))
    assert "GRADLAB_DOT" in problem("graphviz").fix


def test_a_folder_that_cannot_be_written_is_a_problem(monkeypatch, tmp_path):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    assert found("folder") == f"lessons go into {tmp_path / 'gradlab-lessons'}"
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert str(problem("folder")) == f"{tmp_path} cannot be written: Permission denied"
    assert "gradlab lab DIR" in problem("folder").fix


@pytest.mark.parametrize(
    ("name", "encoding", "letter"),
    [
        ("\u7ec3\u4e60", "utf-8", None),
        ("\u7ec3\u4e60", "cp936", None),
        ("\u7ec3\u4e60", "cp1252", r"'\u7ec3'"),
        ("\xfcbung", "ascii", r"'\xfc'"),
        ("my lessons", "ascii", None),
        (f"a{os.pathsep}b", "utf-8", f"'{os.pathsep}'"),
        ("a\nb", "utf-8", r"'\n'"),
        ("a\udcffb", "utf-8", r"'\udcff'"),
    ],
)
def test_a_letter_that_the_system_cannot_spell_is_a_problem(monkeypatch, name, encoding, letter):
    monkeypatch.setattr(doctor, "default_folder", lambda: Path("/home", name))
    monkeypatch.setattr(locale, "getencoding", lambda: encoding)
    if letter is None:
        assert found("letters") == f"every letter of the paths can be spelled in {encoding}"
    else:
        assert str(problem("letters")).startswith(f"{letter} in the path ")


def test_versions_that_do_not_fit_are_a_problem(monkeypatch):
    monkeypatch.setattr(metadata, "requires", lambda _: ["numpy>=99"])
    assert str(problem("versions")).endswith("does not fit, gradlab needs numpy>=99")
    assert problem("versions").fix == f'{sys.executable} -m pip install "numpy>=99"'


def test_a_requirement_of_another_extra_or_conda_s_graphviz_is_none(monkeypatch):
    requires = ['absent; extra == "test"', "graphviz-pure==99", 'numpy>=1.26; extra == "lab"']
    monkeypatch.setattr(metadata, "requires", lambda _: requires)
    assert f"numpy {metadata.version('numpy')}" in found("versions")
