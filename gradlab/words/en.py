"""The English catalogue: `prefix.name` -> a template for str.format, grouped by prefix."""

TEXT: dict[str, str] = {
    # cli: the command line itself
    "cli.about": "gradlab: an autodiff engine in which a gradient that is None explains itself",
}
