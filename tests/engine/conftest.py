"""The engine is tested bare: whatever explains its refusals elsewhere is switched off."""

import pytest

from gradlab.engine import errors


@pytest.fixture(autouse=True)
def bare_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "explain", None)
