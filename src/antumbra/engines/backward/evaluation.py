"""Formulas over locations, evaluated in a state. Concrete parts are computed; only the rest is a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder, Formula
from antumbra.engines.backward.locations import INDEX, NEXT_PAGE, Locations
from antumbra.engines.backward.trace import Start
from antumbra.program.model import Region
from antumbra.semantics.machine import Machine
from antumbra.semantics.memory import memory_state
from antumbra.semantics.memory.arrays import from_cells
from antumbra.semantics.memory.leaks import alive
from antumbra.semantics.memory.maps import MapValue
from antumbra.semantics.memory.memory_state import Skeleton
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import PAGE_BITS, READ_ONLY, WIDTHS, Page
from antumbra.semantics.runtime import from_term, to_term
from antumbra.semantics.state import State
from antumbra.solvers import Chain, PathCondition
from antumbra.solvers.chain.domains import Bounds
from antumbra.terms import Term

#: values of registers and global variables by location
Environment = dict[Term, Any]

#: pages of memory that one formula can speak of
MOST_PAGES = 64
#: locations in a term that is compiled to be evaluated
MOST_COMPILED = 24


class Evaluation:
    """What formulas say of states of one program."""

    def __init__(self, machine: Machine, locations: Locations, chain: Chain) -> None:
        self._machine = machine
        self._locations = locations
        self._chain = chain
        self._valid: dict[Term, bool] = {}
        self._constants: dict[tuple[int, int], Term | None] = {}
        self._computables: dict[Term, bool] = {}
        #: the program's start
        self.first: State | None = None
        self._members: dict[tuple[Term, Bounds], list[Term] | None] = {}
        #: memory as the program's start finds it
        self.initial_pages: dict[int, Page] = {}
        #: pages that some state had changed
        self.written: set[int] = set()

    def environment(self, state: State, start: Start, arguments: tuple[Any, ...]) -> Environment:
        entries = self._machine.compiler.entries
        environment: Environment = dict(zip(self._machine.program.variables, plain(state.variables), strict=True))
        depth = len(start.callers)
        local = self._locations.local
        for parameter, value in zip(entries[start.region].parameters, plain(arguments), strict=True):
            environment[local(depth, parameter)] = value
        frame = state.frame
        while frame is not None:
            depth -= 1
            for parameter, value in zip(entries[frame[0]].parameters, plain(frame[1]), strict=False):
                environment[local(depth, parameter)] = value
            frame = frame[2]
        return environment

    def value(self, location: Term, environment: Environment, state: State) -> Any:
        """The value of one location; None if the state has no such location."""
        if location in environment:
            return environment[location]
        if location is NEXT_PAGE:
            return state.next_page
        cell = self._locations.cells.get(location)
        if cell is None:
            whole = self._locations.objects.get(location)
            return None if whole is None else self._object(*whole, state)
        address, width = cell
        item = state.objects.find(address)
        if item is None or not item.alive or item.base in state.arrays:
            return None
        return state.pages[address >> PAGE_BITS].cells(width).get(address) if width in WIDTHS else None

    def _object(self, item: Object, width: int, state: State) -> Term | None:
        """An object as an array of elements; None if it is not there or has other elements."""
        now = state.objects.find(item.base)
        if now is None or not now.alive or now.size != item.size:
            return None
        if item.region is Region.CONSTANT:
            return self.constant(item, width)
        found = state.arrays.get(item.base)
        if found is None:
            found = _as_array(state, now, width)
        return found[1] if found[0] == width and found[1].sort.index[0].width == INDEX else None

    def constant(self, item: Object, width: int) -> Term | None:
        """The content of an object that cannot be written."""
        key = (item.base, width)
        if key not in self._constants:
            found = None
            if item.region is Region.CONSTANT and self.first is not None and item.size.__class__ is int:
                found = from_cells(self.first.fork(), item, width)
            usable = found is not None and found[0] == width and found[1].sort.index[0].width == INDEX
            self._constants[key] = found[1] if found is not None and usable else None
        return self._constants[key]

    def evaluate(self, term: Term, environment: Environment, state: State) -> Any:
        """A term over locations in a state: a Python value, a term over inputs, or None."""
        if term.op is T.VAR:
            return self.value(term, environment, state)
        if term.op is T.BVADD and (total := _sum(term, environment)) is not None:
            return total
        mapping: dict[Term, Any] = {}
        concrete = True
        for location in T.free_variables(term):
            value = self.value(location, environment, state)
            if value is None:
                return None
            concrete = concrete and value.__class__ is not Term
            mapping[location] = value
        if concrete and self._computable(term):
            # a long form is evaluated a few times only: too few to write code for it
            return T.evaluate(term, mapping) if len(mapping) > MOST_COMPILED else T.compiled(term)(mapping)
        return from_term(T.substitute(term, {v: to_term(value, v.sort) for v, value in mapping.items()}))

    def _computable(self, term: Term) -> bool:
        """Has a term a value wherever its variables have one? Quantifiers and functions without a meaning have none."""
        known = self._computables.get(term)
        if known is None:
            parts = T.subterms(term)
            known = all(t.op.evaluate is not None or t.op is T.CONST or t.op is T.VAR for t in parts)
            self._computables[term] = known
        return known

    def known(self, term: Term, environment: Environment, state: State) -> bool:
        """Is a term over locations concrete in a state?"""
        values = [self.value(location, environment, state) for location in T.free_variables(term)]
        return not any(value is None or value.__class__ is Term for value in values)

    def holds(self, formula: Formula, environment: Environment, state: State) -> bool:
        """Does every execution of the state satisfy the formula? Cheap tests first; undecided means no."""
        return self._objects_hold(formula, state) and self._values_hold(formula, environment, state)

    def _objects_hold(self, formula: Formula, state: State) -> bool:
        """Is memory as the formula says, but for values?"""
        for address, width in formula.accesses:
            item = state.objects.find(address)
            if item is None or not item.alive or item.size.__class__ is not int:
                return False
            if address + width > item.base + item.size:
                return False
        for base in formula.heap:
            item = state.objects.find(base)
            if item is None or not item.alive or item.base != base or item.region is not Region.HEAP:
                return False
        for base, size in formula.scoped:
            item = state.objects.find(base)
            if item is None or item.base != base or item.size != size or item.region is not Region.STACK:
                return False
        if any(memory_state.owned_by(state, address, depth) for address, depth in formula.outlives):
            return False
        if formula.memory is not None and not formula.memory.matches(state):
            return False
        if formula.alive is not None and formula.alive != frozenset(item.base for item in alive(state)):
            return False
        if not all(self._untouched(number, state) for number in formula.untouched):
            return False
        for number, cells in formula.shapes:
            now = frozenset((address, width) for address, width, _ in state.pages[number])
            if now != cells or self._in_array(number, state):
                return False
        return True

    def _values_hold(self, formula: Formula, environment: Environment, state: State) -> bool:
        members: list[tuple[Term, Bounds]] = []
        for form, bounds in formula.sets.items():
            value = self.evaluate(form, environment, state)
            if value is None:
                return False
            if value.__class__ is Term:
                members.append((value, bounds))
            elif not any(low <= int(value) < high for low, high in zip(bounds[::2], bounds[1::2], strict=True)):
                return False
        others: list[Term] = []
        for term in formula.others:
            value = self.evaluate(term, environment, state)
            if value is None or value is False:
                return False
            if value is not True:
                others.append(value)
        must, path = self._chain.must, state.path
        for member in members:
            if member not in self._members:
                self._members[member] = member_conditions(*member)
            conditions = self._members[member]
            if conditions is None or not all(must(path, condition) is True for condition in conditions):
                return False
        return all(must(path, condition) is True for condition in others)

    def _untouched(self, number: int, state: State) -> bool:
        """Is a page as the program's start found it, or as it was made?"""
        page = self.initial_pages.get(number)
        if page is not None and page.owner is READ_ONLY:
            return True  # a constant is what it was, in whatever form it is kept
        return state.pages.get(number) is page and not self._in_array(number, state)

    def _in_array(self, number: int, state: State) -> bool:
        item = state.objects.find(number << PAGE_BITS)
        return item is not None and item.base in state.arrays

    def memory(self, state: State, builder: Builder) -> bool:
        """Say of a formula in the making that memory is as in this state, but for the values of its cells; False if
        that takes too many words."""
        if state.arrays:
            return False
        pages = 0
        for item in state.objects.all():
            if not item.alive or item.region in (Region.CODE, Region.CONSTANT):
                continue
            if item.size.__class__ is not int:
                return False
            pages += item.pages
            if pages > MOST_PAGES:
                return False
            for number in range(item.base >> PAGE_BITS, (item.base >> PAGE_BITS) + item.pages):
                page = state.pages.get(number)
                if page is self.initial_pages.get(number):
                    builder.untouched.add(number)
                else:
                    builder.shapes.add((number, frozenset((a, width) for a, width, _ in state.pages[number])))
        builder.memory = Skeleton.of(state)
        builder.pin(NEXT_PAGE, state.next_page)
        return True

    def valid(self, condition: Term) -> bool:
        """Does a condition hold for all values?"""
        known = self._valid.get(condition)
        if known is None:
            known = self._valid[condition] = self._chain.must(PathCondition.empty(), condition) is True
        return known

    def unwritten(self, address: int, width: int) -> int | None:
        """The initial value of memory that no state seen at a cut point has changed."""
        page = self.initial_pages.get(address >> PAGE_BITS)
        if page is None or width not in WIDTHS or address >> PAGE_BITS in self.written:
            return None
        value = page.cells(width).get(address)
        return value if value.__class__ is int else None


