"""`gradlab wheelhouse`: what it asks pip for and what it says; pip itself is not run."""

import subprocess
import sys
from pathlib import Path

import pytest

from gradlab.cli import main, wheelhouse

CHECKOUT = Path(wheelhouse.__file__).parents[2]


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have run; each leaves two wheels of 3 MB together."""
    commands: list[list[str]] = []

    def run(command: list[str]) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        folder = Path(command[command.index("--wheel-dir") + 1])
        (folder / "gradlab-1-py3-none-any.whl").write_bytes(bytes(1_000_000))
        (folder / "numpy-2-cp311.whl").write_bytes(bytes(2_000_000))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    return commands


def test_pip_is_asked_for_wheels_of_this_checkout_with_its_lab_extra(pip, tmp_path):
    folder = tmp_path / "new" / "wheels"
    assert main(["wheelhouse", str(folder)]) == 0
    (command,) = pip
    assert command[:4] == [sys.executable, "-m", "pip", "wheel"]
    assert command[command.index("--wheel-dir") + 1] == str(folder)
    assert command[-1] == f"{CHECKOUT}[lab]"


def test_outside_a_checkout_it_is_the_installed_version(monkeypatch, tmp_path):
    monkeypatch.setattr(wheelhouse, "__file__", str(tmp_path / "gradlab" / "cli" / "wheelhouse.py"))
    monkeypatch.setattr(wheelhouse, "version", lambda name: "1.2.3")
    assert wheelhouse.collecting(tmp_path)[-1] == "gradlab[lab]==1.2.3"


def test_it_ends_with_the_line_that_installs_without_a_network(pip, tmp_path, capsys):
    main(["wheelhouse", str(tmp_path)])
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"2 wheels, 3 MB, in {tmp_path}, for Python 3.")
    assert last == (f'  python -m pip install --no-index --find-links {tmp_path} "gradlab[lab]"')


def test_where_pip_fails_no_line_promises_an_installation(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(subprocess, "run", lambda command: subprocess.CompletedProcess(command, 1))
    assert main(["wheelhouse", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "pip did not finish" in printed.err


def test_a_python_without_pip_is_told_how_to_get_it(pip, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(wheelhouse, "find_spec", lambda name: None)
    assert main(["wheelhouse", str(tmp_path)]) == 1
    assert pip == []
    assert capsys.readouterr().err.endswith("-m ensurepip\n")


def test_a_folder_that_cannot_be_made_is_named(pip, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["wheelhouse", str(tmp_path / "file" / "wheels")]) == 1
    assert pip == []
    assert "cannot be written" in capsys.readouterr().err
