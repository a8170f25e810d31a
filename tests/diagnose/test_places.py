"""The places that an answer names: the user's own, each once, with its text where there is one."""

from gradlab.engine import events

START = "w = F([3, 4], ad).require_grad()\nloss = (w * w).sum()\n"


def test_a_thread_is_no_caller(run):
    names = run(
        "from threading import Thread\n"
        "def work():\n"
        "    global x, grads\n"
        "    x = F([1, 2], ad)\n"
        "    grads = (x * F([1, 1], ad).require_grad()).sum().backward()\n"
        "one = Thread(target=work)\none.start()\none.join()\nanswer = why(x, grads)"
    )
    assert (names["answer"].site.line, names["answer"].site.caller) == (4, None)
    assert "called from" not in str(names["answer"])


def test_a_line_whose_text_is_not_kept_says_so(run):
    names = run(
        "exec('x = F([1, 2], ad)', globals())\n"
        "grads = (x * F([1, 1], ad).require_grad()).sum().backward()\nanswer = why(x, grads)"
    )
    shown = str(names["answer"]).splitlines()
    assert "<string>" in shown
    assert "  1 | (the text of this line is not kept) created here, not marked" in shown


def test_a_refusal_without_a_record_names_its_line_once(run):
    names = run(START + "loss.backward()")
    events.set_capacity(events.CAPACITY)
    names = {"loss": names["loss"]}
    try:
        exec(compile("loss.backward()", "<again>", "exec"), names)
    except Exception as error:
        shown = str(error)
    assert shown.count("backward refused here") == 1


def test_a_refusing_line_of_the_user_is_shown_and_none_of_the_drawing(run):
    names = run(START + "from gradlab import frames\nloss.backward()\nframes(loss)")
    site = names["error"].site
    assert (site.where, site.line) == ("program.py", 5)
    names = run(START + "from gradlab.lab.stepper import Stepper\nloss.backward()\nStepper(loss)")
    assert names["error"].site.first_line == "Stepper(loss)"
