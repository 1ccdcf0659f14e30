"""Statics lie somewhere, not where the program form puts them.

The program form gives each static object a place, and names it by that number. Where these places are far from each
other and from all numbers that programs use (``program.spacing``, on 64 bits), a constant near one of them is a
pointer: it is read as the unknown address of the object and an offset. Functions lie side by side; only the very start
of one is its address. Elsewhere statics keep their numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.spacing import first_address
from antumbra.terms import Term

#: bytes from an object to a constant that is still one about it: an index may be subtracted before another is added
NEAR = 1 << 31
#: pointers of so many bits have room for it
WIDE = 64


class Relocation:
    """Reads terms of the program as terms over unknown addresses."""

    def __init__(self, program: P.Program) -> None:
        width = program.layout.pointer_width
        data = sorted((o.address, max(1, o.size)) for o in program.objects if o.region is not P.Region.CODE)
        code = sorted(o.address for o in program.objects if o.region is P.Region.CODE)
        apart = all(later[0] - sum(place) > 2 * NEAR for place, later in pairwise(data))
        high = all(start >= first_address(width) for start in (*code, *(start for start, _ in data)))
        #: are addresses of statics unknown?
        self.active = width == WIDE and apart and high
        self._pointer = T.bv_sort(width)
        self._places = data if self.active else []
        self._starts = [start for start, _ in self._places]
        starts = [*code, *self._starts] if self.active else []
        self._bases = {start: T.var(f"static {number}", self._pointer) for number, start in enumerate(starts)}
        self._done: dict[Term, Term] = {}

    def base(self, address: int) -> Term:
        """The address of the static that the program form puts there."""
        return self._bases[address] if self.active else T.const(address, self._pointer)

    def of(self, term: Term) -> Term:
        """The term, with unknown addresses in place of numbers."""
        if not self._bases:
            return term
        done = self._done
        if term not in done:
            for part in T.subterms(term):
                if part not in done:
                    done[part] = self._made(part)
        return done[term]

    def _made(self, part: Term) -> Term:
        if part.op is T.CONST:
            return self._constant(part)
        args = tuple(self._done[a] for a in part.args)
        return part if args == part.args else T.make(part.op, args, part.data)

    def _constant(self, part: Term) -> Term:
        if part.sort is not self._pointer:
            return part
        value = part.data
        if value in self._bases:
            return self._bases[value]
        after = bisect_left(self._starts, value + NEAR)
        for start, size in self._places[max(0, after - 1) : after]:
            if start - NEAR < value < start + size + NEAR:
                return T.bvadd(self._bases[start], T.const((value - start) % (1 << WIDE), self._pointer))
        return part
