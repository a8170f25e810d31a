"""`gradlab wheelhouse`: all that an installation needs, in a folder."""

TEXT: dict[str, str] = {
    "wheelhouse.help": "collect all that an installation needs, for a room without a network",
    "wheelhouse.about": (
        "Put wheels of gradlab, of JupyterLab and of all else that the lessons need into a folder, "
        "and print the line that installs from it without a network. The wheels fit machines of "
        "this kind with this Python; for others run it there, into the same folder."
    ),
    "wheelhouse.folder_help": "the folder for the wheels",
    "wheelhouse.done": (
        "{count} wheels, {size:.0f} MB, in {folder}, for {fits}\n"
        "Without a network, in a virtual environment, with the folder's path there:\n"
        '  python -m pip install --no-index --find-links {folder} "gradlab[lab]"'
    ),
    "wheelhouse.no_pip": (
        "gradlab wheelhouse: {python} has no pip. Get it with: {python} -m ensurepip"
    ),
    "wheelhouse.not_writable": "gradlab wheelhouse: {folder} cannot be written: {reason}",
    "wheelhouse.failed": (
        "gradlab wheelhouse: pip did not finish, its reason stands above. What is in {folder} may "
        "be incomplete; run it again with a network"
    ),
}
