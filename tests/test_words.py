"""The catalogue of sentences against the code that says them."""

import ast
from pathlib import Path

from gradlab.words import say
from gradlab.words.en import TEXT

PACKAGE = Path(__file__).parents[1] / "gradlab"


def said() -> dict[str, Path]:
    """Every key that the package says literally, with a module that does."""
    keys = {}
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=key), *_]):
                    keys[key] = module
    return keys


def test_every_key_that_is_said_is_in_the_catalogue():
    assert {key: module for key, module in said().items() if key not in TEXT} == {}


def test_say_fills_in_the_facts():
    assert say("doctor.not_installed", module="ipywidgets") == "ipywidgets is not installed"
