"""The variables that hold what objects hold, and accesses to them as terms."""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.objects.homes import Home
from antumbra.engines.memoryless.objects.shapes import Kind, Part, Shape
from antumbra.engines.memoryless.pointers.offsets import Offsets
from antumbra.engines.memoryless.pointers.sites import Site
from antumbra.program.commands.fresh import Fresh
from antumbra.program.model import Region
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.sorts import array_sort

#: the index of an array, as a bound variable: no other variable is called that
ELEMENT: Final = "an element"


@dataclass(frozen=True, slots=True)
class Place:
    """Where ``guard`` holds an access is to bytes ``at`` … of a part; of an array: of the element ``index``.

    ``bytes_``: the elements are single bytes, and the access is to so many from the index on.
    """

    guard: Term
    content: Content
    part: Part
    at: int
    index: Term | None
    bytes_: int = 0


class Content:
    """The content of the objects of one site."""

    def __init__(self, home: Home, shape: Shape, fresh: Fresh) -> None:
        self.home = home
        self.shape = shape
        #: part → its variable, or what a constant holds; none for parts of which nothing is known
        self.variables: dict[Part, Term] = {}
        site = home.site
        size = site.known_size
        self._low = shape.period.bit_length() - 1 if shape.period else 0
        self._high = home.shift if home.family or size is None else max(size - 1, 1).bit_length()
        self._high = max(self._high, self._low + 1)
        for part in shape.parts:
            if part.kind is Kind.SMEARED:
                continue
            sort = T.bv_sort(8 * part.width)
            if shape.period:
                bits = self._high - self._low + home.numbers
                sort = array_sort(T.bv_sort(bits), sort)
            elif home.family:
                sort = array_sort(T.bv_sort(home.numbers), sort)
            name = site.name if len(shape.parts) == 1 else f"{site.name}+{part.start}"
            if site.region is Region.CONSTANT and site.static is not None and not site.static.unknown:
                self.variables[part] = self._first(part, sort)  # nobody writes it
            else:
                self.variables[part] = T.var(fresh(f"{name} content"), sort)

    @property
    def site(self) -> Site:
        return self.home.site

    # ------------------------------------------------------------ which element

    def index(self, address: Term) -> Term | None:
        """The index of the element that an address is in."""
        home = self.home
        if self.shape.period:
            if home.family:
                return T.extract(home.shift + home.numbers - 1, self._low, address)
            return T.extract(self._high - 1, self._low, home.offset(address))
        return home.number(address) if home.family else None

    def number_of_index(self, index: Term) -> Term:
        """Of a family: the object that an element of an array belongs to."""
        if not self.shape.period:
            return index
        return T.extract(index.width - 1, index.width - self.home.numbers, index)

    def offset_of_index(self, index: Term) -> Term:
        """The offset of the element, as a number of pointer width."""
        inner = T.extract(index.width - 1 - self.home.numbers, 0, index)
        shifted = T.concat(inner, T.bv(0, self._low)) if self._low else inner
        return T.zero_extend(self.home.base.width - shifted.width, shifted)

    def places(self, address: Term, offsets: Offsets, width: int) -> list[Place]:
        """The places of an access, whose guards exclude each other."""
        if not self.shape.period:
            return [
                Place(guard, self, part, at - part.start, self.index(address))
                for at in sorted(offsets.listed)
                if (guard := self.home.exactly(address, at, width)) is not T.FALSE
                and (part := self.shape.part(at)) is not None
            ]
        period = self.shape.period
        inside = self.home.inside(address, T.const(width, address.sort))
        if inside is T.FALSE:
            return []
        index = self.index(address)
        if period == 1:
            return [Place(inside, self, self.shape.parts[0], 0, index, width)]
        residues = {offsets.residue % period} if offsets.modulus else {at % period for at in offsets.listed}
        found: list[Place] = []
        for residue in sorted(residues):
            part = self.shape.part(residue)
            guard = inside
            if len(residues) > 1:
                low = T.extract(self._low - 1, 0, address)
                base = T.extract(self._low - 1, 0, self.home.base)
                guard = T.and_(guard, T.eq(low, T.bvadd(base, T.bv(residue, self._low))))
            if part is not None and guard is not T.FALSE:
                found.append(Place(guard, self, part, residue - part.start, index))
        return found

    # ------------------------------------------------------------ what they hold at first

    def initial(self, part: Part) -> Term:
        """What a static holds from the beginning; of other objects nothing is read before it was made."""
        return self._first(part, self.variables[part].sort)

    def _first(self, part: Part, sort: T.Sort) -> Term:
        if not self.shape.period and not self.home.family:
            return T.const(self._initial(part.start, part.width), sort)
        entries: dict[int, int] = {}
        static = self.site.static
        for offset, width, _ in () if static is None else static.cells:
            first = offset - offset % self.shape.period
            for element in range(first, offset + width, self.shape.period):
                if value := self._initial(element + part.start, part.width):
                    entries[element // self.shape.period] = value
        return T.array_value(sort, 0, entries)

    def _initial(self, start: int, width: int) -> int:
        static = self.site.static
        value = 0
        for offset, length, number in () if static is None else static.cells:
            if offset + length <= start or start + width <= offset:
                continue
            shift = 8 * (offset - start)
            value |= number << shift if shift >= 0 else number >> -shift
        return value & ((1 << 8 * width) - 1)


# ---------------------------------------------------------------- reading and writing


def whole(place: Place, variable: Term) -> Term:
    """What the part, or the element of it, holds."""
    return variable if place.index is None else T.select(variable, place.index)


def put(place: Place, variable: Term, value: Term) -> Term:
    return value if place.index is None else T.store(variable, place.index, value)


def read_bytes(place: Place, variable: Term) -> Term:
    """Several bytes of an array of bytes."""
    index = place.index
    if index is None:
        raise ValueError("no array")
    value = T.select(variable, index)
    for i in range(1, place.bytes_):
        value = T.concat(T.select(variable, T.bvadd(index, T.bv(i, index.width))), value)
    return value


def write_bytes(place: Place, variable: Term, value: Term, guard: Term) -> Term:
    index = place.index
    if index is None:
        raise ValueError("no array")
    for i in range(place.bytes_):
        at = T.bvadd(index, T.bv(i, index.width))
        byte = T.extract(8 * i + 7, 8 * i, value)
        variable = T.store(variable, at, T.ite(guard, byte, T.select(variable, at)))
    return variable


def replaced(old: Term, at: int, value: Term) -> Term:
    """``old`` with some of its bytes, from byte ``at`` on, exchanged."""
    low, high = 8 * at, 8 * at + value.width
    if high < old.width:
        value = T.concat(T.extract(old.width - 1, high, old), value)
    return T.concat(value, T.extract(low - 1, 0, old)) if low else value
