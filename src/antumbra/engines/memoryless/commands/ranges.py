"""Many bytes at once: memcpy, memset, bytes that are input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.commands.reading import chosen, wrong
from antumbra.engines.memoryless.commands.steps import Steps
from antumbra.engines.memoryless.lowered import NotLowered
from antumbra.engines.memoryless.objects.contents import ELEMENT, Content, Place, put, replaced, whole
from antumbra.engines.memoryless.objects.shapes import Kind, Part
from antumbra.engines.memoryless.pointers.offsets import index
from antumbra.engines.memoryless.world import World
from antumbra.program import model as P
from antumbra.program.model import Region
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.terms import Term

#: elements of an array that are changed one by one
MOST_PIECES: Final = 64
#: bytes of one input
MOST_INPUT: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class Range:
    """Where the guard holds a range starts ``offset`` bytes (of an array: modulo its period) into an object."""

    guard: Term
    content: Content
    offset: int
    address: Term

    def pieces(self, low: int, high: int) -> list[tuple[int, Part]]:
        """The parts that some bytes of the range touch, with their distance from its start."""
        shape = self.content.shape
        first, rounds, offset = 0, 1, self.offset
        if shape.period:
            offset %= shape.period
            first = (low + offset) // shape.period
            rounds = -(-(high + offset) // shape.period) - first
        starts = [
            (element * shape.period + part.start - offset, part)
            for element in range(first, first + rounds)
            for part in shape.parts
        ]
        return [(start, part) for start, part in starts if start < high and start + part.width > low]

    def many(self, most: int) -> bool:
        """Are there so many parts that they are not changed one by one?"""
        shape = self.content.shape
        return bool(shape.period) and most // shape.period * len(shape.parts) > MOST_PIECES

    def place(self, start: int, part: Part) -> Place:
        at = T.bvadd(self.address, T.const(start, self.address.sort)) if start else self.address
        return Place(self.guard, self.content, part, 0, self.content.index(at))


class Ranges:
    """Operations on ranges of one procedure."""

    def __init__(self, world: World, procedure: str, steps: Steps) -> None:
        self._world = world
        self._procedure = procedure
        self._steps = steps

    def check(self, term: Term, address: Term, size: Term, location: Location | None) -> None:
        """Is a range of bytes one that may be read?"""
        self._ranges(term, address, size, location, write=False)

    def copy(self, command: P.Copy, destination: Term, source: Term, size: Term) -> None:
        location = command.location
        if size is self._world.null:
            return
        origins = self._ranges(command.source, source, size, location, write=False)
        targets = self._ranges(command.destination, destination, size, location, write=True)
        if not origins or not targets:
            return
        most = min(_most(origins, size), _most(targets, size))
        if any(target.many(most) for target in targets):
            self._copy_many(origins, targets, size, location)
            return

        def value(part: Part, low: int, high: int) -> Term:
            return chosen([(o.guard, self._bytes(o, low, high, part, location)) for o in origins])

        self._put(targets, size, most, value, location)

    def fill(self, command: P.Fill, destination: Term, byte: Term, size: Term) -> None:
        location = command.location
        if size is self._world.null:
            return
        targets = self._ranges(command.destination, destination, size, location, write=True)
        most = _most(targets, size)
        if any(target.many(most) for target in targets):
            self._fill_many(targets, byte, size, location)
            return

        def value(part: Part, low: int, high: int) -> Term:
            return self._repeated(byte, high - low, part, location)

        self._put(targets, size, most, value, location)

    def make_symbolic(self, command: P.Builtin, address: Term, size: Term) -> None:
        location = command.location
        if size.op is not T.CONST or size.data > MOST_INPUT:
            raise NotLowered("input of unknown size, or a very large one", location)
        if size is self._world.null:
            return
        targets = self._ranges(command.arguments[0], address, size, location, write=True)
        name = command.text or (targets[0].content.site.name if targets else "")
        bits = self._steps.variable(f"input {name}", T.bv_sort(8 * size.data))
        self._steps.emit(P.Havoc(bits, P.Source.INPUT, name, "bytes", location))

        def value(part: Part, low: int, high: int) -> Term:
            if part.kind is Kind.POINTER:
                return self._any(T.bv_sort(8 * (high - low)), name, location)
            return T.extract(8 * high - 1, 8 * low, bits)

        self._put(targets, size, size.data, value, location)

    # ------------------------------------------------------------ where

    def _ranges(self, term: Term, address: Term, size: Term, location: Location | None, *, write: bool) -> list[Range]:
        """Ranges, whose guards exclude each other. One of no bytes may be anywhere."""
        targets = self._world.targets(self._procedure, term)
        found: list[Range] = []
        for site, offsets in targets.items():
            if write and site.region is Region.CONSTANT:
                continue
            content = self._world.contents[site]
            inside = content.home.inside(address, size)
            if inside is T.FALSE:
                continue
            if offsets.modulus:
                found.append(Range(inside, content, offsets.residue, address))
                continue
            for at in sorted(offsets.listed):
                exact = content.home.exactly(address, at, 0)
                if (guard := T.and_(inside, exact)) is not T.FALSE:
                    found.append(Range(guard, content, at, address))
        empty = T.eq(size, self._world.null)
        valid = T.or_(empty, *(r.guard for r in found))
        width = size.data if size.op is T.CONST else 0
        message = wrong(targets, address, width, write=write)
        if size.op is not T.CONST:
            message = f"{'write' if write else 'read'} outside a live object"
        self._steps.demand(valid, "valid-deref", message, location)
        return found

    # ------------------------------------------------------------ what

    def _put(
        self,
        targets: list[Range],
        size: Term,
        most: int,
        value: Callable[[Part, int, int], Term],
        location: Location | None,
    ) -> None:
        """Parts of objects change, byte by byte if it is not known how many."""
        changed: dict[Term, Term] = {}
        for target in targets:
            guard = T.TRUE if len(targets) == 1 else target.guard
            for start, part in target.pieces(0, most):
                variable = target.content.variables.get(part)
                if variable is None:
                    continue
                now = changed.get(variable, variable)
                place = target.place(start, part)
                old = whole(place, now)
                low, high = max(start, 0), min(start + part.width, most)
                new = value(part, low, high)
                if part.kind is Kind.POINTER:
                    new = self._pointer(part, start, old, new, size, location)
                else:
                    new = _reaching(old, 8 * (low - start), new, size, low)
                changed[variable] = put(place, now, T.ite(guard, new, old))
        self._steps.assign(changed, location)

    def _pointer(self, part: Part, start: int, old: Term, new: Term, size: Term, location: Location | None) -> Term:
        """A pointer is exchanged as a whole, or nobody knows what it is after."""
        if new.sort is not old.sort:
            return self._any(old.sort, "pointer", location)
        all_of_it = T.bvule(self._world.number(start + part.width), size)
        none_of_it = T.bvule(size, self._world.number(start))
        if all_of_it is T.TRUE:
            return new
        broken = self._any(old.sort, "pointer", location)
        return T.ite(all_of_it, new, T.ite(none_of_it, old, broken))

    def _bytes(self, origin: Range, low: int, high: int, wanted: Part, location: Location | None) -> Term:
        """Bytes of a source, as a part of another object takes them."""
        value: Term | None = None
        at = low
        for start, part in sorted(origin.pieces(low, high), key=lambda piece: piece[0]):
            first, last = max(start, low), min(start + part.width, high)
            variable = origin.content.variables.get(part)
            same = part.kind is wanted.kind
            pointer = Kind.POINTER in (part.kind, wanted.kind)
            exact = first == start and last == start + part.width and part.width == wanted.width == high - low
            if first != at or variable is None or (pointer and not (same and exact)):
                break
            held = T.extract(8 * (last - start) - 1, 8 * (first - start), whole(origin.place(start, part), variable))
            value = held if value is None else T.concat(held, value)
            at = last
        if value is None or at != high:
            return self._any(T.bv_sort(8 * (high - low)), origin.content.site.name, location)
        return value

    def _repeated(self, byte: Term, count: int, part: Part, location: Location | None) -> Term:
        if part.kind is Kind.POINTER and not (byte.op is T.CONST and byte.data == 0):
            return self._any(T.bv_sort(8 * count), "memset", location)
        value = byte
        for _ in range(count - 1):
            value = T.concat(byte, value)
        return value

    def _any(self, sort: T.Sort, name: str, location: Location | None) -> Term:
        return self._steps.unknown(sort, P.Source.OPEN, name, "", location)

    # ------------------------------------------------------------ many elements

    def _fill_many(self, targets: list[Range], byte: Term, size: Term, location: Location | None) -> None:
        changed: dict[Term, Term] = {}
        for target in targets:
            guard = T.TRUE if len(targets) == 1 else target.guard
            for part, variable in target.content.variables.items():
                fresh = self._repeated(byte, part.width, part, location)
                now = changed.get(variable, variable)
                changed[variable] = self._where(target, part, now, size, guard, lambda _, v=fresh: v, location)
        self._steps.assign(changed, location)

    def _copy_many(self, origins: list[Range], targets: list[Range], size: Term, location: Location | None) -> None:
        changed: dict[Term, Term] = {}
        for target in targets:
            shape = target.content.shape
            alike = shape.period and not any(
                o.content.shape != shape or (o.offset - target.offset) % shape.period for o in origins
            )
            guard = T.TRUE if len(targets) == 1 else target.guard
            for part, variable in target.content.variables.items():
                if not alike:
                    now = changed.get(variable, variable)
                    changed[variable] = self._unknown_where(target, part, now, size, guard, location)
                    continue

                def moved(address: Term, target: Range = target, part: Part = part) -> Term:
                    return chosen([(o.guard, _element(o, part, T.bvsub(address, target.address))) for o in origins])

                now = changed.get(variable, variable)
                changed[variable] = self._where(target, part, now, size, guard, moved, location)
        self._steps.assign(changed, location)

    def _where(
        self,
        target: Range,
        part: Part,
        variable: Term,
        size: Term,
        guard: Term,
        value: Callable[[Term], Term],
        location: Location | None,
    ) -> Term:
        """The elements of an array that are in a range, exchanged."""
        content = target.content
        period = content.shape.period
        whole_elements = period and target.offset % period == 0 and (period == 1 or _multiple(size, period))
        if not whole_elements:
            return self._unknown_where(target, part, variable, size, guard, location)
        sort = variable.sort.index[0]
        at = T.var(ELEMENT, sort)
        address = self._address(content, at, target.address)
        distance = T.bvsub(address, target.address)
        inside = T.and_(guard, T.bvult(distance, size))
        if content.home.family:
            inside = T.and_(inside, T.eq(content.number_of_index(at), content.home.number(target.address)))
        new = value(address)
        return T.lambda_((at,), T.ite(inside, new, T.select(variable, at)))

    def _unknown_where(
        self, target: Range, part: Part, variable: Term, size: Term, guard: Term, location: Location | None
    ) -> Term:
        """A part of which nobody knows what it is after: its elements that have bytes in a range."""
        content = target.content
        fresh = self._any(variable.sort, content.site.name, location)
        if not content.shape.period:
            if not content.home.family:
                return T.ite(guard, fresh, variable)
            number = content.home.number(target.address)
            element = T.ite(guard, T.select(fresh, number), T.select(variable, number))
            return T.store(variable, number, element)
        at = T.var(ELEMENT, variable.sort.index[0])
        first = T.bvadd(self._address(content, at, target.address), self._world.number(part.start))
        behind = T.bvadd(first, self._world.number(part.width))
        touched = T.and_(T.bvult(target.address, behind), T.bvult(first, T.bvadd(target.address, size)))
        inside = T.and_(guard, touched)
        if content.home.family:
            inside = T.and_(inside, T.eq(content.number_of_index(at), content.home.number(target.address)))
        return T.lambda_((at,), T.ite(inside, T.select(fresh, at), T.select(variable, at)))

    @staticmethod
    def _address(content: Content, at: Term, address: Term) -> Term:
        """Where an element of an array lies, as an address."""
        offset = content.offset_of_index(at)
        if content.home.family:
            return T.bvadd(content.home.address(content.home.number(address)), offset)
        return T.bvadd(content.home.base, offset)


def _most(ranges: list[Range], size: Term) -> int:
    """A bound on the length of a range that is inside an object."""
    if size.op is T.CONST:
        return size.data
    sizes = [r.content.site.known_size for r in ranges]
    return max((s if s is not None else 1 << 40 for s in sizes), default=0)


def _reaching(old: Term, low: int, new: Term, size: Term, start: int) -> Term:
    """``old``, from bit ``low`` on exchanged by as many bytes as the size goes beyond ``start``."""
    if size.op is not T.CONST:
        pieces: list[Term] = []
        for i in range(new.width // 8):
            reached = T.bvult(T.const(start + i, size.sort), size)
            kept = T.extract(low + 8 * i + 7, low + 8 * i, old)
            pieces.append(T.ite(reached, T.extract(8 * i + 7, 8 * i, new), kept))
        new = pieces[0]
        for piece in pieces[1:]:
            new = T.concat(piece, new)
    return replaced(old, low // 8, new)


def _element(origin: Range, part: Part, distance: Term) -> Term:
    """The element of an array that is so far from the start of a range."""
    at = origin.content.index(T.bvadd(origin.address, distance))
    variable = origin.content.variables[part]
    return variable if at is None else T.select(variable, at)


def _multiple(size: Term, period: int) -> bool:
    """Is a number surely a multiple of a power of two?"""
    known = index(size)
    if known.modulus:
        return known.modulus % period == 0 and known.residue % period == 0
    return all(value % period == 0 for value in known.listed)
