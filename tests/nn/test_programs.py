"""Short programs with modules, distilled from real reports: what each name holds at the end.

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
    ContainerTakenError,
    Device,
    NoAutodiffError,
    NonLeafError,
    Tensor,
    UntrackedRootError,
)
from gradlab.nn import GradientsAccumulator, GradientsParams, Module, Param, SgdConfig

PROGRAMS = json.loads((Path(__file__).parent / "programs.json").read_text("utf-8"))
REFUSALS = {
    "backward: autodiff is disabled for this tensor": NoAutodiffError,
    "backward: the tensor is not part of a recorded graph": UntrackedRootError,
    "Can't convert a non leaf tensor into a tracked tensor": NonLeafError,
    "Gradients was handed over to from_grads": ContainerTakenError,
}


class Net(Module):
    def __init__(self, **fields):
        self.__dict__.update(fields)


def prelude():
    return {
        "Tensor": Tensor,
        "F": Tensor.from_floats,
        "Net": Net,
        "Param": Param,
        "GradientsParams": GradientsParams,
        "GradientsAccumulator": GradientsAccumulator,
        "opt": SgdConfig().init(),
        "ad": Device.flex().autodiff(),
        "ad2": Device.flex(1).autodiff(),
        "plain": Device.flex(),
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=[program["id"] for program in PROGRAMS])
def test_a_reported_program_has_the_recorded_outcome(program):
    names = prelude()
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
    assert (error.site.where, error.site.line) == ("program", line)


def _agree(got, wanted):
    if wanted.startswith("Some"):
        np.testing.assert_array_equal(got.to_data(), np.float32(ast.literal_eval(wanted[4:])))
    else:
        assert got == ast.literal_eval(wanted)