def _as_array(state: State, item: Object, width: int) -> tuple[int, Term]:
    """An object in cell form as an array; what was never written is an unknown of this object and of no other."""
    twin = state.fork()
    element, array = from_cells(twin, item, width)
    if twin.input_count == state.input_count:
        return element, array
    made = twin.inputs[0].variable
    return element, T.substitute(array, {made: T.var(f"@unwritten {item.base} {element}", made.sort)})


def plain(values: Sequence[Any]) -> tuple[Any, ...]:
    """Run-time values as constants and terms: of a map, the term with all of its writes."""
    for value in values:
        if value.__class__ is MapValue:
            return tuple([from_term(v.term()) if v.__class__ is MapValue else v for v in values])
    return values if isinstance(values, tuple) else tuple(values)


def _sum(term: Term, environment: Environment) -> int | None:
    """A sum of variables and constants, however long, if they all have values."""
    total = 0
    rest = term
    value: Any
    while rest.op is T.BVADD:
        rest, last = rest.args
        if last.op is T.BVADD:
            rest, last = last, rest
        value = last.data if last.op is T.CONST else environment.get(last)
        if not isinstance(value, int):
            return None
        total += value
    value = environment.get(rest)
    return (total + value) & term.sort.mask if isinstance(value, int) else None


def member_conditions(value: Term, bounds: Bounds) -> list[Term] | None:
    """``value ∈ bounds`` as conditions in normal form; None if that cannot be."""
    builder = Builder()
    builder.add_member(value, bounds)
    return None if builder.failed else Formula(builder.sets, frozenset(builder.others)).conditions()
