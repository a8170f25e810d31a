"""The palette by measure: WCAG's contrast, and colours told apart by colour-blind eyes."""

from itertools import combinations

import numpy as np
import pytest

from gradlab.draw import theme

TEXT_ON_GROUND = [
    *((theme.INK, look.fill) for look in theme.STATES.values()),
    *((theme.QUIET, look.fill) for look in theme.STATES.values()),
    *((ink, theme.CARD) for ink in (theme.INK, theme.QUIET, theme.FAINT, theme.CUT, theme.LIT)),
    *((ink, theme.LIT_WASH) for ink in (theme.INK, theme.CUT, theme.LIT)),
    (theme.CUT, theme.CUT_WASH),
    *((ink, theme.WASH) for ink in (theme.INK, theme.CUT, theme.QUIET)),  # containers
]

# Vienot, Brettel and Mollon 1999: linear RGB as protanopes and deuteranopes see it.
BLIND = {
    "protanopia": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deuteranopia": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
}


def linear(colour: str) -> np.ndarray:
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_wcag_does():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(("ink", "ground"), TEXT_ON_GROUND)
def test_letters_meet_wcag_aa(ink, ground):
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("line", [*(look.line for look in theme.STATES.values()), theme.FAINT])
def test_lines_meet_wcag_aa(line):
    assert contrast(line, theme.CARD) >= 3


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize(
    "colours",
    [
        (theme.LIT, theme.CUT),
        (theme.INK, theme.CUT),
        tuple(theme.STATES[state].fill for state in ("marked", "intermediate", "int")),
        (theme.LIT_WASH, theme.CUT_WASH),
        (theme.CUT, theme.STATES["marked"].line),  # asked, or not
        (theme.CUT, theme.STATES["intermediate"].line),
    ],
)
def test_colours_that_differ_in_meaning_differ_for_colour_blind_eyes(colours, blindness):
    for a, b in combinations(colours, 2):
        seen = [np.clip(np.array(BLIND[blindness]) @ linear(c), 0, 1) ** (1 / 2.2) for c in (a, b)]
        assert np.linalg.norm(seen[0] - seen[1]) > 0.05


def test_every_state_has_a_shape_or_line_of_its_own():
    looks = [
        (look.shape, look.style, look.borders)
        for state, look in theme.STATES.items()
        if state != "bool"
    ]
    assert len(looks) == len(set(looks))
