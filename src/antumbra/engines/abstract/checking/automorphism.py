"""Like parts of a system: which of them may be exchanged, shown on the system itself.

A ``Family`` is a number of parts with corresponding variables (processes of one template). Exchanging two parts maps
states to states; it is an *automorphism* if it maps every step of the program to a step of the program. This is proved
step by step, with a solver where the terms are not the same; what a front end says about its templates is only a hint.
If exchanging neighbours is an automorphism, so is every permutation of the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.terms import Term

#: for each family the order of its parts: the part at place i of the new state is the old state's part ``order[i]``
Turn = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Family:
    """``parts[i][k]`` corresponds to ``parts[j][k]``. ``pointers`` are variables that may hold the name of a part: the
    value that means part i is at place i."""

    parts: tuple[tuple[Term, ...], ...]
    pointers: tuple[tuple[Term, tuple[int, ...]], ...] = ()

    def exchange(self, first: int, second: int) -> tuple[dict[Term, Term], dict[Term, tuple[int, int]]]:
        """The variables that change places, and for each pointer the two values that do."""
        names: dict[Term, Term] = {}
        for a, b in zip(self.parts[first], self.parts[second], strict=True):
            names[a], names[b] = b, a
        return names, {p: (values[first], values[second]) for p, values in self.pointers}

    def sources(self, order: Sequence[int]) -> dict[Term, Term]:
        """Variable → the variable of the old state whose value it gets."""
        return {
            here: there
            for place, part in enumerate(order)
            for here, there in zip(self.parts[place], self.parts[part], strict=True)
        }

    def renamed(self, order: Sequence[int]) -> dict[Term, dict[int, int]]:
        """For each pointer: the values that change."""
        return {p: {values[part]: values[place] for place, part in enumerate(order)} for p, values in self.pointers}


class Step(NamedTuple):
    """A step of a program. Exchanging parts must map it to one of the same ``kind``."""

    kind: Hashable
    guard: Term
    values: Mapping[Term, Term]
    unknowns: tuple[Term, ...]


def images(
    steps: Sequence[Step], family: Family, first: int, second: int, valid: Callable[[Term], bool]
) -> list[int] | None:
    """For each step, the one it becomes when two parts are exchanged; None if that is not a step of the program.

    ``valid`` tells whether a formula holds for all values.
    """
    names, pointers = family.exchange(first, second)
    old: dict[Term, Term] = dict(names)
    for pointer, (a, b) in pointers.items():
        old[pointer] = _exchanged(names.get(pointer, pointer), a, b)
    found: list[int] = []
    taken: set[int] = set()
    similar: dict[tuple[Hashable, frozenset[Term]], list[int]] = {}
    for number, step in enumerate(steps):
        similar.setdefault((step.kind, frozenset(step.values)), []).append(number)
    for step in steps:
        guard = T.substitute(step.guard, old)
        values: dict[Term, Term] = {}
        for variable, value in step.values.items():
            new = T.substitute(value, old)
            if variable in pointers:
                new = _exchanged(new, *pointers[variable])
            values[names.get(variable, variable)] = new
        candidates = similar.get((step.kind, frozenset(values)), ())
        match = (n for n in candidates if n not in taken and _same(guard, values, step.unknowns, steps[n], valid))
        image = next(match, None)
        if image is None:
            return None
        taken.add(image)
        found.append(image)
    return found


def _exchanged(value: Term, a: int, b: int) -> Term:
    """The value, with ``a`` and ``b`` exchanged."""
    one, two = T.const(a, value.sort), T.const(b, value.sort)
    return T.ite(T.eq(value, one), two, T.ite(T.eq(value, two), one, value))


def _same(
    guard: Term, values: dict[Term, Term], unknowns: tuple[Term, ...], other: Step, valid: Callable[[Term], bool]
) -> bool:
    if len(unknowns) != len(other.unknowns):
        return False
    if any(
        mine.op is T.CONST and theirs.op is T.CONST and mine is not theirs
        for mine, theirs in ((values[v], w) for v, w in other.values.items())
    ):
        return False
    if unknowns:
        mapping = _unknowns(values, unknowns, other)
        if mapping is None:
            return False
        guard = T.substitute(guard, mapping)
        values = {v: T.substitute(u, mapping) for v, u in values.items()}
    if guard is not other.guard and not valid(T.eq(guard, other.guard)):
        return False
    return all(
        mine is other.values[v] or valid(T.implies(guard, T.eq(mine, other.values[v]))) for v, mine in values.items()
    )


def _unknowns(values: Mapping[Term, Term], unknowns: tuple[Term, ...], other: Step) -> dict[Term, Term] | None:
    """Which unknown value of the other step plays the part of each: known by the variable that takes it."""
    mapping: dict[Term, Term] = {}
    for variable, value in values.items():
        if value in unknowns:
            partner = other.values[variable]
            if partner not in other.unknowns or mapping.setdefault(value, partner) is not partner:
                return None
    if len(set(mapping.values())) != len(mapping):
        return None
    used = frozenset[Term]().union(*(T.free_variables(v) for v in values.values()))
    if any(u in used and u not in mapping for u in unknowns):
        return None
    # Unknowns that no variable takes keep their order.
    mine = [u for u in unknowns if u not in mapping]
    theirs = [u for u in other.unknowns if u not in mapping.values()]
    if len(mine) != len(theirs):
        return None
    return {**mapping, **dict(zip(mine, theirs, strict=True))}


def well_formed(family: Family) -> bool:
    """Whether exchanging parts is a map of states at all, and undoes itself when done twice."""
    every = [v for part in family.parts for v in part]
    values = dict(family.pointers)
    return (
        len(set(every)) == len(every)
        and len({len(part) for part in family.parts}) == 1
        and all(a.sort is b.sort for part in family.parts for a, b in zip(family.parts[0], part, strict=True))
        and all(len(set(v)) == len(family.parts) == len(v) for v in values.values())
        and all(
            values.get(a) == values.get(b) for part in family.parts for a, b in zip(family.parts[0], part, strict=True)
        )
    )


def is_turn(families: Sequence[Family], turn: Turn) -> bool:
    """Whether it permutes the parts of each family."""
    return len(turn) == len(families) and all(
        sorted(order) == list(range(len(f.parts))) for f, order in zip(families, turn, strict=True)
    )
