"""Accesses that no execution can get wrong: to objects that live as long as the program."""

from __future__ import annotations

from bisect import bisect_right

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.terms import Term


class Standing:
    """The global objects of a program."""

    def __init__(self, program: P.Program) -> None:
        self._statics = sorted(program.objects, key=lambda item: item.address)

    def has(self, address: Term, width: int, *, write: bool) -> bool:
        """Is an access surely within a global object?"""
        if address.op is not T.CONST:
            return False
        after = bisect_right(self._statics, address.data, key=lambda item: item.address)
        if not after:
            return False
        item = self._statics[after - 1]
        regions = (P.Region.GLOBAL,) if write else (P.Region.GLOBAL, P.Region.CONSTANT)
        return item.region in regions and address.data + width <= item.address + item.size
