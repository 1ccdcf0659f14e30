"""Symbolic and abstract states, and the normal form that makes equal sets of states look alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Turn
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.constraints import Facts, eliminate
from antumbra.records import dataclass, field
from antumbra.terms import Term


class Abstract(NamedTuple):
    """An abstract state: control values and the truth of each predicate (bit k for predicate k)."""

    control: tuple[int, ...]
    bits: int


class State(NamedTuple):
    """A symbolic state: control values, values of the data variables over symbolic constants, path condition."""

    control: tuple[int, ...]
    values: tuple[Term, ...]
    condition: tuple[Term, ...]


class Following(NamedTuple):
    """A successor of a symbolic state. ``matched``: a match cut the exploration there. ``turn``: how the successor was
    turned into this state, its representative."""

    move: int
    state: State
    abstract: Abstract
    matched: bool
    turn: Turn | None = None


def constant(number: int, sort: T.Sort) -> Term:
    """A symbolic constant."""
    return T.var(f"$ {number}", sort)


def conjuncts(formula: Term) -> Sequence[Term]:
    if formula is T.TRUE:
        return ()
    if formula.op is T.AND and linear.parts_of(formula) is None:
        return formula.args
    return (formula,)


@dataclass(slots=True)
class _Renaming:
    names: dict[Term, Term] = field(default_factory=dict[Term, Term])

    def see(self, term: Term) -> None:
        free = T.free_variables(term)
        for variable in sorted(free - self.names.keys(), key=lambda v: v.id):
            self.names[variable] = constant(len(self.names), variable.sort)


def normalised(state: State) -> State:
    """The same set of states in a form that makes equal sets look alike, as far as that is cheap.

    Constants that equations fix are replaced, bounds are the tightest, constants that no variable depends on are
    projected away, and the rest are numbered in the order the variables name them.
    """
    control, values, condition = state
    if not condition and all(v.op is T.CONST for v in values):
        return state
    facts = Facts(condition)
    if not facts.consistent:
        return State(control, values, (T.FALSE,))
    literals = facts.literals()
    while (solved := _solvable(literals)) is not None:
        name, value = solved
        values = tuple(
            linear.normal(T.substitute(v, {name: value})) if name in T.free_variables(v) else v for v in values
        )
        literals = tuple(
            linear.normal(T.substitute(c, {name: value})) if name in T.free_variables(c) else c for c in literals
        )
        facts = Facts(c for c in literals if c is not T.TRUE)
        if not facts.consistent:
            return State(control, values, (T.FALSE,))
        literals = facts.literals()
    live = frozenset[Term]().union(*(T.free_variables(v) for v in values))
    literals = _project(literals, live)
    if literals == (T.FALSE,):
        return State(control, values, literals)
    renaming = _Renaming()
    for value in values:
        renaming.see(value)
    for literal in literals:
        renaming.see(literal)
    names = {old: new for old, new in renaming.names.items() if old is not new}
    if names:
        values = tuple(
            linear.normal(T.substitute(v, names)) if T.free_variables(v) & names.keys() else v for v in values
        )
        literals = tuple(
            linear.normal(T.substitute(c, names)) if T.free_variables(c) & names.keys() else c for c in literals
        )
        literals = tuple(sorted(literals, key=lambda t: t.id))
    return State(control, values, literals)


def _solvable(literals: tuple[Term, ...]) -> tuple[Term, Term] | None:
    """An equation that gives a symbolic constant its value: (constant, value)."""
    for literal in literals:
        parts = linear.parts_of(literal)
        if parts is None or parts[0] != "eq":
            if literal.op is T.EQ and literal.args[0].op is T.VAR and literal.args[1].op is T.CONST:
                return literal.args[0], literal.args[1]
            continue
        for variable, coefficient in reversed(parts[1]):
            if coefficient in (1, -1) and variable.op is T.VAR:
                rest = tuple((v, -c * coefficient) for v, c in parts[1] if v is not variable)
                return variable, linear.sum_of(rest, parts[2] * coefficient)
    return None


def _project(literals: tuple[Term, ...], live: frozenset[Term]) -> tuple[Term, ...]:
    """Without constants that no value depends on, where that is exact; unconnected literals go as a whole.

    The literals are satisfiable together, so what shares no constant with the values says nothing about them.
    """
    while True:
        dead = {v: None for c in literals for v in sorted(T.free_variables(c) - live, key=lambda v: v.id)}
        for name in dead:
            shorter = eliminate(literals, name) if name.sort is T.INT else None
            if shorter is not None:
                facts = Facts(c for c in shorter if c is not T.TRUE)
                if not facts.consistent:
                    return (T.FALSE,)
                literals = facts.literals()
                break
        else:
            return _connected(literals, live) if dead else literals


def _connected(literals: tuple[Term, ...], live: frozenset[Term]) -> tuple[Term, ...]:
    reached = set(live)
    kept: dict[Term, None] = {}
    changed = True
    while changed:
        changed = False
        for literal in literals:
            if literal not in kept and T.free_variables(literal) & reached:
                kept[literal] = None
                reached |= T.free_variables(literal)
                changed = True
    return tuple(c for c in literals if c in kept)
