"""`gradlab train`: a network that learns to read digits; the mistakes under their names."""

TEXT: dict[str, str] = {
    "train.help": "train a small network on handwritten digits, well or with a mistake",
    "train.about": (
        "Train a network of two layers on 1,437 handwritten digits, read 360 others, and leave\n"
        "a loss curve and the misread digits as pictures. Exit status 1 when training is refused."
    ),
    "train.seed_help": "decides weights, held-out digits and order (default: 0)",
    "train.epochs_help": "how often each digit is seen (default: 20)",
    "train.out_help": "folder for the two pictures (default: gradlab-train)",
    "train.break_help": "make one real mistake, see below",
    "train.too_small": "must be at least {least}",
    "train.mistake": "  {name:11} {what}",
    "train.moved": "the model is moved to the device of the digits",
    "train.frozen": "a layer stays frozen",
    "train.argmax": "the loss is taken from the guessed class",
    "train.detach": "the hidden values are kept with detach()",
    "train.dict": "the layers are kept in a dict",
    "train.stale": "the weights are looked up once, before the loop",
    "train.two-losses": "a second loss has a backward of its own",
    "train.carried": "a smoothed loss is carried from batch to batch",
    "train.epoch": (
        "epoch {epoch:2}  {health}  loss {loss:.4f}  held-out accuracy {accuracy:5.1f} %"
    ),
    "train.last_step": "last step  {health}  loss {loss:.4f}",
    "train.refused": "Step {step} is refused, so training stops.\n{name}: {refusal}",
    "train.trouble": "\nWhy, at the first step without all gradients:\n{report}\n\n{verdict}\n",
    "train.picture": "Picture  {path}",
    "train.not_writable": "gradlab train: {folder} cannot be written: {reason}",
    "train.axis_epochs": "epochs",
    "train.axis_loss": "cross entropy",
    "train.each_step": "each step",
    "train.each_epoch": "mean of the epoch",
    "train.guessing": "guessing (log 10)",
    "train.accuracy": "Held-out digits read rightly: {accuracy:.1f} %",
    "train.misread": "{wrong} of {number} held-out digits misread",
    "train.misread_first": "{wrong} of {number} held-out digits misread, the first {shown} shown",
    "train.read_as": "{label} as {read}",
}
