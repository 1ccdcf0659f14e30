"""What a proof of safety says; ``confirm`` checks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from antumbra.engines.abstract.states import Abstract, State
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Proof:
    """The states of ``states`` and of ``closed`` together are closed under every transition, and none is bad.

    ``states`` are the explored symbolic states, each with what the exploration found to follow it; that only helps the
    check to find its way.
    """

    check: str  #: safe-fragment, inductive-invariant, post-fixpoint or exhaustive (every reachable state was explored)
    predicates: tuple[Term, ...]
    states: Mapping[State, Sequence[tuple[int, State, Abstract, bool]]]
    closed: Mapping[Abstract, None]
    roots: Sequence[tuple[State, Abstract]]
