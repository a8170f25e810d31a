"""Beyond the nine, at length: the name that was asked is not the leaf that learns."""

TEXT: dict[str, str] = {
    "cause.not_float.title": "not a float",
    "cause.not_float.rule": (
        "Gradients belong to real numbers: an Int or Bool tensor has none, wherever it is."
    ),
    "cause.not_float.seen": (
        "None for labels, indices and masks, which is as it should be; a parameter built from "
        "whole numbers with from_ints is the mistake."
    ),
    "cause.not_float.evidence": (
        "Question 0, the tensor's kind. In burn the kind is part of the type: grad() exists for "
        "float tensors only, so the compiler says it."
    ),
    "cause.not_float.fix": "Build it with from_floats, or ask the float tensor that it came from.",
    "cause.not_float.price": "none; x.float() makes a new leaf that leads back to nothing",
    "cause.not_float.burn": (
        "let i = Tensor::<1, Int>::from_ints([0, 1], &ad);\ni.require_grad()  // does not compile"
    ),
    "cause.not_float.pytorch": (
        "i = torch.tensor([0, 1])\n"
        "i.requires_grad_()  # RuntimeError: only floating point tensors require gradients"
    ),
    "cause.not_float.check": (
        "x.dtype\nthe type: Tensor<1> or Tensor<1, Int>\nx.is_floating_point()"
    ),
    "cause.grad_is_plain.title": "a gradient asked for its gradient",
    "cause.grad_is_plain.rule": (
        "A gradient is a plain tensor: numbers without a tape. Derivatives of derivatives are not "
        "recorded."
    ),
    "cause.grad_is_plain.seen": (
        "g = x.grad(grads) is there, g.grad(grads) is None; or backward() from a loss made of "
        "gradients, such as a penalty on their size, is refused."
    ),
    "cause.grad_is_plain.evidence": (
        "The event that made it is a look-up. In burn: Gradients hold tensors of the inner backend."
    ),
    "cause.grad_is_plain.fix": (
        "Use the gradient as data. Where its derivative is needed, write the first derivative as "
        "a formula of w and differentiate that."
    ),
    "cause.grad_is_plain.price": "a formula of your own",
    "cause.grad_is_plain.burn": (
        "let g = w.grad(&grads).unwrap();\n"
        "(g.clone() * g).sum().backward()  // panics: there is no autodiff on g's device"
    ),
    "cause.grad_is_plain.pytorch": (
        "(w * w).sum().backward()\n"
        "g = w.grad\n"
        "g.requires_grad  # False; backward(create_graph=True) would record it"
    ),
    "cause.grad_is_plain.check": ("g.is_autodiff()\ng.is_autodiff()\ng.requires_grad"),
    "cause.discarded.title": "the result was dropped",
    "cause.discarded.rule": (
        "Methods return a new handle and change nothing in place: require_grad(), detach(), "
        "to_device() and step() do nothing for a name that does not take their result."
    ),
    "cause.discarded.seen": (
        "A line that only calls: w.require_grad() and w stays unmarked, or opt.step(...) and the "
        "loss stays where it was."
    ),
    "cause.discarded.evidence": (
        "The instruction after the recorded call throws its result away, and the old handle is "
        "used later. In burn: these methods take self and return Self; the compiler warns at best."
    ),
    "cause.discarded.fix": "Keep the result: w = w.require_grad(), m = opt.step(lr, m, gradients).",
    "cause.discarded.price": "none",
    "cause.discarded.burn": (
        "w.clone().require_grad();              // the marked handle is gone\n"
        "optim.step(0.1, model.clone(), grads); // and so is the new model"
    ),
    "cause.discarded.pytorch": (
        "x = torch.tensor([1., 2.])\n"
        "x.requires_grad_()  # in place, so nothing is lost there\n"
        "x.detach()          # but this one is dropped: x still requires grad"
    ),
    "cause.discarded.check": (
        "x.is_require_grad(), or m.w.val(), after the line\n"
        "x.is_require_grad(), or model.w.val(), after the line\n"
        "x.requires_grad after the line"
    ),
    "cause.leaf_overwritten.title": "the leaf's name was taken by a result",
    "cause.leaf_overwritten.rule": (
        "The mark belongs to a leaf, not to a name: x = x * 2 leaves the name with an "
        "intermediate, and the leaf, which has the gradient, without one."
    ),
    "cause.leaf_overwritten.seen": (
        "x was marked, and x.is_require_grad() is False: scaled, reshaped, joined or updated under "
        "its own name (also by *=), or marked and computed in one expression."
    ),
    "cause.leaf_overwritten.evidence": (
        "The asked tensor comes from a marked leaf by a statement that stores the name it reads, "
        "or that marks and computes at once. In burn: case 7, GradInBackward."
    ),
    "cause.leaf_overwritten.fix": (
        "Compute first and mark last: x = (x * 2).require_grad() on unmarked x; or give the result "
        "a name of its own and ask the leaf. A hand-written update: see update_lost."
    ),
    "cause.leaf_overwritten.price": "none",
    "cause.leaf_overwritten.burn": (
        "let x = Tensor::<1>::from_floats([1.0, 2.0], &ad).require_grad() * 0.01;\n"
        "x.grad(&(x.clone() * 3.0).sum().backward())  // None: x is a product"
    ),
    "cause.leaf_overwritten.pytorch": (
        "x = torch.tensor([1., 2.], requires_grad=True) * 0.01\n"
        "(x * 3).sum().backward()\n"
        "x.grad  # None, with a warning that x is not a leaf"
    ),
    "cause.leaf_overwritten.check": (
        "x.is_tracked() and not x.is_require_grad()\n"
        "x.is_tracked() && !x.is_require_grad()\n"
        "x.is_leaf"
    ),
    "cause.update_lost.title": "updated by hand, and not marked again",
    "cause.update_lost.rule": (
        "A step by hand makes a new tensor from numbers: a new leaf under the old name, which is "
        "unmarked until somebody marks it."
    ),
    "cause.update_lost.seen": (
        "The first turn of a training loop gives gradients, the second None, or its backward() is "
        "refused."
    ),
    "cause.update_lost.evidence": (
        "The asked tensor is an unmarked leaf, and its statement stores the name of a leaf that "
        "was marked. In burn: from_inner makes a leaf with Requirement::None."
    ),
    "cause.update_lost.fix": (
        "Mark the new leaf: w = Tensor.from_inner(w.inner() - g * 0.1).require_grad(); or let an "
        "optimizer do the step."
    ),
    "cause.update_lost.price": "none",
    "cause.update_lost.burn": (
        "let g = w.grad(&grads).unwrap();\n"
        "let w = Tensor::from_inner(w.inner() - g * 0.1);  // .require_grad() is missing"
    ),
    "cause.update_lost.pytorch": (
        "(w * w).sum().backward()\n"
        "w = (w - 0.1 * w.grad).detach()\n"
        "w.requires_grad  # False: .requires_grad_() is missing"
    ),
    "cause.update_lost.check": (
        "w.is_require_grad() at the start of each turn\n"
        "w.is_require_grad() at the start of each turn\n"
        "w.requires_grad at the start of each turn"
    ),
    "cause.moved.title": "moved to another device after it was marked",
    "cause.moved.rule": (
        "to_device() is an operation: what comes out is an intermediate, and the gradient goes "
        "on to the leaf that was moved. A moved module cannot be trained."
    ),
    "cause.moved.seen": (
        "No error anywhere, len() is 0, the loss stays flat; the parameters of the moved module "
        "are tracked and not marked."
    ),
    "cause.moved.evidence": (
        "The asked tensor was made by a recorded to_device. In burn: float_to_device has a "
        "backward step; Module::fork detaches and marks again, Module::to_device does not."
    ),
    "cause.moved.fix": (
        "m = m.fork(device) for a module to be trained there, or build it there. For a tensor: "
        "move first and mark last."
    ),
    "cause.moved.price": "a fork trains on its own; the module it came from stays as it was",
    "cause.moved.burn": (
        "let moved = model.clone().to_device(&other);\n"
        "let grads = moved.forward(x).sum().backward();\n"
        "GradientsParams::from_grads(grads, &moved).len()  // 0"
    ),
    "cause.moved.pytorch": (
        "moved = w.to(torch.float64)  # as w.to('cuda') would; model.to() moves in place\n"
        "(moved * 2).sum().backward()\n"
        "moved.is_leaf, moved.grad  # False, None; w.grad is [2, 2]"
    ),
    "cause.moved.check": (
        "m.w.is_require_grad() after the move\n"
        "m.w.is_require_grad() after the move\n"
        "p.is_leaf for each parameter given to the optimizer"
    ),
    "cause.stale_handle.title": "a handle from before a step",
    "cause.stale_handle.rule": (
        "step() returns a module with new leaves; a handle that was taken before is the leaf of "
        "an earlier turn, which the new loss does not use."
    ),
    "cause.stale_handle.seen": (
        "w = m.w.val() in front of the loop: gradients in the first turn, None in the next, or a "
        "loss that never moves, since the forward still uses the old numbers."
    ),
    "cause.stale_handle.evidence": (
        "A recorded step leads from the asked leaf to one that the loss uses: same parameter id, "
        "another node. In burn: the optimizer wraps the new numbers as a new leaf (burn-optim, "
        "module_optimizer.rs)."
    ),
    "cause.stale_handle.fix": "Take m.w.val() again after every step, inside the loop.",
    "cause.stale_handle.price": "none",
    "cause.stale_handle.burn": (
        "let old = model.w.val();\n"
        "let model = optim.step(0.1, model, grads);\n"
        "old.grad(&model.forward(x).sum().backward())  // None"
    ),
    "cause.stale_handle.pytorch": (
        "old = w\n"
        "w = (w - 0.1).detach().requires_grad_()  # replaced; optimizers change in place\n"
        "(w * 3).sum().backward()\n"
        "old.grad  # None"
    ),
    "cause.stale_handle.check": (
        "old.number == m.w.val().number\ntake model.w.val() afresh, and ask that\nold is model.w"
    ),
    "cause.wrong_tensor.title": "a look-alike was asked",
    "cause.wrong_tensor.rule": (
        "Equal numbers do not make the same leaf: a copy, a detached piece or a leaf built twice "
        "has an entry of its own, or none."
    ),
    "cause.wrong_tensor.seen": (
        "The asked leaf is None, and a tensor that it came from, or a twin, is used by the loss "
        "and has a gradient."
    ),
    "cause.wrong_tensor.evidence": (
        "No path from the asked leaf to the loss, but one from what it was cut out of. In burn: "
        "node ids, which detach() and every new leaf take afresh."
    ),
    "cause.wrong_tensor.fix": (
        "Ask the tensor that the loss uses; or make the piece first and compute the loss from it."
    ),
    "cause.wrong_tensor.price": "none",
    "cause.wrong_tensor.burn": (
        "let part = x.clone().slice([0..1]).detach().require_grad();\n"
        "let grads = (x.clone() * x).sum().backward();\n"
        "part.grad(&grads)  // None: the loss uses x"
    ),
    "cause.wrong_tensor.pytorch": (
        "part = w[:1].detach().requires_grad_()\n"
        "(w * w).sum().backward()\n"
        "part.grad  # None; w.grad is [6, 8]"
    ),
    "cause.wrong_tensor.check": (
        "tape(loss): does it show the asked tensor?\n"
        "follow the variable from its creation into the loss\n"
        "a is b; equal numbers prove nothing"
    ),
    "cause.not_registered.title": "no parameter of the module",
    "cause.not_registered.rule": (
        "Optimizers see what a visit of the module finds: the Params among its fields and in "
        "nested modules and lists. A plain tensor, or a Param in a dict, is a constant to them."
    ),
    "cause.not_registered.seen": (
        "The tensor has its gradient and yet never changes; m.params() is shorter than expected, "
        "and so is len()."
    ),
    "cause.not_registered.evidence": (
        "The container has an entry that no parameter of the module asks for. In burn: "
        "visit_float is called for Param fields only (burn-core, module)."
    ),
    "cause.not_registered.fix": (
        "Make it a Param in the constructor: self.scale = Param.from_tensor(...); use a list "
        "instead of a dict."
    ),
    "cause.not_registered.price": "it is trained, saved and counted from then on",
    "cause.not_registered.burn": (
        "#[derive(Module, Debug)]\n"
        "struct Net {{ scale: Tensor<1> }}  // Param<Tensor<1>> would be trained"
    ),
    "cause.not_registered.pytorch": (
        "m = torch.nn.Module()\n"
        "m.scale = torch.ones(2, requires_grad=True)  # torch.nn.Parameter is missing\n"
        "len(list(m.parameters()))  # 0; a Python list of layers is not visited either"
    ),
    "cause.not_registered.check": (
        "len(m.params()), or m.named_params() for their paths\n"
        "model.num_params()\n"
        "[name for name, _ in m.named_parameters()]"
    ),
}
