"""The learner's folder: lessons come without outputs, and nothing of the learner's is lost."""

import json
import os
import sysconfig
from pathlib import Path

import nbformat
import pytest

from gradlab.cli import lab, lessons, main

NAME = "03-detach.ipynb"


def lesson(text: str) -> str:
    """A lesson as the kit stores it: one question in prose, one cell with its output."""
    cell = nbformat.v4.new_code_cell(text, execution_count=4)
    cell.outputs = [nbformat.v4.new_output("stream", text="the answer\n")]
    prose = nbformat.v4.new_markdown_cell("# Detach\nWhat will it be?")
    return nbformat.writes(nbformat.v4.new_notebook(cells=[prose, cell]))


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder the lessons come from, with 03 in it."""
    folder = tmp_path / "kit"
    folder.mkdir()
    (folder / NAME).write_text(lesson("x.detach()"))
    monkeypatch.setattr(lessons, "source", lambda: folder)
    return folder


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    """What `gradlab lab` would have opened in JupyterLab."""
    calls: list[tuple[Path, str]] = []
    monkeypatch.setattr(
        lab, "_serve", lambda folder, start, *_, **__: calls.append((folder, start))
    )
    return calls


def edit(notebook: Path, text: str) -> None:
    content = nbformat.read(notebook, as_version=4)
    content.cells[1].source = text
    nbformat.write(content, notebook)


def code(notebook: Path) -> str:
    return str(nbformat.read(notebook, as_version=4).cells[1].source)


def test_a_lesson_comes_without_outputs_and_counts(kit, mine):
    assert lessons.deliver(mine) == {NAME: "new"}
    stored = json.loads((mine / NAME).read_text())
    assert [cell["cell_type"] for cell in stored["cells"]] == ["markdown", "code"]
    assert stored["cells"][1]["outputs"] == []
    assert stored["cells"][1]["execution_count"] is None
    assert code(mine / NAME) == "x.detach()"
    assert "the answer" in (kit / NAME).read_text()


def test_an_edited_lesson_is_never_written_over(kit, mine):
    lessons.deliver(mine)
    edit(mine / NAME, "x.detach().require_grad()")
    before = (mine / NAME).read_bytes()
    assert lessons.deliver(mine) == {NAME: "edited"}
    (kit / NAME).write_text(lesson("a newer text"))
    assert lessons.deliver(mine) == {NAME: "outdated"}
    assert lessons.deliver(mine) == {NAME: "outdated"}
    assert (mine / NAME).read_bytes() == before


def test_an_unedited_older_lesson_is_updated(kit, mine):
    lessons.deliver(mine)
    (kit / NAME).write_text(lesson("a newer text"))
    assert lessons.deliver(mine) == {NAME: "updated"}
    assert code(mine / NAME) == "a newer text"


def test_running_a_lesson_does_not_count_as_editing_it(kit, mine):
    lessons.deliver(mine)
    (mine / NAME).write_text(lesson("x.detach()"))  # saved with outputs and counts
    assert lessons.deliver(mine) == {NAME: "same"}
    assert "the answer" in (mine / NAME).read_text()


@pytest.mark.parametrize("damage", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"cells": [{}]}'])
def test_a_damaged_lesson_counts_as_edited(kit, mine, damage):
    lessons.deliver(mine)
    (mine / NAME).write_bytes(damage)
    assert lessons.deliver(mine) == {NAME: "edited"}
    assert (mine / NAME).read_bytes() == damage


@pytest.mark.parametrize("manifest", [None, "", "[1]", "no json"])
def test_without_a_readable_manifest_whatever_differs_is_kept(kit, mine, manifest):
    mine.mkdir()
    (mine / NAME).write_text(lesson("somebody's own"))
    if manifest is not None:
        (mine / lessons.MANIFEST).write_text(manifest)
    assert lessons.deliver(mine) == {NAME: "outdated"}
    assert code(mine / NAME) == "somebody's own"


def test_reset_writes_afresh_and_keeps_every_edited_one(kit, mine):
    lessons.deliver(mine)
    for number, text in enumerate(["first try", "second try"], start=1):
        edit(mine / NAME, text)
        kept = lessons.reset(mine, kit / NAME)
        assert kept == mine / f"03-detach.mine-{number}.ipynb"
        assert code(kept) == text
        assert code(mine / NAME) == "x.detach()"
    assert code(mine / "03-detach.mine-1.ipynb") == "first try"
    assert lessons.deliver(mine) == {NAME: "same"}


def test_reset_of_an_unedited_lesson_leaves_no_second_file(kit, mine):
    lessons.deliver(mine)
    assert lessons.reset(mine, kit / NAME) is None
    assert sorted(path.name for path in mine.iterdir()) == [lessons.MANIFEST, NAME]


def test_lab_opens_the_first_lesson_in_the_given_folder(kit, mine, served):
    (kit / "00-start.ipynb").write_text(lesson("w"))
    (kit / "notes.ipynb").write_text(lesson("no lesson"))
    assert main(["lab", str(mine)]) == 0
    assert served == [(mine, "00-start.ipynb")]
    assert not (mine / "notes.ipynb").exists()


@pytest.mark.parametrize("number", ["03", "3"])
def test_lab_reset_opens_the_lesson_it_wrote_and_says_where_the_old_one_is(
    kit, mine, served, capsys, number
):
    (kit / "00-start.ipynb").write_text(lesson("w"))
    lessons.deliver(mine)
    edit(mine / NAME, "mine")
    assert main(["lab", str(mine), "--reset", number]) == 0
    assert served == [(mine, NAME)]
    assert "03-detach.mine-1.ipynb" in capsys.readouterr().out


def test_lab_says_in_one_line_what_it_kept(kit, mine, served, capsys):
    lessons.deliver(mine)
    edit(mine / NAME, "mine")
    main(["lab", str(mine)])
    kept = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Kept")]
    assert len(kept) == 1
    assert NAME in kept[0]
    assert "gradlab lab --reset 03" in kept[0]


def test_lab_refuses_an_unknown_number_before_it_writes_anything(kit, mine, served, capsys):
    assert main(["lab", str(mine), "--reset", "7"]) == 1
    assert "no lesson 7; there are 03" in capsys.readouterr().err
    assert not mine.exists()
    assert served == []


def test_lab_refuses_the_folder_the_lessons_come_from(kit, served, capsys):
    before = (kit / NAME).read_bytes()
    assert main(["lab", str(kit)]) == 1
    assert (kit / NAME).read_bytes() == before
    assert served == []


def test_lab_says_why_a_folder_cannot_be_written(kit, tmp_path, served, capsys):
    (tmp_path / "file").write_text("")
    assert main(["lab", str(tmp_path / "file" / "deeper")]) == 1
    assert "cannot be written: Not a directory" in capsys.readouterr().err


def test_the_default_folder_is_gradlab_lessons_here_or_here_when_it_is_one(
    kit, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert lab.default_folder() == tmp_path / "gradlab-lessons"
    lessons.deliver(tmp_path / "gradlab-lessons")
    monkeypatch.chdir(tmp_path / "gradlab-lessons")
    assert lab.default_folder() == tmp_path / "gradlab-lessons"


def test_without_a_display_no_browser_is_opened(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not lab.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert lab.has_display()


def test_kernels_find_the_gradlab_of_this_python_first(monkeypatch):
    monkeypatch.setenv("PATH", "elsewhere")
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    lab.prepare_environment()
    assert os.environ["PATH"].split(os.pathsep) == [sysconfig.get_path("scripts"), "elsewhere"]


def test_jupyterlab_offers_no_news_unless_the_learner_has_set_it(monkeypatch, tmp_path):
    settings_utils = pytest.importorskip("jupyterlab_server.settings_utils")
    schemas = Path(sysconfig.get_path("data")) / "share" / "jupyter" / "lab" / "schemas"
    name = "@jupyterlab/apputils-extension:notification"
    monkeypatch.setenv("PATH", os.environ["PATH"])
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path / "others"))

    def news(settings):
        found, _ = settings_utils.get_settings(str(tmp_path), str(schemas), settings, name)
        return {"fetchNews": found["schema"]["properties"]["fetchNews"]["default"]} | (
            found["settings"]
        )

    assert news(str(tmp_path)) == {"fetchNews": "none"}
    lab.prepare_environment()
    assert news(str(tmp_path)) == {"fetchNews": "false"}
    own = tmp_path / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    own.parent.mkdir(parents=True)
    own.write_text('{"fetchNews": "true"}')
    assert news(str(tmp_path)) == {"fetchNews": "true"}
