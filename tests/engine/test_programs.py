"""Short programs distilled from real reports: what each name holds at the end, what is refused.

``expect`` maps an expression to ``None``, ``Some[...]`` (a tensor of these numbers) or a
Python value; ``error`` names the line that must refuse.
"""

import ast
import json
import traceback
from pathlib import Path

import numpy as np
import pytest

from gradlab.engine import (
    Device,
    GradlabError,
    NoAutodiffError,
    TapeConsumedError,
    Tensor,
    UntrackedRootError,
)

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # inf is a result

PROGRAMS = json.loads((Path(__file__).parent / "programs.json").read_text())
REFUSALS = {
    "backward: autodiff is disabled for this tensor": NoAutodiffError,
    "backward: graph tape has already been consumed": TapeConsumedError,
    "backward: the tensor is not part of a recorded graph": UntrackedRootError,
    "'float' object has no attribute 'backward'": AttributeError,
}


def _prelude():
    return {
        "Tensor": Tensor,
        "F": Tensor.from_floats,
        "ad": Device.flex().autodiff(),
        "ad2": Device.flex(1).autodiff(),
        "plain": Device.flex(),
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=[program["id"] for program in PROGRAMS])
def test_a_reported_program_has_the_recorded_outcome(program):
    names = _prelude()
    code = compile("\n".join(program["program"]), "program", "exec")
    if "error" in program:
        with pytest.raises(REFUSALS[program["error"]["message"]]) as refusal:
            exec(code, names)
        _refused_at(program["error"]["line"], refusal.value)
    else:
        exec(code, names)
    for expression, wanted in program["expect"].items():
        _agree(eval(expression, names), wanted)


def _refused_at(line, error):
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "program"]
    assert lines == [line]
    if isinstance(error, GradlabError):
        assert (error.site.where, error.site.line) == ("program", line)


def _agree(got, wanted):
    if wanted.startswith("Some"):
        numbers = np.array(eval(wanted[4:], {"nan": np.nan}), np.float32)
        assert got.to_data().dtype == np.float32
        np.testing.assert_array_equal(got.to_data(), numbers)
    else:
        assert got == ast.literal_eval(wanted)
