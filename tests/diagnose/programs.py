"""The programs of programs.json, and how to put their questions.

Each has questions (``ask``: a call of ``why`` or ``report``, or "error" for what the program
was refused with; ``row`` picks a row of a Report, "" any) with the ``kind``, ``case``,
``level`` and the ``lines`` to be pointed at, the words that the text must hold (``says``),
and a ``fixed`` program (empty: nothing to mend) with the ``values`` it gives.  ``mended``
replaces the values where the verdict's own change of the source leads elsewhere.
"""

import json
from pathlib import Path

from gradlab.diagnose import Verdict

PROGRAMS = json.loads((Path(__file__).parent / "programs.json").read_text("utf-8"))


def answered(run, program, ask):
    """The verdict, the text that it stands in, and the names that the program left."""
    if ask["ask"] == "error":
        names = run(program["program"])
        return names["error"].verdict, str(names["error"]), names
    names = run([*_before_refusal(run, program), f"_asked = {ask['ask']}"])
    if "error" in names:
        raise names["error"]
    answer = names["_asked"]
    if "row" not in ask:
        assert isinstance(answer, Verdict)
        return answer, str(answer), names
    rows = [row for row in answer if ask["row"] in ("", row.name)]
    of_kind = [row for row in rows if row.verdict.kind == ask["kind"]]
    assert of_kind, [(row.name, row.verdict.kind) for row in rows]
    return of_kind[0].verdict, str(answer), names


def _before_refusal(run, program):
    """The lines before one that is refused: a question in the same file has to come first."""
    error = run(program["program"]).get("error")
    if error is None:
        return program["program"]
    trace = error.__traceback__
    while trace.tb_next is not None and "program" not in trace.tb_frame.f_code.co_filename:
        trace = trace.tb_next
    return program["program"][: trace.tb_lineno - 1]
