"""`gradlab explain`: every cause at length, by number, by name, or from what one sees."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import wrap

from gradlab.diagnose.causes import CAUSES
from gradlab.words import say

COLUMNS, LABEL = 88, 10

GROUPS = {
    "kind": ("not_float",),
    "leaf": ("plain_device", "not_marked", "intermediate"),
    "reach": ("late_require_grad", "not_reached", "detach", "int_round_trip"),
    "container": ("removed", "other_gradients"),
    "name": (
        "grad_is_plain", "discarded", "leaf_overwritten", "update_lost", "moved", "stale_handle",
        "wrong_tensor", "not_registered",
    ),
    "path": ("values_copied", "off_device", "frozen", "container_taken", "no_record"),
    "refusal": (
        "root_untracked", "consumed", "req_on_intermediate", "device_mismatch", "shape_mismatch",
        "dtype_mismatch", "reflex",
    ),
    "found": ("ok", "partial", "late_partial", "zero", "nan", "subgradient", "retained"),
}  # fmt: skip
"""The causes in the order of the list."""

SYMPTOMS = {
    "none": (
        "plain_device", "not_marked", "intermediate", "late_require_grad", "not_reached",
        "detach", "int_round_trip", "removed", "other_gradients", "not_float", "grad_is_plain",
        "discarded", "leaf_overwritten", "update_lost", "moved", "stale_handle", "wrong_tensor",
        "values_copied", "off_device", "frozen",
    ),
    "flat": (
        "discarded", "moved", "stale_handle", "int_round_trip", "detach", "values_copied",
        "frozen", "not_registered", "other_gradients", "zero",
    ),
    "len": (
        "not_reached", "moved", "stale_handle", "frozen", "not_registered", "detach",
        "int_round_trip", "values_copied", "off_device", "other_gradients", "removed",
        "plain_device",
    ),
    "still": ("discarded", "not_registered", "stale_handle", "removed", "zero"),
    "nan": ("nan",),
    "zeros": ("zero", "subgradient"),
    "small": ("partial", "late_partial", "subgradient", "other_gradients"),
    "consumed": ("consumed",),
    "refuses": (
        "root_untracked", "consumed", "grad_is_plain", "plain_device", "update_lost",
        "values_copied", "frozen",
    ),
    "mark": ("req_on_intermediate", "not_float", "plain_device", "moved"),
    "taken": ("container_taken",),
    "misfit": ("device_mismatch", "shape_mismatch", "dtype_mismatch"),
    "habit": ("reflex",),
    "memory": ("retained",),
    "lost": ("no_record",),
}  # fmt: skip
"""What people see, most frequent first, and what it comes from, likeliest first."""

_SLUGS = tuple(slug for slugs in GROUPS.values() for slug in slugs)
_CASES = {entry.slug: entry.case for entry in CAUSES if entry.case}
_PROSE = ("rule", "seen", "evidence", "fix", "price")
_CODE = ("burn", "pytorch")
_WHERE = ("gradlab", "burn", "pytorch")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = say("explain.about")
    parser = commands.add_parser("explain", help=say("explain.help"), description=about)
    parser.add_argument("what", nargs="*", metavar="CAUSE", help=say("explain.what_help"))
    parser.add_argument("--symptom", nargs="*", help=say("explain.symptom_help"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 1 where nothing has that name."""
    if args.symptom is not None:
        return _symptom(" ".join([*args.symptom, *args.what]).lower())
    words = re.sub(r"(?<=\w)-", " ", " ".join(args.what).lower()).split()
    what = "_".join(words).removeprefix("case_")
    if not what:
        print("\n".join(_catalogue()))
        return 0
    slug = next((slug for slug, case in _CASES.items() if str(case) == what), what)
    if slug in _SLUGS:
        print("\n".join(_long_form(slug)))
        return 0
    key = "explain.unknown_number" if what.lstrip("-").isdigit() else "explain.unknown"
    print(say(key, what=what), file=sys.stderr)
    if near := _near(what):
        print(say("explain.near", names=", ".join(near)), file=sys.stderr)
    print(say("explain.all"), file=sys.stderr)
    if key == "explain.unknown":
        typed = " ".join(args.what)
        symptom = typed if _matching(typed.lower()) else ""
        print(say("explain.by_symptom", what=symptom).rstrip(), file=sys.stderr)
    return 1


