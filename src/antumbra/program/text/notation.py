"""The words of the program text, shared by the printer and the reader: names, strings, sorts, operators.

The text looks like Boogie. Names that are not plain identifiers, or that are words of the notation, are
written between backquotes, so any name can be printed and read back.
"""

from __future__ import annotations

from typing import Final

from antumbra.patterns import pattern
from antumbra.records import dataclass
from antumbra.terms import operators as O
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Op
from antumbra.terms.values import ROUNDING_MODES

# ---------------------------------------------------------------- operators


@dataclass(frozen=True, slots=True)
class Infix:
    """A binary operator's place in the notation."""

    symbol: str
    #: binds tighter when higher
    level: int


OR_LEVEL: Final = 2
AND_LEVEL: Final = 3
COMPARISON: Final = 4
#: from here to ARITHMETIC operands that are themselves binary stand in parentheses
LOOSE: Final = 5
ARITHMETIC: Final = 8
UNARY: Final = 10
#: variables, literals, calls, anything in brackets
ATOM: Final = 12

INFIX: Final[dict[Op, Infix]] = {
    O.OR: Infix("||", OR_LEVEL),
    O.AND: Infix("&&", AND_LEVEL),
    O.EQ: Infix("==", COMPARISON),
    O.BVULT: Infix("<u", COMPARISON),
    O.BVULE: Infix("<=u", COMPARISON),
    O.BVSLT: Infix("<s", COMPARISON),
    O.BVSLE: Infix("<=s", COMPARISON),
    O.LT: Infix("<", COMPARISON),
    O.LE: Infix("<=", COMPARISON),
    O.FP_EQ: Infix("==f", COMPARISON),
    O.FP_LT: Infix("<f", COMPARISON),
    O.FP_LE: Infix("<=f", COMPARISON),
    O.BVOR: Infix("|", LOOSE),
    O.BVXOR: Infix("^", LOOSE),
    O.BVAND: Infix("&", LOOSE),
    O.CONCAT: Infix("++", 6),
    O.BVSHL: Infix("<<", 7),
    O.BVLSHR: Infix(">>u", 7),
    O.BVASHR: Infix(">>s", 7),
    O.BVADD: Infix("+", ARITHMETIC),
    O.BVSUB: Infix("-", ARITHMETIC),
    O.ADD: Infix("+", ARITHMETIC),
    O.SUB: Infix("-", ARITHMETIC),
    O.BVMUL: Infix("*", 9),
    O.MUL: Infix("*", 9),
    O.BVUDIV: Infix("udiv", 9),
    O.BVUREM: Infix("urem", 9),
    O.BVSDIV: Infix("sdiv", 9),
    O.BVSREM: Infix("srem", 9),
    O.DIV: Infix("div", 9),
    O.MOD: Infix("mod", 9),
    O.REAL_DIV: Infix("/", 9),
}
#: float arithmetic that rounds to nearest even, by far the most common; other modes are written as calls
ROUNDED: Final[dict[Op, Infix]] = {
    O.FP_ADD: Infix("+f", ARITHMETIC),
    O.FP_SUB: Infix("-f", ARITHMETIC),
    O.FP_MUL: Infix("*f", 9),
    O.FP_DIV: Infix("/f", 9),
}
PREFIX: Final[dict[Op, str]] = {O.NOT: "!", O.BVNEG: "-", O.NEG: "-"}
NOT_EQUAL: Final = "!="

#: operators written as ``name{index}(…)`` with a number as index, or with a sort
NUMBERED: Final = frozenset((O.ZERO_EXTEND, O.SIGN_EXTEND, O.INT2BV, O.FP_TO_SBV, O.FP_TO_UBV))
SORTED: Final = frozenset((O.FP_FROM_BV, O.FP_TO_FP, O.FP_FROM_SBV, O.FP_FROM_UBV, O.CONST_ARRAY))

# ---------------------------------------------------------------- names and strings

#: words that begin a command or stand inside terms; other words of the text cannot be mistaken for names
_WORDS: Final = """
    var assume assert havoc call load store pointer alloc free copy fill builtin skip
    goto if then else switch return stop
    true false let in forall exists lambda float element array bool int real rm udiv urem sdiv srem div mod
"""
#: what a plain name must not be; operators written ``name(…)`` without an index may be names too
RESERVED: Final = frozenset((*_WORDS.split(), *ROUNDING_MODES, *(op.name for op in (*NUMBERED, *SORTED))))

_LETTER: Final = r"(?:[A-Za-z0-9_.$@]|!(?!=))"
#: LLVM's names and those that front ends make of them: x.addr, %5, ~cmp, count!, entry>loop
PLAIN: Final = pattern(rf"(?:[%~][0-9]|[%~]?[A-Za-z_.$@]){_LETTER}*(?:>{_LETTER}+)*")
_SORT_NAME: Final = pattern(r"bv[0-9]+|f(16|32|64|80|128)|fp[0-9]+_[0-9]+")
_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
UNESCAPES: Final = {"\\": "\\", "n": "\n", "t": "\t", "r": "\r", '"': '"', "`": "`"}


def is_plain(name: str) -> bool:
    """The name can stand without quotes."""
    return bool(PLAIN.fullmatch(name)) and name not in RESERVED and not _SORT_NAME.fullmatch(name)


def name_text(name: str) -> str:
    return name if is_plain(name) else f"`{escaped(name, '`')}`"


def string_text(text: str) -> str:
    return f'"{escaped(text, chr(34))}"'


def escaped(text: str, quote: str) -> str:
    """Printable on one line, without a bare ``quote``."""
    if text.isprintable() and "\\" not in text and quote not in text:
        return text
    parts: list[str] = []
    for character in text:
        if character == quote:
            parts.append("\\" + quote)
        elif character in _ESCAPES:
            parts.append(_ESCAPES[character])
        elif character.isprintable():
            parts.append(character)
        else:
            parts.append(f"\\u{{{ord(character):x}}}")
    return "".join(parts)


# ---------------------------------------------------------------- sorts

FLOAT_NAMES: Final[dict[tuple[int, int], str]] = {
    (5, 11): "f16",
    (8, 24): "f32",
    (11, 53): "f64",
    (15, 64): "f80",
    (15, 113): "f128",
}


def sort_text(sort: Sort) -> str:
    match sort.kind:
        case "fp":
            known = FLOAT_NAMES.get((sort.exponent, sort.significand))
            return known or f"fp{sort.exponent}_{sort.significand}"
        case "array" if sort.element is not None:
            return f"[{', '.join(map(sort_text, sort.index))}]{sort_text(sort.element)}"
        case "uninterpreted" | "datatype":
            return name_text(sort.name)
        case "bv":
            return f"bv{sort.width}"
        case _:
            return sort.kind
