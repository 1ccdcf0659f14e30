"""Limits that are the same on every machine: an engine is stopped by how often it asks for them, not by a clock."""

from __future__ import annotations

from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

import pytest

from antumbra.engines.limits import Limits
from antumbra.engines.outcome import Reason

#: random programs that are decided at all ask a handful of times, the others for ever
QUESTIONS = 300


class Limited(Protocol):
    limits: Limits


E = TypeVar("E", bound=Limited)


def limited(engine: E, questions: int = QUESTIONS) -> E:
    """The engine, which is out of time once it has asked so often."""
    left = questions
    exceeded = engine.limits.exceeded

    def counting() -> Reason | None:
        nonlocal left
        left -= 1
        return Reason.TIME if left < 0 else exceeded()

    engine.limits.exceeded = counting
    return engine


def all_limited(patch: pytest.MonkeyPatch, questions: int) -> None:
    """The same for every engine of a whole run."""
    asked: WeakKeyDictionary[Limits, int] = WeakKeyDictionary()
    exceeded = Limits.exceeded

    def counting(limits: Limits) -> Reason | None:
        asked[limits] = asked.get(limits, 0) + 1
        return Reason.TIME if asked[limits] > questions else exceeded(limits)

    patch.setattr(Limits, "exceeded", counting)
