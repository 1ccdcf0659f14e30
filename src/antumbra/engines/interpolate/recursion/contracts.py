"""What is assumed of all calls of a procedure: which states may enter it, and what it leaves behind.

A contract speaks of *columns*: parameters, global variables and memory cells when the procedure is entered, results,
variables and cells when it returns. Both sides are hulls of samples (``invariants.sample_hulls``), so
that they are as strong as what was seen allows, and grow with what contradicts them. Memory that no sample has changed
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.effects import Effects
from antumbra.engines.invariants.sample_hulls import Hull, Sample
from antumbra.program import model as P
from antumbra.records import dataclass, field
from antumbra.semantics.memory.cells import write
from antumbra.semantics.memory.lifetimes import drop_content
from antumbra.semantics.memory.memory_state import same_objects
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import PAGE_BITS
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import State
from antumbra.solvers import Chain, PathCondition, Sat, Unknown
from antumbra.terms import Sort, Term

#: bytes of an object whose cells are columns, and of one that becomes unknown as a whole
MOST_BYTES = 32
LARGEST_OBJECT = 1 << 14
#: sorts of values that can be unknown
KINDS = ("bv", "bool", "int", "real", "fp")
#: samples that one state is asked for before it is given up
MOST_SAMPLES = 40
#: conditions in one question: the more, the harder it is
MOST_ASKED = 16

Cell = tuple[int, int]  #: address and width


class Unsuitable(Exception):  # noqa: N818 - it says what a trial met, not that something failed
    """A state that contracts cannot speak of."""


@dataclass(slots=True)
class Contract:
    """``like``: a state at the entry, for everything that is the same at all entries. ``before`` is None where any
    values may enter. ``varying`` and ``written`` objects by their bases, with the cells that are columns."""

    procedure: P.Procedure
    region: int
    effects: Effects
    like: State
    thresholds: tuple[int, ...]
    splits: tuple[Term, ...]
    #: global variables that decide nothing
    idle: frozenset[Term]
    any_entry: bool
    varying: dict[int, tuple[Cell, ...]] = field(default_factory=dict[int, tuple[Cell, ...]])
    written: dict[int, tuple[Cell, ...]] = field(default_factory=dict[int, tuple[Cell, ...]])
    before: Hull | None = None
    after: Hull | None = None
    #: changes whenever the contract says something else
    version: int = 0
    #: contracts, by procedure, that the last exploration of this one rests on, with their versions
    rests_on: dict[str, int] = field(default_factory=dict[str, int])
    count: int = 0

    def __post_init__(self) -> None:
        self.reshape()

    # ------------------------------------------------------------ columns

    def reshape(self) -> None:
        """Begin anew with other columns."""
        self.version += 1
        entering, leaving = self.entering(), self.leaving()
        places = [*entering, *leaving]
        if any(sort.kind not in KINDS for _, sort in places):
            raise Unsuitable
        before, after = self._columns("in", entering), self._columns("out", leaving)
        idle = [i for i, (place, _) in enumerate(places) if place in self.idle]
        splits = self._renamed()
        self.before = None if self.any_entry else Hull(before, (), self.thresholds, splits, idle)
        aims = range(len(before), len(places))
        self.after = Hull((*before, *after), aims, self.thresholds, splits, idle)

    def _renamed(self) -> list[Term]:
        """Conditions that the procedure tests, over columns."""
        named = [*self.procedure.parameters, *self.effects.mentioned]
        mapping = {v: T.var(f"in {i}", v.sort) for i, v in enumerate(named)}
        return [T.substitute(split, {v: mapping[v] for v in T.free_variables(split)}) for split in self.splits]

    def entering(self) -> list[tuple[Any, Sort]]:
        """Places at the entry, with their sorts."""
        places: list[tuple[Any, Sort]] = [(i, p.sort) for i, p in enumerate(self.procedure.parameters)]
        places += [(variable, variable.sort) for variable in self.effects.mentioned]
        places += [(cell, T.bv_sort(8 * cell[1])) for cells in self.varying.values() for cell in cells]
        return places

    def leaving(self) -> list[tuple[Any, Sort]]:
        """Places at the return, with their sorts."""
        places: list[tuple[Any, Sort]] = [(i, r.sort) for i, r in enumerate(self.procedure.results)]
        places += [(variable, variable.sort) for variable in self.effects.written]
        places += [(cell, T.bv_sort(8 * cell[1])) for cells in self.written.values() for cell in cells]
        return places

    @staticmethod
    def _columns(side: str, places: Sequence[tuple[Any, Sort]]) -> list[Term]:
        return [T.var(f"{side} {i}", sort) for i, (_, sort) in enumerate(places)]

    def values(self, places: Sequence[tuple[Any, Sort]], state: State, given: tuple[Any, ...]) -> list[Term] | None:
        """The values of places in a state, as terms; None if a cell is not there."""
        globals_ = state.machine.compiler.global_index
        found: list[Term] = []
        for place, sort in places:
            if place.__class__ is int:
                value = given[place]
            elif place.__class__ is Term:
                value = state.variables[globals_[place]]
            else:
                value = state.pages[place[0] >> PAGE_BITS].cells(place[1]).get(place[0])
                if value is None:
                    return None
            found.append(to_term(value, sort))
        return found

    def _forget_cells(self, state: State) -> None:
        """Objects that have other cells in a state are unknown as a whole from now on."""
        for objects in (self.varying, self.written):
            for base, cells in objects.items():
                if any(state.pages[a >> PAGE_BITS].cells(w).get(a) is None for a, w in cells):
                    objects[base] = ()
        self.reshape()

    # ------------------------------------------------------------ memory

    def _tiles(self, state: State, item: Object) -> tuple[Cell, ...]:
        """The cells of a small object that is made of nothing else."""
        if item.size.__class__ is not int or item.size > LARGEST_OBJECT:
            raise Unsuitable
        if item.size > MOST_BYTES or item.base in state.arrays:
            return ()
        cells = tuple(sorted((a, w) for number in state.pages_of(item) for a, w, _ in state.pages[number]))
        return cells if sum(w for _, w in cells) == item.size else ()

    def _vary(self, bases: Sequence[int]) -> None:
        for base in bases:
            item = self.like.objects.find(base)
            if item is None:
                raise Unsuitable
            self.varying[base] = self._tiles(self.like, item)
        self.reshape()

    def _forget(self, state: State, varying: dict[int, tuple[Cell, ...]], name: str) -> dict[Cell, Term]:
        """Make objects of a state unknown; the unknowns of cells that are columns."""
        fresh: dict[Cell, Term] = {}
        for base, cells in varying.items():
            item = state.objects.find(base)
            if item is None or item.size.__class__ is not int:
                raise Unsuitable
            widths = {w for number in state.pages_of(item) for _, w, _ in state.pages[number]}
            drop_content(state, item)
            if not cells:
                width = min(widths) if widths and item.size % min(widths) == 0 else 1
                index = T.bv_sort(min(32, state.machine.pointer_width))
                state.arrays[base] = (width, T.var(f"{name}.o{base}", T.array_sort(index, T.bv_sort(8 * width))))
            for address, width in cells:
                fresh[address, width] = T.var(f"{name}.c{address}", T.bv_sort(8 * width))
                write(state, address, fresh[address, width], width)
        return fresh

    # ------------------------------------------------------------ entries

    def admits(self, chain: Chain, state: State, arguments: tuple[Any, ...], *, learn: bool) -> bool:
        """May all executions of a state enter? With ``learn`` the contract grows until they may; without, nothing of it
        changes, since it may be proved."""
        if self.effects.memory:
            other = changed(self.like, state)
            if other is None:
                if learn:
                    raise Unsuitable
                return False
            more = [base for base in sorted(other) if base not in self.varying]
            if more:
                if not learn:
                    return False
                self._vary(more)
        if self.before is None:
            return True
        for _ in range(MOST_SAMPLES):
            hull = self.before
            values = self.values(self.entering(), state, arguments)
            if values is None:
                if not learn:
                    return False
                self._forget_cells(state)
                continue
            banned = len(hull.banned)
            model = refutation(chain, state.path, hull, values, ban=learn)
            if len(hull.banned) > banned:
                self.version += 1
            if model is None:
                return True
            if not learn:
                return False
            self._learn(hull, values, model)
        raise Unsuitable

    def _learn(self, hull: Hull, values: Sequence[Term], model: Any) -> None:
        sample = sample_of(values, model)
        if sample in hull.samples:
            raise Unsuitable
        hull.add(sample)
        self.version += 1

    def enter(self, chain: Chain, name: str) -> tuple[State, tuple[Any, ...], list[Term]] | None:
        """A state for all entries, its arguments, and the values of its columns; None if there are none."""
        self.count += 1
        state = self.like.fork()
        state.frame = state.locals = state.trace = state.choices = None
        state.calls = state.depth = 0
        path: Any = PathCondition.empty()
        cells = self._forget(state, self.varying, f"{name} in")
        held: list[Any] = []
        places = self.entering()
        for i, (place, sort) in enumerate(places):
            constant = None if self.before is None else self.before.constant(i)
            if place.__class__ is tuple:
                held.append(cells[place])
            elif constant is not None and sort.kind in ("bv", "bool"):
                held.append(bool(constant) if sort is T.BOOL else constant)
            else:
                held.append(T.var(f"{name} in{i}", sort))
        values = [to_term(value, sort) for value, (_, sort) in zip(held, places, strict=True)]
        machine = state.machine
        count = len(self.procedure.parameters)
        for value, (place, _) in zip(held[count:], places[count:], strict=True):
            if place.__class__ is Term:
                state.variables[machine.compiler.global_index[place]] = value
        if self.before is not None:
            path = _assumed(chain, path, instantiated(self.before, values))
            if path is None:
                return None
        state.path = path
        made = [(self.procedure.name, p) for p in self.procedure.parameters]
        made += [("", variable) for variable in self.effects.mentioned]
        machine.widen(made, memory=bool(self.varying))
        return state, tuple(held[:count]), values

    # ------------------------------------------------------------ behind a call

    def apply(
        self, chain: Chain, state: State, arguments: tuple[Any, ...], name: str
    ) -> tuple[int, tuple[Any, ...]] | None:
        """In place of a call that the contract admits: its effect, and where it returns to; None if it never does."""
        entering = self.values(self.entering(), state, arguments)
        if entering is None or self.after is None or state.frame is None:
            raise Unsuitable
        cells = self._forget(state, self.written, f"{name} out")
        machine = state.machine
        values: list[Term] = []
        for i, (place, sort) in enumerate(self.leaving()):
            value = cells[place] if place.__class__ is tuple else T.var(f"{name} out{i}", sort)
            values.append(value)
            if place.__class__ is Term:
                state.variables[machine.compiler.global_index[place]] = value
        path = _assumed(chain, state.path, instantiated(self.after, [*entering, *values]))
        if path is None:
            return None
        state.path = path
        count = len(self.procedure.results)
        entry = machine.compiler.entries[state.frame[0]]
        made = [(entry.procedure, p) for p in entry.parameters[len(entry.parameters) - count :]]
        made += [("", variable) for variable in self.effects.written]
        machine.widen(made, memory=bool(self.written))
        return machine.leave(state, tuple(from_term(v) for v in values[:count]))

    def returned(
        self, chain: Chain, begun: State, entering: Sequence[Term], state: State, results: tuple[Any, ...]
    ) -> None:
        """A state that ``enter`` made has come to the return: the contract grows until it allows that."""
        if self.effects.memory:
            other = changed(begun, state)
            if other is None:
                raise Unsuitable
            more = [base for base in sorted(other) if base not in self.written]
            if more:
                for base in more:
                    item = self.like.objects.find(base)
                    if item is None:
                        raise Unsuitable
                    self.written[base] = self._tiles(self.like, item)
                self._vary([base for base in more if base not in self.varying])
                return  # the entry has other columns now: this exploration is out of date
        for _ in range(MOST_SAMPLES):
            hull = self.after
            values = self.values(self.leaving(), state, results)
            if values is None:
                self._forget_cells(state)
                return
            if hull is None:
                return
            if len(entering) + len(values) != len(hull.columns):
                return
            banned = len(hull.banned)
            model = refutation(chain, state.path, hull, [*entering, *values], ban=True)
            if len(hull.banned) > banned:
                self.version += 1
            if model is None:
                return
            self._learn(hull, [*entering, *values], model)
        raise Unsuitable


def instantiated(hull: Hull, values: Sequence[Term]) -> list[Term]:
    mapping = dict(zip(hull.columns, values, strict=True))
    return [T.substitute(condition, mapping) for condition in hull.conditions()]


def refutation(chain: Chain, path: PathCondition, hull: Hull, values: Sequence[Term], *, ban: bool) -> Any:
    """A model of an execution that the hull does not allow; None if there is none. With ``ban`` the hull forgets what
    cannot be decided."""
    pairs = [p for p in zip(instantiated(hull, values), hull.conditions(), strict=True) if p[0] is not T.TRUE]
    if any(condition is T.FALSE for condition, _ in pairs):
        return path.model
    for first in range(0, len(pairs), MOST_ASKED):
        some = pairs[first : first + MOST_ASKED]
        answer = chain.check(path, T.not_(T.and_(*(condition for condition, _ in some))))
        if isinstance(answer, Sat):
            return answer.model
        if isinstance(answer, Unknown):
            if not ban:
                raise Unsuitable
            for condition, origin in some:
                answer = chain.check(path, T.not_(condition))
                if isinstance(answer, Sat):
                    return answer.model
                if isinstance(answer, Unknown):
                    hull.ban(origin)
    return None


def changed(before: State, after: State) -> set[int] | None:
    """Objects whose content may be another one; None if there are other objects."""
    if before.next_page != after.next_page:
        return None
    # who owns them does not matter: a procedure with a contract makes and ends none (``Effects.plain``)
    if not same_objects(before, after):
        return None
    found: set[int] = set()
    for number in before.pages.keys() | after.pages.keys():
        one, other = before.pages[number], after.pages[number]
        if one is not other and _cells(one) != _cells(other):
            item = after.objects.find(number << PAGE_BITS)
            if item is None:
                return None
            found.add(item.base)
    for base in before.arrays.keys() | after.arrays.keys():
        if before.arrays.get(base) != after.arrays.get(base):
            found.add(base)
    # a constant may take other forms, but no other content
    items = {base: after.objects.find(base) for base in found}
    return {base for base, item in items.items() if item is None or item.region is not P.Region.CONSTANT}


def _cells(page: Any) -> dict[Cell, Any]:
    return {(address, width): value for address, width, value in page}


def sample_of(values: Sequence[Any], model: Any) -> Sample:
    """Run-time values or terms in one execution, as numbers; what is no number is 0."""
    found = [T.compiled(value)(model) if value.__class__ is Term else value for value in values]
    return tuple(int(value) if value.__class__ in (int, bool) else 0 for value in found)


def _assumed(chain: Chain, path: PathCondition, conditions: Iterable[Term]) -> PathCondition | None:
    """A path with more conditions; None if there is none. Raises Unsuitable where that is not known."""
    for condition in conditions:
        longer = chain.assume(path, condition)
        if longer is None:
            return None
        if not isinstance(longer, PathCondition):
            raise Unsuitable
        path = longer
    return path
