"""The bytes of one object.

Each byte that was written remembers the word it is a part of, so that what was written as a whole is read as a whole.
Bytes that were never written are elements of ``default``, an array from offsets to bytes: zeros, or one unknown. Once
an offset is not a number and there are too many places it may mean, all bytes are elements of one array.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.terms import Sort, Term

#: places that an unknown offset may mean before the object becomes an array
MOST_PLACES = 128
#: how deep a term is looked into for zero bits: its depth is the analysed program's choice
DEEPEST = 12
BYTE = T.bv_sort(8)


def byte_array(pointer: Sort) -> Sort:
    return T.array_sort((pointer,), BYTE)


def low_zeros(term: Term, depth: int = DEEPEST) -> int:
    """How many low bits are surely zero; of what lies deeper nothing is known."""
    if depth == 0:
        return 0
    width, below = term.sort.width, depth - 1
    if term.op is T.CONST:
        return width if term.data == 0 else (term.data & -term.data).bit_length() - 1
    if term.op is T.BVMUL:
        return min(width, sum(low_zeros(a, below) for a in term.args))
    if term.op in (T.BVADD, T.BVSUB):
        return min(low_zeros(a, below) for a in term.args)
    if term.op is T.ITE:
        return min(low_zeros(a, below) for a in term.args[1:])
    if term.op is T.CONCAT:
        high, low = term.args
        zeros = low_zeros(low, below)
        return zeros if zeros < low.sort.width else low.sort.width + low_zeros(high, below)
    if term.op in (T.ZERO_EXTEND, T.SIGN_EXTEND):
        zeros = low_zeros(term.args[0], below)
        return width if zeros == term.args[0].sort.width else zeros
    return 0


class Content:
    """A value: what changes it makes another one."""

    __slots__ = ("array", "cells", "default")

    def __init__(
        self, default: Term, cells: dict[int, tuple[Term, int]] | None = None, array: Term | None = None
    ) -> None:
        self.default = default
        self.cells: dict[int, tuple[Term, int]] = {} if cells is None else cells
        self.array = array

    # ------------------------------------------------------------ reading

    def _byte(self, offset: int) -> Term:
        known = self.cells.get(offset)
        if known is None:
            return T.select(self.default, T.const(offset, self.default.sort.index[0]))
        word, place = known
        return word if word.sort.width == 8 else T.extract(8 * place + 7, 8 * place, word)

    def word(self, offset: int, width: int) -> Term:
        """``width`` bytes at a place, little-endian; not of an array."""
        first = self.cells.get(offset)
        if first is not None:
            word, place = first
            same = all(self.cells.get(offset + i) == (word, place + i) for i in range(width))
            if same and word.sort.width == 8 * width:
                return word
            if same:
                return T.extract(8 * (place + width) - 1, 8 * place, word)
        result = self._byte(offset)
        for i in range(1, width):
            result = T.concat(self._byte(offset + i), result)
        return result

    def extent(self, offset: int, end: int) -> int:
        """How many bytes of one word begin here, if the whole of it does and ends before ``end``; else one."""
        known = self.cells.get(offset)
        if known is None:
            return 1
        width = known[0].sort.width // 8
        whole = all(self.cells.get(offset + i) == (known[0], i) for i in range(width))
        return width if whole and offset + width <= end else 1

    def read(self, offset: Term, width: int, size: Term) -> Term:
        """The same at any offset that lies in an object of this size."""
        if self.array is not None:
            return word_of(self.array, offset, width)
        if offset.op is T.CONST:
            return self.word(offset.data, width)
        places = _places(offset, width, size)
        if places is None:
            return word_of(self.as_array(), offset, width)
        result: Term | None = None
        for place in places:
            value = self.word(place, width)
            result = value if result is None else T.ite(_at(offset, place), value, result)
        if result is None:
            raise ValueError("an object without places was read")
        return result

    def as_array(self) -> Term:
        if self.array is not None:
            return self.array
        array = self.default
        index = array.sort.index[0]
        bytes_ = {offset: self._byte(offset) for offset in sorted(self.cells)}
        if array.op is T.CONST:
            # all that are known at once: one by one each of them would copy the others
            table = {offset: byte.data for offset, byte in bytes_.items() if byte.op is T.CONST}
            array = T.array_value(array.sort, array.data.default, {**array.data.entries, **table})
            bytes_ = {offset: byte for offset, byte in bytes_.items() if byte.op is not T.CONST}
        for offset, byte in bytes_.items():
            array = T.store(array, T.const(offset, index), byte)
        return array

    def zero(self, size: Term) -> Term:
        """Where a byte looks as if it were zero: the last one that was written as zero, or else the last of all."""
        index = self.default.sort.index[0]
        array = self.array
        while array is not None and array.op is T.STORE:
            array, at, byte = array.args
            if byte.op is T.CONST and byte.data == 0:
                return at
        known = [at for at, (word, _) in self.cells.items() if word.op is T.CONST and word.data == 0]
        return T.const(max(known), index) if known else T.bvsub(size, T.const(1, index))

    # ------------------------------------------------------------ writing

    def with_word(self, offset: int, value: Term) -> Content:
        cells = dict(self.cells)
        for i in range(value.sort.width // 8):
            cells[offset + i] = (value, i)
        return Content(self.default, cells)

    def written(self, offset: Term, value: Term, size: Term, guard: Term) -> Content:
        """After a write under a condition."""
        width = value.sort.width // 8
        if self.array is None:
            if offset.op is T.CONST:
                return self.with_word(offset.data, _chosen(guard, value, self, offset.data, width))
            places = _places(offset, width, size)
            if places is not None:
                return self._written_at(places, offset, value, guard)
        array = self.as_array()
        for i in range(width):
            at = _plus(offset, i)
            byte = T.extract(8 * i + 7, 8 * i, value) if width > 1 else value
            array = T.store(array, at, byte if guard is T.TRUE else T.ite(guard, byte, T.select(array, at)))
        return Content(self.default, None, array)

    def _written_at(self, places: Iterable[int], offset: Term, value: Term, guard: Term) -> Content:
        cells = dict(self.cells)
        width = value.sort.width // 8
        for place in places:
            here = T.and_(guard, _at(offset, place))
            word = _chosen(here, value, self, place, width)
            for i in range(width):
                cells[place + i] = (word, i)
        return Content(self.default, cells)

    def with_words(self, words: Iterable[tuple[int, Term]]) -> Content:
        """After several writes at places; not of an array."""
        cells = dict(self.cells)
        for offset, value in words:
            for i in range(value.sort.width // 8):
                cells[offset + i] = (value, i)
        return Content(self.default, cells)

    # ------------------------------------------------------------ joining

    def joined(self, other: Content, guard: Term) -> Content:
        """This where the guard holds, else the other."""
        if self is other:
            return self
        if self.array is not None or other.array is not None or self.default is not other.default:
            one, two = self.as_array(), other.as_array()
            return self if one is two else Content(self.default, None, T.ite(guard, one, two))
        cells = dict(self.cells)
        done: set[int] = set()
        for offset in sorted({*self.cells, *other.cells}):
            if offset in done or self.cells.get(offset) == other.cells.get(offset):
                continue
            low, high = self.segment(other, offset)
            word = T.ite(guard, self.word(low, high - low), other.word(low, high - low))
            for i in range(high - low):
                cells[low + i] = (word, i)
                done.add(low + i)
        return Content(self.default, cells)

    def segment(self, other: Content, offset: int) -> tuple[int, int]:
        """The bytes around one that belong to the same words, in either."""
        low: int = offset
        high: int = offset + 1
        while True:
            before = (low, high)
            for content in (self, other):
                for at in (low, high - 1):
                    known = content.cells.get(at)
                    if known is not None:
                        word, place = known
                        width: int = word.sort.width // 8
                        low = min(low, max(0, at - place))
                        high = max(high, at - place + width)
            if (low, high) == before or high - low > 64:
                return low, high

    def same(self, other: Content) -> bool:
        """Surely equal, seen at once."""
        if self is other:
            return True
        if self.array is not None or other.array is not None:
            return self.as_array() is other.as_array()
        return self.default is other.default and self.cells == other.cells


def word_of(array: Term, offset: Term, width: int) -> Term:
    """``width`` bytes of an array of bytes, little-endian."""
    result = T.select(array, offset)
    for i in range(1, width):
        result = T.concat(T.select(array, _plus(offset, i)), result)
    return result


def _chosen(guard: Term, value: Term, content: Content, place: int, width: int) -> Term:
    return value if guard is T.TRUE else T.ite(guard, value, content.word(place, width))


def _plus(offset: Term, i: int) -> Term:
    return T.bvadd(offset, T.const(i, offset.sort)) if i else offset


def _at(offset: Term, place: int) -> Term:
    return T.eq(offset, T.const(place, offset.sort))


def _places(offset: Term, width: int, size: Term) -> range | None:
    """The offsets that an access inside an object can have; None if they are many, or the size is not known."""
    if size.op is not T.CONST:
        return None
    step = 1 << min(low_zeros(offset), 16)
    found = range(0, size.data - width + 1, step)
    return found if 0 < len(found) <= MOST_PLACES else None
