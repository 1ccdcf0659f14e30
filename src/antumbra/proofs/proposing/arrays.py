"""Claims about arrays and pointers at the heads of loops, made of what loops write and what tests compare.

A loop that goes over an array leaves behind it a range: from the place of its first round to where it is now. Of the
elements in there the claims say that they equal what was written, or that a test of the program holds of them; of all
others that they are what they were. Pointers and indices stay between where they began and the end of their object,
or its terminating zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs.certificate import Cell, Everywhere, Ghost, LoopClaim, at_entry
from antumbra.proofs.proposing.unfolding import Access, Text, Unfolding
from antumbra.records import dataclass
from antumbra.terms import Term

MOST_CONDITIONS = 160
MOST_OF_ALL = 60
MOST_TESTS = 40
MOST_PAIRS = 6
#: of a procedure that is looked at
MOST_COMMANDS = 1_000
#: a smaller number is no address of a static
LOWEST = 4096

_COMPARISONS = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.EQ)
_WEAKER = {T.BVULT: T.bvule, T.BVSLT: T.bvsle}


@dataclass(frozen=True, slots=True)
class Range:
    """Elements that a loop has passed: ``width`` bytes each ``stride`` bytes, from ``first`` on, away from ``base``.

    ``now`` is where it is; ``up`` if that grows.
    """

    base: Term
    first: Term
    now: Term
    stride: int
    width: int
    up: bool

    def inside(self, bound: Term) -> Term:
        if self.up:
            return T.bvult(T.bvsub(bound, self.first), T.bvsub(self.now, self.first))
        return T.bvult(T.bvsub(self.first, bound), T.bvsub(self.first, self.now))

    def aligned(self, bound: Term) -> Term:
        if self.stride == 1:
            return T.TRUE
        step = T.const(self.stride, bound.sort)
        return T.eq(T.bvurem(T.bvsub(bound, self.first), step), T.const(0, bound.sort))

    def rounds(self, bound: Term) -> Term:
        """How many rounds it took to come to an element."""
        far = T.bvsub(bound, self.first) if self.up else T.bvsub(self.first, bound)
        return T.bvudiv(far, T.const(self.stride, bound.sort))


@dataclass(frozen=True, slots=True)
class Test:
    """What a test says of an element: ``condition`` is over ``element``, ``bound``, variables, and other elements.

    ``others``: their variables, where they are away from ``bound``, with the base. ``base``: None if any will do.
    """

    condition: Term
    element: Term
    base: Term | None
    others: tuple[tuple[Term, Term, Term], ...]
    #: the head of the loop that it was found in, and cells of that loop
    head: str
    cells: tuple[Cell, ...] = ()


def proposals(program: P.Program) -> tuple[LoopClaim, ...]:
    """Claims about all loops of a program."""
    width = program.layout.pointer_width
    texts = [Text(procedure) for procedure in program.procedures.values() if _goes_over_memory(procedure)]
    made = [_Guessing(text, width, tuple(program.variables)) for text in texts]
    known = list(dict.fromkeys(test for each in made for test in each.tests if not _local(test)))
    return tuple(claim for each in made for claim in each.claims(known))


def _goes_over_memory(procedure: P.Procedure) -> bool:
    """Has it a loop and accesses, and is it not so large that nobody would come to an end with it?"""
    commands = sum(len(block.commands) for block in procedure.blocks.values())
    if commands > MOST_COMMANDS or not any(
        isinstance(command, P.Load | P.Store) for block in procedure.blocks.values() for command in block.commands
    ):
        return False
    return bool(FlowGraph(procedure).retreating_edges)


def _local(test: Test) -> bool:
    """Does a test speak of anything but an element and numbers?"""
    return test.base is not None or bool(T.free_variables(test.condition) - {test.element})


class _Guessing:
    """The loops of one procedure."""

    def __init__(self, text: Text, pointer: int, held: tuple[Term, ...]) -> None:
        self._text = text
        self._sort = T.bv_sort(pointer)
        self._bound = T.var("which element", self._sort)
        self._held = held
        self._loops = {head: Unfolding(text, head) for head in sorted(text.graph.loop_heads)}
        self._order = {label: i for i, label in enumerate(text.graph.reverse_postorder)}
        self._names = 0
        self.tests = list(self._all_tests())[:MOST_TESTS]

    def claims(self, known: list[Test]) -> Iterator[LoopClaim]:
        for head, loop in self._loops.items():
            ghosts: list[Ghost] = []
            cells: dict[Term, Cell] = {}
            conditions = dict.fromkeys(self._conditions(loop, ghosts, cells))
            of_all = dict.fromkeys(self._of_all(loop, known, cells))
            plain = [c for c in conditions if c.op is not T.CONST][:MOST_CONDITIONS]
            yield LoopClaim(
                self._text.procedure.name,
                head,
                tuple(plain),
                tuple(cells.values()),
                tuple(of_all)[:MOST_OF_ALL],
                tuple(ghosts),
            )

    # ------------------------------------------------------------ ranges

    def _innermost(self, label: str) -> Unfolding | None:
        head = self._text.graph.loops.innermost(label)
        return None if head is None else self._loops.get(head)

    def _base(self, loop: Unfolding, address: Term) -> Term | None:
        """The pointer that an address is made of: as it was before the first round, where rounds move it."""
        found = [
            part
            for part in _addends(address)
            if (part.op is T.VAR and part.sort is self._sort) or (part.op is T.CONST and part.data >= LOWEST)
        ]
        sure = [part for part in found if part in self._text.pointers or part.op is T.CONST]
        chosen = sure or found
        if len(chosen) != 1 or any(x in loop.cells for x in T.free_variables(address)):
            return None
        return at_entry(chosen[0]) if chosen[0] in loop.moving else chosen[0]

    def _stride(self, loop: Unfolding, address: Term) -> int | None:
        """By how many bytes an address moves in a round, by trying; None if that differs."""
        moving = [x for x in T.free_variables(address) if x in loop.moving]
        if not moving:
            return 0
        found: set[int] = set()
        for seed in (40, 73):
            now = dict.fromkeys(T.free_variables(address), seed)
            then = dict(now)
            for x in moving:
                step = loop.step(x)
                if step is None:
                    return None
                then[x] = (seed + step) % (1 << x.sort.width)
            try:
                before, after = T.evaluate(address, now), T.evaluate(address, then)
            except T.EvaluationError:
                return None
            half = 1 << (self._sort.width - 1)
            found.add((after - before + half) % (2 * half) - half)
        return found.pop() if len(found) == 1 else None

    def _element_stride(self, access: Access) -> int | None:
        """By how many bytes the innermost loop that moves an access does."""
        for head in self._text.graph.loops.around(access.label):
            loop = self._loops.get(head)
            for address in loop.values(access.address) if loop is not None else ():
                stride = None if loop is None else self._stride(loop, address)
                if stride:
                    return abs(stride)
        return None

    def range_of(self, loop: Unfolding, access: Access) -> Iterator[Range]:
        for address in loop.values(access.address):
            base = self._base(loop, address)
            stride = self._stride(loop, address)
            fine = self._element_stride(access)
            if base is None or not stride or fine is None or stride % fine or fine < access.width:
                continue
            now = _without(address, base, loop)
            first = self._before(loop, now)
            yield Range(base, first, now, fine, access.width, stride > 0)

    def _before(self, loop: Unfolding, term: Term) -> Term:
        return T.substitute(term, {x: at_entry(x) for x in T.free_variables(term) if x in loop.moving})

    # ------------------------------------------------------------ what tests say

    def _all_tests(self) -> Iterator[Test]:
        for label, term in self._text.terms():
            loop = self._innermost(label)
            for part in T.subterms(term) if loop is not None else ():
                if part.op in _COMPARISONS and loop is not None and T.free_variables(part):
                    for value in loop.values(part):
                        if value.op in _COMPARISONS:
                            yield from self._tests_of(loop, value)

    def _tests_of(self, loop: Unfolding, comparison: Term) -> Iterator[Test]:
        spoken = [loop.cells[x] for x in sorted(T.free_variables(comparison), key=lambda v: v.id) if x in loop.cells]
        ranges = {cell.variable: self._place(loop, cell) for cell in spoken}
        for cell in spoken:
            mine = ranges[cell.variable]
            if mine is None:
                continue
            others: list[tuple[Term, Term, Term]] = []
            ground: list[Cell] = []
            for other in spoken:
                yours = ranges[other.variable]
                if other is cell:
                    continue
                if yours is None or yours.stride != mine.stride or yours.up is not mine.up:
                    ground.append(other)
                else:
                    others.append((other.variable, yours.base, self._number(loop, T.bvsub(yours.first, mine.first))))
            element = T.var(f"element of {8 * cell.width} bits", cell.variable.sort)
            by_round = self._by_round(loop, mine, comparison)
            if by_round is None:
                continue
            condition = self._number(loop, T.substitute(by_round, {cell.variable: element}))
            base = mine.base if others or ground else None
            found = Test(condition, element, base, tuple(others), loop.head, tuple(ground))
            for each in _around(condition):
                yield Test(each, element, found.base, found.others, found.head, found.cells)

    def _place(self, loop: Unfolding, cell: Cell) -> Range | None:
        base = self._base(loop, cell.address)
        stride = self._stride(loop, cell.address)
        if base is None or not stride:
            return None
        now = _without(cell.address, base, loop)
        return Range(base, self._before(loop, now), now, abs(stride), cell.width, stride > 0)

    def _by_round(self, loop: Unfolding, place: Range, term: Term) -> Term | None:
        """A term as it was in the round that came to an element: what moves is told by the number of rounds. What does
        not move evenly stays what it is at the head."""
        values: dict[Term, Term] = {}
        count = place.rounds(self._bound)
        for x in T.free_variables(term):
            if x not in loop.moving or x in loop.cells:
                continue
            step = loop.step(x)
            if step is not None and loop.always_steps(x):
                moved = T.bvmul(_fitted(count, x.sort), T.const(step % (1 << x.sort.width), x.sort))
                values[x] = T.bvadd(at_entry(x), moved)
        return T.substitute(term, values)

    def _number(self, loop: Unfolding, term: Term) -> Term:
        """With what moving variables begin with, where that is a number."""
        values: dict[Term, Term] = {}
        for x in loop.moving:
            begun = loop.begins(x)
            if len(begun) == 1:
                values[at_entry(x)] = begun[0]
        return T.substitute(term, values)

    # ------------------------------------------------------------ claims about all elements

    def _of_all(self, loop: Unfolding, known: list[Test], cells: dict[Term, Cell]) -> Iterator[Everywhere]:
        accesses = [access for access in self._text.accesses if access.label in loop.body]
        ranges: dict[Range, list[Access]] = {}
        for access in accesses:
            for place in self.range_of(loop, access):
                ranges.setdefault(place, []).append(access)
        flags = [x for x in loop.moving if any(value.op is T.CONST for value in loop.next(x))]
        for place, mine in ranges.items():
            passed = T.and_(place.inside(self._bound), place.aligned(self._bound))
            for said, elements in self._written(loop, place, mine):
                yield Everywhere(self._bound, T.implies(passed, said), elements)
            if any(access.value is not None for access in mine):
                yield self._untouched(place, ranges)
        for place in ranges:
            passed = T.and_(place.inside(self._bound), place.aligned(self._bound))
            for said, elements, own in self._tested(loop, place, known, cells):
                yield Everywhere(self._bound, T.implies(passed, said), elements)
                for flag in flags if own else ():
                    still = T.eq(flag, at_entry(flag))
                    yield Everywhere(self._bound, T.implies(T.and_(passed, still), said), elements)

    def _element(self, place: Range) -> Cell:
        self._names += 1
        variable = T.var(f"element {self._names} of {self._text.procedure.name}", T.bv_sort(8 * place.width))
        return Cell(variable, place.base, place.width)

    def _untouched(self, place: Range, ranges: Iterable[Range]) -> Everywhere:
        """Elements of the same array that no round has come to are what they were."""
        cell = self._element(place)
        same = [other for other in ranges if other.base is place.base and other.stride == place.stride]
        outside = [T.not_(other.inside(self._bound)) for other in same]
        condition = T.implies(
            T.and_(place.aligned(self._bound), *outside), T.eq(cell.variable, at_entry(cell.variable))
        )
        return Everywhere(self._bound, condition, (cell,))

    def _written(
        self, loop: Unfolding, place: Range, accesses: list[Access]
    ) -> Iterator[tuple[Term, tuple[Cell, ...]]]:
        """What was stored, at each element."""
        cell = self._element(place)
        cases: dict[Term, None] = {}
        elements: list[Cell] = [cell]
        for access in accesses:
            for value in loop.values(access.value) if access.value is not None else ():
                said = self._by_round(loop, place, value)
                names: dict[Term, Term] = {}
                for x in sorted(T.free_variables(value), key=lambda v: v.id):
                    if x not in loop.cells:
                        continue
                    other = self._place(loop, loop.cells[x])
                    if other is None or other.stride != place.stride or other.up is not place.up:
                        said = None
                        break
                    made = self._element(other)
                    shift = T.bvsub(other.first, place.first)
                    if other.base is place.base and shift.op is T.CONST and shift.data == 0:
                        names[x] = at_entry(cell.variable)
                    else:
                        elements.append(Cell(made.variable, T.bvadd(other.base, shift), made.width))
                        names[x] = made.variable
                if said is not None:
                    cases[T.eq(cell.variable, T.substitute(said, names))] = None
        if cases:
            yield T.or_(*cases), tuple(elements)
            for each in cases if len(cases) > 1 else ():
                yield each, tuple(elements)

    def _tested(
        self, loop: Unfolding, place: Range, known: list[Test], cells: dict[Term, Cell]
    ) -> Iterator[tuple[Term, tuple[Cell, ...], bool]]:
        for test in dict.fromkeys((*self.tests, *known)):
            if test.element.sort.width != 8 * place.width or (test.base is not None and test.base is not place.base):
                continue
            if test.cells and test.head != loop.head:
                continue
            if not self._knows(loop, test):
                continue
            cell = self._element(place)
            elements = [cell]
            names: dict[Term, Term] = {test.element: cell.variable}
            for variable, base, shift in test.others:
                made = self._element(Range(base, shift, shift, 1, variable.sort.width // 8, up=True))
                elements.append(Cell(made.variable, T.bvadd(base, shift), made.width))
                names[variable] = made.variable
            for ground in test.cells:
                cells[ground.variable] = ground
            yield T.substitute(test.condition, names), tuple(elements), test.head == loop.head

    def _knows(self, loop: Unfolding, test: Test) -> bool:
        """Have the variables of a test a value at the head of this loop, as far as one can see?"""
        mine = {test.element, self._bound, *(v for v, _, _ in test.others), *(c.variable for c in test.cells)}
        old = {at_entry(x) for x in loop.moving}
        for x in T.free_variables(test.condition) - mine:
            if x in old or x in self._text.procedure.parameters or x in self._held or x in loop.moving:
                continue
            given = self._text.given.get(x)
            if given is None:
                return False
            if any(self._order.get(label, 0) > self._order.get(loop.head, 0) for label, _ in given):
                return False
        return True

    # ------------------------------------------------------------ claims about variables

    def _conditions(self, loop: Unfolding, ghosts: list[Ghost], cells: dict[Term, Cell]) -> Iterator[Term]:
        moving = [x for x in loop.moving if x.sort.kind == "bv"]
        numbers = [x for x in moving if x.sort.width > 1]
        for x in numbers:
            old = at_entry(x)
            step = loop.step(x)
            if step is None or step > 0:
                yield from (T.bvsle(old, x), T.bvule(old, x))
            if step is None or step < 0:
                yield from (T.bvsle(x, old), T.bvule(x, old))
            if step is not None and abs(step) > 1:
                yield T.eq(T.bvurem(_far(x, step), T.const(abs(step), x.sort)), T.const(0, x.sort))
        yield from self._together(loop, numbers)
        yield from self._within(loop, ghosts, cells)
        yield from self._compared(loop)

    def _together(self, loop: Unfolding, numbers: list[Term]) -> Iterator[Term]:
        """Variables that move together."""
        steps = [(x, step) for x in numbers if (step := loop.step(x)) is not None]
        for (x, a), (y, b) in list(combinations(steps, 2))[:MOST_PAIRS]:
            wide, narrow, up, small = (x, y, a, b) if x.sort.width >= y.sort.width else (y, x, b, a)
            far, near = _far(wide, up), _extended(_far(narrow, small), wide.sort)
            yield T.eq(T.bvmul(far, T.const(abs(small), wide.sort)), T.bvmul(near, T.const(abs(up), wide.sort)))
        for x, y in list(combinations(numbers, 2))[:MOST_PAIRS]:
            if x.sort is y.sort and x not in self._text.pointers and y not in self._text.pointers:
                yield from (T.bvsle(x, y), T.bvsle(y, x), T.bvslt(x, y), T.bvslt(y, x))

    def _within(self, loop: Unfolding, ghosts: list[Ghost], cells: dict[Term, Cell]) -> Iterator[Term]:
        """Places that are accessed lie before the end of their object, or its zero, and behind where they began."""
        ends: dict[Term, tuple[Term, Term]] = {}
        for access in (a for a in self._text.accesses if a.label in loop.body):
            for address in loop.values(access.address):
                base = self._base(loop, address)
                if base is None or not any(x in loop.moving for x in T.free_variables(address)):
                    continue
                if base not in ends:
                    name = f"of {self._text.procedure.name} {loop.head} {len(ends)}"
                    end, zero = T.var(f"end {name}", self._sort), T.var(f"zero {name}", self._sort)
                    ghosts += [Ghost(end, base), Ghost(zero, base, zero=True)]
                    byte = T.var(f"byte {name}", T.bv_sort(8))
                    cells[byte] = Cell(byte, zero, 1)
                    ends[base] = end, zero
                    yield T.eq(byte, T.const(0, byte.sort))
                end, zero = ends[base]
                now = _without(address, base, loop)
                if access.width == 1:
                    yield T.bvule(now, T.bvsub(zero, base))
                yield from (T.bvule(now, T.bvsub(end, base)), T.bvult(now, T.bvsub(end, base)))

    def _compared(self, loop: Unfolding) -> Iterator[Term]:
        for label, term in self._text.terms():
            if label not in loop.body:
                continue
            for part in T.subterms(term):
                if part.op in _COMPARISONS and T.free_variables(part):
                    for value in loop.values(part):
                        if value.op in _COMPARISONS and not any(x in loop.cells for x in T.free_variables(value)):
                            yield from _around(value)
        for label, one, other in self._text.compared:
            if label not in loop.body:
                continue
            for x in loop.values(one):
                for y in loop.values(other):
                    base = self._base(loop, x)
                    base = self._base(loop, y) if base is None else base
                    if base is not None:
                        left, right = _without(x, base, loop), _without(y, base, loop)
                        yield from (T.bvule(left, right), T.bvule(right, left))


def _around(comparison: Term) -> list[Term]:
    """A comparison, its opposite, and both where the sides meet."""
    if comparison.op not in _COMPARISONS:
        return []
    one, other = comparison.args
    if comparison.op is T.EQ:
        found = [comparison, T.not_(comparison)]
        if one.sort.kind == "bv" and one.sort.width > 1:
            found += [T.bvule(one, other), T.bvule(other, one), T.bvsle(one, other), T.bvsle(other, one)]
        return found
    weaker = _WEAKER.get(comparison.op)
    opposite = T.not_(comparison)
    return [comparison, opposite, *([weaker(one, other)] if weaker is not None else [])]


def _addends(term: Term) -> list[Term]:
    found: list[Term] = []
    work = [term]
    while work:
        part = work.pop()
        if part.op is T.BVADD:
            work += part.args
        else:
            found.append(part)
    return found


def _without(address: Term, base: Term, loop: Unfolding) -> Term:
    """How far an address is from a base; a base that moves is where it began."""
    rest: Term | None = None
    found = False
    for part in _addends(address):
        if part is base and not found:
            found = True
            continue
        if not found and part in loop.moving and base is at_entry(part):
            found, part = True, T.bvsub(part, base)
        rest = part if rest is None else T.bvadd(rest, part)
    if not found:
        return T.bvsub(address, base)
    return T.const(0, address.sort) if rest is None else rest


def _far(x: Term, step: int) -> Term:
    """How far a variable has moved."""
    return T.bvsub(x, at_entry(x)) if step > 0 else T.bvsub(at_entry(x), x)


def _extended(term: Term, sort: T.Sort) -> Term:
    return term if term.sort is sort else T.zero_extend(sort.width - term.sort.width, term)


def _fitted(term: Term, sort: T.Sort) -> Term:
    if term.sort.width > sort.width:
        return T.extract(sort.width - 1, 0, term)
    return _extended(term, sort)
