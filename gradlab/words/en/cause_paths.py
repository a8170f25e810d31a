"""Beyond the nine, at length: the path was cut elsewhere, or the container is out of hand."""

TEXT: dict[str, str] = {
    "cause.values_copied.title": "numbers were read out and put back",
    "cause.values_copied.rule": (
        "Floats, lists and NumPy arrays carry no history: a tensor built from them is a new leaf, "
        "whatever the numbers were computed from."
    ),
    "cause.values_copied.seen": (
        "into_scalar() or to_data() in the middle of a loss; Tensor.from_floats around values "
        "that were tensors already. If nothing else is tracked, backward() is refused."
    ),
    "cause.values_copied.evidence": (
        "A read-out inside the very call that builds the leaf: proven. A leaf with the same "
        "numbers as a read-out: probable. Arithmetic on floats in between leaves no trace, and "
        "only the line of the reading is named."
    ),
    "cause.values_copied.fix": (
        "Compute with tensors (Tensor.cat, slice, sum, * ...) and read numbers after backward()."
    ),
    "cause.values_copied.price": "these operations are recorded and take memory until backward",
    "cause.values_copied.burn": (
        "let n: f32 = w.clone().sum().into_scalar();\n"
        "let y = Tensor::<1>::from_floats([n], &ad);  // a leaf like any other"
    ),
    "cause.values_copied.pytorch": (
        "y = torch.tensor([w.sum().item()])\n"
        "y.requires_grad  # False: torch.stack([w.sum()]) keeps the path"
    ),
    "cause.values_copied.check": (
        "y.is_tracked() after it was built\ny.is_tracked() after it was built\ny.grad_fn is None"
    ),
    "cause.off_device.title": "the path left autodiff and came back",
    "cause.off_device.rule": (
        "inner() gives the numbers without the tape, from_inner() makes a new leaf of them: what "
        "is computed in between is not recorded. valid() does the same to a module."
    ),
    "cause.off_device.seen": (
        "All leaves in front of one function are None, all after it are fine: a layer written "
        "with inner(), or a part of the forward that runs on model.valid()."
    ),
    "cause.off_device.evidence": (
        "An inner() on every path to the loss. In burn: Tensor::inner drops the node, from_inner "
        "starts one without parents."
    ),
    "cause.off_device.fix": (
        "Compute with the tensors themselves, without inner() and from_inner()."
    ),
    "cause.off_device.price": "these operations are recorded and take memory until backward",
    "cause.off_device.burn": (
        "let n = Tensor::from_inner(w.clone().inner() / 7.0);\n"
        "w.grad(&(n * b).sum().backward())  // None: n is a new leaf"
    ),
    "cause.off_device.pytorch": (
        "with torch.no_grad():  # the counterpart of inner()\n"
        "    n = w / 7\n"
        "n.requires_grad  # False"
    ),
    "cause.off_device.check": (
        "n.is_tracked() after from_inner(...)\n"
        "n.is_tracked() after from_inner(...)\n"
        "n.grad_fn is None"
    ),
    "cause.frozen.title": "frozen, usually on purpose",
    "cause.frozen.rule": (
        "set_require_grad(False), freeze() and no_grad() make a new unmarked leaf: it takes part "
        "in the loss and learns nothing. Usually that is meant."
    ),
    "cause.frozen.seen": (
        "None for some parameters, and len() smaller by just that many. Moving or copying by hand "
        "with require_grad() at the end thaws again without a word; fork() keeps the flag."
    ),
    "cause.frozen.evidence": (
        "The event that made it is set_require_grad(False). In burn: Param remembers the flag "
        "(burn-core, module/param), also through valid() and train()."
    ),
    "cause.frozen.fix": (
        "If it should learn: m = m.unfreeze(lambda path: ...), or leave the freeze out."
    ),
    "cause.frozen.price": "it learns again",
    "cause.frozen.burn": (
        "let model = model.no_grad();\n"
        "model.w.is_require_grad()  // false, until it is marked again"
    ),
    "cause.frozen.pytorch": (
        "w.requires_grad_(False)\n"
        "loss = (w * torch.ones(2, requires_grad=True)).sum(); loss.backward()\n"
        "w.grad  # None, as meant"
    ),
    "cause.frozen.check": (
        "[(path, p.is_require_grad()) for path, p in m.named_params()]\n"
        "model.w.is_require_grad()\n"
        "[name for name, p in m.named_parameters() if not p.requires_grad]"
    ),
    "cause.container_taken.title": "the whole container was handed over",
    "cause.container_taken.rule": (
        "GradientsParams.from_grads(grads, m) takes the container as a whole, the entries of "
        "other modules included; afterwards there is nothing left to ask."
    ),
    "cause.container_taken.seen": (
        "Two models and one backward: the first from_grads works, the second call, or a grad() "
        "after it, is refused."
    ),
    "cause.container_taken.evidence": (
        "The container's own note of who took it. In burn from_grads moves the Gradients, so "
        "using them again does not compile."
    ),
    "cause.container_taken.fix": (
        "GradientsParams.from_module(grads, m) for each module: it takes that module's entries "
        "and leaves the rest. Or read with grad() before."
    ),
    "cause.container_taken.price": "none",
    "cause.container_taken.burn": (
        "let g = GradientsParams::from_grads(grads, &generator);\n"
        "let d = GradientsParams::from_grads(grads, &critic);  // error: grads was moved"
    ),
    "cause.container_taken.pytorch": (
        "(w * 2).sum().backward()\n"
        "w.grad  # [2, 2]: no container, so two optimizers just see their own .grad"
    ),
    "cause.container_taken.check": (
        "why(x, grads) names who took it\nthe compiler: use of moved value\nnothing to check"
    ),
    "cause.no_record.title": "the record does not reach back",
    "cause.no_record.rule": (
        "The recorder keeps the newest events only. Where those that would tell are gone, or were "
        "never recorded, no cause is claimed."
    ),
    "cause.no_record.seen": (
        "After a long loop, or with recording off: the gradient is what it is, and the explanation "
        "says that the way to the loss is not on record."
    ),
    "cause.no_record.evidence": (
        "The container is older than the oldest event, or a value above its loss has none. burn "
        "keeps no such record at all."
    ),
    "cause.no_record.fix": (
        "Ask right after one forward and one backward, or keep more events: "
        "gradlab.engine.events.set_capacity(n)."
    ),
    "cause.no_record.price": "240 bytes an event",
    "cause.no_record.burn": "// burn records what backward needs, and forgets it there",
    "cause.no_record.pytorch": (
        "# PyTorch keeps grad_fn while the result lives, and no source lines"
    ),
    "cause.no_record.check": (
        "why(x, grads) after one turn of the loop\n"
        "run one turn, then ask\n"
        "torch.autograd.set_detect_anomaly(True) keeps the lines of the forward"
    ),
}
