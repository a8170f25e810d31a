"""The nine ways to None, at length: `gradlab explain 5`.

Fields of a cause: title; rule; seen, how it shows; evidence, what is looked at and where burn
has the rule; fix and price; burn and pytorch, the same mistake there; check, the line that tells,
one each for gradlab, burn and PyTorch.  Code assumes `ad`, an autodiff device, and `w`, a marked
leaf [3, 4] there.
"""

TEXT: dict[str, str] = {
    # case 1
    "cause.plain_device.title": "on a plain device",
    "cause.plain_device.rule": (
        "Autodiff is a property of the device: a tensor on a device without it has no place on "
        "any tape, and an operation that meets it takes it as a constant."
    ),
    "cause.plain_device.seen": (
        "Its gradient is None in every container; require_grad() on it is refused. The others in "
        "the same loss have their gradients, so nothing looks wrong from there."
    ),
    "cause.plain_device.evidence": (
        "Question 1, and the event that made it: built on a plain device, taken off autodiff by "
        "inner(), or computed from such tensors only. In burn: the gate of Tensor::grad, and the "
        "lifting of plain inputs in burn-dispatch."
    ),
    "cause.plain_device.fix": "Build it on device.autodiff() and mark it before its first use.",
    "cause.plain_device.price": "none",
    "cause.plain_device.burn": (
        "let x = Tensor::<1>::from_floats([1.0, 2.0], &Device::flex());\n"
        "let grads = (x.clone() * w).sum().backward();\n"
        "x.grad(&grads)  // None: there is no autodiff on x's device"
    ),
    "cause.plain_device.pytorch": (
        "with torch.inference_mode():  # the nearest thing: every device there records\n"
        "    x = torch.tensor([1., 2.])\n"
        "(x * w).sum()  # RuntimeError: inference tensors cannot be saved for backward"
    ),
    "cause.plain_device.check": (
        "x.device().is_autodiff()\n"
        "x.device().is_autodiff()\n"
        "x.is_inference(), torch.is_grad_enabled()"
    ),
    # case 2
    "cause.not_marked.title": "never marked",
    "cause.not_marked.rule": (
        "Only a leaf that was marked with require_grad() keeps a gradient; a tensor is born "
        "unmarked, and operations leave unmarked inputs out of their list of parents."
    ),
    "cause.not_marked.seen": (
        "is_require_grad() and is_tracked() are both False. Inputs and labels are like this on "
        "purpose; a parameter is not. A copy of the handle from before the mark is unmarked too."
    ),
    "cause.not_marked.evidence": (
        "Question 2, no recorded mark of this handle, and the event that made it. In burn: "
        "Requirement::None in burn-autodiff, graph/requirement.rs."
    ),
    "cause.not_marked.fix": (
        "Mark it where it is created: Tensor.from_floats(values, ad).require_grad(), and keep "
        "what that returns. In a module: Param.from_tensor(...)."
    ),
    "cause.not_marked.price": "none",
    "cause.not_marked.burn": (
        "let x = Tensor::<1>::from_floats([1.0, 2.0], &ad);\n"
        "let grads = (x.clone() * w).sum().backward();\n"
        "x.grad(&grads)  // None: an autodiff device alone marks nothing"
    ),
    "cause.not_marked.pytorch": (
        "x = torch.tensor([1., 2.])\n"
        "(x * w).sum().backward()\n"
        "x.grad  # None: requires_grad is False by default"
    ),
    "cause.not_marked.check": ("x.is_require_grad()\nx.is_require_grad()\nx.requires_grad"),
    # case 3
    "cause.late_require_grad.title": "marked after it was used",
    "cause.late_require_grad.rule": (
        "An operation decides which inputs are its parents while it runs; marking a tensor "
        "afterwards counts for later operations and patches no earlier one."
    ),
    "cause.late_require_grad.seen": (
        "is_require_grad() is True and the tensor clearly stands in the formula, yet its gradient "
        "is None. Running the lines again, in a notebook, can make it appear."
    ),
    "cause.late_require_grad.evidence": (
        "Every use that leads to the loss is older than the mark, or went through a handle from "
        "before it. In burn: the parents that AutodiffTensor::from_parents keeps (burn-autodiff, "
        "tensor.rs); the mark keeps the id, so nothing else tells the two apart."
    ),
    "cause.late_require_grad.fix": "Move require_grad() in front of the first use.",
    "cause.late_require_grad.price": "none",
    "cause.late_require_grad.burn": (
        "let y = x.clone() * w;\n"
        "let x = x.require_grad();  // y is not told\n"
        "x.grad(&y.sum().backward())  // None"
    ),
    "cause.late_require_grad.pytorch": (
        "x = torch.tensor([1., 2.])\n"
        "y = x * w\n"
        "x.requires_grad_(); y.sum().backward()\n"
        "x.grad  # None: y was computed while x was a constant"
    ),
    "cause.late_require_grad.check": (
        "why(x), before backward: marked too late?\n"
        "x.is_require_grad() right before the first use\n"
        "x.requires_grad right before the first use"
    ),
    # case 4
    "cause.not_reached.title": "not used for this loss",
    "cause.not_reached.rule": (
        "backward() walks from the loss towards the leaves and visits only what the loss was "
        "computed from; any other leaf gets no entry, not a zero."
    ),
    "cause.not_reached.seen": (
        "A marked leaf is None while others have numbers; GradientsParams counts fewer entries "
        "than there are parameters. Often a name that was assigned again, or a layer that "
        "forward() never calls."
    ),
    "cause.not_reached.evidence": (
        "No path of operations, recorded or not, leads from it to the loss. In burn: the walk of "
        "burn-autodiff, runtime/server.rs, collects steps by their parents' ids."
    ),
    "cause.not_reached.fix": (
        "Use it in the formula of the loss; if another tensor was meant, ask that one."
    ),
    "cause.not_reached.price": "none",
    "cause.not_reached.burn": (
        "let unused = Tensor::<1>::from_floats([5.0, 5.0], &ad).require_grad();\n"
        "let grads = (w * 2.0).sum().backward();\n"
        "unused.grad(&grads)  // None"
    ),
    "cause.not_reached.pytorch": (
        "unused = torch.tensor([5., 5.], requires_grad=True)\n"
        "(w * 2).sum().backward()\n"
        "unused.grad  # None"
    ),
    "cause.not_reached.check": (
        "tape(loss), or why(x, grads)\n"
        "GradientsParams::from_grads(grads, &model).len()\n"
        "torch.autograd.grad(loss, [x], allow_unused=True)[0] is None"
    ),
    # case 5
    "cause.detach.title": "the path went through detach()",
    "cause.detach.rule": (
        "detach() returns a new leaf with the same numbers and no history; the gradient stops at "
        "that leaf. The copy of a marked leaf is marked itself and has the gradient."
    ),
    "cause.detach.seen": (
        "The leaf in front of detach() is None and, if it was detached itself, its copy has the "
        "gradient. Typical places: values kept for a picture, targets, a state carried along."
    ),
    "cause.detach.evidence": (
        "A detach on every path from the tensor to the loss. In burn: float_detach in "
        "burn-autodiff, ops/tensor.rs, takes a new id and keeps the mark of a leaf."
    ),
    "cause.detach.fix": (
        "Leave detach() out of the path that shall learn and keep a detached copy beside it; or, "
        "if the copy was meant, ask the copy."
    ),
    "cause.detach.price": "what detach() kept from learning learns again, and its tape is kept",
    "cause.detach.burn": (
        "let copy = x.clone().detach();  // a new leaf, marked as x is\n"
        "let grads = (copy.clone() * w).sum().backward();\n"
        "x.grad(&grads)     // None\n"
        "copy.grad(&grads)  // Some([3.0, 4.0])"
    ),
    "cause.detach.pytorch": (
        "x = torch.tensor([1., 2.], requires_grad=True)\n"
        "copy = x.detach()  # never requires grad there\n"
        "(copy * w).sum().backward()\n"
        "x.grad, copy.grad  # None, None"
    ),
    "cause.detach.check": (
        "copy.number != x.number after copy = x.detach()\n"
        "look for detach() between x and the loss\n"
        "copy.grad_fn is None, copy.requires_grad"
    ),
    # case 6
    "cause.int_round_trip.title": "the path went through int() and float()",
    "cause.int_round_trip.rule": (
        "Whole numbers and truth values have no gradient: an operation that makes them leaves the "
        "tape, and the float made from them is a new, unmarked leaf."
    ),
    "cause.int_round_trip.seen": (
        "None behind int(), argmax(), a comparison or an index, while a leaf after it has its "
        "gradient. round(), floor() and sign() differ: they stay on the tape and give zeros."
    ),
    "cause.int_round_trip.evidence": (
        "An operation with an Int or Bool result on every path to the loss. In burn: "
        "float_into_int and int_into_float carry no node (burn-autodiff, ops)."
    ),
    "cause.int_round_trip.fix": (
        "Compute the loss from the scores (softmax, cross entropy) and keep argmax for counting "
        "hits; for rounding: x + (x.trunc() - x).detach(), which passes the gradient by."
    ),
    "cause.int_round_trip.price": (
        "another, smooth loss; the detour gives the slope of x, not of x.trunc()"
    ),
    "cause.int_round_trip.burn": (
        "let back = x.clone().int().float();  // a new leaf, not marked\n"
        "let grads = (back * w).sum().backward();\n"
        "x.grad(&grads)  // None"
    ),
    "cause.int_round_trip.pytorch": (
        "x = torch.tensor([1., 2.], requires_grad=True)\n"
        "back = x.int().float()\n"
        "(back * w).sum().backward()\n"
        "x.grad  # None: back.requires_grad is False"
    ),
    "cause.int_round_trip.check": (
        "back.is_tracked() after back = x.int().float()\nback.is_tracked()\nback.grad_fn is None"
    ),
    # case 7
    "cause.intermediate.title": "an intermediate, not a leaf",
    "cause.intermediate.rule": (
        "The result of an operation passes its gradient on to its parents and does not keep it; "
        "entries stay for marked leaves only. The loss is such a result too."
    ),
    "cause.intermediate.seen": (
        "is_tracked() is True, is_require_grad() is False. Often the name that was meant as the "
        "parameter holds a view, a product or a moved copy of it."
    ),
    "cause.intermediate.evidence": (
        "Question 2 says no, and the handle has a node with parents. In burn: "
        "Requirement::GradInBackward; Gradients::consume in burn-autodiff, grads.rs, removes it."
    ),
    "cause.intermediate.fix": (
        "Ask the leaf. To look at an intermediate once: h = h.detach().require_grad() before its "
        "use, and ask that h."
    ),
    "cause.intermediate.price": (
        "everything above h gets nothing through h, so never while training"
    ),
    "cause.intermediate.burn": (
        "let h = x * w.clone();\n"
        "let grads = (h.clone() * 2.0).sum().backward();\n"
        "h.grad(&grads)  // None\n"
        "w.grad(&grads)  // Some"
    ),
    "cause.intermediate.pytorch": (
        "h = torch.tensor([1., 2.]) * w\n"
        "h.retain_grad()  # without this line h.grad is None, with a warning\n"
        "(h * 2).sum().backward()\n"
        "h.grad  # [2, 2]: PyTorch can keep it, burn cannot"
    ),
    "cause.intermediate.check": (
        "h.is_tracked() and not h.is_require_grad()\n"
        "h.is_tracked() && !h.is_require_grad()\n"
        "h.is_leaf"
    ),
    # case 8
    "cause.removed.title": "taken out of the container",
    "cause.removed.rule": (
        "grad() reads an entry, grad_remove() takes it out; from_module() and from_params() take "
        "the entries of their parameters in the same way."
    ),
    "cause.removed.seen": (
        "The first look gives numbers, the second None; or a parameter is None right after its "
        "gradients went into a GradientsParams, which has them."
    ),
    "cause.removed.evidence": (
        "The container remembers what was taken out and by which call. In burn: "
        "Gradients::remove in burn-autodiff, grads.rs; the converter in burn-optim, visitor.rs."
    ),
    "cause.removed.fix": (
        "Read with grad(), before the optimizer's gradients are collected, or keep what the first "
        "call returned; afterwards gradients.get(m.w.id) has it."
    ),
    "cause.removed.price": "none",
    "cause.removed.burn": (
        "let first = w.grad_remove(&mut grads);  // Some\n"
        "w.grad(&grads)                          // None"
    ),
    "cause.removed.pytorch": (
        "(w * 2).sum().backward()\n"
        "torch.optim.SGD([w], lr=0.1).zero_grad()\n"
        "w.grad  # None: zero_grad() takes the gradients away"
    ),
    "cause.removed.check": (
        "why(x, grads) names the call that took it\n"
        "look for grad_remove, from_module before the question\n"
        "look for zero_grad() before the question"
    ),
    # case 9
    "cause.other_gradients.title": "another backward's container",
    "cause.other_gradients.rule": (
        "Every backward() fills a container of its own, with the leaves that this walk reached; "
        "nothing adds up across containers."
    ),
    "cause.other_gradients.seen": (
        "Two losses, two containers, and each parameter is there in one only. The second "
        "container looks fine for all that its own loss uses."
    ),
    "cause.other_gradients.evidence": (
        "No path to this container's loss, and a recorded backward with another root that reached "
        "the leaf. In burn: Gradients::new in burn-autodiff, grads.rs, starts empty."
    ),
    "cause.other_gradients.fix": (
        "Add the losses and walk once: (a + b).backward(). Or ask the container of the other "
        "walk, or add two containers up: GradientsAccumulator."
    ),
    "cause.other_gradients.price": "none; with two walks, both tapes are paid for",
    "cause.other_gradients.burn": (
        "let a = (w.clone() * 2.0).sum().backward();\n"
        "let b = (unused * 2.0).sum().backward();\n"
        "w.grad(&b)  // None: w is in a"
    ),
    "cause.other_gradients.pytorch": (
        "u = torch.tensor([5., 5.], requires_grad=True)\n"
        "(w * 2).sum().backward()\n"
        "(u * 2).sum().backward()\n"
        "w.grad  # [2, 2]: .grad sits on the tensor, and every backward adds to it"
    ),
    "cause.other_gradients.check": (
        "why(x, grads), or report(grads) for each container\n"
        "one backward, one container: count the calls of backward()\n"
        "w.grad before and after each backward()"
    ),
}
