"""Conditions as a C programmer would write them: ``s <= 95``, ``0 <= i < 10``, ``x - y != 3``.

For people only: widths are left out, and comparisons are signed where nothing else is said (``<u`` is
unsigned). :mod:`antumbra.program.text.term_printing` has the notation that can be read back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from antumbra.program.text import notation as N
from antumbra.program.text.term_printing import Printer, constant_text
from antumbra.terms import operators as O
from antumbra.terms.term import Op, Term

#: how a variable is called
Name = Callable[[Term], str]
#: least and greatest value
Piece = tuple[int, int]

#: parts of a union, and values of a set, before the rest is summed up
MOST_PARTS: Final = 4
MOST_VALUES: Final = 6
#: integers below this are decimal
_DECIMAL: Final = 10**10
#: integers this near to the limit of a type are told by that limit
_LIMITS: Final = (31, 32, 63, 64)
_NEAR: Final = 100_000

_INFIX: Final[dict[Op, N.Infix]] = {
    **N.INFIX,
    O.EQ: N.Infix("=", N.COMPARISON),
    O.BVSLT: N.Infix("<", N.COMPARISON),
    O.BVSLE: N.Infix("<=", N.COMPARISON),
    O.BVLSHR: N.Infix(">>u", 7),
    O.BVASHR: N.Infix(">>", 7),
    O.BVSDIV: N.Infix("/", 9),
    O.BVSREM: N.Infix("%", 9),
    O.BVUDIV: N.Infix("/u", 9),
    O.BVUREM: N.Infix("%u", 9),
}
#: the opposite of a comparison
_OPPOSITE: Final[dict[Op, str]] = {
    O.EQ: "!=",
    O.BVSLT: ">=",
    O.BVSLE: ">",
    O.BVULT: ">=u",
    O.BVULE: ">u",
    O.LT: ">=",
    O.LE: ">",
}
#: operators on unsigned numbers; of a shift only the amount is one
_UNSIGNED: Final = frozenset({"<u", "<=u", ">u", ">=u", "/u", "%u"})
_TURNED: Final = str.maketrans("<>", "><")


def condition_text(condition: Term, name: Name) -> str:
    return Readable(condition, name).text()


def number_text(value: int) -> str:
    """Decimal; near the limits of types as ``2^31 - 5``; hexadecimal where it is long."""
    size = abs(value)
    for bits in _LIMITS:
        rest = size - (1 << bits)
        if abs(rest) <= _NEAR:
            sign = "-" if value < 0 else ""
            if value < 0:
                rest = -rest
            return f"{sign}2^{bits}" + (f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else "")
    return str(value) if size < _DECIMAL else hex(value)


class Readable(Printer):
    def __init__(self, root: Term, name: Name) -> None:
        super().__init__(root, {})
        self._name = name

    def _one(self, term: Term) -> tuple[str, int]:
        op, args = term.op, term.args
        if op is O.CONST:
            if term.sort.kind == "bv":
                return number_text(signed(term.data, term.sort.width)), N.ATOM
            return constant_text(term.data, term.sort), N.ATOM
        if op is O.VAR:
            return self._name(term), N.ATOM
        if op in _OPPOSITE:
            return self._comparison(_INFIX[op].symbol, args)
        if op is O.NOT and args[0].op in _OPPOSITE and args[0] not in self.named:
            return self._comparison(_OPPOSITE[args[0].op], args[0].args)
        if op is O.SIGN_EXTEND:
            return self.done[args[0]]
        if op is O.ZERO_EXTEND:
            return f"(unsigned){self._operand(args[0], N.UNARY)}", N.UNARY
        if op is O.EXTRACT and term.data[1] == 0:
            return f"(int{term.sort.width}){self._operand(args[0], N.UNARY)}", N.UNARY
        if op is O.ITE:
            condition, then, otherwise = (self._operand(a, N.OR_LEVEL) for a in args)
            return f"({condition} ? {then} : {otherwise})", N.ATOM
        if op is O.CONCAT and args[1].op is O.CONST and args[1].data == 0 and len(args) == 2:
            # how addresses of elements come out of simplification
            return f"{self._operand(args[0], 9)} * {number_text(1 << args[1].sort.width)}", 9
        if op is O.BVADD:
            return self._sum(args), N.ARITHMETIC
        if op in _INFIX and len(args) >= 2:
            return self._infix(_INFIX[op], args)
        return super()._one(term)

    def _infix(self, infix: N.Infix, args: tuple[Term, ...]) -> tuple[str, int]:
        """Constants beside an unsigned operator are unsigned too."""
        if infix.symbol not in _UNSIGNED:
            return super()._infix(infix, args)
        before = {a: self.done[a] for a in args}
        self.done.update((a, (number_text(a.data), N.ATOM)) for a in args if a.op is O.CONST)
        try:
            return super()._infix(infix, args)
        finally:
            self.done.update(before)

    def _comparison(self, symbol: str, args: tuple[Term, ...]) -> tuple[str, int]:
        """With a constant on the right."""
        if len(args) == 2 and args[0].op is O.CONST:
            symbol, args = symbol.translate(_TURNED), args[::-1]
        return self._infix(N.Infix(symbol, N.COMPARISON), args)

    def _sum(self, args: tuple[Term, ...]) -> str:
        """With negative addends subtracted."""
        text = self._operand(args[0], N.ARITHMETIC)
        for addend in args[1:]:
            sign, part = "+", self._operand(addend, N.ARITHMETIC + 1)
            if addend not in self.named:
                factor, rest = _factor(addend)
                if factor < 0:
                    sign = "-"
                    part = number_text(-factor) if rest is None else self._operand(rest, N.ARITHMETIC + 1)
                    if rest is not None and factor != -1:
                        part = f"{part} * {number_text(-factor)}"
            text = f"{text} {sign} {part}"
        return text


def _factor(term: Term) -> tuple[int, Term | None]:
    """A term as constant times something (None: one)."""
    width = term.sort.width
    if term.op is O.CONST:
        return signed(term.data, width), None
    if term.op is O.BVNEG:
        return -1, term.args[0]
    if term.op is O.BVMUL and term.args[-1].op is O.CONST and len(term.args) == 2:
        return signed(term.args[1].data, width), term.args[0]
    return 1, term


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


# ---------------------------------------------------------------- sets


def member_text(form: Term, bounds: tuple[int, ...], name: Name) -> str:
    """``form ∈ bounds``, where bounds are unsigned, ascending, with exclusive ends."""
    if form.sort.kind == "bool":
        text = condition_text(form, name)
        return text if bounds == (1, 2) else f"!{text}" if form.op is O.VAR else f"!({text})"
    if bounds in ((0, 1), (1, 1 << form.sort.width)) and (sides := _difference(form)) is not None:
        relation = " = " if bounds == (0, 1) else " != "
        return relation.join(condition_text(side, name) for side in sides)
    text = condition_text(form, name)
    width = form.sort.width
    half = 1 << (width - 1)
    plain = [(low, high - 1) for low, high in zip(bounds[::2], bounds[1::2], strict=True)]
    moved = _signed_pieces(plain, half)
    but_one = len(moved) == 2 and moved == [(-half, moved[0][1]), (moved[0][1] + 2, half - 1)]
    if width > 1 and (len(moved) <= len(plain) or but_one):
        return set_text(text, moved, (-half, half - 1), "")
    return set_text(text, plain, (0, 2 * half - 1), "u")


def _difference(form: Term) -> tuple[Term, Term] | None:
    if form.op is O.BVSUB:
        return form.args[0], form.args[1]
    if form.op is not O.BVADD or len(form.args) != 2:
        return None
    left, right = form.args
    for one, other in ((left, right), (right, left)):
        factor, rest = _factor(other)
        if factor == -1 and rest is not None:
            return one, rest
    return None


def _signed_pieces(pieces: list[Piece], half: int) -> list[Piece]:
    below: list[Piece] = []
    above: list[Piece] = []
    for low, high in pieces:
        if low < half:
            above.append((low, min(high, half - 1)))
        if high >= half:
            below.append((max(low, half) - 2 * half, high - 2 * half))
    if below and above and below[-1][1] == -1 and above[0][0] == 0:
        return [*below[:-1], (below[-1][0], above[0][1]), *above[1:]]
    return below + above


def set_text(text: str, pieces: list[Piece], limits: Piece, mark: str) -> str:
    """``text`` is in one of the pieces; ``mark`` follows each sign of order."""
    if not pieces:
        return "false"
    if pieces == [limits]:
        return "true"
    outside = outside_of(pieces, limits)
    missing = _values(outside)
    if missing is not None and (len(missing) == 1 or len(outside) < len(pieces)):
        return f"{text} != {number_text(missing[0])}" if len(missing) == 1 else f"{text} not in {_listed(missing)}"
    values: list[int] = []
    parts: list[str] = []
    for piece in pieces:
        low, high = piece
        if high - low <= 1 and piece != limits and (low == high or (low not in limits and high not in limits)):
            values.extend(range(low, high + 1))
        elif low == limits[0]:
            parts.append(f"{text} <={mark} {number_text(high)}")
        elif high == limits[1]:
            parts.append(f"{text} >={mark} {number_text(low)}")
        else:
            parts.append(f"{number_text(low)} <={mark} {text} <{mark} {number_text(high + 1)}")
    if len(values) == 1:
        parts.insert(0, f"{text} = {number_text(values[0])}")
    elif values:
        parts.insert(0, f"{text} in {_listed(values)}")
    if len(parts) > MOST_PARTS:
        parts = [*parts[: MOST_PARTS - 1], f"… {len(parts) - MOST_PARTS + 1} more"]
    return " || ".join(parts)


def outside_of(pieces: Sequence[Piece], limits: Piece) -> list[Piece]:
    """What is within the limits and in no piece; pieces ascend."""
    found: list[Piece] = []
    start = limits[0]
    for low, high in pieces:
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    if start <= limits[1]:
        found.append((start, limits[1]))
    return found


def _values(pieces: list[Piece]) -> list[int] | None:
    """All the values, if they are few."""
    if sum(high - low + 1 for low, high in pieces) > MOST_VALUES:
        return None
    return [value for low, high in pieces for value in range(low, high + 1)]


def _listed(values: list[int]) -> str:
    shown = [number_text(value) for value in values[:MOST_VALUES]]
    if len(values) > MOST_VALUES:
        shown.append(f"… {len(values) - MOST_VALUES} more")
    return "{" + ", ".join(shown) + "}"