def _catalogue() -> Iterator[str]:
    for group, slugs in GROUPS.items():
        yield say(f"explain.group_{group}")
        for slug in slugs:
            case, title = _CASES.get(slug, ""), say(f"cause.{slug}.title")
            yield say("explain.row", case=case, slug=slug, title=title)
        yield ""
    yield say("explain.more")


def _long_form(slug: str) -> Iterator[str]:
    title = say(f"cause.{slug}.title")
    if slug in _CASES:
        yield say("explain.title_case", slug=slug, case=_CASES[slug], title=title)
    else:
        yield say("explain.title", slug=slug, title=title)
    yield ""
    for field in _PROSE:
        yield from _labelled(say(f"explain.{field}"), say(f"cause.{slug}.{field}"))
    for field in _CODE:
        yield f"\n{say(f'explain.{field}')}"
        yield from (f"    {line}" for line in say(f"cause.{slug}.{field}").splitlines())
    yield f"\n{say('explain.check')}"
    for where, line in zip(_WHERE, say(f"cause.{slug}.check").splitlines(), strict=True):
        yield f"    {say(f'explain.check_{where}'):{LABEL}}{line}"


def _labelled(label: str, text: str) -> Iterator[str]:
    for line in wrap(text, COLUMNS - LABEL, break_on_hyphens=False):
        yield f"{label:{LABEL}}{line}"
        label = ""


def _near(what: str) -> list[str]:
    """Slugs like a wrong one: that hold it, that are spelled like it, or whose text names it."""
    holding = [slug for slug in _SLUGS if what in slug or slug in what]
    spelled = [slug for slug in get_close_matches(what, _SLUGS, 3, 0.6) if slug not in holding]
    if holding or spelled:
        return [*holding, *spelled][:4]
    fields = ("title", *_PROSE[:4])
    named = (slug for slug in _SLUGS for f in fields if what in say(f"cause.{slug}.{f}").lower())
    return list(dict.fromkeys(named))[:4]


def _symptom(text: str) -> int:
    """What a symptom may come from, or all symptoms where none is named."""
    names = list(SYMPTOMS)
    if not text:
        print("\n".join(_listed(names)))
        return 0
    if text.isdigit():
        found = names[int(text) - 1 : int(text)] if int(text) else []
    else:
        found = _matching(text)
    if not found:
        print(say("explain.symptom_unknown", what=text), file=sys.stderr)
        print("\n".join(_listed(names)), file=sys.stderr)
        return 1
    many = len(found) > 1
    print("\n".join(_listed(found) if many else _candidates(found[0])))
    return 0


def _matching(text: str) -> list[str]:
    """The symptoms that have the most of the words, whole or as a beginning."""
    wanted = text.replace(",", " ").split()
    hits = {}
    for name in SYMPTOMS:
        words = f"{say(f'explain.symptom_{name}')} {say(f'explain.symptom_{name}_words')}"
        known = words.lower().replace(",", " ").replace("()", "").split()
        hits[name] = sum(any(word.startswith(w) for word in known) for w in wanted)
    most = max(hits.values())
    return [name for name, count in hits.items() if most and count == most]


def _listed(names: list[str]) -> Iterator[str]:
    numbers = {name: number for number, name in enumerate(SYMPTOMS, 1)}
    yield say("explain.symptoms")
    for name in names:
        text = say(f"explain.symptom_{name}")
        yield say("explain.symptom_row", number=numbers[name], text=text)
    yield f"\n{say('explain.symptoms_more')}"


def _candidates(name: str) -> Iterator[str]:
    yield f"{say(f'explain.symptom_{name}')}\n"
    yield say("explain.symptom_first", first=say(f"explain.symptom_{name}_first"))
    yield say("explain.symptom_maybe")
    for slug in SYMPTOMS[name]:
        check = say(f"cause.{slug}.check").splitlines()[0]
        yield say("explain.symptom_cause", slug=slug, title=say(f"cause.{slug}.title"))
        yield say("explain.symptom_check", check=check)
