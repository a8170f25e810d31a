"""What a lesson asks of the learner, and how the lessons are made.

``check`` judges an answer, ``question`` puts one of the look-up's questions by hand, ``excerpt``
shows a few lines of the engine itself.  ``release`` makes the learners' lessons from the solved
ones.
"""

from gradlab.classroom.checking import check
from gradlab.classroom.reading import excerpt, question

__all__ = ["check", "excerpt", "question"]
