"""What a proof of safety says; ``confirm`` checks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from antumbra.engines.abstract.automorphism import Family
from antumbra.engines.abstract.states import Abstract, Following, State
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Proof:
    """The states of ``states`` and of ``closed`` together are closed under every transition, and none is bad.

    ``states`` are the explored symbolic states, each with what the exploration found to follow it; that only helps the
    check to find its way. With ``families`` of like parts, ``states`` stand for all states that differ from them by the
    order of the parts, and so do the ``representatives`` of ``closed``, which holds whole orbits.
    """

    check: str  #: safe-fragment, inductive-invariant, post-fixpoint or exhaustive (every reachable state was explored)
    predicates: tuple[Term, ...]
    states: Mapping[State, Sequence[Following]]
    closed: Mapping[Abstract, None]
    roots: Sequence[Following]
    families: tuple[Family, ...] = ()
    representatives: Mapping[Abstract, None] = field(default_factory=dict[Abstract, None])
