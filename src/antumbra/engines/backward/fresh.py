"""Which locations speak of the same fresh unknowns as an assumption, though in other words.

``ok := next > node; assume ok`` says something of ``next``, which the condition ``ok`` does not mention. If it was
made anew in the same segment, nothing else is known of it: what is needed of it rests on the assumption. Either answer
is sound: what is not related is kept as it is, what is related becomes a clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.steps import Assigned, Assumed, Loaded, Step, Stored, Unknowable
from antumbra.terms import Term

_NOTHING: frozenset[int] = frozenset()


def fresh_relations(steps: Sequence[Step], locations: Locations) -> dict[int, frozenset[Term]]:
    """By the number of an assumption: locations that depend on an unknown of the segment which it depends on."""
    kinds = {step.__class__ for step in steps}
    if Unknowable not in kinds or Assumed not in kinds:
        return {}
    fresh: dict[Term, frozenset[int]] = {}

    def of(term: Term) -> frozenset[int]:
        return _NOTHING.union(*(fresh.get(location, _NOTHING) for location in T.free_variables(term)))

    found: dict[int, frozenset[Term]] = {}
    for number, step in enumerate(steps):
        match step:
            case Unknowable(target):
                fresh[target] = frozenset((number,))
            case Assigned(targets, values):
                fresh.update(list(zip(targets, map(of, values), strict=True)))
            case Loaded(target, _, int(at), width):
                fresh[target] = fresh.get(locations.cell(at, width), _NOTHING)
            case Stored(_, value, int(at), width):
                fresh[locations.cell(at, width)] = of(value)
            case Assumed(condition):
                here = of(condition)
                if here:
                    found[number] = frozenset(at for at, those in fresh.items() if not here.isdisjoint(those))
            case _:
                pass
    return found
