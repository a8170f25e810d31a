"""`gradlab experiment`: the table, under the keys of its rows."""

TEXT: dict[str, str] = {
    "experiment.help": "print the table of nine ways to None, run on this engine",
    "experiment.about": "Nine ways to None, gradients that are there, and a fix: run here and now.",
    "experiment.spelling": (
        "Some([5.0, 10.0]) is how burn prints a gradient that is there; in Python: the Tensor"
    ),
    "experiment.row": "{row:48}  {outcome}",
    "experiment.w": "w (require_grad, on the path)",
    "experiment.plain": "1  x on Device.flex()",
    "experiment.not_marked": "2  x without require_grad",
    "experiment.late": "3  require_grad after use",
    "experiment.unused": "4  unused leaf",
    "experiment.detached": "5  path through detach()",
    "experiment.copy": "   ...the detach() copy itself",
    "experiment.int": "6  path through int().float()",
    "experiment.h": "7  intermediate h",
    "experiment.loss": "7  loss itself",
    "experiment.removed": "8  w after grad_remove",
    "experiment.other": "9  w, looked up in other Gradients",
    "experiment.unused_in_other": "   unused, in other Gradients ((unused*2).sum())",
    "experiment.flags": (
        "flags: x_nograd require_grad={flag_not_marked}; "
        "h tracked={flag_h_tracked} require_grad={flag_h}"
    ),
    "experiment.fix": (
        "The fix for an intermediate: h = (x*w).detach().require_grad(), loss = (h*2 + x*w).sum()"
    ),
    "experiment.fix_w": "w",
    "experiment.fix_x": "x",
    "experiment.fix_h": "h",
    "experiment.price": "Its price: w and x get nothing through h; uncut they have {w} and {x}",
}
