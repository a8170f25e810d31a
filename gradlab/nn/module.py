"""A module: a tree of parameters with a forward.

>>> import numpy as np
>>> from gradlab import Device, Tensor
>>> from gradlab.nn import GradientsParams, Linear, Module, SgdConfig
>>> class Net(Module):
...     def __init__(self, device):
...         self.layers = [Linear(2, 3, device, seed=1), Linear(3, 1, device, seed=2)]
...     def forward(self, x):
...         return self.layers[1](self.layers[0](x).relu())
>>> ad = Device.flex().autodiff()
>>> net = Net(ad)
>>> [path for path, _ in net.named_params()]
['layers[0].weight', 'layers[0].bias', 'layers[1].weight', 'layers[1].bias']
>>> loss = net(Tensor.from_floats([[1.0, 2.0]], ad)).mean()
>>> gradients = GradientsParams.from_grads(loss.backward(), net)
>>> gradients.health(net)
'4 of 4 parameters have a gradient'
>>> net = SgdConfig().init().step(0.1, net, gradients)
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from os import PathLike
from typing import Any, Self

from gradlab.engine import Device, Tensor
from gradlab.nn import record, reflexes
from gradlab.nn.errors import ModuleTreeError
from gradlab.nn.tree import Tree, search
from gradlab.words import say


class Module(Tree):
    """Subclass it, set parameters and modules as fields, write ``forward``.

    Nothing changes in place: every method returns another module of the same class with
    the same parameter ids, whose other attributes are shared.  A tensor that is no Param
    is a constant: it moves along and is never trained.
    """

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        return self.forward(*inputs, **named)

    def __getattr__(self, name: str) -> Any:
        reflexes.refuse(self, name, reflexes.MODULE)

    def num_params(self) -> int:
        """How many numbers all parameters hold together."""
        return sum(prod(param.shape) for param in self.params())

    def clone(self) -> Self:
        """The same parameters in another module: same ids, same leaves, same gradients."""
        return self.map_params(lambda _, param: param)

    def to_device(self, device: Device) -> Self:
        """On another device, for looking and valid use: such parameters cannot be trained.

        Each becomes the result of a recorded move, and the gradient goes to the parameter
        here.  To train there, ``fork``.
        """
        return self.map_params(
            lambda _, param: param.to_device(device), lambda tensor: tensor.to_device(device)
        )

    def fork(self, device: Device) -> Self:
        """A module to train on another device (or this one): new leaves, same parameter ids."""
        return self.map_params(
            lambda _, param: param.fork(device), lambda tensor: tensor.to_device(device)
        )

    def valid(self) -> Self:
        """Off autodiff, for evaluation; remembers which parameters are to be trained."""
        return self.map_params(lambda _, param: param.valid(), Tensor.inner)

    def train(self) -> Self:
        """Back on autodiff: new leaves, marked where they are to be trained."""
        return self.map_params(lambda _, param: param.train(), Tensor.from_inner)

    def no_grad(self) -> Self:
        """Every parameter frozen; on autodiff still, and kept so by ``valid().train()``."""
        return self.freeze(lambda _: True)

    def freeze(self, where: Callable[[str], bool]) -> Self:
        """The parameters whose path ``where`` accepts are not trained any more."""
        return self._set_require_grad(where, False)

    def unfreeze(self, where: Callable[[str], bool]) -> Self:
        """The parameters whose path ``where`` accepts are trained again.

        Raises NonLeafError where ``to_device`` has moved them.
        """
        return self._set_require_grad(where, True)

    def _set_require_grad(self, where: Callable[[str], bool], flag: bool) -> Self:
        return self.map_params(
            lambda path, param: param.set_require_grad(flag) if where(path) else param
        )

    def save_file(self, path: str | PathLike[str]) -> None:
        """Write the numbers of every parameter, by path, as an npz file."""
        record.write(path, {name: param._value for name, param in self.named_params()})

    def load_file(self, path: str | PathLike[str]) -> Self:
        """The module with the numbers of such a file: new leaves, ids and flags as here.

        Raises RecordMismatchError, and loads nothing, unless names, shapes and dtypes of
        all parameters agree.
        """
        wanted = {name: param._value for name, param in self.named_params()}
        found = record.read(path, wanted)
        return self.map_params(
            lambda name, param: param.load(found[name]) if name in found else param
        )

    def __repr__(self) -> str:
        try:
            found, hidden = search(self)
        except ModuleTreeError as error:
            return f"{type(self).__name__}: {error.problem}"
        rows = [(path, param, say(f"nn.state_{param.state}")) for path, param in found]
        rows += [(path, param, say("nn.state_hidden")) for path, param in hidden]
        lines = [f"  {path}: {list(param.shape)}, {state}" for path, param, state in rows]
        return "\n".join([type(self).__name__, *lines])
