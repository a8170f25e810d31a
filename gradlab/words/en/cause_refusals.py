"""Refusals at length: what cannot be walked, marked or computed."""

TEXT: dict[str, str] = {
    "cause.root_untracked.title": "no marked leaf leads to the loss",
    "cause.root_untracked.rule": (
        "backward() needs a root on the tape: at least one recorded path from a marked leaf."
    ),
    "cause.root_untracked.seen": (
        "backward() is refused. Everything was unmarked, marked too late, frozen, plain, or cut "
        "on the way: the same mistakes as for None, here on all paths at once."
    ),
    "cause.root_untracked.evidence": (
        "The root's ancestors: the cuts, late marks or unmarked leaves among them. In burn: the "
        "check in Tensor::backward, which wants a tracked autodiff tensor."
    ),
    "cause.root_untracked.fix": (
        "Follow the loss upwards to the first untracked value, is_tracked() tells, and mend what "
        "made it so."
    ),
    "cause.root_untracked.price": "that of the cause that is found there",
    "cause.root_untracked.burn": (
        "let x = Tensor::<1>::from_floats([1.0, 2.0], &ad);\n"
        "x.sum().backward()  // panics: requires a tracked autodiff tensor"
    ),
    "cause.root_untracked.pytorch": (
        "x = torch.tensor([1., 2.])\n"
        "x.sum().backward()  # RuntimeError: element 0 ... does not require grad"
    ),
    "cause.root_untracked.check": ("loss.is_tracked()\nloss.is_tracked()\nloss.requires_grad"),
    "cause.consumed.title": "the tape was used up before",
    "cause.consumed.rule": (
        "backward() uses up the operations that it walks; leaves can be used again for ever, "
        "results cannot be walked twice. A walk that would meet a used one is refused as a whole."
    ),
    "cause.consumed.seen": (
        "The second backward() of two losses that share a result, or the second turn of a loop "
        "that carries a hidden state or a smoothed loss along."
    ),
    "cause.consumed.evidence": (
        "The used operation, the line that computed it, and the backward "
        "that used it. In burn: the panic 'graph tape has already been consumed'."
    ),
    "cause.consumed.fix": (
        "Run the forward again; or add the losses and walk once; or cut what is carried along: "
        "h = h.detach() after each backward."
    ),
    "cause.consumed.price": "a second forward; one walk for both; or no gradient above the cut",
    "cause.consumed.burn": (
        "let shared = w.clone() * w;\n"
        "let a = shared.clone().sum().backward();\n"
        "let b = (shared * 3.0).sum().backward();  // panics"
    ),
    "cause.consumed.pytorch": (
        "shared = w * w\n"
        "shared.sum().backward()  # retain_graph=True would keep it; burn has none\n"
        "(shared * 3).sum().backward()  # RuntimeError: ... the graph a second time"
    ),
    "cause.consumed.check": (
        "why(loss) before backward: it tells whether the walk would run\n"
        "count the uses of each shared value: one backward for all\n"
        "look for a value that two calls of backward() share"
    ),
    "cause.req_on_intermediate.title": "a result cannot be marked",
    "cause.req_on_intermediate.rule": (
        "Only leaves can be marked; the result of a recorded operation already has a place on the "
        "tape, in between."
    ),
    "cause.req_on_intermediate.seen": (
        "require_grad() or Param.from_tensor() is refused, mostly because the numbers were scaled "
        "or moved after they were marked."
    ),
    "cause.req_on_intermediate.evidence": (
        "The operation that made it and the mark above it. In burn: the panic 'Can't convert a "
        "non leaf tensor into a tracked tensor'."
    ),
    "cause.req_on_intermediate.fix": (
        "Compute first and mark last: Param.from_tensor(base * 0.5) with an unmarked base; or cut "
        "with detach() where base is to stay a leaf."
    ),
    "cause.req_on_intermediate.price": "none; with detach(), nothing flows on to base",
    "cause.req_on_intermediate.burn": (
        "let base = Tensor::<1>::from_floats([1.0, 2.0], &ad).require_grad();\n"
        "let p = Param::from_tensor(base * 0.5);  // panics"
    ),
    "cause.req_on_intermediate.pytorch": (
        "half = w * 0.5\n"
        "half.requires_grad_()  # no error, no effect: half.grad stays None\n"
        "torch.nn.Parameter(half).is_leaf  # True: cut off w without a word"
    ),
    "cause.req_on_intermediate.check": (
        "h.is_tracked() before h.require_grad()\nh.is_tracked() before h.require_grad()\nh.is_leaf"
    ),
    "cause.device_mismatch.title": "tensors on different devices",
    "cause.device_mismatch.rule": (
        "An operation takes inputs of one device. Autodiff does not count here: a plain tensor of "
        "the same device is taken as a constant."
    ),
    "cause.device_mismatch.seen": (
        "An operation, or a move from an autodiff device to a plain one, is refused and names both "
        "devices."
    ),
    "cause.device_mismatch.evidence": (
        "The devices of the inputs and the lines that made them. In burn: the check of binary "
        "operations in burn-tensor, check.rs."
    ),
    "cause.device_mismatch.fix": (
        "Create both on one device, or move the unmarked one: x.to_device(w.device()). To leave "
        "autodiff: x.inner()."
    ),
    "cause.device_mismatch.price": "a copy; a marked leaf that is moved becomes an intermediate",
    "cause.device_mismatch.burn": "a + b.to_device(&other)  // panics: not on the same device",
    "cause.device_mismatch.pytorch": (
        "torch.ones(2) + torch.ones(2, device='meta')  # RuntimeError"
    ),
    "cause.device_mismatch.check": (
        "a.device() == b.device()\na.device() == b.device()\na.device == b.device"
    ),
    "cause.shape_mismatch.title": "shapes that do not fit",
    "cause.shape_mismatch.rule": (
        "Elementwise operations want equal ranks, and in each dimension equal sizes or a 1. No "
        "leading dimension is made up, and sum(), mean() and max() give shape [1]."
    ),
    "cause.shape_mismatch.seen": (
        "The operation is refused and names the dimension and both shapes."
    ),
    "cause.shape_mismatch.evidence": (
        "The shapes of the inputs and the lines that made them. In burn: the rank is part of the "
        "type, sizes are checked in burn-tensor, check.rs."
    ),
    "cause.shape_mismatch.fix": "x.unsqueeze(rank), x.unsqueeze_dim(dim), x.reshape(shape).",
    "cause.shape_mismatch.price": "none",
    "cause.shape_mismatch.burn": (
        "let b = Tensor::<1>::ones([3], &ad);\n"
        "a + b.unsqueeze::<2>()  // a: Tensor<2>; without unsqueeze it does not compile"
    ),
    "cause.shape_mismatch.pytorch": (
        "torch.ones(2, 3) + torch.ones(3)  # fine: leading dimensions are made up\n"
        "torch.ones(2, 3) + torch.ones(2)  # RuntimeError: size 3 must match size 2"
    ),
    "cause.shape_mismatch.check": ("a.shape, b.shape\na.dims(), b.dims()\na.shape, b.shape"),
    "cause.dtype_mismatch.title": "a kind or precision that is not taken",
    "cause.dtype_mismatch.rule": (
        "Floats, ints and truth values do not mix by themselves, nor do two precisions; scalars "
        "take the tensor's."
    ),
    "cause.dtype_mismatch.seen": (
        "The call is refused and says what it was given: ints where floats are wanted, float64 "
        "beside float32, a NumPy array instead of a tensor."
    ),
    "cause.dtype_mismatch.evidence": (
        "The kinds of the inputs and the lines that made them. In burn: the kind is part of the "
        "type, so it does not compile."
    ),
    "cause.dtype_mismatch.fix": "x.float() for ints, x.cast(np.float32) for another precision.",
    "cause.dtype_mismatch.price": (
        "float() makes a new leaf that leads back to nothing; cast() is recorded"
    ),
    "cause.dtype_mismatch.burn": "w * i.float()  // w * i does not compile for i: Tensor<1, Int>",
    "cause.dtype_mismatch.pytorch": (
        "w * torch.tensor([0, 1])  # fine there: types are promoted\n"
        "w @ torch.tensor([0, 1])  # RuntimeError: expected both to have the same dtype"
    ),
    "cause.dtype_mismatch.check": ("x.dtype\nx.dtype()\nx.dtype"),
    "cause.reflex.title": "a name from another framework",
    "cause.reflex.rule": (
        "The kit has burn's names. Those of PyTorch and NumPy that fingers type anyway are "
        "answered with what to write instead."
    ),
    "cause.reflex.seen": (
        "x.requires_grad, x.item(), opt.zero_grad(), gradlab.no_grad() are refused."
    ),
    "cause.reflex.evidence": "One table of such names: gradlab/engine/reflexes.py.",
    "cause.reflex.fix": "Write what the message says: x.is_require_grad(), x.into_scalar(), ...",
    "cause.reflex.price": "none",
    "cause.reflex.burn": "x.is_require_grad()  // asks; x.require_grad() marks",
    "cause.reflex.pytorch": "w.requires_grad  # True: an attribute, and it can be set",
    "cause.reflex.check": ("dir(x), or help(Tensor)\nthe compiler: no method found\ndir(x)"),
}
