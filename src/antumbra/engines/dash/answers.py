"""How an analysis ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra.engines.dash.regions.graph import Region
from antumbra.engines.dash.states import State
from antumbra.engines.dash.systems.system import Place
from antumbra.records import dataclass
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Fail:
    """A test reaches the goal, or meets an error (``error``: where), whatever the goal was: with these inputs.

    ``state``: the one in which it reaches the goal, or that a solver believes in and no test has shown."""

    model: Mapping[Term, Any]
    error: Place | None = None
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """No execution that begins outside of ``entry`` reaches the goal, and none of this context begins inside."""

    entry: Term


@dataclass(frozen=True, slots=True)
class GaveUp:
    """Nothing is known: a solver did not answer, or analyses of calls are too deep."""

    reason: str
    region: Region | None = None


Outcome = Fail | Pass | GaveUp
