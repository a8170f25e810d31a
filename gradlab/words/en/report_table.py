"""The table of named tensors."""

TEXT: dict[str, str] = {
    "report.title": "name, gradient in {container}, cause",
    "report.case": " (case {case})",
    "report.empty": "No tensor has a name here.",
    "report.only_modules": (
        "No tensor has a name here; of the parameters of {name} ask why({name}, {container})."
    ),
    "report.wrong": "expected the Gradients that backward() returned, got {given}",
    "report.wrong_fix": "grads = loss.backward(), then report(grads)",
    "report.module": "{found} of {number} trainable parameters have a gradient",
    "report.more": "More: why({name}, {container})",
    "report.taken": "More: {container} was handed over to {taker}, so ask why({name}, {taker})",
    "report.shared": "each parameter: {shared}",
    "report.norm": "norm {norm}",
}
