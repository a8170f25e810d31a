"""The magics `%why` and `%%tape`."""

TEXT: dict[str, str] = {
    "magic.usage_why": "%why takes a tensor or a module and, if you like, the container: "
    "%why x grads",
    "magic.usage_tape": "%%tape takes the name of a tensor and, if you like, of a container: "
    "%%tape loss grads",
    "magic.no_such": "{magic}: there is no {name} here",
    "magic.no_such_near": "{magic}: there is no {name} here; near: {near}",
    "magic.cell_failed": "%%tape: the cell did not finish, so there is no tape to draw",
    "magic.no_tensor": (
        "%%tape: the cell ends with no tensor and binds none; name one: %%tape loss"
    ),
}
