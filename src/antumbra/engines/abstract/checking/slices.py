"""Terms on many states at once: a column is one bit of a value in every state, a byte of a large number for each.

Numbers are columns from the lowest bit to the sign. This is an interpretation by itself: it shares nothing with the
machine code that enumerates states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from antumbra import terms as T
from antumbra.terms import Term

Columns = list[int]


class NoMeaning(Exception):  # noqa: N818 - it is an answer
    """A term that has no meaning here."""


class Slices:
    """Rows of packed states. ``fields``: of each variable the first bit in the row, and how many there are."""

    def __init__(self, rows: bytes | bytearray, size: int, fields: Mapping[Term, tuple[int, int]]) -> None:
        self.rows = rows
        self.size = size
        self.lanes = len(rows) // size
        self.ones = int.from_bytes(b"\1" * self.lanes, "little")
        self._fields = fields
        self._planes: dict[int, int] = {}
        self._known: dict[Term, Columns] = {}

    def plane(self, place: int) -> int:
        """One byte of every row."""
        found = self._planes.get(place)
        if found is None:
            found = self._planes[place] = int.from_bytes(self.rows[place :: self.size], "little")
        return found

    def bits(self, variable: Term) -> Columns:
        first, width = self._fields[variable]
        return [self.plane(k >> 3) >> (k & 7) & self.ones for k in range(first, first + width)]

    def truth(self, term: Term) -> int:
        return self.columns(term)[0]

    def columns(self, term: Term) -> Columns:
        """The value of a term in every row; a truth value is one column."""
        known = self._known
        stack = [term]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
                continue
            missing = [a for a in top.args if a not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            known[top] = self._operation(top, [known[a] for a in top.args])
        return known[term]

    def _operation(self, term: Term, args: Sequence[Columns]) -> Columns:
        op, ones = term.op, self.ones
        if op is T.CONST:
            return self.constant(int(term.data)) if term.sort is not T.BOOL else [ones if term.data else 0]
        if op is T.VAR:
            if term not in self._fields:
                raise NoMeaning(f"{term.data} is no variable of the states")
            return self.bits(term) if term.sort is T.BOOL else [*self.bits(term), 0]
        if op is T.NOT:
            return [ones ^ args[0][0]]
        if op is T.AND or op is T.OR:
            found = args[0][0]
            for other in args[1:]:
                found = found & other[0] if op is T.AND else found | other[0]
            return [found]
        if op is T.ITE:
            return self._chosen(args[0][0], args[1], args[2], truth=term.sort is T.BOOL)
        if op is T.EQ:
            return [ones ^ args[0][0] ^ args[1][0] if term.args[0].sort is T.BOOL else self._equal(*args)]
        return self._arithmetic(term, args)

    def _arithmetic(self, term: Term, args: Sequence[Columns]) -> Columns:
        op, ones = term.op, self.ones
        if op is T.ADD:
            return self._sum(args[0], args[1], 0)
        if op is T.SUB:
            return self._difference(args[0], args[1])
        if op is T.NEG:
            return self._difference([0], args[0])
        if op is T.MUL:
            return self._product(*args)
        if op is T.LT or op is T.BVULT:
            return [self._difference(args[0], args[1])[-1]]
        if op is T.LE or op is T.BVULE:
            return [ones ^ self._difference(args[1], args[0])[-1]]
        if op is T.MOD and term.args[1].op is T.CONST and int(term.args[1].data) > 0:
            return self._rest(args[0], int(term.args[1].data))
        if op is T.BV2NAT or op is T.ZERO_EXTEND:
            return args[0]
        if op is T.INT2BV:
            return [*_extended(args[0], term.sort.width)[: term.sort.width], 0]
        raise NoMeaning(f"{op.name} has no meaning for many states at once")

    # ---------------------------------------------------------------- numbers

    def constant(self, value: int) -> Columns:
        return [self.ones if value >> k & 1 else 0 for k in range(value.bit_length() + 1)]

    def _chosen(self, condition: int, then: Columns, otherwise: Columns, *, truth: bool) -> Columns:
        if not truth:
            width = max(len(then), len(otherwise))
            then, otherwise = _extended(then, width), _extended(otherwise, width)
        return [b ^ (a ^ b) & condition for a, b in zip(then, otherwise, strict=True)]

    def _equal(self, x: Columns, y: Columns) -> int:
        width = max(len(x), len(y))
        different = 0
        for a, b in zip(_extended(x, width), _extended(y, width), strict=True):
            different |= a ^ b
        return self.ones ^ different

    def _sum(self, x: Columns, y: Columns, carry: int) -> Columns:
        width = max(len(x), len(y)) + 1
        found: Columns = []
        for a, b in zip(_extended(x, width), _extended(y, width), strict=True):
            half = a ^ b
            found.append(half ^ carry)
            carry = a & b | half & carry
        return found

    def _difference(self, x: Columns, y: Columns) -> Columns:
        return self._sum(x, [self.ones ^ b for b in y], self.ones)

    def _product(self, x: Columns, y: Columns) -> Columns:
        found: Columns = [0]
        for k, bit in enumerate(y):
            part = [0] * k + [a & bit for a in x]
            # the highest bit of a number counts below zero
            found = self._difference(found, part) if k == len(y) - 1 else self._sum(found, part, 0)
        return found

    def _rest(self, x: Columns, divisor: int) -> Columns:
        """The remainder, never below zero: a multiple of the divisor makes the number positive before."""
        most = 1 << len(x)
        x = self._sum(x, self.constant(-(-most // divisor) * divisor), 0)
        rest: Columns = [0]
        for bit in reversed(x[:-1]):
            rest = [bit, *rest]
            less = self._difference(rest, self.constant(divisor))
            rest = [*self._chosen(less[-1], rest, less, truth=False)[: divisor.bit_length()], 0]
        return rest

    # ---------------------------------------------------------------- rows

    def written(self, news: Mapping[Term, Columns]) -> bytearray:
        """The rows, with other values of some variables."""
        masks: dict[int, int] = {}
        bits: dict[int, int] = {}
        for variable, columns in news.items():
            first, width = self._fields[variable]
            for k, column in enumerate(columns[:width], first):
                masks[k >> 3] = masks.get(k >> 3, 0) | 1 << (k & 7)
                bits[k >> 3] = bits.get(k >> 3, 0) | column << (k & 7)
        found = bytearray(self.rows)
        for place, mask in masks.items():
            plane = self.plane(place) & self.ones * (255 ^ mask) | bits[place]
            found[place :: self.size] = plane.to_bytes(self.lanes, "little")
        return found


def _extended(x: Columns, width: int) -> Columns:
    return x + [x[-1]] * (width - len(x))
