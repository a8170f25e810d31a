"""The command line itself."""

TEXT: dict[str, str] = {
    "cli.about": "gradlab: an autodiff engine in which a gradient that is None explains itself.",
}
