"""What a proof of safety says; ``confirm`` checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from antumbra.engines.abstract.checking.automorphism import Family, Turn
from antumbra.engines.abstract.exploring.states import Abstract, Following, State
from antumbra.records import dataclass, field
from antumbra.terms import Term


def _no_ways(state: Abstract) -> Iterable[Turn]:
    del state
    return ()


@dataclass(frozen=True, slots=True)
class Proof:
    """The states of ``states`` and of ``closed`` together are closed under every transition, and none is bad.

    ``states`` are the explored symbolic states, each with what the exploration found to follow it; that only helps the
    check to find its way. With ``families`` of like parts, the states of ``states`` and of ``closed`` stand for all
    states that differ from them by the order of the parts; ``ways`` are permutations that may turn an abstract state
    into one of ``closed``, for the check to try.
    """

    check: str  #: safe-fragment, inductive-invariant, post-fixpoint or exhaustive (every reachable state was explored)
    predicates: tuple[Term, ...]
    states: Mapping[State, Sequence[Following]]
    closed: Mapping[Abstract, None]
    roots: Sequence[Following]
    families: tuple[Family, ...] = ()
    ways: Callable[[Abstract], Iterable[Turn]] = field(default=_no_ways, repr=False, compare=False)
