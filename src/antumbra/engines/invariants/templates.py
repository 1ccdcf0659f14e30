"""Guesses for loop invariants: intervals, differences, sums, congruences, and what the program itself compares.

Guesses are only that: each is dropped as soon as a state at the loop's head does not satisfy it (Houdini).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.evaluation import Environment, Evaluation
from antumbra.engines.backward.formula import linear
from antumbra.engines.backward.locations import Locations
from antumbra.program import model as P
from antumbra.semantics.state import State
from antumbra.terms import Term

#: locations that are compared pair by pair
MOST_PAIRED = 10
#: locations whose sums of three are compared
MOST_TRIPLED = 8
#: factors of linear relations between two locations
LARGEST_FACTOR = 1 << 16

Value = Callable[[Term], Any]


def candidates(locations: Sequence[Term], first: Value, later: Value) -> Iterator[Term]:
    """Conditions over locations that may be invariant, from their values in two states of a loop."""
    numbers = [location for location in locations if location.sort.kind == "bv"]
    for location in numbers:
        yield from _bounds(location, first(location), later(location))
    for location in locations:
        if location.sort is T.BOOL:
            yield from (location, T.not_(location))
    paired = numbers[:MOST_PAIRED]
    for position, x in enumerate(paired):
        for y in paired[position + 1 :]:
            if x.sort is y.sort:
                yield from _relations(x, y, first, later)
    for x, y, z in combinations(numbers[:MOST_TRIPLED], 3):
        if x.sort is y.sort and x.sort is z.sort:
            yield from _sums(x, y, z, first, later)


def _bounds(x: Term, first: Any, later: Any) -> Iterator[Term]:
    for value in (first, later):
        if value.__class__ is int:
            c = T.const(value, x.sort)
            yield from (T.bvsge(x, c), T.bvsle(x, c), T.bvuge(x, c), T.bvule(x, c))
    if first.__class__ is int and later.__class__ is int and first != later:
        step = (later - first) & ((1 << x.width) - 1)
        low = (step & -step).bit_length() - 1
        if low > 0:
            yield T.eq(T.extract(low - 1, 0, x), T.bv(first & ((1 << low) - 1), low))


def _relations(x: Term, y: Term, first: Value, later: Value) -> Iterator[Term]:
    yield from (T.eq(x, y), T.bvsle(x, y), T.bvsle(y, x), T.bvule(x, y), T.bvule(y, x))
    limit = 1 << x.width
    for form in (T.bvsub(x, y), T.bvadd(x, y)):
        value = first(form)
        if value.__class__ is int and value == later(form):
            yield T.eq(form, T.const(value, x.sort))
    dx, dy = later(T.bvsub(x, T.const(0, x.sort))), later(y)
    x0, y0 = first(x), first(y)
    if all(v.__class__ is int for v in (dx, dy, x0, y0)):
        dx, dy = (dx - x0) % limit, (dy - y0) % limit
        if 0 < dx < LARGEST_FACTOR and 0 < dy < LARGEST_FACTOR and dx != dy:
            form = T.bvsub(T.bvmul(x, T.const(dy, x.sort)), T.bvmul(y, T.const(dx, x.sort)))
            yield T.eq(form, T.const((dy * x0 - dx * y0) % limit, x.sort))


def _sums(x: Term, y: Term, z: Term, first: Value, later: Value) -> Iterator[Term]:
    """One of three is the sum of the others, or the three have a sum that stays."""
    both = T.bvadd(x, y)
    for form in (T.bvsub(both, z), T.bvsub(T.bvadd(x, z), y), T.bvsub(T.bvadd(y, z), x), T.bvadd(both, z)):
        values = [_number(value(form)) for value in (first, later)]
        if values[0] is not None and values[0] == values[1]:
            yield T.eq(form, T.const(values[0], x.sort))


def _number(value: Any) -> int | None:
    """The value of a form, also where unknowns cancel out."""
    if value.__class__ is not Term:
        return value
    form = linear(value)
    return form.data if form.op is T.CONST else None


def from_path(conditions: Iterable[Term], held: dict[Term, Term]) -> Iterator[Term]:
    """Conditions on inputs as conditions on the locations that hold these inputs."""
    for condition in conditions:
        free = T.free_variables(condition)
        if free and all(variable in held for variable in free):
            yield T.substitute(condition, {variable: held[variable] for variable in free})


def compared(
    procedure: P.Procedure,
    depth: int,
    locations: Locations,
    evaluation: Evaluation,
    environment: Environment,
    state: State,
) -> Iterator[Term]:
    """What the procedure compares, as conditions on locations of the state; with its weaker and stronger forms."""
    for block in procedure.blocks.values():
        known: dict[Term, Term | None] = {}
        for command in (*block.commands, block.terminator):
            for atom in _conditions(command):
                expanded = _expand(atom, known, depth, locations, environment)
                if expanded is not None:
                    yield from _variants(expanded)
            _define(command, known, depth, locations, evaluation, environment, state)


def _conditions(command: P.Command | P.Terminator) -> Iterator[Term]:
    match command:
        case P.Assign():
            yield from (value for value in command.values if value.sort is T.BOOL and value.args)
        case P.Assume() | P.Assert() | P.Branch():
            if command.condition.args:
                yield command.condition
        case P.Switch():
            yield from (T.eq(command.value, T.const(case, command.value.sort)) for case, _ in command.cases[:8])
        case _:
            pass


def _define(
    command: P.Command | P.Terminator,
    known: dict[Term, Term | None],
    depth: int,
    locations: Locations,
    evaluation: Evaluation,
    environment: Environment,
    state: State,
) -> None:
    """Follow what a command gives its targets; None where that cannot be said."""
    match command:
        case P.Assign():
            values = [_expand(value, known, depth, locations, environment) for value in command.values]
            known.update(zip(command.targets, values, strict=True))
        case P.Load():
            address = _expand(command.address, known, depth, locations, environment)
            at = None if address is None else evaluation.evaluate(address, environment, state)
            width = command.width
            known[command.target] = locations.cell(at, width) if isinstance(at, int) and width <= 8 else None
        case P.Havoc():
            known[command.target] = None
        case P.Call():
            known.update(dict.fromkeys(command.targets))
        case P.Alloc():
            known[command.target] = None
        case P.Builtin():
            known.update(dict.fromkeys(command.targets))
        case _:
            pass


def _expand(
    term: Term, known: dict[Term, Term | None], depth: int, locations: Locations, environment: Environment
) -> Term | None:
    mapping: dict[Term, Term] = {}
    for variable in sorted(T.free_variables(term), key=lambda v: v.id):
        if variable in known:
            value = known[variable]
            if value is None:
                return None
            mapping[variable] = value
        else:
            location = locations.local(depth, variable)
            if location not in environment:
                return None
            mapping[variable] = location
    return T.substitute(term, mapping)


def _variants(atom: Term) -> Iterator[Term]:
    work = [atom]
    while work:
        item = work.pop()
        if item.op in (T.AND, T.OR):
            work.extend(item.args)
            continue
        while item.op is T.NOT:
            item = item.args[0]
        if item.op is T.CONST:
            continue
        yield from (item, T.not_(item))
        if len(item.args) == 2 and item.args[0].sort.kind == "bv":
            a, b = item.args
            if item.op in (T.BVSLT, T.BVSLE, T.EQ):
                yield from (T.bvsle(a, b), T.bvsle(b, a))
            if item.op in (T.BVULT, T.BVULE, T.EQ):
                yield from (T.bvule(a, b), T.bvule(b, a))
