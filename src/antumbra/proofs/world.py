"""Where objects lie.

Statics lie where the program says. The address of any other object is an unknown number, of which only this is known:
it is behind the statics, it is aligned, the object ends before the addresses do, and it shares no byte with an object
that was alive when it was made (nothing is said of locals whose lives end before their calls do). What an engine does
with addresses (pages, guard pages, never the same one twice) is its own affair.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs.contents import Content, byte_array
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.state import Object, State
from antumbra.terms import Term


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
        self._facts: dict[Term, list[Term]] = {}
        self._apart: dict[Term, dict[Term, tuple[Object, Object]]] = {}
        self._statics: list[tuple[int, int, int]] = []
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

    # ------------------------------------------------------------ objects

    def statics(self) -> dict[int, Object]:
        """The objects that are there from the beginning."""
        found: dict[int, Object] = {}
        zeros = T.array_value(byte_array(self.pointer), 0, {})
        for static in self.program.objects:
            default = self.unknown("external", zeros.sort) if static.unknown else zeros
            cells = ((offset, T.bv(value, 8 * width)) for offset, width, value in static.cells)
            base, size = T.const(static.address, self.pointer), T.const(static.size, self.pointer)
            content = Content(default).with_words(cells)
            self._numbers += 1
            found[self._numbers] = Object(self._numbers, base, size, static.region, content, T.TRUE, 0, static.name)
            self._statics.append((static.address, static.address + max(1, static.size), self._numbers))
        self._statics.sort()
        return found

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
        self._place(state, item)
        state.objects[item.number] = item
        return item

    def _room(self, state: State, location: Location | None) -> None:
        """Facts about addresses must never contradict each other only because there are too few of them."""
        sizes = (item.size.data if item.size.op is T.CONST else self.largest for item in state.objects.values())
        if sum(min(size, self.largest) + 16 for size in sizes) > 1 << (self.pointer.width - 1):
            raise NotUnderstood("objects that may not all have room", location)

    def _place(self, state: State, item: Object) -> None:
        self._room(state, item.location)
        base, width = item.base, self.pointer.width
        last = T.const((1 << width) - 1, self.pointer)
        aligned = T.eq(T.bvand(base, T.const(alignment(item) - 1, self.pointer)), self.null)
        self._facts[base] = [
            aligned,
            T.bvule(T.const(self.program.layout.first_free, self.pointer), base),
            # the byte behind an object has an address as well
            T.bvult(base, T.bvsub(last, self._extent(item))),
        ]
        apart = self._apart[base] = {}
        for other in state.objects.values():
            if other.base.op is T.CONST or item.scoped or other.scoped:
                continue  # scoped ones need not live at the same time, and may then share their bytes
            apart[other.base] = (item, other)

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
        return list(found)

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

    def static_at(self, address: int) -> int | None:
        """The number of the static object that holds an address."""
        at = bisect_right(self._statics, (address, 1 << 200, 0)) - 1
        if at >= 0 and address < self._statics[at][1]:
            return self._statics[at][2]
        return None


def alignment(item: Object) -> int:
    """What the address of an object is a multiple of: of malloc's enough for every type, else what its size allows."""
    if item.region is P.Region.HEAP or item.size.op is not T.CONST or item.size.data == 0:
        return 16
    return min(16, item.size.data & -item.size.data)
