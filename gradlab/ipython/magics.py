"""``%why`` and ``%%tape``: what ``why`` and ``tape`` say, without brackets.

What a line names is evaluated in the user's own namespace, so that answers speak of the
user's variables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from IPython.core.error import UsageError

from gradlab.diagnose import why
from gradlab.draw import tape
from gradlab.engine import Gradients, Tensor, sites
from gradlab.engine.events import SEQ
from gradlab.nn import GradientsParams, Module
from gradlab.words import say


class Magics:
    """The two magics of one shell."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell

    def why(self, line: str) -> Any:
        """Why is this gradient what it is?

        ``%why x grads`` explains ``x.grad(grads)``; ``%why x`` asks the newest container here,
        or, before any backward, what will be recorded; ``%why model`` gives a row for each
        parameter; ``%why`` explains the last look-up that gave None or the last refusal.
        """
        asked = _arguments("%why", line)
        if len(asked) == 1 and (container := self._newest_container(asked[0])):
            asked.append(container)
        answer = self._call(why, asked, "%why")
        if not isinstance(answer, str):
            return answer
        print(answer)
        return None

    def tape(self, line: str, cell: str) -> Any:
        """Run the cell, then draw the tape of its last tensor.

        ``%%tape loss`` draws that of ``loss``; ``%%tape loss grads`` adds the gradients.
        """
        asked = _arguments("%%tape", line)
        result = self.shell.run_cell(cell)
        if not result.success:
            raise UsageError(say("magic.cell_failed"))
        if asked:
            return self._call(tape, asked, "%%tape")
        if isinstance(result.result, Tensor):
            return self._call(tape, ["_last"], "%%tape", _last=result.result)
        for name in _stored(self.shell.transform_cell(cell)):
            if isinstance(self.shell.user_ns.get(name), Tensor):
                return self._call(tape, [name], "%%tape")
        raise UsageError(say("magic.no_tensor"))

    def _call(self, function: Any, asked: list[str], magic: str, **more: Any) -> Any:
        """The call, as if the user had written it: with a frame and a source of its own."""
        name = magic.lstrip("%")
        text = f"{name}({', '.join(asked)})"
        file = self.shell.compile.cache(text)
        sites.remember(file, magic, text)
        try:
            return eval(compile(text, file, "eval"), self.shell.user_ns, {name: function, **more})
        except NameError as error:
            raised = error.__traceback__ and error.__traceback__.tb_next
            if error.name is None or raised is None or raised.tb_next is not None:
                raise  # not on the line itself, but in something that it calls
            raise UsageError(self._no_such(error.name, magic)) from None

    def _no_such(self, name: str, magic: str) -> str:
        near = get_close_matches(name, self._names(Tensor, Module, Gradients, GradientsParams), 3)
        if near:
            return say("magic.no_such_near", magic=magic, name=name, near=", ".join(near))
        return say("magic.no_such", magic=magic, name=name)

    def _names(self, *kinds: type) -> list[str]:
        """The user's names of such things; those that IPython keeps begin with a "_"."""
        space = list(self.shell.user_ns.items())
        return [name for name, thing in space if name[:1] != "_" and isinstance(thing, kinds)]

    def _newest_container(self, asked: str) -> str | None:
        """The name of the container that ``asked`` is meant to be looked up in."""
        subject = self.shell.user_ns.get(asked)
        if asked.isidentifier() and not isinstance(subject, Tensor | Module):
            return None
        kinds = (Gradients, GradientsParams) if isinstance(subject, Module) else (Gradients,)
        names = self._names(*kinds)
        return max(names, key=lambda name: _moment(self.shell.user_ns[name]), default=None)


def _moment(container: Gradients | GradientsParams) -> int:
    """When the container was filled; the earliest where nothing was recorded."""
    return container.event[SEQ] if container.event is not None else -1


def _arguments(magic: str, line: str) -> list[str]:
    """At most two expressions, with a comma or a space between them.

    Raises UsageError for anything else.
    """
    for text in (line, ", ".join(line.rsplit(None, 1))):
        try:
            call = ast.parse(f"_({text}\n)", mode="eval").body
        except SyntaxError:
            continue
        match call:
            case ast.Call(args=args, keywords=[]) if len(args) <= 2:
                return [ast.unparse(one) for one in args]
    raise UsageError(say("magic.usage_why" if magic == "%why" else "magic.usage_tape"))


def _stored(code: str) -> Iterator[str]:
    """The names that a cell's statements bind, the last one first."""
    for statement in reversed(ast.parse(code).body):
        found = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
        yield from (n.id for n in reversed(found) if isinstance(n.ctx, ast.Store))
