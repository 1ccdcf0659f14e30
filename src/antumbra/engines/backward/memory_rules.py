"""BACKPROP of what concerns memory: accesses, allocations, lives of objects, copies; the array rule ⟨M, i, v⟩[p]."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder
from antumbra.engines.backward.locations import INDEX, LARGEST_OBJECT, NEXT_PAGE, Locations
from antumbra.engines.backward.quantifying import Quantifying
from antumbra.engines.backward.skeletons import Change, before
from antumbra.engines.backward.steps import Allocated, Freed, Loaded, Moved, Related, Scoped, Stored
from antumbra.program.model import Region
from antumbra.program.spacing import next_page
from antumbra.program.widths import is_pointer, same_kind
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.memory.pages import PAGE_BITS, WIDTHS
from antumbra.terms import Term


class MemoryRules(Quantifying):
    """``unwritten(address, width)``: the value there, if no execution has changed it so far. ``constant(object,
    width)``: its content, if nobody can write it. Objects below ``first_free`` are always there."""

    def __init__(
        self,
        locations: Locations,
        valid: Callable[[Term], bool],
        unwritten: Callable[[int, int], int | None],
        constant: Callable[[Object, int], Term | None],
        first_free: int,
    ) -> None:
        super().__init__(valid)
        self._locations = locations
        self._unwritten = unwritten
        self._constant = constant
        self._first_free = first_free

    def _free(self, psi: Builder, step: Freed) -> None:
        psi.pin(step.address, step.at)
        if step.at:
            psi.heap.add(step.at)
            self._skeleton(psi, step)
            if psi.alive is not None:
                psi.alive |= {step.at}

    def _skeleton(self, psi: Builder, step: Change) -> None:
        """The objects before a step, from those after it."""
        if psi.memory is not None:
            psi.memory = before(psi.memory, step)
            psi.failed = psi.failed or psi.memory is None

    def _relate(self, psi: Builder, step: Related) -> None:
        """Places decide where both pointers are what they were, and in objects that live."""
        if step.target not in psi.mentions:
            return
        psi.substitute({step.target: step.value})
        for pointer, at in ((step.left, step.at), (step.right, step.other)):
            psi.pin(pointer, at)
            if at and step.at != step.other and (step.at ^ step.other) >> PAGE_BITS:
                self._access(psi, at, 1)

    def _overlapping(self, psi: Builder, at: int, length: int) -> list[tuple[Term, int, int]]:
        """Cells that the formula mentions within a range of addresses."""
        cells = self._locations.cells
        found = [(location, *cells[location]) for location in psi.locations() if location in cells]
        return sorted(
            (item for item in found if item[1] < at + length and at < item[1] + item[2]), key=lambda item: item[1]
        )

    def _access(self, psi: Builder, address: int, width: int) -> None:
        if address >= self._first_free:
            psi.accesses.add((address, width))

    def _objects(self, psi: Builder, at: int, length: int) -> list[tuple[Term, Object, int]]:
        """Whole objects that the formula mentions within a range of addresses."""
        known = self._locations.objects
        found = [(location, *known[location]) for location in psi.locations() if location in known]
        return sorted(
            (item for item in found if item[1].base < at + length and at < item[1].base + item[1].size),
            key=lambda item: (item[1].base, item[2]),
        )

    def _index(self, address: Term, item: Object, width: int) -> Term | None:
        """The array rule ⟨M, i, v⟩: the index of an access within an object; None if it is not for us."""
        if item.size.__class__ is not int or width not in WIDTHS or not width <= item.size <= LARGEST_OBJECT:
            return None
        offset = T.bvsub(address, T.const(item.base, address.sort))
        return T.extract(INDEX - 1, 0, offset) if offset.width > INDEX else offset

    def _stays_inside(self, psi: Builder, address: Term, item: Object, width: int) -> None:
        """An access must be in that object, at a multiple of its width."""
        offset = T.bvsub(address, T.const(item.base, address.sort))
        psi.add(T.bvule(offset, T.const(item.size - width, offset.sort)))
        bits = width.bit_length() - 1
        if bits:
            psi.add(T.eq(T.extract(bits - 1, 0, offset), T.bv(0, bits)))
        self._access(psi, item.base, item.size)

    def _load_within(self, psi: Builder, step: Loaded, item: Object) -> None:
        index = self._index(step.address, item, step.width)
        if index is None:
            psi.failed = True
            return
        if step.target in psi.mentions:
            array = self._constant(item, step.width)
            if array is None:
                array = self._locations.whole(item, step.width)
            psi.substitute({step.target: T.select(array, index)})
        self._stays_inside(psi, step.address, item, step.width)

    def _store_within(self, psi: Builder, step: Stored, item: Object) -> None:
        index = self._index(step.address, item, step.width)
        if index is None or psi.untouched.intersection(
            range(item.base >> PAGE_BITS, (item.base + item.size >> PAGE_BITS) + 1)
        ):
            psi.failed = True
            return
        if any(item.base >> PAGE_BITS <= n <= item.base + item.size >> PAGE_BITS for n, _ in psi.shapes):
            psi.failed = True
            return
        moved: dict[Term, Term] = {}
        for location, address, width in self._overlapping(psi, item.base, item.size):
            if width != step.width or (address - item.base) % width:
                psi.failed = True
                return
            moved[location] = T.ite(T.eq(index, T.bv(address - item.base, INDEX)), step.value, location)
        for location, other, width in self._objects(psi, item.base, item.size):
            if other.base != item.base or width != step.width:
                psi.failed = True
                return
            moved[location] = T.store(location, index, step.value)
        psi.substitute(moved)
        self._stays_inside(psi, step.address, item, step.width)

    def _load(self, psi: Builder, step: Loaded) -> None:
        if isinstance(step.at, Object):
            self._load_within(psi, step, step.at)
            return
        if step.at.__class__ is not int or step.width > 8:
            psi.failed = True
            return
        constant = self._unwritten(step.at, step.width)
        if constant is None:
            psi.substitute({step.target: self._locations.cell(step.at, step.width)})
        else:
            psi.substitute({step.target: T.bv(constant, 8 * step.width)})
            psi.untouched.add(step.at >> PAGE_BITS)
        psi.pin(step.address, step.at)
        self._access(psi, step.at, step.width)

    def _store(self, psi: Builder, step: Stored) -> None:
        if isinstance(step.at, Object):
            self._store_within(psi, step, step.at)
            return
        if step.at.__class__ is not int or step.width > 8 or step.at >> PAGE_BITS in psi.untouched:
            psi.failed = True
            return
        if any(n == step.at >> PAGE_BITS and (step.at, step.width) not in cells for n, cells in psi.shapes):
            psi.failed = True
            return
        for location, address, width in self._overlapping(psi, step.at, step.width):
            low = 8 * (address - step.at)
            if address < step.at or address + width > step.at + step.width or not same_kind(width, step.width):
                psi.failed = True
                return
            value = step.value if width == step.width else T.extract(low + 8 * width - 1, low, step.value)
            psi.substitute({location: value})
        for location, item, width in self._objects(psi, step.at, step.width):
            offset = step.at - item.base
            if width != step.width or offset % width:
                psi.failed = True
                return
            psi.substitute({location: T.store(location, T.bv(offset, INDEX), step.value)})
        psi.pin(step.address, step.at)
        self._access(psi, step.at, step.width)

    def _allocate(self, psi: Builder, step: Allocated) -> None:
        if step.base.__class__ is not int or step.bytes.__class__ is not int:
            psi.failed = True
            return
        if step.base == 0:
            # no room, whatever there is: that only depends on the size
            psi.substitute({step.target: T.const(0, step.target.sort)})
            psi.pin(step.size, step.bytes)
            return
        pages = max(1, (step.bytes + (1 << PAGE_BITS) - 1) >> PAGE_BITS)
        first = step.base >> PAGE_BITS
        for location, _, width in self._overlapping(psi, step.base, pages << PAGE_BITS):
            if not step.zeroed:
                psi.failed = True
                return
            psi.substitute({location: T.bv(0, 8 * width)})
        for location, _, width in self._objects(psi, step.base, pages << PAGE_BITS):
            if not step.zeroed:
                psi.failed = True
                return
            psi.substitute({location: T.const_array(location.sort, T.bv(0, 8 * width))})
        end = step.base + (pages << PAGE_BITS)
        psi.accesses = {a for a in psi.accesses if not step.base <= a[0] < end}
        if step.region is Region.STACK and any(step.base <= a < end and d == step.depth for a, d in psi.outlives):
            psi.failed = True
            return
        psi.outlives = {owner for owner in psi.outlives if not step.base <= owner[0] < end}
        here = {one for one in psi.scoped if step.base <= one[0] < end}
        if here and (here != {(step.base, step.bytes)} or step.region is not Region.STACK):
            psi.failed = True
            return
        psi.scoped -= here
        self._skeleton(psi, step)
        if psi.alive is not None:
            psi.alive -= {step.base}
        psi.heap = {base for base in psi.heap if base != step.base}
        if any(first <= number < first + pages for number, _ in psi.shapes):
            psi.failed = True
            return
        psi.substitute(
            {
                step.target: T.const(step.base, step.target.sort),
                NEXT_PAGE: T.bv(next_page(first, pages, step.target.width), 64),
            }
        )
        psi.pin(step.size, step.bytes)
        psi.pin(NEXT_PAGE, first)

    def _scope(self, psi: Builder, step: Scoped, gone: list[Term]) -> None:
        """The life of a stack object changes: none of its bytes is what it was."""
        item = step.item
        if step.target is not None:
            # elsewhere it would live as well: what uses a pointer to a former life says that there is one
            psi.substitute({step.target: T.const(item.base, step.target.sort)})
        end = item.base + (item.pages << PAGE_BITS)
        pages = range(item.base >> PAGE_BITS, end >> PAGE_BITS)
        used = {a for a in psi.accesses if item.base <= a[0] < end}
        if used and not (step.begins and all(a + width <= item.base + item.size for a, width in used)):
            psi.failed = True
            return
        psi.accesses -= used
        for location, _, _ in self._overlapping(psi, item.base, end - item.base):
            self._forall(psi, location, gone)
        written = any(number in pages and cells for number, cells in psi.shapes)
        if written or self._objects(psi, item.base, end - item.base) or not psi.untouched.isdisjoint(pages):
            psi.failed = True
            return
        psi.shapes = {shape for shape in psi.shapes if shape[0] not in pages}
        psi.pin(step.address, item.base)
        psi.scoped.add((item.base, item.size))
        self._skeleton(psi, step)

    def _move(self, psi: Builder, step: Moved) -> None:
        known = [step.at, step.length] if step.source is None else [step.at, step.length, step.origin]
        if any(k.__class__ is not int for k in known):
            psi.failed = True
            return
        if step.length and psi.memory is not None:
            # filling a whole object changes what its unwritten bytes hold
            psi.failed = True
            return
        changed = psi.untouched | {number for number, _ in psi.shapes}
        if any(number in changed for number in range(step.at >> PAGE_BITS, (step.at + step.length >> PAGE_BITS) + 1)):
            psi.failed = True
            return
        if step.length and self._objects(psi, step.at, step.length):
            psi.failed = True
            return
        moved: dict[Term, Term] = {}
        for location, address, width in self._overlapping(psi, step.at, step.length):
            if address < step.at or address + width > step.at + step.length:
                psi.failed = True
                return
            if step.byte is not None:
                if is_pointer(width) and step.byte is not T.bv(0, 8):
                    psi.failed = True
                    return
                value = step.byte
                for _ in range(width - 1):
                    value = T.concat(step.byte, value)
                moved[location] = value
            else:
                moved[location] = self._locations.cell(address - step.at + step.origin, width)
        if moved:
            psi.substitute(moved)
        psi.pin(step.destination, step.at)
        psi.pin(step.size, step.length)
        if step.length:
            self._access(psi, step.at, step.length)
        if step.source is not None:
            psi.pin(step.source, step.origin)
            if step.length:
                self._access(psi, step.origin, step.length)
