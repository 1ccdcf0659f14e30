"""Memory that a contract speaks of: which places are valid, and what pointer parameters of the entry lead to then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.frontends.c.contracts.tokens import Token
from antumbra.frontends.errors import InputError
from antumbra.records import dataclass, field

_KINDS: Final = {
    "\\valid": "written",
    "\\valid_read": "read",
    "\\separated": "separated",
    "__CPROVER_is_fresh": "fresh",
    "__CPROVER_r_ok": "read",
    "__CPROVER_w_ok": "written",
    "__CPROVER_rw_ok": "written",
}


@dataclass(frozen=True, slots=True)
class Range:
    """Bytes behind ``pointer``: all below ``extent``, from ``start`` on if there is one; C texts. ``step``: the size of
    one element. ``base``: the variable that the pointer is, or empty."""

    pointer: str
    base: str
    extent: str
    step: str
    shown: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a precondition says of what a pointer parameter leads to. ``always``: it holds whatever else does."""

    position: int  #: of the parameter, from 1 on
    step: str
    extent: str
    always: bool


@dataclass(slots=True)
class Memory:
    shapes: list[Shape] = field(default_factory=list[Shape])

    def kind_of(self, name: str) -> str | None:
        return _KINDS.get(name)

    def valid(
        self, token: Token, kind: str, ranges: list[Range], parameters: Sequence[str], *, required: bool, top: bool
    ) -> str:
        """A C condition. ``required``: it is a precondition, so it says what parameters of the entry lead to."""
        if kind == "fresh" and not (required and top):
            raise InputError(f"contract: {token.text} is read as a precondition of its own only", token.place)
        texts: list[str] = []
        for each in ranges:
            if required and each.base in parameters:
                self.shapes.append(Shape(parameters.index(each.base) + 1, each.step, each.extent, always=top))
            elif required and not each.pointer.startswith("(&("):
                raise InputError(
                    f"contract: {token.text} of {each.shown}, which is no parameter, is not read", token.place
                )
            texts.append(_accessible(each, written=kind != "read"))
        return f"({' && '.join(texts)})"

    def separated(self, ranges: list[Range]) -> str:
        """No two of them have a byte in common."""
        texts: list[str] = []
        for number, one in enumerate(ranges):
            for other in ranges[number + 1 :]:
                (a, b), (c, d) = _borders(one), _borders(other)
                texts.append(f"({b} <= {c} || {d} <= {a} || {b} <= {a} || {d} <= {c})")
        return f"({' && '.join(texts) or '1'})"


def _accessible(range_: Range, *, written: bool) -> str:
    """Of no bytes all are valid."""
    function = "__antumbra_written" if written else "__antumbra_read"
    pointer, extent = f"({range_.pointer})", f"(_BitInt(128))({range_.extent})"
    if not range_.start:
        return f"({extent} <= 0 || {function}({pointer}, (__SIZE_TYPE__)({extent})))"
    start = f"(_BitInt(128))({range_.start})"
    address, size = f"(const char *){pointer} + ({start})", f"(__SIZE_TYPE__)({extent} - ({start}))"
    return f"({extent} <= {start} || {function}({address}, {size}))"


def _borders(range_: Range) -> tuple[str, str]:
    """The numbers of the first byte and of the one behind the last."""
    address = f"(_BitInt(128))(__UINTPTR_TYPE__)({range_.pointer})"
    start = f" + (_BitInt(128))({range_.start})" if range_.start else ""
    return f"({address}{start})", f"({address} + (_BitInt(128))({range_.extent}))"
