"""What the loops that were closed have in common in every round, for the independent check (``antumbra.proofs``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from antumbra import terms as T
from antumbra.engines.interpolate.locations import Locations
from antumbra.engines.interpolate.widening import Trial
from antumbra.program import model as P
from antumbra.proofs import Cell, Certificate, LoopClaim
from antumbra.terms import Term

if TYPE_CHECKING:
    from antumbra.engines.interpolate.interpolator import Interpolator

#: trials of which claims are made
MOST_TRIALS = 200


def certificate_of(engine: Interpolator) -> Certificate:
    """Of a run that is complete. Guesses about what a claim has no words for are left out."""
    entries = engine.machine.compiler.entries
    claims: list[LoopClaim] = []
    for trial in engine.loops.proved[:MOST_TRIALS]:
        entry = entries[trial.point[0]]
        if entry.index == 0:
            words = _Words(engine.machine.program, engine.locations, trial)
            claims.append(words.claim(entry.procedure, entry.label))
    return Certificate.of_loops(claims)


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
