"""For every test and doctest: shown numbers start at 1, whatever ran before."""

import pytest

from gradlab import fresh


@pytest.fixture(autouse=True)
def numbers_from_one() -> None:
    fresh()
