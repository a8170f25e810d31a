"""The registry of exercises: one module per lesson, found by itself, one entry per exercise."""

from importlib import import_module
from pkgutil import iter_modules

from gradlab.classroom.exercise import Exercise

EXERCISES: dict[str, Exercise] = {
    exercise.number: exercise
    for lesson in iter_modules(__path__)
    for exercise in import_module(f"{__name__}.{lesson.name}").EXERCISES
}
"""Number -> exercise, in the order of the lessons."""
