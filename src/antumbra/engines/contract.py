"""What an engine is.

An engine is a step machine on one program: ``run`` goes on for a number of steps, and can be called again. What it has
yielded stays true, whatever becomes of the rest. ``EngineDefaults`` has what most engines say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from antumbra.engines.coverage import Coverage
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.proofs import Certificate
from antumbra.proofs.proof import Proof
from antumbra.records import dataclass

#: told now and then how far a search is; on the thread of the run, so it must be cheap. What it raises ends the turn.
OnProgress = Callable[[Statistics], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of one part of the property: ``violated`` True or False, None if nobody knows."""

    id: str
    line: int
    violated: bool | None


class Engine(Protocol):
    """A search for violations, or a proof that there are none."""

    @property
    def name(self) -> str:
        """Which engine it is (of several, which is at work)."""
        ...

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        """Go on: every ended path, as it ends. After about so many ``steps`` come back; None: not before the end."""
        ...

    def interrupt(self) -> None:
        """Stop soon; may be called from a signal handler."""
        ...

    def close(self, check: str, location: Location | None) -> None:
        """A violation of this check at this place is known well enough: nothing has to be proved about it."""
        ...

    @property
    def unfinished(self) -> bool:
        """Would another call of ``run`` go on?"""
        ...

    @property
    def complete(self) -> bool:
        """Was every execution looked at, or shown to be like one that was?"""
        ...

    @property
    def cuts(self) -> Sequence[Cut]:
        """What was not analysed; empty if and only if nothing was left out so far."""
        ...

    @property
    def statistics(self) -> Statistics: ...

    @property
    def coverage(self) -> Coverage | None:
        """What all paths so far covered; None if that is not measured."""
        ...

    def certificate(self) -> Certificate | None:
        """What the independent check of proofs needs besides the program; None if it cannot help."""
        ...

    @property
    def proof(self) -> Proof | None:
        """A proof that the engine has had checked by itself, independently of how it was found."""
        ...

    def resting(self, assumptions: Sequence[Assumption]) -> Sequence[Assumption]:
        """Of the assumptions that bear on the program, those that its proofs rest on; and those that come with them."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """What a user should know beyond the verdict."""
        ...

    @property
    def decided(self) -> Sequence[Decision] | None:
        """Parts of the property that are decided one by one; None if the property is one thing."""
        ...


@dataclass(frozen=True, slots=True)
class ViewWishes:
    """How much of an engine's work is to be shown; each engine takes what it has a use for. None: its own limit."""

    checks: frozenset[str]
    timeout: float | None = None
    max_iterations: int | None = None
    max_nodes: int | None = None
    bound: int | None = None


#: while the context is open, whoever wants an end calls the function; what is there by then is shown
Stoppable = Callable[[Callable[[], None]], AbstractContextManager[None]]


class EngineDefaults:
    """What an engine says that has nothing special to say."""

    def close(self, check: str, location: Location | None) -> None:
        del check, location

    @property
    def coverage(self) -> Coverage | None:
        return None

    @property
    def proof(self) -> Proof | None:
        return None

    def resting(self, assumptions: Sequence[Assumption]) -> Sequence[Assumption]:
        return assumptions

    @property
    def notes(self) -> Sequence[str]:
        return ()

    @property
    def decided(self) -> Sequence[Decision] | None:
        return None
