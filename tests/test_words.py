"""The catalogue of sentences against the code that says them."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter

import pytest

from gradlab.engine.rules import RULES
from gradlab.words import en, say
from gradlab.words.catalogue import merged
from gradlab.words.en import TEXT

PACKAGE = Path(__file__).parents[1] / "gradlab"
CODE = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.parent != PACKAGE / "words" / "en"
}
TABLES = {
    module.name: import_module(f"{en.__name__}.{module.name}")
    for module in iter_modules(en.__path__)
}
PREFIXES = {key.split(".")[0] for key in TEXT}
A_KEY = re.compile(rf"({'|'.join(sorted(PREFIXES))})\.[a-z0-9_.-]+")
SAYS = ("say", "spot")  # spot(event, key, **facts) says its key


def strings() -> set[str]:
    """Every string that stands in the package as it is, not within an f-string."""
    nodes = [node for tree in CODE.values() for node in ast.walk(tree)]
    within = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    return {
        node.value.strip()
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in within
    }


def pattern(node: ast.JoinedStr) -> str:
    """An f-string as a regular expression with a group for each thing filled in."""
    parts = (re.escape(p.value) if isinstance(p, ast.Constant) else "(.+)" for p in node.values)
    return "".join(parts)


def composed() -> dict[str, str]:
    """Patterns of the keys that the package composes, with the module that does."""
    known = re.compile(rf"({'|'.join(sorted(PREFIXES))})\\\..*|\(\.\+\)_fix")
    return {
        pattern(node): name
        for name, tree in CODE.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and known.fullmatch(pattern(node))
    }


def said() -> Iterator[tuple[str, int, ast.expr, set[str] | None]]:
    """Each call that says something: module, line, its key, the facts given (None: not visible)."""
    for name, tree in CODE.items():
        for call in ast.walk(tree):
            match call:
                case ast.Call(func=ast.Name(id=id_), args=[*_, key]) if id_ in SAYS:
                    facts = {keyword.arg for keyword in call.keywords}
                    yield name, call.lineno, key, None if None in facts else facts


def keys_of(key: ast.expr) -> list[str]:
    """The keys that an expression can be, where that is visible."""
    match key:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return keys_of(body) + keys_of(orelse)
    return []


def placeholders(template: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(template) if name}


def test_every_key_that_is_said_is_in_the_catalogue():
    missing = {text for text in strings() if A_KEY.fullmatch(text) and text not in TEXT}
    assert missing == set()


def test_every_composed_key_has_sentences():
    lonely = {p: m for p, m in composed().items() if not any(re.fullmatch(p, key) for key in TEXT)}
    assert lonely == {}


def test_every_sentence_is_said():
    """Literally, or composed of a pattern and strings of the package, numbers or rule names."""
    known, patterns = strings() | RULES.keys(), [re.compile(p) for p in composed()]

    def is_known(filled: str) -> bool:
        return filled in known or all(p in known or p.isdigit() for p in filled.split("."))

    def is_composed(key: str) -> bool:
        matches = (p.fullmatch(key) for p in patterns)
        return any(m and all(map(is_known, m.groups())) for m in matches)

    silent = [key for key in TEXT if key not in known and not is_composed(key)]
    assert set(silent) <= {"why.label_also"}  # the label of a note that any cause may add


def test_each_call_gives_the_facts_that_its_sentence_needs():
    lacking = [
        (module, line, key, sorted(placeholders(TEXT[key]) - facts))
        for module, line, expression, facts in said()
        for key in keys_of(expression)
        if key in TEXT and facts is not None and not placeholders(TEXT[key]) <= facts
    ]
    assert lacking == []


def test_a_sentence_is_found_by_the_first_word_of_its_key():
    astray = {
        key: name
        for name, table in TABLES.items()
        for key in table.TEXT
        if key.split(".")[0] != name.split("_")[0]
    }
    assert astray == {}


def test_the_catalogue_holds_every_table():
    assert merged(*(table.TEXT for table in TABLES.values())) == TEXT


def test_a_key_in_two_tables_is_refused():
    with pytest.raises(ValueError, match=r"said twice: a\.b"):
        merged({"a.b": "one", "a.c": "two"}, {"a.b": "three"})


def test_say_fills_in_the_facts():
    assert say("doctor.not_installed", module="ipywidgets") == "ipywidgets is not installed"


def test_say_refuses_an_unknown_key_and_a_missing_fact():
    with pytest.raises(KeyError, match="no_such"):
        say("doctor.no_such")
    with pytest.raises(KeyError, match="module"):
        say("doctor.not_installed")
