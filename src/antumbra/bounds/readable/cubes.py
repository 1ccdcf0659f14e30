"""Cubes: conjunctions of a set of values for each of some inputs or terms over them, and of other conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Failure
from antumbra.bounds.readable.float_values import float_values
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import dataclass
from antumbra.solvers.chain.domains import Bounds, intersection, union
from antumbra.solvers.chain.shape import condition_note, variable_note
from antumbra.terms import Term

#: intervals of a set, before it is a condition like any other
MOST_INTERVALS: Final = 24
#: rounds in which what is known of inputs simplifies the other conditions
_ROUNDS: Final = 4


_COMPARISONS: Final = frozenset({T.EQ, T.BVULT, T.BVULE, T.BVSLT, T.BVSLE})


@dataclass(frozen=True, slots=True)
class Cube:
    """``sets``: of each input, or term over several, that is bound, its values (unsigned, ascending, with exclusive
    ends). ``rest``: other conditions. ``failure``: of all its inputs."""

    sets: Mapping[Term, Bounds]
    rest: tuple[Term, ...] = ()
    failure: Failure | None = None

    @property
    def literals(self) -> int:
        return sum(len(bounds) // 2 for bounds in self.sets.values()) + len(self.rest)

    def condition(self, signed: frozenset[Term] = frozenset()) -> Term:
        """``signed``: variables whose sets are told in the order of signed numbers."""
        return T.and_(T.TRUE, *(self.literal_conditions(signed)))

    def literal_conditions(self, signed: frozenset[Term]) -> Iterator[Term]:
        for variable, bounds in self.sets.items():
            yield membership(variable, bounds, signed=has_sign(variable, bounds, signed))
        yield from self.rest


def cubes_of(condition: Term, failure: Failure | None = None) -> Iterator[Cube]:
    """Cubes that are together the condition: one for each part of a disjunction."""
    condition = T.simplify(condition)
    for part in condition.args if condition.op is T.OR else (condition,):
        cube = cube_of(part, failure)
        if cube is not None:
            yield cube


def cube_of(condition: Term, failure: Failure | None = None) -> Cube | None:
    """None where no value is left."""
    cube = _plain(condition, failure)
    for _ in range(_ROUNDS):
        if cube is None:
            return None
        simpler = [_under(part, cube.sets) for part in cube.rest]
        if all(one is other for one, other in zip(simpler, cube.rest, strict=True)):
            return cube
        cube = _plain(T.and_(T.TRUE, *(membership(v, b) for v, b in cube.sets.items()), *simpler), failure)
    return cube


def _plain(condition: Term, failure: Failure | None) -> Cube | None:
    """Conditions on one variable become its set."""
    sets: dict[Term, Bounds] = {}
    rest: dict[Term, None] = {}
    for part in conjuncts(condition):
        found = values_of(part)
        if found is None:
            rest[part] = None
            continue
        variable, bounds = found
        sets[variable] = intersection(sets[variable], bounds) if variable in sets else bounds
    if T.FALSE in rest or any(not bounds for bounds in sets.values()):
        return None
    kept = {variable: bounds for variable, bounds in sets.items() if bounds != full(variable)}
    for variable in [v for v, bounds in kept.items() if len(bounds) > 2 * MOST_INTERVALS]:
        del kept[variable]
        rest.update((part, None) for part in conjuncts(condition) if (values_of(part) or (None,))[0] is variable)
    order = sorted(kept, key=lambda term: (term.op is not T.VAR, str(term.data) if term.op is T.VAR else ""))
    return Cube({variable: kept[variable] for variable in order}, tuple(rest), failure)


def _under(part: Term, sets: Mapping[Term, Bounds]) -> Term:
    """A condition that says the same where the sets hold: with the values of inputs that have one value only, and
    without alternatives that the sets exclude."""
    single = {v: T.const(b[0], v.sort) for v, b in sets.items() if v.op is T.VAR and len(b) == 2 and b[1] == b[0] + 1}
    part = T.substitute(part, {v: c for v, c in single.items() if v in T.free_variables(part)})
    if part.op is T.NOT and part.args[0].op is T.AND:
        alternatives = [T.not_(a) for a in part.args[0].args]
    elif part.op is T.OR:
        alternatives = list(part.args)
    else:
        return part
    left = [a for a in alternatives if _fits(a, sets)]
    return part if len(left) == len(alternatives) else T.or_(T.FALSE, *left)


def _fits(alternative: Term, sets: Mapping[Term, Bounds]) -> bool:
    """Do its conditions on single variables leave them a value?"""
    for condition in conjuncts(alternative):
        found = values_of(condition)
        if found is not None and not intersection(sets.get(found[0], full(found[0])), found[1]):
            return False
    return True


def values_of(condition: Term) -> tuple[Term, Bounds] | None:
    """The one variable of a condition, or the term that it compares with a constant, and exactly the values for which
    it holds, where that is easily found."""
    free = T.free_variables(condition)
    if len(free) != 1:
        return _compared(condition)
    (variable,) = free
    found = _split(condition, variable)
    if found is None and variable.sort.kind == "bv":
        found = float_values(condition, variable, lambda atom: _split(atom, variable))
    return None if found is None else (variable, found)


def _compared(condition: Term) -> tuple[Term, Bounds] | None:
    atom = condition.args[0] if condition.op is T.NOT else condition
    if atom.op not in _COMPARISONS or len(atom.args) != 2:
        return None
    left, right = atom.args
    if left.sort.kind != "bv" or (left.op is T.CONST) == (right.op is T.CONST):
        return None
    form = right if left.op is T.CONST else left
    stands = T.var("a term", form.sort)
    simple = T.intern(atom.op, tuple(stands if a is form else a for a in atom.args))
    found = _split(simple if atom is condition else T.intern(T.NOT, (simple,)), stands)
    return None if found is None else (form, found)


def has_sign(term: Term, bounds: Bounds, signed: frozenset[Term]) -> bool:
    """Is a set told in the order of signed numbers? Of terms, where that is no longer."""
    if term.op is T.VAR or term.sort.kind != "bv":
        return term in signed
    return len(intervals(bounds, term.width, signed=True)) <= len(bounds) // 2


def _split(condition: Term, variable: Term) -> Bounds | None:
    whole = variable_note(variable).full
    split = None if whole is None else condition_note(condition).split(whole)
    return None if split is None else split[0].bounds


def full(variable: Term) -> Bounds:
    return (0, 1 << (variable.sort.width or 1))


def joined(one: Cube, other: Cube) -> Cube | None:
    """One cube that is exactly both, where they differ in the values of one variable only."""
    if one.failure != other.failure or one.rest != other.rest or one.sets.keys() != other.sets.keys():
        return None
    different = [v for v in one.sets if one.sets[v] != other.sets[v]]
    if len(different) > 1:
        return None
    sets = dict(one.sets)
    for variable in different:
        sets[variable] = union(one.sets[variable], other.sets[variable])
        if sets[variable] == full(variable):
            del sets[variable]
        elif len(sets[variable]) > 2 * MOST_INTERVALS:
            return None
    return Cube(sets, one.rest, one.failure)


def merged(cubes: Iterable[Cube]) -> list[Cube]:
    """The same set in fewer cubes: neighbours that differ in one variable become one."""
    found: list[Cube] = []
    for cube in cubes:
        grown = cube
        at = 0
        while at < len(found):
            both = joined(found[at], grown)
            if both is None:
                at += 1
                continue
            del found[at]
            grown, at = both, 0
        found.append(grown)
    return found


# ---------------------------------------------------------------- sets as conditions


def membership(variable: Term, bounds: Bounds, *, signed: bool = False) -> Term:
    """The variable has one of the values."""
    if variable.sort is T.BOOL:
        known: dict[Bounds, Term] = {(0, 1): T.not_(variable), (1, 2): variable, (0, 2): T.TRUE}
        return known.get(bounds, T.FALSE)
    width = variable.width
    pieces = intervals(bounds, width, signed=signed)
    low, high = limits(width, signed=signed)
    below = T.bvsle if signed else T.bvule
    parts: list[Term] = []
    for first, last in pieces:
        if first == last:
            parts.append(T.eq(variable, T.bv(first, width)))
            continue
        ends = [below(T.bv(first, width), variable)] if first != low else []
        ends += [below(variable, T.bv(last, width))] if last != high else []
        parts.append(T.and_(T.TRUE, *ends))
    return T.or_(T.FALSE, *parts)


def limits(width: int, *, signed: bool) -> tuple[int, int]:
    half = 1 << (width - 1)
    return (-half, half - 1) if signed else (0, 2 * half - 1)


def intervals(bounds: Bounds, width: int, *, signed: bool) -> list[tuple[int, int]]:
    """Least and greatest numbers of each interval, in the order of signed or of unsigned numbers."""
    plain = [(low, end - 1) for low, end in zip(bounds[::2], bounds[1::2], strict=True)]
    if not signed:
        return plain
    half = 1 << (width - 1)
    below = [(max(low, half) - 2 * half, high - 2 * half) for low, high in plain if high >= half]
    above = [(low, min(high, half - 1)) for low, high in plain if low < half]
    if below and above and below[-1][1] == -1 and above[0][0] == 0:
        return [*below[:-1], (below[-1][0], above[0][1]), *above[1:]]
    return below + above


def of_intervals(pieces: Iterable[tuple[int, int]], width: int) -> Bounds:
    """Back: intervals of signed or unsigned numbers as a set."""
    found: Bounds = ()
    top = 1 << width
    for low, high in pieces:
        if low < 0 <= high:
            found = union(union(found, (low % top, top)), (0, high + 1))
        else:
            found = union(found, (low % top, high % top + 1))
    return found
