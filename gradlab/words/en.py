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
    "predict.open": "{label}: put None, or numbers such as [7, 8], in place of ...",
    "predict.noted": "{label}: you guess {guess}",
    "predict.none_of_case": "None, case {case}",
    "predict.label": 'predict: which row? Its name comes first, in quotes: predict("w", None)',
    "predict.quotes": "{label}: write None or [7, 8] without quotes. Nothing noted yet",
    "predict.is_an_answer": "{label}: that is an answer already. A guess is None or numbers",
    "predict.not_numbers": "{label}: a guess is None or numbers such as [7, 8]. Nothing noted yet",
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
    # draw: pictures, and the text that says the same
    "draw.no_graphviz": (
        "(Shown as a picture once Graphviz is there: pip install graphviz-pure, or set GRADLAB_DOT"
        " to the path of a dot program.)"
    ),
    "draw.unknown_ending": "a picture is saved as .svg, .png, .dot or .txt, not as {ending}",
    # the tape
    "draw.tape_title": "Tape of {root}",
    "draw.tape_caption": "computed (dashed) and recorded (solid)",
    "draw.tape_cuts": "Not recorded (-/-)",
    "draw.recorded": "recorded on the tape",
    "draw.root": "root",
    "draw.no_record": "no record",
    "draw.place": "line {line}",
    "draw.place_in": "{where} line {line}",
    "draw.place_unknown": "line not known",
    "draw.state_marked": "marked leaf",
    "draw.state_intermediate": "intermediate",
    "draw.state_untracked": "untracked",
    "draw.state_plain": "plain device",
    "draw.state_int": "int",
    "draw.state_bool": "bool",
    "draw.gradient": "gradient {numbers}",
    "draw.gradient_not_yet": "gradient not computed yet",
    "draw.gradient_not_given": "gradient: container not given",
    "draw.gradient_handed_over": "gradient: handed over to {taker}",
    "draw.gradient_none": "gradient None",
    "draw.gradient_passed": "passed through, not kept",
    "draw.gradient_not_reached": "not reached",
    "draw.gradient_taken_out": "gradient taken out",
    "draw.cut_late": "marked too late",
    "draw.cut_late_why": "it was marked on {mark}, after this use",
    "draw.cut_untracked": "not marked",
    "draw.cut_untracked_why": "the input was not marked, so nothing was recorded for it",
    "draw.cut_marked": "unmarked handle",
    "draw.cut_marked_why": "this use took the handle from before require_grad()",
    "draw.cut_plain": "plain device",
    "draw.cut_plain_why": "the input is on a device without autodiff",
    "draw.cut_int": "int",
    "draw.cut_int_why": "ints have no gradient",
    "draw.cut_bool": "bool",
    "draw.cut_bool_why": "bools have no gradient",
    "draw.cut_op": "{op}() cuts",
    "draw.cut_op_why": "{op}() makes a new value that remembers no input",
    # the flowchart: questions and cases are numbered alike everywhere
    "draw.flow_title": "Why is the gradient None?",
    "draw.flow_lit": "{t}.grad(grads), question by question",
    "draw.yes": "yes",
    "draw.no": "no",
    "draw.open": "open",
    "draw.not_asked": "not asked",
    "draw.stops": "no: None, case {case}, {title}",
    "draw.none": "None",
    "draw.some": "Some(gradient)",
    "draw.some_found": "Some({numbers})",
    "draw.question_0": "Q0  A float? Ints and bools have no gradient: None.",
    "draw.question_1": "Q1  On an autodiff device?",
    "draw.question_2": "Q2  Marked with require_grad?",
    "draw.question_3": "Q3  Did this backward reach it?",
    "draw.question_4": "Q4  Is it in this container?",
    "draw.ask_1": "{t}.device().is_autodiff()",
    "draw.ask_2": "{t}.is_require_grad()",
    "draw.ask_3": "a recorded path leads from the loss to it",
    "draw.ask_4": "these Gradients, and nobody took it out",
    "draw.case_1": "on a plain device",
    "draw.case_2": "never marked",
    "draw.case_3": "marked after it was used",
    "draw.case_4": "not used for this loss",
    "draw.case_5": "the path went through detach()",
    "draw.case_6": "the path went through int() and float()",
    "draw.case_7": "an intermediate, not a leaf",
    "draw.case_8": "taken out of the container",
    "draw.case_9": "another backward's container",
    "draw.evidence_kind": "its numbers are {kind}",
    "draw.evidence_device": "{device}",
    "draw.evidence_marked": "it is a marked leaf",
    "draw.evidence_not_marked": "this handle was not marked",
    "draw.evidence_intermediate": "it is the result of a recorded operation",
    "draw.evidence_reached": "its gradient arrived",
    "draw.evidence_container": "the Gradients of {root} hold it",
    "draw.evidence_taken_out": "its entry was taken out",
    "draw.evidence_no_entry": "the Gradients of {root} have no entry, so Q3 or Q4 says no",
    "draw.evidence_handed_over": "the container was handed over to {taker}",
    # nn: modules, parameters, optimizers.  A key and its twin with _fix: the problem, the way out
    "nn.hidden": (
        "{owner}.{path} is a dict or a set: no visit finds its parameters ({number}), so they get "
        "no gradient, no step and no place in a record; use a list, or a field for each"
    ),
    "nn.contains_itself": "the module contains itself at {path}",
    "nn.contains_itself_fix": "let no module hold the one that holds it, nor a list hold itself",
    "nn.too_deep": "the module nests deeper than {deepest} levels, at {path}",
    "nn.too_deep_fix": "put the layers into one list",
    "nn.tensor_wanted": "expected a tensor, got {found}",
    "nn.tensor_wanted_fix": "wrap the numbers: Tensor.from_floats(values, device)",
    "nn.gradients_wanted": "expected the Gradients that backward() returned, got {found}",
    "nn.gradients_wanted_fix": "grads = loss.backward(), then GradientsParams.from_grads(grads, m)",
    "nn.module_wanted": "expected a Module, got {found}",
    "nn.module_wanted_fix": "pass the module whose parameters are meant",
    "nn.params_wanted": "expected a GradientsParams, got {found}",
    "nn.params_wanted_fix": "GradientsParams.from_grads(grads, m) first",
    "nn.rate_wanted": "expected the learning rate, a number, got {found}",
    "nn.rate_wanted_fix": "the order is optimizer.step(lr, module, gradients)",
    "nn.id_wanted": "expected the id of a parameter, got {found}",
    "nn.id_wanted_fix": "pass m.weight.id",
    "nn.used": "this GradientsParams was used up by {by}{line}",
    "nn.used_fix": "run forward and backward again for each step, or add up: GradientsAccumulator",
    "nn.used_at": " ({where}, line {line})",
    "nn.nothing": "nothing",
    "nn.misfit": "the gradient of {path} has shape {gradient}, its parameter {value}",
    "nn.misfit_fix": "register gradients of the parameter's own shape",
    "nn.no_record": "{file} is no record of a module",
    "nn.no_record_fix": "write one with m.save_file(path)",
    "nn.record": "{file} does not fit, so nothing was loaded: {problems}",
    "nn.record_fix": "build the module as it was when the file was written",
    "nn.record_lacks": "it lacks {name}",
    "nn.record_extra": "the module has no {name}",
    "nn.record_differs": "{name} is {found} there, {wanted} here",
    "nn.record_more": "{number} more",
    "nn.cross_entropy": "logits of shape {logits} and targets of shape {targets} do not fit",
    "nn.cross_entropy_fix": "logits are [rows, classes], targets whole numbers [rows]",
    "nn.health": "{found} of {number} parameters have a gradient",
    "nn.health_frozen": ", {number} frozen",
    "nn.health_hidden": ", {number} hidden in a dict or a set",
    "nn.state_trained": "trained",
    "nn.state_frozen": "frozen",
    "nn.state_moved": "moved, so it cannot be trained",
    "nn.state_plain": "off autodiff",
    "nn.state_int": "whole numbers",
    "nn.state_bool": "truth values",
    "nn.state_hidden": "hidden in a dict or a set, so it cannot be trained",
    "nn.not_a_tensor": "a Param holds a tensor and is none",
    "nn.not_a_tensor_fix": "ask it for the tensor: m.weight.val()",
    "nn.reflex_parameters": "m.params(), or m.named_params() with their paths",
    "nn.reflex_state_dict": "m.save_file(path), and m = m.load_file(path)",
    "nn.reflex_to": "m = m.fork(device) to train there, m.to_device(device) only to use it there",
    "nn.reflex_eval": "m.valid() gives a module off autodiff, m.train() leads back",
    "nn.reflex_requires_grad": "m = m.freeze(lambda path: ...), m.unfreeze, m.no_grad()",
    "nn.reflex_zero_grad": "nothing to reset: every backward() fills a new Gradients",
    "nn.reflex_param_groups": "the rate goes into each step: optimizer.step(lr, module, gradients)",
    # train: a network that learns to read digits; the mistakes under their names
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
    # why: the sentences of a verdict
    "why.label_asked": "Asked",
    "why.label_fix": "Fix",
    "why.label_check": "Check",
    "why.label_cause": "Cause",
    "why.label_meant": "Meant?",
    "why.label_also": "Also",
    "why.label_note": "Note",
    "why.asked": "{name}.grad({container})",
    "why.case": "case {case}",
    "why.more": "more: gradlab explain {what}",
    "why.price": "(price: {price})",
    "why.check": "run it again; why({name}, {container}) should say ok",
    "why.check_refusal": "run it again: the call should go through",
    "why.called_from": "called from {where}, line {line}",
    "why.line": "line {line}",
    "why.line_in": "{where}, line {line}",
    "why.unknown_line": "a line that is not on record",
    "why.yes": "yes",
    "why.no": "NO, it stops here",
    "why.q0": "a float?",
    "why.q1": "autodiff device?",
    "why.q2": "marked (require_grad)?",
    "why.q3": "did this backward reach it?",
    "why.q4": "in this container?",
    "why.q_root": "does a marked leaf lead here?",
    "why.refused": "{op} was refused: {problem}.",
    "why.refused_here": "{op} refused here",
    "why.input_here": "{name} was made here",
    "why.nothing_asked": (
        "Nothing to explain yet: no look-up in this thread gave None and nothing was refused. "
        "Ask why(x, grads)."
    ),
    "why.none_has_no_history": (
        "None itself has no history, so this explains the last look-up that gave None. "
        "Ask with the tensor: why(x, grads)."
    ),
    "why.not_askable": "cannot explain ({given})",
    "why.not_askable_fix": "why(tensor, grads), why(tensor), why(error) or why()",
    # why: not a float
    "why.not_float": "{asked} is None: {name} is an {kind} tensor, and only floats have gradients.",
    "why.not_float.here": "made here as {kind}",
    "why.not_float.q0": "NO, it is {kind}; it stops here",
    "why.not_float.fix": "ask the float tensor that this came from, or build it as floats",
    "why.not_float.price": "a float made from ints is a new leaf: nothing flows back through it",
    # why: a gradient asked for its gradient
    "why.grad_is_plain": (
        "{asked} is None: {name} is itself a gradient, a plain tensor without a history. "
        "It is the answer; nothing is missing from it."
    ),
    "why.grad_is_plain.from": (
        "{asked} is None: {name} was computed from gradients, which are plain tensors."
    ),
    "why.grad_is_plain.root": (
        "backward was refused: {root} was computed from gradients, and those are plain tensors "
        "without a history."
    ),
    "why.grad_is_plain.here": "this gradient is numbers only: no device with autodiff, no tape",
    "why.grad_is_plain.fix": (
        "use it as data; a derivative of a derivative is not recorded, write it by hand"
    ),
    "why.grad_is_plain.price": "a formula of your own",
    # why: case 1
    "why.plain_device": "{asked} is None: {name} is on {device}, where autodiff is off.",
    "why.plain_device.here": "built on {device}: nothing about it is recorded",
    "why.plain_device.inner": "left autodiff here: a plain copy",
    "why.plain_device.result": "computed from plain tensors only, so it is plain too",
    "why.plain_device.fix": "build it on the autodiff device and mark it before its first use",
    "why.plain_device.price": "none",
    # why: a dropped result
    "why.discarded": (
        "{asked} is None: {line} marks {name} and drops the result. "
        "Methods return a new handle; {name} itself stays unmarked."
    ),
    "why.discarded.here": "returns the marked tensor, and nothing keeps it",
    "why.discarded.q2": "NO: the marked handle was dropped; it stops here",
    "why.discarded.fix": "keep the result",
    "why.discarded.price": "none",
    # why: frozen
    "why.frozen": "{asked} is None: {name} was frozen on {line}.",
    "why.frozen.path": (
        "{asked} is None: {name} reaches the loss only through a frozen copy ({line})."
    ),
    "why.frozen.here": "frozen here: a new leaf that learns nothing",
    "why.frozen.fix": "leave out set_require_grad(False) for what should learn",
    "why.frozen.price": "it learns again",
    "why.frozen.meant": "if it was to stop learning, nothing is wrong",
    # why: case 2
    "why.not_marked": "{asked} is None: {name} was never marked with require_grad().",
    "why.not_marked.alias": (
        "{asked} is None: {name} is a handle from before the mark; {line} marked another handle."
    ),
    "why.not_marked.here": "created here, not marked",
    "why.not_marked.result": "none of its inputs was marked, so neither is the result of {op}",
    "why.not_marked.converted": "made from ints or bools: a new leaf, not marked",
    "why.not_marked.other_handle": "this returns the marked handle; older handles stay unmarked",
    "why.not_marked.fix": "mark it where it is created, before its first use",
    "why.not_marked.alias_fix": "use, and ask, the handle that require_grad() returned",
    "why.not_marked.price": "none",
    # why: case 7
    "why.intermediate": (
        "{asked} is None: {name} is the result of an operation ({line}). Its gradient passes "
        "through on the way to the leaves and is dropped."
    ),
    "why.intermediate.root": (
        "{asked} is None: {name} is where the walk starts. Its own gradient is 1 and is not kept."
    ),
    "why.intermediate.here": "computed from a marked leaf: an intermediate, kept by nobody",
    "why.intermediate.root_here": "the walk started here",
    "why.intermediate.q2": "NO, it is an intermediate; it stops here",
    "why.intermediate.fix": "ask the leaves; to look at {name} once, cut and mark it",
    "why.intermediate.price": "nothing flows above {name} any more; never while training",
    "why.intermediate.root_fix": "nothing to mend: ask the leaves",
    "why.intermediate.root_price": "none",
    # why: the container
    "why.container_taken": (
        "{asked} cannot be answered: {taker} took all of {container}, so it holds nothing more."
    ),
    "why.container_taken.refused": "{op} was refused: the container was handed over on {line}.",
    "why.container_taken.here": "takes the whole container",
    "why.container_taken.fix": "take only the module's entries with from_module, or read first",
    "why.container_taken.price": "none",
    "why.removed": "{asked} is None: the entry was taken out on {line}.",
    "why.removed.here": "took the gradient of {name} out of the container",
    "why.removed.q4": "NO, taken out on {line}; it stops here",
    "why.removed.fix": "read without taking, or keep what the first call returned",
    "why.removed.price": "none",
    "why.other_gradients": (
        "{asked} is None: {container} comes from the backward of {loss}, and {name} was reached "
        "by another one ({line})."
    ),
    "why.other_gradients.other": "this backward reached {name}",
    "why.other_gradients.this": "{container} was filled here, by another walk",
    "why.other_gradients.q3": "another one did",
    "why.other_gradients.q4": "NO, {container} belongs to {loss}; it stops here",
    "why.other_gradients.fix": "ask the container of that backward: {name}.grad({container})",
    "why.other_gradients.add": "keep what that backward returned, or add the losses and walk once",
    "why.other_gradients.price": "none",
    # why: case 3
    "why.late_require_grad": (
        "{asked} is None: {name} was marked on {mark}, after {use} had already used it."
    ),
    "why.late_require_grad.alias": (
        "{asked} is None: {use} used a handle of {name} from before {mark} marked it."
    ),
    "why.late_require_grad.use": "used while not marked{kept}",
    "why.late_require_grad.kept": ": the result kept {names} as its only parent",
    "why.late_require_grad.old_handle": "this handle of {name} is not the marked one",
    "why.late_require_grad.mark": "counts for later operations only",
    "why.late_require_grad.q2": "yes, but not yet at {line}",
    "why.late_require_grad.old_q2": "yes, but another handle was used",
    "why.late_require_grad.q3": "NO, it stops here",
    "why.late_require_grad.fix": "mark it before its first use",
    "why.late_require_grad.old_fix": "use the handle that require_grad() returned",
    "why.late_require_grad.price": "none",
    # why: the path is cut
    "why.off_device": (
        "{asked} is None: the path from {name} leaves autodiff on {line} and comes back as a "
        "new leaf."
    ),
    "why.off_device.here": "inner() is numbers only: what is computed from it is not recorded",
    "why.off_device.back": "back on autodiff as a new leaf without a history",
    "why.off_device.fix": "compute with the tensors themselves, without inner() and from_inner()",
    "why.off_device.price": "these operations are recorded and take memory until backward",
    "why.int_round_trip": (
        "{asked} is None: {name} reaches the loss only through {op} ({line}), which leaves the "
        "graph."
    ),
    "why.int_round_trip.here": "{op} leaves the graph here",
    "why.int_round_trip.back": "a new, unmarked leaf with the same numbers",
    "why.int_round_trip.fix": "stay with floats, or add the rounding as a constant: "
    "x + (x.trunc() - x).detach()",
    "why.int_round_trip.price": "without the conversion the numbers are no longer whole",
    "why.int_round_trip.score_fix": (
        "compute the loss from the scores themselves (softmax, cross entropy); keep {op} for "
        "counting hits"
    ),
    "why.int_round_trip.score_price": "the loss is another, smooth one",
    "why.detach": ("{asked} is None: {name} reaches the loss only through detach() ({line})."),
    "why.detach.leaf": "the copy is a new leaf of its own: the gradient stops here",
    "why.detach.here": "{name} goes on as a new leaf without a history: the gradient stops here",
    "why.detach.fix": "leave detach() out",
    "why.detach.fix_or_copy": "leave detach() out, or ask the copy: {copy}.grad({container})",
    "why.detach.price": "what was kept from learning through here learns again",
    # why: case 4, and nothing on record
    "why.not_reached": "{asked} is None: nothing that leads to {loss} uses {name}.",
    "why.not_reached.unused": "made here, and used by nothing on the way to the loss",
    "why.not_reached.used_elsewhere": "made here; its uses do not lead to the loss",
    "why.not_reached.use": "used here, but not on a way to {loss}",
    "why.not_reached.power": "a power of 0 is the constant 1: it depends on nothing",
    "why.not_reached.fix": "use {name} in the formula of {loss}, or ask the tensor that was used",
    "why.not_reached.price": "none",
    "why.no_record": (
        "{asked} is None, and there is no record of the way to {loss} any more: the recorder "
        "keeps the newest events only."
    ),
    "why.no_record.here": "made here",
    "why.no_record.q3": "no record",
    "why.no_record.fix": "ask right after one forward and backward, or keep more: set_capacity(n)",
    "why.no_record.price": "250 bytes an event",
    # why: there, but incomplete
    "why.late_partial": (
        "{asked} is there, but of later uses only: {name} was marked on {mark}, after {use} had "
        "already used it."
    ),
    "why.late_partial.use": "used while not marked: this use gives no gradient",
    "why.partial": (
        "{asked} is there, but the gradient is cut at {count} {edges} ({line}): what goes "
        "through there is not in it."
    ),
    "why.partial.one": "place",
    "why.partial.many": "places",
    "why.partial.here": "{reason}: nothing comes back through this edge",
    "why.partial.fix": "to let it through, leave this out",
    "why.partial.price": "the gradient becomes larger by what was cut",
    "why.partial.meant": "to stop learning here: then nothing is wrong",
    "why.ok": "{asked} is there: {numbers}.",
    # why: before a backward
    "why.prospect.q3": "no backward yet",
    "why.prospect.late_require_grad": (
        "{name} is marked, but too late: {use} used it before {mark}, and nothing has since."
    ),
    "why.prospect.late_partial": (
        "{name} is marked, but {use} used it before {mark}: only later uses will count."
    ),
    "why.prospect.cut": ("{name} is marked, but its only use so far is cut by {op} ({line})."),
    "why.prospect.unused": "{name} is marked, and nothing has used it so far.",
    "why.prospect.ok": "{name} is marked in time and used: a backward from {roots} will reach it.",
    "why.prospect.root": "backward from {name} would run; marked leaves that it reaches: {leaves}.",
    "why.prospect.nothing": "none on record",
    "why.prospect.made": "the root of the next backward",
    "why.prospect.check": "after backward, ask with its container: why(x, grads)",
    "why.prospect.offer": (
        "this speaks of the next backward; for the last one ask why({name}, {container})"
    ),
    # why: refusals
    "why.consumed": (
        "backward was refused: {root} was computed from {node}, and the backward of {by} ({line}) "
        "has used that up."
    ),
    "why.consumed.again": "backward was refused: it ran from {root} before ({line}).",
    "why.consumed.backward": "this backward used {node} up",
    "why.consumed.node": "the shared operation: it can be walked once",
    "why.consumed.fix": (
        "three ways: run the forward again; add the losses and walk once; or cut the shared "
        "value with detach() before it is used again"
    ),
    "why.consumed.fix_loop": (
        "cut what is carried to the next turn: {name} = {name}.detach() after backward (or add "
        "the losses and walk once, or run the forward again)"
    ),
    "why.consumed.price": "a second forward, one walk for both, or no gradient above the cut",
    "why.consumed.cut": "no gradient into earlier turns",
    "why.req_on_intermediate": (
        "{op} was refused: {name} is the result of an operation ({line}), and only leaves can be "
        "marked."
    ),
    "why.req_on_intermediate.here": "computed here from a marked leaf",
    "why.req_on_intermediate.mark": "marked here, before the computation",
    "why.req_on_intermediate.fix": "compute first and mark last, or cut: h.detach().require_grad()",
    "why.req_on_intermediate.price": "the cut lets nothing through to the leaf above",
    "why.req_on_intermediate.moved_price": "none",
    "why.root_untracked.title_cut": (
        "backward was refused: no marked leaf leads to {root}; the path is cut on {line}."
    ),
    "why.root_untracked.title_late": (
        "backward was refused: no marked leaf leads to {root}; the mark on {line} came too late."
    ),
    "why.root_untracked.title_dropped": (
        "backward was refused: no marked leaf leads to {root}; {line} marks a tensor and drops the "
        "result."
    ),
    "why.root_untracked.title_copied": (
        "backward was refused: no marked leaf leads to {root}; its numbers were read out ({line}) "
        "and came back without a history."
    ),
    "why.root_untracked.title_unmarked": (
        "backward was refused: no marked leaf leads to {root}; nothing it came from was marked."
    ),
    "why.root_untracked.title_plain": (
        "backward was refused: everything that {root} came from is on a device without autodiff."
    ),
    "why.root_untracked.whole": "{op} leaves the graph: what comes after it has no history",
    "why.root_untracked.frozen": "frozen here",
    "why.root_untracked.inner": "left autodiff here",
    "why.root_untracked.detach": "detached here: a new, unmarked leaf",
    "why.root_untracked.late": "marked here, after it was used",
    "why.root_untracked.dropped": "the marked tensor is dropped here",
    "why.root_untracked.read": "read out as numbers: from here on there is no history",
    "why.root_untracked.leaf_unmarked": "created here, not marked",
    "why.root_untracked.leaf_plain": "created here, without autodiff",
    "why.root_untracked.fix": "build parameters on the autodiff device and mark them before use",
    "why.root_untracked.cut_fix": "let the path stay in the graph: leave this out",
    "why.root_untracked.late_fix": "mark before the first use",
    "why.root_untracked.dropped_fix": "keep the result: w = w.require_grad()",
    "why.root_untracked.copied_fix": "compute with the tensors, read numbers out after backward",
    "why.root_untracked.price": "none",
    # report: the table of named tensors
    "report.title": "name, gradient in {container}, cause",
    "report.case": " (case {case})",
    "report.empty": "No tensor has a name here.",
    "report.wrong": "expected the Gradients that backward() returned, got {given}",
    "report.wrong_fix": "grads = loss.backward(), then report(grads)",
}
