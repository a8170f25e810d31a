"""A training program that is right, and eight with one real mistake each.

The mistakes are those of real reports.  Each is one line of ordinary code; the health
line, the loss and the accuracy show what such a run looks like from outside.
"""

from __future__ import annotations

from collections.abc import Callable

from gradlab.cli.course import Course
from gradlab.engine import Device, Tensor
from gradlab.nn import AdamConfig, CrossEntropyLoss, GradientsParams, Linear, Module, MseLoss

RATE = 3e-3
HIDDEN = 64


class Mlp(Module):
    """Two layers, 64 -> 64 -> 10."""

    def __init__(self, device: Device, seed: int) -> None:
        self.hidden = Linear(64, HIDDEN, device, seed=2 * seed)
        self.output = Linear(HIDDEN, 10, device, seed=2 * seed + 1)

    def forward(self, images: Tensor) -> Tensor:
        return self.output(self.hidden(images).relu())  # type: ignore[no-any-return]


def cross_entropy(model: Module, images: Tensor, labels: Tensor) -> Tensor:
    return CrossEntropyLoss()(model(images), labels)  # type: ignore[no-any-return]


def fit(
    course: Course,
    model: Module,
    loss_of: Callable[[Module, Tensor, Tensor], Tensor] = cross_entropy,
) -> Module:
    """The right program, and the rest of those whose mistake is in the model or the loss."""
    optimizer = AdamConfig().init()
    for _ in course.epochs():
        for images, labels in course.batches():
            loss = loss_of(model, images, labels)
            gradients = GradientsParams.from_grads(loss.backward(), model)
            course.note(model, loss, gradients)
            model = optimizer.step(RATE, model, gradients)
        course.report(model)
    return model


def right(course: Course) -> Module:
    return fit(course, Mlp(course.device, course.seed))


def moved(course: Course) -> Module:
    """Kept on one device; for each batch the model is moved to where the digits are."""
    model, optimizer = Mlp(Device.flex(1).autodiff(), course.seed), AdamConfig().init()
    for _ in course.epochs():
        for images, labels in course.batches():
            there = model.to_device(course.device)
            loss = cross_entropy(there, images, labels)
            gradients = GradientsParams.from_grads(loss.backward(), there)
            course.note(there, loss, gradients)
            model = optimizer.step(RATE, model, gradients)
        course.report(model.to_device(course.device))
    return model.to_device(course.device)


def frozen(course: Course) -> Module:
    """Frozen for the first epochs, and never thawed."""
    model = Mlp(course.device, course.seed)
    return fit(course, model.freeze(lambda path: path.startswith("hidden")))


def argmax(course: Course) -> Module:
    """How far the guess is from the label."""

    def distance(model: Module, images: Tensor, labels: Tensor) -> Tensor:
        guess = model(images).argmax(1).float()
        return MseLoss()(guess, labels.float().unsqueeze_dim(1))  # type: ignore[no-any-return]

    return fit(course, Mlp(course.device, course.seed), distance)


class DetachedMlp(Mlp):
    """Keeps what the hidden layer saw, for a picture."""

    def forward(self, images: Tensor) -> Tensor:
        self.seen = self.hidden(images).relu().detach()
        return self.output(self.seen)  # type: ignore[no-any-return]


def detach(course: Course) -> Module:
    return fit(course, DetachedMlp(course.device, course.seed))


class DictMlp(Module):
    """The layers by name."""

    def __init__(self, device: Device, seed: int) -> None:
        self.layers = {
            "hidden": Linear(64, HIDDEN, device, seed=2 * seed),
            "output": Linear(HIDDEN, 10, device, seed=2 * seed + 1),
        }

    def forward(self, images: Tensor) -> Tensor:
        return self.layers["output"](self.layers["hidden"](images).relu())  # type: ignore[no-any-return]


def dict_(course: Course) -> Module:
    return fit(course, DictMlp(course.device, course.seed))


def stale(course: Course) -> Module:
    """The weights looked up once, before the loop."""
    model, optimizer = Mlp(course.device, course.seed), AdamConfig().init()
    weight_1, bias_1, weight_2, bias_2 = (param.val() for param in model.params())
    for _ in course.epochs():
        for images, labels in course.batches():
            hidden = (images @ weight_1 + bias_1.unsqueeze(2)).relu()
            loss = CrossEntropyLoss()(hidden @ weight_2 + bias_2.unsqueeze(2), labels)
            gradients = GradientsParams.from_grads(loss.backward(), model)
            course.note(model, loss, gradients)
            model = optimizer.step(RATE, model, gradients)
        course.report(model)
    return model


def two_losses(course: Course) -> Module:
    """Small weights as a second aim, with a backward of its own."""
    model, optimizer = Mlp(course.device, course.seed), AdamConfig().init()
    for _ in course.epochs():
        for images, labels in course.batches():
            loss = cross_entropy(model, images, labels)
            size = (
                model.hidden.weight.val().square().sum() + model.output.weight.val().square().sum()
            )
            loss.backward()
            gradients = GradientsParams.from_grads(size.backward(), model)
            course.note(model, loss, gradients)
            model = optimizer.step(RATE, model, gradients)
        course.report(model)
    return model


def carried(course: Course) -> Module:
    """A loss smoothed over the batches."""
    model, optimizer = Mlp(course.device, course.seed), AdamConfig().init()
    smooth = None
    for _ in course.epochs():
        for images, labels in course.batches():
            loss = cross_entropy(model, images, labels)
            smooth = loss if smooth is None else smooth * 0.9 + loss * 0.1
            gradients = GradientsParams.from_grads(smooth.backward(), model)
            course.note(model, loss, gradients)
            model = optimizer.step(RATE, model, gradients)
        course.report(model)
    return model


MISTAKES: dict[str, Callable[[Course], Module]] = {
    "moved": moved,
    "frozen": frozen,
    "argmax": argmax,
    "detach": detach,
    "dict": dict_,
    "stale": stale,
    "two-losses": two_losses,
    "carried": carried,
}
