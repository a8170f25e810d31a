"""Beyond the nine, at length: a gradient that is there, and what may still be wrong with it."""

TEXT: dict[str, str] = {
    "cause.ok.title": "nothing is missing",
    "cause.ok.rule": (
        "A marked leaf that the walk reached has the sum over all its uses, in this container."
    ),
    "cause.ok.seen": "Numbers. Gradients that are right can still be zero, large or useless.",
    "cause.ok.evidence": (
        "Every question says yes, and no edge between the leaf and the loss is missing on the "
        "tape. In burn: Requirement::Grad, and the entry under the leaf's id."
    ),
    "cause.ok.fix": "Nothing to mend.",
    "cause.ok.price": "none",
    "cause.ok.burn": (
        "let grads = (w.clone() * 2.0).sum().backward();\nw.grad(&grads)  // Some([2.0, 2.0])"
    ),
    "cause.ok.pytorch": "(w * 2).sum().backward()\nw.grad  # [2, 2]",
    "cause.ok.check": (
        "report(grads)\n"
        "GradientsParams::from_grads(grads, &model).len()\n"
        "[name for name, p in m.named_parameters() if p.grad is None]"
    ),
    "cause.partial.title": "there, but some of its uses are cut",
    "cause.partial.rule": (
        "The gradient is the sum over the recorded uses; a use that goes through detach(), "
        "inner() or int() adds nothing, and nothing says so."
    ),
    "cause.partial.seen": (
        "Numbers that are too small, or slow learning. On purpose it is common: a target, a "
        "constant of a penalty, a straight-through rounding."
    ),
    "cause.partial.evidence": (
        "One path to the loss is on the tape and another lacks an edge; cuts are counted, not "
        "paths. In burn: the detached handle has an id of its own."
    ),
    "cause.partial.fix": (
        "To let it all through, leave the cutting call out; if it was meant, nothing."
    ),
    "cause.partial.price": "the gradient changes by what was cut, and its tape takes memory",
    "cause.partial.burn": (
        "let d = v.clone().detach();                // v = [2.0]\n"
        "v.grad(&(v.clone() * d).sum().backward())  // Some([2.0]), not [4.0]"
    ),
    "cause.partial.pytorch": (
        "v = torch.tensor([2.], requires_grad=True)\n"
        "(v * v.detach()).sum().backward()\n"
        "v.grad  # [2], not [4]"
    ),
    "cause.partial.check": (
        "tape(loss) draws the edges that are missing\n"
        "the slope by hand: move one number of v a little\n"
        "torch.autograd.gradcheck(loss_of, [v.double()])"
    ),
    "cause.late_partial.title": "there, but of the later uses only",
    "cause.late_partial.rule": (
        "A tensor that is used, marked and used again has the gradient of the second use alone: "
        "marking patches no earlier operation."
    ),
    "cause.late_partial.seen": "Numbers that are too small, and no None anywhere.",
    "cause.late_partial.evidence": (
        "A use that leads to the loss is older than the mark, another one is younger. In burn: "
        "as for case 3, and just as silent."
    ),
    "cause.late_partial.fix": "Move require_grad() in front of the first use.",
    "cause.late_partial.price": "none",
    "cause.late_partial.burn": (
        "let y = x.clone() * 3.0;\n"
        "let x = x.require_grad();\n"
        "x.grad(&(y + x.clone() * 2.0).sum().backward())  // Some([2.0, 2.0]), not 5.0"
    ),
    "cause.late_partial.pytorch": (
        "x = torch.tensor([1., 2.])\n"
        "y = x * 3\n"
        "x.requires_grad_(); (y + x * 2).sum().backward()\n"
        "x.grad  # [2, 2], not [5, 5]"
    ),
    "cause.late_partial.check": (
        "why(x, grads), or tape(loss)\n"
        "x.is_require_grad() right before the first use\n"
        "x.requires_grad right before the first use"
    ),
    "cause.zero.title": "there, and all zeros",
    "cause.zero.rule": (
        "Some operations are flat where they were met: round(), floor(), ceil() and sign() "
        "everywhere, relu() below zero, clamp() beyond its bounds. The path exists, its slope is 0."
    ),
    "cause.zero.seen": (
        "Zeros instead of None; a network whose hidden units are all off; a loss that stays flat "
        "although every parameter is counted."
    ),
    "cause.zero.evidence": (
        "The walk is repeated with the numbers it kept: the first operation whose contribution "
        "turns zero is named. In burn: float_round and its like have a step that sends zeros."
    ),
    "cause.zero.fix": (
        "A smooth operation in its place, or x + (x.round() - x).detach(); for relu a smaller "
        "rate, another start of the weights, or leaky_relu."
    ),
    "cause.zero.price": "another function, so other results",
    "cause.zero.burn": (
        "let grads = (w.clone().round() * 3.0).sum().backward();\n"
        "w.grad(&grads)  // Some([0.0, 0.0])"
    ),
    "cause.zero.pytorch": "(w.round() * 3).sum().backward()\nw.grad  # [0, 0]",
    "cause.zero.check": (
        "why(x, grads) names the flat operation\n"
        "ask h.detach().require_grad() at each stage, from the loss up\n"
        "h.retain_grad() at each stage, from the loss up"
    ),
    "cause.nan.title": "not a finite number",
    "cause.nan.rule": (
        "A derivative that is infinite where it was met (sqrt, ln or a division at 0, exp beyond "
        "its range) times a zero from further down gives NaN, and NaN spreads."
    ),
    "cause.nan.seen": (
        "The loss may be finite. Typical: a mask or clamp after the operation, which repairs the "
        "forward and not the backward; the norm of a zero vector."
    ),
    "cause.nan.evidence": (
        "The walk is repeated with the numbers it kept: the first operation whose contribution is "
        "not finite is named, not the mask behind it. In burn: mask_where sends zeros, not nothing."
    ),
    "cause.nan.fix": (
        "Make the input safe before the operation: x.clamp(...), (x * x + 1e-8).sqrt(), or a mask "
        "on what goes in."
    ),
    "cause.nan.price": "a small bias where the input was repaired",
    "cause.nan.burn": (
        "let n = (x.clone() * x.clone()).sum().sqrt();  // x = [0.0, 0.0]\n"
        "x.grad(&n.backward())  // Some([NaN, NaN])"
    ),
    "cause.nan.pytorch": (
        "x = torch.zeros(2, requires_grad=True)\n"
        "(x * x).sum().sqrt().backward()\n"
        "x.grad  # [nan, nan]"
    ),
    "cause.nan.check": (
        "why(x, grads) names the operation\n"
        "ask h.detach().require_grad() at each stage, from the loss up\n"
        "torch.autograd.set_detect_anomaly(True)"
    ),
    "cause.subgradient.title": "taken at a kink or a tie",
    "cause.subgradient.rule": (
        "At a kink (relu or abs at 0, clamp at a bound) or a tie (max of equal numbers) there is "
        "no one derivative: a convention decides, and frameworks differ."
    ),
    "cause.subgradient.seen": (
        "Numbers that another framework or a difference quotient does not confirm: one of two "
        "equal elements has everything, the other zero."
    ),
    "cause.subgradient.evidence": (
        "The forward noted that it met the kink or tie. In burn: relu and abs give 0 at 0, clamp "
        "gives 1 on a bound, max sends all to the first of the largest, max_pair to the left."
    ),
    "cause.subgradient.fix": "Usually nothing; where it matters, break the tie or smooth the kink.",
    "cause.subgradient.price": "another function, so other results",
    "cause.subgradient.burn": (
        "let grads = x.clone().max().backward();  // x = [4.0, 4.0, 1.0]\n"
        "x.grad(&grads)  // Some([1.0, 0.0, 0.0])"
    ),
    "cause.subgradient.pytorch": (
        "x = torch.tensor([4., 4., 1.], requires_grad=True)\n"
        "x.max().backward()\n"
        "x.grad  # [0.5, 0.5, 0]: shared there; max(dim=0) sends it to one"
    ),
    "cause.subgradient.check": (
        "why(x, grads) names the operation and the convention\n"
        "compare with x moved a little, by 1e-3\n"
        "compare with x moved a little, by 1e-3"
    ),
    "cause.retained.title": "tapes are kept alive",
    "cause.retained.rule": (
        "A tracked result keeps everything that it was computed from, as long as somebody holds "
        "it and no backward has used it up."
    ),
    "cause.retained.seen": (
        "Right gradients and growing memory: a list of losses or of weight norms, kept as tensors "
        "for a plot."
    ),
    "cause.retained.evidence": (
        "Tracked tensors alive at the moment of asking whose tape no backward has used up. In "
        "burn: steps stay as long as a handle reaches them."
    ),
    "cause.retained.fix": (
        "Keep numbers: log.append(loss.into_scalar()); look at m.valid() or w.inner() instead of "
        "tracked parameters."
    ),
    "cause.retained.price": "what was logged cannot be differentiated any more",
    "cause.retained.burn": (
        "log.push(w.clone().abs().max());                      // a tape for each turn\n"
        "log.push(w.clone().inner().abs().max().into_scalar()) // a number"
    ),
    "cause.retained.pytorch": (
        "log = [(w * w).sum() for _ in range(3)]  # log.append(loss.item()) keeps a number\n"
        "log[0].grad_fn is not None  # True: three graphs are alive"
    ),
    "cause.retained.check": (
        "report(grads); [t.is_tracked() for t in log]\n"
        "log[0].is_tracked()\n"
        "log[0].grad_fn is not None"
    ),
}
