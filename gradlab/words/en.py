"""The English catalogue: `prefix.name` -> a template for str.format, grouped by prefix."""

TEXT: dict[str, str] = {
    # cli: the command line itself
    "cli.about": "gradlab: an autodiff engine in which a gradient that is None explains itself.",
    # doctor: is this installation sound?  A key and its twin with _fix: what was found, the way out
    "doctor.help": "check this installation, with the way out where something is wrong",
    "doctor.about": "Eight checks of this installation; exit status 1 when one of them fails.",
    "doctor.python": "Python",
    "doctor.kernel": "kernel",
    "doctor.widgets": "widgets",
    "doctor.graphviz": "Graphviz",
    "doctor.folder": "folder",
    "doctor.letters": "letters",
    "doctor.experiment": "experiment",
    "doctor.versions": "versions",
    "doctor.not_installed": "{module} is not installed",
    "doctor.not_installed_fix": '{python} -m pip install "gradlab[lab]"',
    "doctor.python_ok": "{found}, {path}",
    "doctor.python_old": "{found} is too old",
    "doctor.python_old_fix": "install gradlab with Python {least} or newer",
    "doctor.kernel_ok": "notebooks run in this environment",
    "doctor.kernel_dead": "the notebook kernel python3 does not start: {reason}",
    "doctor.kernel_dead_fix": "{python} -m pip install --force-reinstall ipykernel",
    "doctor.kernel_other": "notebooks run in another environment: {found}, not {here}",
    "doctor.kernel_other_fix": "{python} -m jupyter_client.kernelspecapp remove python3",
    "doctor.widgets_ok": "ipywidgets {version} and its half in JupyterLab",
    "doctor.widgets_half": "JupyterLab lacks its half of ipywidgets, so switches show as text",
    "doctor.widgets_half_fix": "{python} -m pip install --force-reinstall jupyterlab_widgets",
    "doctor.graphviz_ok": "pictures are drawn by {path}",
    "doctor.graphviz_not_found": "none found",
    "doctor.graphviz_none": "no Graphviz starts ({tried}), so pictures show as text",
    "doctor.graphviz_none_fix": "{python} -m pip install graphviz-pure, or set GRADLAB_DOT",
    "doctor.folder_ok": "lessons go into {folder}",
    "doctor.folder_bad": "{folder} cannot be written: {reason}",
    "doctor.folder_bad_fix": "gradlab lab DIR, with a folder of your own",
    "doctor.letters_ok": "every letter of the paths can be spelled in {encoding}",
    "doctor.letters_odd": "{letter} in the path {path} stops some of the tools",
    "doctor.letters_odd_fix": "work in a folder with a plain name, or in a UTF-8 locale",
    "doctor.experiment_ok": "all {count} outcomes are burn's",
    "doctor.experiment_differs": "{row} gives {found}, burn gave {outcome}",
    "doctor.experiment_differs_fix": "{python} -m pip install --force-reinstall gradlab numpy",
    "doctor.versions_off": "{found} does not fit, gradlab needs {wanted}",
    "doctor.versions_off_fix": '{python} -m pip install "{wanted}"',
    # lab: the learner's folder and JupyterLab
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
    # predict: guesses, recorded before the answer and shown beside it
    "predict.open": "{label}: put None, or numbers such as [5, 10], in place of ...",
    "predict.noted": "{label}: you guess {guess}",
    "predict.none_of_case": "None, case {case}",
    "predict.label": 'predict: which row? Its name comes first, in quotes: predict("w", None)',
    "predict.quotes": "{label}: write None or [5, 10] without quotes. Nothing noted yet",
    "predict.is_an_answer": "{label}: that is an answer already. A guess is None or numbers",
    "predict.not_numbers": "{label}: a guess is None or numbers such as [5, 10]. Nothing noted yet",
    "predict.case_unknown": "{label}: a case is a whole number from 1 to 9. Nothing noted yet",
    "predict.case_with_numbers": (
        "{label}: a case is a reason for None, so it goes with no numbers. Nothing noted yet"
    ),
    "predict.reveal_label": (
        'reveal: which row? Its name comes first, in quotes: reveal("w", w.grad(grads))'
    ),
    "predict.reveal_outcome": (
        "{label}: reveal takes the answer, a Tensor or None, such as x.grad(grads) with its "
        "brackets"
    ),
    "predict.line": "{label:20}  guess: {guess:19}  outcome: {outcome:19}  {remark}",
    "predict.heading": "case  row                         your guess           outcome",
    "predict.row": "{case:<4}  {label:26}  {guess:19}  {outcome}",
    "predict.nothing": "-",
    "predict.right": "as you guessed",
    "predict.surprise": "a surprise",
    "predict.other_numbers": "there, as you guessed, with other numbers",
    "predict.other_case": "None, as you guessed, but case {case}",
    "predict.near": "no guess under this name, but one under '{near}'",
    # experiment: the table, under the keys of its rows
    "experiment.help": "print the table of nine ways to None, run on this engine",
    "experiment.about": "Nine ways to None, gradients that are there, and a fix: run here and now.",
    "experiment.spelling": (
        "Some([5.0, 10.0]) is how burn prints a gradient that is there; in Python: the Tensor"
    ),
    "experiment.row": "{row:48}  {outcome}",
    "experiment.w": "w (require_grad, on the path)",
    "experiment.plain": "1  x on Device.flex()",
    "experiment.not_marked": "2  x without require_grad",
    "experiment.late": "3  require_grad after use",
    "experiment.unused": "4  unused leaf",
    "experiment.detached": "5  path through detach()",
    "experiment.copy": "   ...the detach() copy itself",
    "experiment.int": "6  path through int().float()",
    "experiment.h": "7  intermediate h",
    "experiment.loss": "7  loss itself",
    "experiment.removed": "8  w after grad_remove",
    "experiment.other": "9  w, looked up in other Gradients",
    "experiment.unused_in_other": "   unused, in other Gradients ((unused*2).sum())",
    "experiment.flags": (
        "flags: x_nograd require_grad={flag_not_marked}; "
        "h tracked={flag_h_tracked} require_grad={flag_h}"
    ),
    "experiment.fix": (
        "The fix for an intermediate: h = (x*w).detach().require_grad(), loss = (h*2 + x*w).sum()"
    ),
    "experiment.fix_w": "w",
    "experiment.fix_x": "x",
    "experiment.fix_h": "h",
    "experiment.price": "Its price: w and x get nothing through h; uncut they have {w} and {x}",
}
