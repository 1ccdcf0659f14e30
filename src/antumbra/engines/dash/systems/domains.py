"""Which values of a variable a condition leaves: what can be told of state machines without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import conjuncts
from antumbra.engines.dash.systems.system import System
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Domain:
    """Just these values, or all but these."""

    values: frozenset[Any]
    inside: bool = True

    @property
    def empty(self) -> bool:
        return self.inside and not self.values

    def has(self, value: Any) -> bool:
        return (value in self.values) is self.inside

    def meet(self, other: Domain) -> Domain:
        if self.inside and other.inside:
            return Domain(self.values & other.values)
        if self.inside or other.inside:
            a, b = (self, other) if self.inside else (other, self)
            return Domain(a.values - b.values)
        return Domain(self.values | other.values, inside=False)

    def complement(self) -> Domain:
        return Domain(self.values, not self.inside)


Domains = Mapping[Term, Domain]
_BOTH = frozenset({True, False})


def domain_of(condition: Term) -> tuple[Term, Domain] | None:
    """The one variable that a condition is about, and the values with which it holds; None if it is no such one."""
    match condition.op:
        case T.VAR:
            return condition, Domain(frozenset({True}))
        case T.EQ:
            variable, value = condition.args
            if variable.op is T.VAR and value.op is T.CONST and variable.sort.kind == "bv":
                return variable, Domain(frozenset({value.data}))
        case T.NOT:
            found = domain_of(condition.args[0])
            if found is not None:
                variable, domain = found
                if variable.sort is T.BOOL and domain.inside:
                    return variable, Domain(_BOTH - domain.values)
                return variable, domain.complement()
        case T.OR | T.AND:
            parts = [domain_of(part) for part in condition.args]
            first = parts[0]
            if first is None or any(part is None or part[0] is not first[0] for part in parts):
                return None
            known = [part[1] for part in parts if part is not None]
            variable, domain = first[0], known[0]
            for other in known[1:]:
                if condition.op is T.AND:
                    domain = domain.meet(other)
                else:
                    domain = domain.complement().meet(other.complement()).complement()
            return variable, domain
        case _:
            pass
    return None


def domains_of(conditions: Iterable[Term], before: Domains | None = None) -> dict[Term, Domain]:
    """Of all variables, where all conditions hold, and what was known before does."""
    found = dict(before or {})
    for condition in conditions:
        for part in conjuncts(condition):
            about = domain_of(part)
            if about is not None:
                variable, domain = about
                found[variable] = found[variable].meet(domain) if variable in found else domain
    return found


def compatible(guards: Domains, updates: Mapping[Term, Term], source: Domains, target: Domains) -> bool:
    """May there be values in front of an edge, and behind it, as is known of both? False only if there are none."""
    needed = dict(guards)
    for variable, domain in target.items():
        value = updates.get(variable, variable)
        if value.op is T.CONST:
            if not domain.has(value.data):
                return False
        elif value.op is T.VAR:
            needed[value] = needed[value].meet(domain) if value in needed else domain
    for variable, domain in needed.items():
        known = source.get(variable)
        if domain.empty or (known is not None and domain.meet(known).empty):
            return False
    return True


def named_values(system: System) -> Iterator[tuple[T.Sort, Any]]:
    """Values that guards of a procedure compare variables with."""
    for edge in system.edges:
        for guard in edge.guards:
            for part in T.subterms(guard):
                about = domain_of(part)
                if about is not None:
                    variable, domain = about
                    yield from ((variable.sort, value) for value in domain.values)
