"""`gradlab lab`: the learner's folder and JupyterLab."""

TEXT: dict[str, str] = {
    "lab.help": "open the lessons in JupyterLab",
    "lab.about": "Write the lessons into your own folder, never over an edited one, and open them.",
    "lab.folder_help": "your folder for the lessons (default: gradlab-lessons, here)",
    "lab.reset_help": "write lesson NN afresh first; yours is kept beside it",
    "lab.port_help": "the port JupyterLab is to use (default: 8888, or the next free one)",
    "lab.no_browser_help": "only print the address",
    "lab.opens": "Lessons     {folder}\nJupyterLab  opens there; Ctrl-C twice stops it",
    "lab.updated": "Updated     {name}, which you had not edited",
    "lab.edited": "Kept        {names}, as you edited (afresh: gradlab lab --reset {number})",
    "lab.outdated": (
        "Kept        {name}, as you edited, though there is a newer one "
        "(gradlab lab --reset {number}, which keeps yours beside it)"
    ),
    "lab.reset": "Afresh      {name}",
    "lab.reset_kept": "Yours is    {name}",
    "lab.no_lessons": "gradlab lab: no lessons in {folder}; install gradlab again",
    "lab.no_such_lesson": "gradlab lab: there is no lesson {number}; there are {numbers}",
    "lab.not_installed": (
        'gradlab lab: {module} is not installed\n  -> {python} -m pip install "gradlab[lab]"'
    ),
    "lab.not_writable": "gradlab lab: {folder} cannot be written: {reason}",
    "lab.own_source": "gradlab lab: {folder} is where the lessons come from; name another folder",
}
