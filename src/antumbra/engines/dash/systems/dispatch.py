"""Which edges of a place an execution may take, by the value of one variable: a state machine has hundreds of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from antumbra.engines.dash.systems.domains import Domain, domains_of
from antumbra.engines.dash.systems.system import Edge, Place
from antumbra.records import dataclass
from antumbra.terms import Term

#: edges with a value of the variable from which on looking it up is less work than asking one after the other
MANY: Final = 8


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Of ``every`` edge those that each value leaves, and ``others`` that are left by all other values; in order."""

    variable: Term
    every: Sequence[Edge]
    by_value: Mapping[Any, Sequence[Edge]]
    others: Sequence[Edge]

    def edges(self, values: Mapping[Term, Any]) -> Sequence[Edge]:
        if self.variable not in values:
            return self.every
        return self.by_value.get(values[self.variable], self.others)


def dispatch_of(place: Place) -> Dispatch | None:
    """By the variable whose values guards name most often; None if that is not worth it."""
    taken = {x.variable for edge in place.outgoing for x in edge.inputs}
    finite: dict[Edge, dict[Term, Domain]] = {}
    for edge in place.outgoing:
        found = domains_of(edge.guards)
        finite[edge] = {v: d for v, d in found.items() if d.inside and v not in taken}
    counted = Counter(variable for domains in finite.values() for variable in domains)
    # the first of those that are named as often: the order is that of edges and guards
    variable, times = max(counted.items(), key=lambda item: item[1], default=(None, 0))
    if variable is None or times < MANY:
        return None
    values = dict.fromkeys(
        value for domains in finite.values() if variable in domains for value in domains[variable].values
    )
    return Dispatch(
        variable,
        place.outgoing,
        {value: [e for e in place.outgoing if _may(finite[e].get(variable), value)] for value in values},
        [e for e in place.outgoing if variable not in finite[e]],
    )


def _may(domain: Domain | None, value: Any) -> bool:
    return domain is None or domain.has(value)
