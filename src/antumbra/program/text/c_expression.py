"""Conditions as C expressions that mean exactly the same, where C has one.

Bit-vectors have no sign, C's types do: an operand is written as the signed or as the unsigned number that its operator
takes it for, with a cast where the variable's own type is the other one. Sums and products wrap around, so they are
made of unsigned operands. Casts to signed types take the bits as they are, as all compilers do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from antumbra.records import dataclass
from antumbra.terms import operators as O
from antumbra.terms import subterms
from antumbra.terms.term import Term

#: conditions of more operators, each counted wherever it occurs, have no expression
LARGEST: Final = 200

_SIGNED: Final = {8: "signed char", 16: "short", 32: "int", 64: "long long"}
_UNSIGNED: Final = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}
_COMPARISONS: Final = {O.BVSLT: ("<", True), O.BVSLE: ("<=", True), O.BVULT: ("<", False), O.BVULE: ("<=", False)}
_OPPOSITE: Final = {"<": ">=", "<=": ">", "==": "!="}
_TURNED: Final = str.maketrans("<>", "><")
_WRAPPING: Final = {O.BVADD: "+", O.BVSUB: "-", O.BVMUL: "*"}
_BITWISE: Final = {O.BVAND: "&", O.BVOR: "|", O.BVXOR: "^"}
_DIVISIONS: Final = {O.BVUDIV: ("/", False), O.BVUREM: ("%", False), O.BVSDIV: ("/", True), O.BVSREM: ("%", True)}


@dataclass(frozen=True, slots=True)
class CVariable:
    """A variable of an integer type, or a truth value (of width 1)."""

    name: str
    signed: bool
    width: int


class _NoExpression(Exception):  # noqa: N818 - an answer, no error
    pass


def c_expression(condition: Term, variables: Mapping[Term, CVariable], *, unbounded: bool = False) -> str | None:
    """Nonzero where the condition holds, zero where it does not; None if C has no such expression.

    ``unbounded``: it means the same where sums and products do not wrap around, as in ACSL.
    """
    size: dict[Term, int] = {}
    for term in subterms(condition):
        size[term] = 1 + sum(size[argument] for argument in term.args)
        if size[term] > LARGEST:
            return None
    try:
        return _Writer(variables, unbounded).condition(condition)
    except _NoExpression:
        return None


class _Writer:
    """Every operand is in parentheses, but for names, numbers and casts of them."""

    def __init__(self, variables: Mapping[Term, CVariable], unbounded: bool) -> None:
        self._variables = variables
        #: bits of the narrowest type of which C's own arithmetic does not leave the range
        self._exact = 65 if unbounded else 32

    # ------------------------------------------------------------ truth

    def condition(self, term: Term) -> str:
        op, args = term.op, term.args
        if op is O.CONST:
            return "1" if term.data else "0"
        if op is O.VAR and term in self._variables:
            return self._variables[term].name
        if op is O.NOT:
            return self._opposite(args[0])
        if op in (O.AND, O.OR):
            return (" && " if op is O.AND else " || ").join(map(self._part, args))
        if op is O.ITE:
            return " : ".join((" ? ".join(map(self._part, args[:2])), self._part(args[2])))
        return self._comparison(term, negated=False)

    def _part(self, term: Term) -> str:
        text = self.condition(term)
        atom = term.args[0] if term.op is O.NOT else term
        simple = atom.op in _COMPARISONS or atom.op is O.VAR or (atom.op is O.EQ and atom.args[0].sort.kind == "bv")
        return text if simple else f"({text})"

    def _opposite(self, term: Term) -> str:
        if term.op in _COMPARISONS or term.op is O.EQ:
            return self._comparison(term, negated=True)
        if term.op is O.VAR:
            return f"!{self.condition(term)}"
        return f"!({self.condition(term)})"

    def _comparison(self, term: Term, *, negated: bool) -> str:
        if len(term.args) != 2:
            raise _NoExpression
        left, right = term.args
        if term.op is O.EQ and left.sort.kind == "bool":
            sides = f"(!({self.condition(left)}))", f"(!({self.condition(right)}))"
            return f"{sides[0]} {'!=' if negated else '=='} {sides[1]}"
        if term.op is O.EQ:
            symbol, signed = "==", self._natural(left) if right.op is O.CONST else self._natural(right)
        elif term.op in _COMPARISONS:
            symbol, signed = _COMPARISONS[term.op]
        else:
            raise _NoExpression
        if negated:
            symbol = _OPPOSITE[symbol]
        if left.op is O.CONST:
            left, right, symbol = right, left, symbol.translate(_TURNED)
        return f"{self._number(left, signed)} {symbol} {self._number(right, signed)}"

    def _natural(self, term: Term) -> bool:
        """Is a term more easily written as a signed number?"""
        known = self._variables.get(term)
        return known.signed if known is not None else term.op in (O.SIGN_EXTEND, O.CONST, O.BVASHR)

    # ------------------------------------------------------------ numbers

    def _number(self, term: Term, signed: bool) -> str:
        """An operand whose value is the term's, as a signed or as an unsigned number of its width."""
        width = term.sort.width if term.sort.kind == "bv" else 0
        if width not in _SIGNED:
            raise _NoExpression
        if term.op is O.CONST:
            return _constant(term.data, width, signed)
        known = self._variables.get(term)
        if known is not None:
            if known.width != width:
                raise _NoExpression
            return known.name if known.signed is signed else _cast(known.name, width, signed)
        text, has_sign, exact = self._operation(term, width)
        # narrow operands are calculated with as int: what has left the type comes back by a cast
        return text if has_sign is signed and exact else _cast(text, width, signed)

    def _operation(self, term: Term, width: int) -> tuple[str, bool, bool]:
        """The operand, whether it is the signed number, and whether it is in the range of its type."""
        op, args = term.op, term.args
        if op in _WRAPPING:
            if op is O.BVMUL and width < 32:
                raise _NoExpression  # the product of two unsigned shorts may not fit into int
            parts = [self._number(a, False) for a in args]
            return f"({f' {_WRAPPING[op]} '.join(parts)})", False, width >= self._exact
        if op is O.BVNEG:
            return f"(0 - {self._number(args[0], False)})", False, width >= self._exact
        if op in _BITWISE:
            return f"({f' {_BITWISE[op]} '.join(self._number(a, False) for a in args)})", False, True
        if op is O.BVNOT:
            return f"(~{self._number(args[0], False)})", False, width >= self._exact
        if op in _DIVISIONS:
            symbol, signed = _DIVISIONS[op]
            divisor = args[1]
            # C leaves division by zero open, and that of the least number by -1
            if divisor.op is not O.CONST or divisor.data in (0, (1 << width) - 1 if signed else 0):
                raise _NoExpression
            return f"({self._number(args[0], signed)} {symbol} {self._number(divisor, signed)})", signed, True
        if op in (O.BVSHL, O.BVLSHR, O.BVASHR):
            amount = args[1]
            if amount.op is not O.CONST or amount.data >= width:
                raise _NoExpression
            signed = op is O.BVASHR
            symbol = "<<" if op is O.BVSHL else ">>"
            exact = op is not O.BVSHL or width >= self._exact
            return f"({self._number(args[0], signed)} {symbol} {amount.data})", signed, exact
        if op in (O.SIGN_EXTEND, O.ZERO_EXTEND):
            signed = op is O.SIGN_EXTEND
            # the number stays as it is; only its type is another
            return _cast(self._number(args[0], signed), width, True), True, True
        if op is O.EXTRACT and term.data[1] == 0:
            return _cast(self._number(args[0], False), width, False), False, True
        if op is O.ITE:
            condition = self.condition(args[0])
            return f"(({condition}) ? {self._number(args[1], True)} : {self._number(args[2], True)})", True, True
        raise _NoExpression


def _cast(text: str, width: int, signed: bool) -> str:
    return f"({(_SIGNED if signed else _UNSIGNED)[width]}){text}"


def _constant(value: int, width: int, signed: bool) -> str:
    suffix = ("LL" if signed else "ULL") if width == 64 else "" if signed or width < 32 else "U"
    if signed and value >> (width - 1):
        value -= 1 << width
        if value == -(1 << (width - 1)) and width >= 32:
            return f"(-{-value - 1}{suffix} - 1)"  # C has no such literal
        return f"-{-value}{suffix}"
    return f"{value}{suffix}"
