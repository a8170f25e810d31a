"""Which choices mean something where the other switches stand, and why the others do not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from gradlab.lab.program import gives_gradient, program
from gradlab.lab.switches import CHOICES, PRESETS, Setting
from gradlab.words import say


def turned(setting: Setting, switch: str, choice: str) -> Setting:
    """The setting with one switch turned; later ones go back to a choice that means something.

    Raises ValueError, with the reason, for a choice that is not on the list.
    """
    if choice not in CHOICES[switch]:
        names = ", ".join(repr(name) for name in CHOICES[switch])
        raise ValueError(say("what.no_choice", switch=switch, choice=choice, choices=names))
    if choice not in possible(setting, switch):
        raise ValueError(reason(setting, switch))
    return settled(replace(setting, **{switch: choice}))


def settled(setting: Setting) -> Setting:
    """The setting with every choice that means nothing replaced by one that does."""
    for switch in CHOICES:
        choices = possible(setting, switch)
        if getattr(setting, switch) not in choices:
            nearest = "before use" if "before use" in choices else choices[0]
            setting = replace(setting, **{switch: nearest})
    return setting


def possible(setting: Setting, switch: str) -> tuple[str, ...]:
    """The choices of a switch that mean something where those before it stand."""
    gone, _ = _without_meaning(setting, switch)
    return tuple(choice for choice in CHOICES[switch] if choice not in gone)


def reason(setting: Setting, switch: str) -> str:
    """Why some choices of a switch are not on its list; empty where all are."""
    _, key = _without_meaning(setting, switch)
    return say(key, asked=setting.asked) if key else ""


def preset_of(setting: Setting) -> str:
    """The cause whose preset a setting is, or an empty text."""
    return next((slug for slug, preset in PRESETS.items() if preset == setting), "")


def _without_meaning(setting: Setting, switch: str) -> tuple[tuple[str, ...], str]:
    """The choices that mean nothing, and the key of the sentence that says why."""
    match switch:
        case "mark" if setting.device == "plain":
            return ("before use", "after use", "between two uses"), "what.no_mark_plain"
        case "mark" if setting.path == "unused":
            return ("after use", "between two uses"), "what.no_mark_unused"
        case "second" if setting.mark == "between two uses":
            return ("none",), "what.no_second"
        case "asked" if setting.path != "detach":
            return ("the copy",), "what.no_copy"
        case "container" if not _has_an_entry(replace(setting, container="this one")):
            return ("another's", "after grad_remove"), "what.no_container"
    return (), ""


@lru_cache(maxsize=1024)
def _has_an_entry(setting: Setting) -> bool:
    return gives_gradient(program(setting))
