"""The README's program prints what the README says, and draws the README's picture."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gradlab.draw import backend

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PICTURE = ROOT / "notebooks" / "images" / "tape.svg"
SVG = "{http://www.w3.org/2000/svg}"


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.M | re.S)
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the program printed, and the folder in which it ran as a script."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "program.py").write_text(block("python"), "utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, check=True, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout, folder


def told(picture: Path) -> tuple[str | None, str | None]:
    """An SVG's title and its description for those who cannot see it."""
    root = ElementTree.parse(picture).getroot()
    return root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")


def test_the_program_prints_what_the_readme_shows(run):
    assert run[0] == block("text")


def test_the_picture_is_the_one_that_the_program_draws(run):
    if backend.drawn_by() is None:
        pytest.skip("no Graphviz starts")
    assert told(PICTURE) == told(run[1] / "tape.svg")


def test_the_program_is_about_ten_lines_long():
    assert len([line for line in block("python").splitlines() if line]) <= 12


def test_what_the_readme_links_to_is_there():
    targets = re.findall(r"\]\(([^)\s]+)\)", README) + re.findall(r'src="([^"]+)"', README)
    assert len(targets) == 4
    assert all((ROOT / target).is_file() for target in targets)
