"""Forward and backward, a step at a time."""

TEXT: dict[str, str] = {
    "stepper.where": "Step {step} of {last}",
    "stepper.no_step": "there is no step {step}; they go from 1 to {last}",
    "stepper.no_backward": (
        "this program keeps no Gradients: let it say grads = loss.backward(), or give the loss"
    ),
    # forward
    "stepper.leaf": "{name} is a leaf, made from numbers",
    "stepper.made": "{name} is made by {op}",
    "stepper.kept": "The tape keeps that it came from {names}.",
    "stepper.lost": "The tape keeps nothing about {names}.",
    "stepper.marked": "{name} is marked, so its later uses are recorded",
    "stepper.late": "What used it before is not patched.",
    # backward
    "stepper.begins": "backward begins at {seed}",
    "stepper.passes": "{name} passes its gradient on to {names}, and is used up",
    "stepper.held": "In the container",
    "stepper.waiting": "On its way",
    "stepper.deleted": "Deleted",
    "stepper.nothing": "-",
    # on the panel
    "stepper.label_step": "step",
    "stepper.label_back": "Back",
    "stepper.label_on": "Next",
}
