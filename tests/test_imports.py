"""What imports what, where the import linter cannot see it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gradlab"
ENGINE = sorted((PACKAGE / "engine").rglob("*.py"))
HEAVY = ("IPython", "graphviz", "ipywidgets", "matplotlib", "nbformat", "tqdm")


def imported(module: Path) -> set[str]:
    """The absolute names that `module` imports anywhere, under type-checking guards too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module if node.level == 0 else "gradlab.engine")
    return names


@pytest.mark.parametrize("module", ENGINE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_engine_imports_numpy_the_standard_library_and_itself(module):
    foreign = {
        name
        for name in imported(module)
        if name.split(".")[0] not in (*sys.stdlib_module_names, "numpy")
        and not name.startswith("gradlab.engine")
    }
    assert foreign == set()


def test_the_engine_is_there_to_be_checked():
    assert len(ENGINE) > 5


@pytest.mark.parametrize("statement", ["import gradlab", "from gradlab import Device, Tensor"])
def test_import_gradlab_loads_nothing_heavy(statement):
    program = f"{statement}; import sys; print(sorted(set({HEAVY!r}) & sys.modules.keys()))"
    shown = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert shown == "[]\n"
