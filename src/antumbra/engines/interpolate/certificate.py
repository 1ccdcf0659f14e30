"""What holds in every round of loops that were closed and at every call of recursive procedures, for the independent
check (``antumbra.proofs``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.formula import Formula, member
from antumbra.engines.backward.locations import NEXT_PAGE, Locations
from antumbra.engines.backward.trace import Point
from antumbra.engines.interpolate.loops.widening import Trial
from antumbra.engines.interpolate.recursion.contracts import Contract
from antumbra.engines.interpolate.tree.table import Table
from antumbra.engines.invariants.sample_hulls import Hull
from antumbra.program import model as P
from antumbra.proofs import Cell, Certificate, JoinClaim, Local, LoopClaim, at_entry, result
from antumbra.proofs import Contract as Claimed
from antumbra.records import replace
from antumbra.semantics.machine import Machine
from antumbra.solvers.chain.domains import union
from antumbra.terms import Term

#: trials of which claims are made
MOST_TRIALS = 200
#: interpolants of one point that are handed out, those of one form counted as one
MOST_ALTERNATIVES = 300
_NEXT = frozenset((NEXT_PAGE,))


def certificate_of(
    machine: Machine, locations: Locations, closed: Sequence[Trial], contracts: Iterable[Contract], table: Table
) -> Certificate:
    """Of a run that is complete. Guesses about what a claim has no words for are left out."""
    program, entries = machine.program, machine.compiler.entries
    claims: list[LoopClaim] = []
    for trial in closed[:MOST_TRIALS]:
        entry = entries[trial.point[0]]
        if entry.index == 0:
            words = _Words(program, locations, trial)
            claims.append(words.claim(entry.procedure, entry.label))
    made: dict[str, Claimed] = {}
    for contract in contracts:
        claimed = _Columns(program, contract).claim()
        known = made.get(claimed.procedure)
        made[claimed.procedure] = claimed if known is None else _both(known, claimed)
    return replace(
        Certificate.of_loops(claims), contracts=tuple(made.values()), joins=tuple(_joins(machine, locations, table))
    )


def _joins(machine: Machine, locations: Locations, table: Table) -> Iterator[JoinClaim]:
    """Interpolants of joins and loop heads: a state that satisfies one comes to no violation."""
    entries = machine.compiler.entries
    found: dict[Point, dict[frozenset[Term], list[Formula]]] = {}
    for point, formula in table.learnt():
        found.setdefault(point, {}).setdefault(frozenset(formula.sets), []).append(formula)
    for (region, callers), kinds in found.items():
        words = _Places(machine.program, locations)
        told = (words.told(one) for formulas in kinds.values() for one in _united(formulas))
        alternatives = dict.fromkeys(condition for condition in told if condition is not None)
        if len(alternatives) <= MOST_ALTERNATIVES:
            calls = tuple((entries[c].procedure, entries[c].label, entries[c].index - 1) for c in callers)
            names = tuple(words.locals.values()), tuple(words.cells.values())
            yield JoinClaim(calls, entries[region].procedure, entries[region].label, tuple(alternatives), *names)


def _united(formulas: Sequence[Formula]) -> Iterator[Term]:
    """Those that say something of one form only, and of the same, as one."""
    first = formulas[0]
    if len(first.sets) == 1 and not any(formula.others for formula in formulas):
        (form,) = first.sets
        yield member(form, reduce(union, (formula.sets[form] for formula in formulas)))
    else:
        yield from (T.and_(*formula.conditions()) for formula in formulas)


class _Places:
    """What an interpolant speaks of, in the words of claims."""

    def __init__(self, program: P.Program, locations: Locations) -> None:
        self._program = program
        self._locations = locations
        self.locals: dict[Term, Local] = {}
        self.cells: dict[Term, Cell] = {}

    def told(self, condition: Term) -> Term | None:
        """The same condition, if there are words for all of it. Where the next object lies is our own affair: the check
        has no such number, and nothing depends on it there."""
        parts = condition.args if condition.op is T.AND else (condition,)
        condition = T.and_(*(part for part in parts if T.free_variables(part) != _NEXT))
        return condition if all(map(self._named, T.free_variables(condition))) else None

    def _named(self, location: Term) -> bool:
        program, locations = self._program, self._locations
        depth, place = locations.depth(location), locations.cells.get(location)
        if depth is not None:
            self.locals[location] = Local(location, depth, locations.original(location))
        elif place is not None and any(o.address <= place[0] < o.address + o.size for o in program.objects):
            address = T.const(place[0], T.bv_sort(program.layout.pointer_width))
            self.cells[location] = Cell(location, address, place[1])
        else:
            return location in program.variables
        return True


def _both(one: Claimed, other: Claimed) -> Claimed:
    """The claims of two contracts: the check keeps those that hold together."""
    before, after = dict.fromkeys((*one.before, *other.before)), dict.fromkeys((*one.after, *other.after))
    return Claimed(one.procedure, tuple(before), tuple(after), tuple(dict.fromkeys((*one.cells, *other.cells))))


class _Columns:
    """A contract in the words of claims."""

    def __init__(self, program: P.Program, contract: Contract) -> None:
        self._program = program
        self._contract = contract
        self._cells: dict[Term, Cell] = {}
        #: parameters and global variables that have one value at all calls
        self._fixed: list[tuple[Term, int]] = []
        for i, (place, _) in enumerate(contract.entering()):
            value = None if contract.before is None else contract.before.constant(i)
            if value is not None and isinstance(place, int | Term):
                self._fixed.append((place if isinstance(place, Term) else contract.procedure.parameters[place], value))

    def claim(self) -> Claimed:
        contract = self._contract
        procedure = contract.procedure
        entering, leaving = contract.entering(), contract.leaving()
        given = [self._name(place, sort, procedure.parameters) for place, sort in entering]
        results = [result(i, r.sort) for i, r in enumerate(procedure.results)]
        returned = [self._name(place, sort, results) for place, sort in leaving]
        # after the call a variable or cell has another value than at the call
        old = [
            name if name is None or place.__class__ is int else at_entry(name)
            for name, (place, _) in zip(given, entering, strict=True)
        ]
        before = [] if contract.before is None else _renamed(contract.before, given)
        after = [] if contract.after is None else _renamed(contract.after, [*old, *returned])
        return Claimed(procedure.name, tuple(before), tuple(after), tuple(self._cells.values()))

    def _name(self, place: Any, sort: T.Sort, numbered: Sequence[Term]) -> Term | None:
        if isinstance(place, int):
            return numbered[place]
        if isinstance(place, Term):
            return place
        where = self._address(place[0])
        if where is None:
            return None
        variable = T.var(f"cell {place[0]} {place[1]} of {self._contract.procedure.name}", sort)
        self._cells[variable] = Cell(variable, where, place[1])
        return variable

    def _address(self, address: int) -> Term | None:
        """As a number if it is one of a static object, else by what points to the object."""
        pointer = T.bv_sort(self._program.layout.pointer_width)
        if any(o.address <= address < o.address + o.size for o in self._program.objects):
            return T.const(address, pointer)
        objects = self._contract.like.objects
        for name, value in self._fixed:
            if name.sort is pointer and _in(objects.find(value), objects.find(address)):
                return T.bvadd(name, T.const(address - value, pointer))
        return None


def _renamed(hull: Hull, names: Sequence[Term | None]) -> list[Term]:
    """Conditions of a hull, without those about what has no name."""
    known = {column: name for column, name in zip(hull.columns, names, strict=True) if name is not None}
    conditions = [c for c in hull.conditions() if T.free_variables(c) <= known.keys()]
    return [T.substitute(c, {v: known[v] for v in T.free_variables(c)}) for c in conditions]


class _Words:
    """Guesses of one trial in the words of claims."""

    def __init__(self, program: P.Program, locations: Locations, trial: Trial) -> None:
        self._program = program
        self._locations = locations
        self._trial = trial
        self._depth = len(trial.point[1])
        self._cells: dict[Term, Cell] = {}

    def claim(self, procedure: str, head: str) -> LoopClaim:
        conditions: dict[Term, None] = {}
        for guess in (*self._trial.guesses, *self._fixed()):
            names = self._names(T.free_variables(guess))
            if names is not None:
                conditions[T.substitute(guess, names)] = None
        return LoopClaim(procedure, head, tuple(conditions), tuple(self._cells.values()))

    def _fixed(self) -> Iterable[Term]:
        """What no round changes."""
        for location, value in self._trial.fixed.items():
            if value.__class__ in (int, bool) and location.sort.kind in ("bv", "bool"):
                yield T.eq(location, T.const(value, location.sort))

    def _names(self, used: Iterable[Term]) -> Mapping[Term, Term] | None:
        names: dict[Term, Term] = {}
        for location in used:
            name = self._name(location)
            if name is None:
                return None
            names[location] = name
        return names

    def _name(self, location: Term) -> Term | None:
        if location in self._program.variables:
            return location
        if self._locations.depth(location) == self._depth:
            return self._locations.original(location)
        place = self._locations.cells.get(location)
        return None if place is None else self._cell(location, *place)

    def _cell(self, location: Term, address: int, width: int) -> Term | None:
        """A cell of a static object by its address; of another one by a variable that points to the object."""
        pointer = T.bv_sort(self._program.layout.pointer_width)
        static = any(o.address <= address < o.address + o.size for o in self._program.objects)
        where = T.const(address, pointer) if static else self._pointed(address, pointer)
        if where is None:
            return None
        self._cells[location] = Cell(location, where, width)
        return location

    def _pointed(self, address: int, pointer: T.Sort) -> Term | None:
        objects = self._trial.state.objects
        item = objects.find(address)
        for location, value in self._trial.fixed.items():
            if location.sort is not pointer or value.__class__ is not int or _in(objects.find(value), item) is False:
                continue
            name = location if location in self._program.variables else None
            if self._locations.depth(location) == self._depth:
                name = self._locations.original(location)
            if name is not None:
                return T.bvadd(name, T.const(address - value, pointer))
        return None


def _in(one: Any, other: Any) -> bool:
    return one is not None and other is not None and one.base == other.base
