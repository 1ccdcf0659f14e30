"""Which values of a variable a condition leaves: what can be told of state machines without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.systems.guards import conjuncts
from antumbra.engines.dash.systems.system import System
from antumbra.records import dataclass
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

    def join(self, other: Domain) -> Domain:
        return self.complement().meet(other.complement()).complement()

    def complement(self) -> Domain:
        return Domain(self.values, not self.inside)


Domains = Mapping[Term, Domain]
_TRUE, _FALSE = frozenset({True}), frozenset({False})


def domain_of(condition: Term) -> tuple[Term, Domain] | None:
    """The one variable that a condition is about, and the values with which it holds; None if it is no such one.

    Conditions are comparisons with constants, and conjunctions and disjunctions of these.
    """
    if condition.op not in (T.AND, T.OR):
        return _compared(condition)
    found: tuple[Term, Domain] | None = None
    for part in condition.args:
        about = _compared(part)
        if about is None or (found is not None and about[0] is not found[0]):
            return None
        if found is None:
            found = about
        elif condition.op is T.AND:
            found = found[0], found[1].meet(about[1])
        else:
            found = found[0], found[1].join(about[1])
    return found


def _compared(literal: Term) -> tuple[Term, Domain] | None:
    """A comparison of a variable with a constant."""
    if literal.op is T.NOT:
        found = _compared(literal.args[0])
        if found is None:
            return None
        variable, domain = found
        return variable, Domain(_FALSE) if variable.sort is T.BOOL else domain.complement()
    if literal.op is T.VAR:
        return literal, Domain(_TRUE)
    if literal.op is T.EQ:
        variable, value = literal.args
        if variable.op is T.VAR and value.op is T.CONST and variable.sort.kind in ("bv", "int"):
            return variable, Domain(frozenset({value.data}))
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
