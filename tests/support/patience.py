"""Limits of many seconds count ten times: in a test they only end what does not come back.

A machine that does other things, too, takes ten times as long for the same work. Limits of a few seconds stay as they
are: tests of limits mean to hit them. No test needs that a long limit is hit; what is to be cut is cut by steps.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from antumbra.engines.limits import Limits
from antumbra.proofs import Budget
from antumbra.session.control import Control

#: seconds from which on a limit is only there to be safe, and how much longer it is
LONG = 5.0
MORE = 10.0


def longer(seconds: float | None) -> float | None:
    return seconds if seconds is None or seconds < LONG else MORE * seconds


@pytest.fixture(autouse=True, scope="session")
def patience() -> Generator[None]:
    _ = Control(), Budget()  # methods of records are written when they are first called
    with pytest.MonkeyPatch.context() as patch:
        control, limits, budget = Control.__init__, Limits.__init__, Budget.__init__

        def patient_control(self: Control, timeout: float | None = None, *others: object, **named: object) -> None:
            control(self, longer(timeout), *others, **named)  # type: ignore[arg-type]

        def patient_limits(self: Limits, timeout: float | None, *others: object, **named: object) -> None:
            limits(self, longer(timeout), *others, **named)  # type: ignore[arg-type]

        def patient_budget(self: Budget, *others: object, seconds: float | None = None, **named: object) -> None:
            budget(self, *others, seconds=longer(seconds), **named)  # type: ignore[arg-type]

        patch.setattr(Control, "__init__", patient_control)
        patch.setattr(Limits, "__init__", patient_limits)
        patch.setattr(Budget, "__init__", patient_budget)
        yield
