"""Where objects lie.

The address of an object is an unknown number, of which only this is known: it is not among the lowest, it is aligned,
the object ends before the highest, and it shares no byte with an object that was alive when it was made. What an
engine does with addresses (pages, guard pages, never the same one twice) is its own affair.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.program.spacing import address_limit, lowest_address
from antumbra.program.widths import is_pointer
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.contents import Content, byte_array
from antumbra.proofs.memory.relocation import Relocation
from antumbra.proofs.state import Object, Segment, State
from antumbra.solvers import Model
from antumbra.terms import Term

#: bytes of two constants that are compared
MOST_COMPARED = 64


class World:
    """What all states have in common: names of unknowns, and the facts about addresses."""

    def __init__(self, program: P.Program) -> None:
        self.program = program
        self.pointer = T.bv_sort(program.layout.pointer_width)
        self.null = T.const(0, self.pointer)
        #: objects above this size cannot be had: malloc gives null
        self.largest = 1 << (40 if self.pointer.width == 64 else 28)
        self._unknowns = 0
        self._numbers = 0
        #: the number of the object that a variable is the address of
        self.of_base: dict[Term, int] = {}
        #: unknowns that the program asked for, or that somebody else wrote
        self.given: set[Term] = set()
        #: marks of the stack, with the number of the last object before
        self.marks: dict[Term, int] = {}
        self._facts: dict[Term, list[Term]] = {}
        self._apart: dict[Term, dict[Term, tuple[Object, Object]]] = {}
        #: bytes of the object at a base, and its alignment
        self._extents: dict[Term, tuple[Term, int]] = {}
        self._relocation = Relocation(program)
        self._statics: list[tuple[int, int, int]] = []
        #: constants by their addresses
        self._constants: dict[Term, P.StaticObject] = {}
        #: variables that hold stack objects whose lives begin or end within a call, with their procedures
        self._scoped = frozenset(
            (name, command.arguments[0])
            for name, procedure in program.procedures.items()
            for block in procedure.blocks.values()
            for command in block.commands
            if isinstance(command, P.Builtin) and command.name in P.LIFE
        )

    def unknown(self, what: str, sort: T.Sort) -> Term:
        """A variable that is used nowhere else. The name of it is ours: no text of the program."""
        self._unknowns += 1
        return T.var(f"{what}{self._unknowns}.{sort!r}", sort)

    def is_written(self, term: Term) -> bool:
        """Whether a value depends on nothing but what was given: a complete list, since values that were never written
        and values of which is forgotten what they were are unknowns, too."""
        return all(v in self.given or v in self.of_base for v in T.free_variables(term))

    def mark(self, sort: T.Sort) -> Term:
        """A mark of the stack, as it is now: of it nothing is known but which objects were there."""
        made = self.unknown("mark", sort)
        self.marks[made] = self._numbers
        return made

    def relocated(self, term: Term) -> Term:
        """A term of the program, with unknown addresses in place of the numbers that stand for statics."""
        return self._relocation.of(term)

    # ------------------------------------------------------------ objects

    def statics(self) -> dict[int, Object]:
        """The objects that are there from the beginning."""
        found: dict[int, Object] = {}
        zeros = T.array_value(byte_array(self.pointer), 0, {})
        for static in self.program.objects:
            default = self.unknown("external", zeros.sort) if static.unknown else zeros
            self.given |= T.free_variables(default)
            cells = [(offset, self._cell(width, value)) for offset, width, value in static.cells]
            size = T.const(static.size, self.pointer)
            content = Content(default).with_words(cells)
            self._numbers += 1
            base = self._relocation.base(static.address)
            item = Object(self._numbers, base, size, static.region, content, T.TRUE, 0, static.name)
            if self.fixed:
                self._statics.append((static.address, static.address + max(1, static.size), item.number))
            else:
                self.of_base[base] = item.number
                # equal constants may be one object
                self._place(item, static.align, (o for o in found.values() if not _constants(o, item)))
                if static.region is P.Region.CONSTANT and not static.unknown:
                    self._constants[base] = static
            found[self._numbers] = item
        self._statics.sort()
        return found

    @property
    def fixed(self) -> bool:
        """Have statics numbers for addresses, and not unknown ones?"""
        return not self._relocation.active

    def static_at(self, address: int) -> int | None:
        """The number of the static object, with a fixed address, that holds an address."""
        at = bisect_right(self._statics, (address, 1 << 200, 0)) - 1
        if at >= 0 and address < self._statics[at][1]:
            return self._statics[at][2]
        return None

    def speaks_of_statics(self, term: Term) -> bool:
        """Is a constant in a term the fixed address of a static, or just behind it?"""
        constants = (t.data for t in T.subterms(term) if t.op is T.CONST and t.sort is self.pointer)
        return any(self.static_at(c) is not None or self.static_at(c - 1) is not None for c in constants)

    def _cell(self, width: int, value: int) -> Term:
        """What a static holds from the beginning: a pointer or a number."""
        number = T.bv(value, 8 * width)
        return self.relocated(number) if is_pointer(width) else number

    def made(self, state: State, command: P.Alloc, size: Term) -> Object:
        """A new object."""
        self._numbers += 1
        sort = byte_array(self.pointer)
        default = T.array_value(sort, 0, {}) if command.zeroed else self.unknown("bytes", sort)
        base = self.unknown("address", self.pointer)
        depth = len(state.frames) if command.region is P.Region.STACK else 0
        item = Object(
            self._numbers,
            base,
            size,
            command.region,
            Content(default),
            T.TRUE,
            depth,
            command.name,
            command.location,
            command.region is P.Region.STACK and (state.frame.procedure.name, command.target) in self._scoped,
        )
        self.of_base[base] = item.number
        self._room(state, item.location)
        self._place(item, command.align, state.objects.values())
        state.objects[item.number] = item
        return item

    def number(self) -> int:
        """Of an object, or of a part of a list."""
        self._numbers += 1
        return self._numbers

    def node(self, state: State, node: Segment, content: Content) -> Object:
        """A node of a list, as an object of its own: it lives, so that it is apart from all others that do."""
        base = self.unknown("address", self.pointer)
        item = Object(self.number(), base, node.size, P.Region.HEAP, content, T.TRUE, 0, node.name, node.location)
        self.of_base[base] = item.number
        self._room(state, item.location)
        self._place(item, node.align, state.objects.values())
        state.objects[item.number] = item
        return item

    def align(self, base: Term) -> int:
        """What an object's address is a multiple of."""
        return self._extents[base][1]

    def _room(self, state: State, location: Location | None) -> None:
        """Facts about addresses must never contradict each other only because there are too few of them."""
        sizes = (item.size.data if item.size.op is T.CONST else self.largest for item in state.objects.values())
        if sum(min(size, self.largest) + 16 for size in sizes) > address_limit(self.pointer.width) // 2:
            raise NotUnderstood("objects that may not all have room", location)

    def _place(self, item: Object, align: int, others: Iterable[Object]) -> None:
        base, width = item.base, self.pointer.width
        limit = T.const(address_limit(width) - 1, self.pointer)
        self._extents[base] = self._extent(item), align
        aligned = T.eq(T.bvand(base, T.const(align - 1, self.pointer)), self.null)
        self._facts[base] = [
            aligned,
            # pointers that leave an object by less than what is free before and behind relate as their places do
            T.bvule(T.const(lowest_address(width), self.pointer), base),
            T.bvult(base, T.bvsub(limit, self._extent(item))),
        ]
        # statics with fixed addresses are no unknowns, of which facts would speak; scoped ones need not live at the
        # same time, and may then share their bytes
        self._apart[base] = {
            other.base: (item, other)
            for other in others
            if other.base in self.of_base and not (item.scoped or other.scoped)
        }

    def excludes(self, condition: Term) -> bool:
        """Does a condition say that an object begins among the lowest addresses, at null say?"""
        if condition.op is not T.EQ:
            return False
        one, other = condition.args
        if other in self.of_base:
            one, other = other, one
        return one in self.of_base and other.op is T.CONST and other.data < lowest_address(self.pointer.width)

    def with_addresses(self, model: Model, bases: Iterable[Term]) -> Model:
        """A model that says where these objects lie, too: each behind all others."""
        found = Model(model)
        ends = (found[base] + T.evaluate(self._extents[base][0], model) for base in model if base in self._extents)
        end = max(ends, default=lowest_address(self.pointer.width))
        for base in bases:
            extent, align = self._extents[base]
            found[base] = -(-(end + 1) // align) * align
            end = found[base] + T.evaluate(extent, model)
        return found

    def may_share(self, base: Term, other: Term) -> None:
        """Two objects need not be apart after all."""
        self._apart.get(base, {}).pop(other, None)

    def facts(self, terms: Iterable[Term]) -> list[Term]:
        """What is known of the addresses that occur in terms."""
        found: dict[Term, None] = {}
        used: dict[Term, None] = {}
        for term in terms:
            used.update(dict.fromkeys(v for v in T.free_variables(term) if v in self.of_base))
        ordered = sorted(used, key=lambda v: self.of_base[v])
        for number, base in enumerate(ordered):
            found.update(dict.fromkeys(self._facts[base]))
            apart = self._apart[base]
            found.update((self._disjoint(*apart[other]), None) for other in ordered[:number] if other in apart)
            found.update((T.not_(T.eq(base, other)), None) for other in ordered[:number] if self._unlike(base, other))
        return list(found)

    def _unlike(self, base: Term, other: Term) -> bool:
        """Have two constants a byte that differs, so that they do not begin at the same address?"""
        one, two = self._constants.get(base), self._constants.get(other)
        if one is None or two is None:
            return False
        size = min(one.size, two.size, MOST_COMPARED)
        return any(a != b for a, b in zip(_bytes(one, size), _bytes(two, size), strict=True) if a >= 0 <= b)

    def _disjoint(self, item: Object, other: Object) -> Term:
        """Two objects share no byte, if the other one was alive when the first was made."""
        behind = T.bvule(T.bvadd(item.base, self._extent(item)), other.base)
        before = T.bvule(T.bvadd(other.base, self._extent(other)), item.base)
        return T.implies(other.alive, T.or_(behind, before))

    def _extent(self, item: Object) -> Term:
        """Bytes that nothing else shares: at least one, so that no two objects have one address."""
        has_some = T.bvult(self.null, item.size)
        fits = T.bvule(item.size, T.const(self.largest, self.pointer))
        return T.ite(T.and_(has_some, fits), item.size, T.const(1, self.pointer))


def _bytes(static: P.StaticObject, size: int) -> list[int]:
    """The first bytes of an object; -1 for those of pointers."""
    found = [0] * size
    for offset, width, value in static.cells:
        for i in range(max(0, min(int(width), size - offset))):
            found[offset + i] = -1 if is_pointer(width) else value >> 8 * i & 255
    return found


def _constants(one: Object, other: Object) -> bool:
    return one.region is other.region is P.Region.CONSTANT
