"""The experiment: this engine gives what burn gave, and the command prints what it gives."""

import pytest

from gradlab import Tensor
from gradlab.cli import doctor, experiment, main


def test_the_thirteen_rows_are_burns():
    assert list(experiment.rows().values()) == [
        "Some([5.0, 10.0])",
        *["None"] * 5,
        "Some([3.0, 4.0])",
        *["None"] * 5,
        "Some([2.0, 2.0])",
    ]


def test_the_flags_are_burns():
    assert list(experiment.flags().values()) == ["false", "true", "false"]


def test_the_fix_gives_h_its_gradient_and_costs_w_and_x_theirs_through_h():
    assert list(experiment.fix().values()) == [
        "Some([1.0, 2.0])",
        "Some([3.0, 4.0])",
        "Some([2.0, 2.0])",
    ]
    assert list(experiment.fix(cut=False).values()) == [
        "Some([3.0, 6.0])",
        "Some([9.0, 12.0])",
        "None",
    ]


def test_burns_printout_is_kept_outcome_for_outcome():
    assert list(experiment.outcomes().items()) == list(experiment.BURN.items())


def test_the_command_prints_the_table_the_flags_and_the_fix_with_its_price(capsys):
    assert main(["experiment"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "Some([5.0, 10.0]) is how burn prints a gradient that is there; in Python: the Tensor",
        "",
        "w (require_grad, on the path) Some([5.0, 10.0])",
        "1 x on Device.flex() None",
        "2 x without require_grad None",
        "3 require_grad after use None",
        "4 unused leaf None",
        "5 path through detach() None",
        "...the detach() copy itself Some([3.0, 4.0])",
        "6 path through int().float() None",
        "7 intermediate h None",
        "7 loss itself None",
        "8 w after grad_remove None",
        "9 w, looked up in other Gradients None",
        "unused, in other Gradients ((unused*2).sum()) Some([2.0, 2.0])",
        "flags: x_nograd require_grad=false; h tracked=true require_grad=false",
        "",
        "The fix for an intermediate: h = (x*w).detach().require_grad(), loss = (h*2 + x*w).sum()",
        "",
        "w Some([1.0, 2.0])",
        "x Some([3.0, 4.0])",
        "h Some([2.0, 2.0])",
        "Its price: w and x get nothing through h; uncut they have "
        "Some([3.0, 6.0]) and Some([9.0, 12.0])",
    ]


def test_another_engine_gives_another_table_and_doctor_sees_it(monkeypatch):
    assert doctor.CHECKS["experiment"]() == "all 19 outcomes are burn's"
    monkeypatch.setattr(Tensor, "int", lambda tensor: tensor)
    assert experiment.rows()["int"] == "Some([3.0, 4.0])"
    with pytest.raises(doctor.Problem, match=r"int gives Some.*, burn gave None"):
        doctor.CHECKS["experiment"]()
