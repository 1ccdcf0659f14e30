"""Terms as SMT-LIB text. Shared subterms are written once (``let``), so text is linear in the term's size.

Names of programs are hostile: they may hold ``|``, ``\\``, quotes, or be ``assert``. Every name is encoded
reversibly (:func:`encode_name`); two variables of one name and different sorts get different symbols.
Beyond the standard: maps with several indices are ``(Array I J E)``, lambdas are ``(lambda ((x S)) body)``, elements
of uninterpreted sorts are ``(as @3 S)``; Z3 reads the first two as we do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from antumbra.patterns import pattern
from antumbra.terms.datatypes import Constructor, DatatypeValue, constructors_of
from antumbra.terms.operators import (
    APPLY,
    BINDERS,
    CONST,
    CONST_ARRAY,
    CONSTRUCT,
    EXTRACT,
    FIELD,
    FP_FROM_BV,
    FP_FROM_SBV,
    FP_FROM_UBV,
    FP_TO_FP,
    FP_TO_IEEE_BV,
    FP_TO_SBV,
    FP_TO_UBV,
    INT2BV,
    IS,
    LAMBDA,
    SIGN_EXTEND,
    TABLE,
    VAR,
    ZERO_EXTEND,
    FunctionDeclaration,
    bound_variables,
)
from antumbra.terms.simplify.array import triggers_of
from antumbra.terms.smtlib.datatypes import constructor_name, field_name
from antumbra.terms.sorts import BOOL, Sort
from antumbra.terms.term import Op, Term, install
from antumbra.terms.traverse import free_variables, subterms
from antumbra.terms.values import ROUNDING_MODES, ArrayValue, canonical_nan, element_of

_SIMPLE: Final = pattern(r"[A-Za-z~!^&*_+=<>?/-][A-Za-z0-9~!@$^&*_+=<>.?/-]*")
_RESERVED: Final = frozenset(
    [
        "!",
        "_",
        "as",
        "BINARY",
        "DECIMAL",
        "exists",
        "HEXADECIMAL",
        "forall",
        "let",
        "match",
        "NUMERAL",
        "par",
        "STRING",
        "assert",
        "check-sat",
        "check-sat-assuming",
        "declare-const",
        "declare-datatype",
        "declare-datatypes",
        "declare-fun",
        "declare-sort",
        "define-fun",
        "define-fun-rec",
        "define-sort",
        "echo",
        "exit",
        "get-assertions",
        "get-assignment",
        "get-info",
        "get-model",
        "get-option",
        "get-proof",
        "get-unsat-assumptions",
        "get-unsat-core",
        "get-value",
        "pop",
        "push",
        "reset",
        "reset-assertions",
        "set-info",
        "set-logic",
        "set-option",
        "lambda",
        "true",
        "false",
        "Bool",
        "Int",
        "Real",
        "RoundingMode",
        "BitVec",
        "FloatingPoint",
        "Array",
        "String",
        "RegLan",
        "Float16",
        "Float32",
        "Float64",
        "Float128",
        "xor",
        "=>",
        ">",
        ">=",
        "bvugt",
        "bvuge",
        "bvsgt",
        "bvsge",
        "bvnand",
        "bvnor",
        "bvxnor",
        "bvcomp",
        "bvsmod",
        "repeat",
        "rotate_left",
        "rotate_right",
        "bvnego",
        "bvuaddo",
        "bvusubo",
        "bvsdivo",
        "fp",
        "fp.min",
        "fp.max",
        "fp.gt",
        "fp.geq",
        "NaN",
        "int2bv",
        "bv2nat",
        "sbv_to_int",
        "bv2int",
        "roundNearestTiesToEven",
        "roundNearestTiesToAway",
        "roundTowardPositive",
        "roundTowardNegative",
        "roundTowardZero",
        "divisible",
        "select",
        "store",
        "const",
    ]
    + list(ROUNDING_MODES)
    + [op.smtlib for op in TABLE.values()]
)


def encode_name(name: str) -> str:
    """A name as a symbol. ``%`` starts an escape: two hex digits, or ``%{hex}`` for what is not plain ASCII."""
    body = "".join(_encode_character(c) for c in name)
    if not body:
        return "|%{}|"
    if body in _RESERVED or body[0] in "$@." or body.startswith(("fp.", "str.")):
        body = f"%{ord(body[0]):02x}" + body[1:]
    return body if _SIMPLE.fullmatch(body) else f"|{body}|"


def _encode_character(c: str) -> str:
    if c in "%|\\":
        return f"%{ord(c):02x}"
    return c if " " <= c <= "~" else f"%{{{ord(c):x}}}"


_ESCAPE: Final = pattern(r"%(?:\{([0-9a-f]*)\}|!\d+|([0-9a-f]{2}))")


def decode_name(symbol: str) -> str:
    """The name of a symbol (with or without its bars)."""
    if symbol.startswith("|"):
        symbol = symbol[1:-1]

    def character(match: re.Match[str]) -> str:
        digits = match.group(1) or match.group(2)
        return chr(int(digits, 16)) if digits else ""

    return _ESCAPE.sub(character, symbol)


def sort_text(sort: Sort) -> str:
    match sort.kind:
        case "bv":
            return f"(_ BitVec {sort.width})"
        case "fp":
            return f"(_ FloatingPoint {sort.exponent} {sort.significand})"
        case "array":
            return f"(Array {' '.join(map(sort_text, sort.index))} {sort_text(element_of(sort))})"
        case "uninterpreted" | "datatype":
            return encode_name(sort.name)
        case kind:
            return {"bool": "Bool", "int": "Int", "real": "Real", "rm": "RoundingMode"}[kind]


# ---- constants


def _bits_text(value: int, width: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def _signed_text(text: str, negative: bool) -> str:
    return f"(- {text})" if negative else text


def value_text(value: Any, sort: Sort) -> str:
    """A constant."""
    match sort.kind:
        case "bool":
            return "true" if value else "false"
        case "bv":
            return _bits_text(value, sort.width)
        case "int":
            return _signed_text(str(abs(value)), value < 0)
        case "real":
            return _real_text(value)
        case "fp":
            return _float_text(value, sort)
        case "rm":
            return value
        case "array":
            return _array_text(value, sort)
        case "datatype":
            return _datatype_text(value)
        case _:
            return f"(as @{value} {sort_text(sort)})"


#: constructors in the text of one value
MOST_PARTS = 100_000


def _datatype_text(value: DatatypeValue) -> str:
    """Parts that a value has in common with itself are written out: too large ones are refused."""
    out: list[str] = []
    stack: list[Any] = [value]
    while stack:
        top = stack.pop()
        if not isinstance(top, DatatypeValue):
            out.append(top)
            continue
        name = constructor_text(top.constructor)
        if not top.fields:
            out.append(name)
            continue
        out.append(f"({name}")
        stack.append(")")
        for f, s in zip(reversed(top.fields), reversed(top.constructor.sorts), strict=True):
            stack += [f if isinstance(f, DatatypeValue) else value_text(f, s), " "]
        if len(out) > MOST_PARTS:
            raise ValueError("a value of a datatype is too large to be written")
    return "".join(out)


def constructor_text(c: Constructor) -> str:
    return encode_name(constructor_name(c))


def _field_text(c: Constructor, position: int) -> str:
    return encode_name(field_name(c, position))


def _real_text(value: Fraction) -> str:
    n, d = abs(value.numerator), value.denominator
    return _signed_text(f"{n}.0" if d == 1 else f"(/ {n}.0 {d}.0)", value < 0)


def _float_text(value: int, sort: Sort) -> str:
    if value == canonical_nan(sort):
        return f"(_ NaN {sort.exponent} {sort.significand})"
    fraction = sort.significand - 1
    text = f"{value:0{sort.width}b}"
    return f"(fp #b{text[0]} #b{text[1 : 1 + sort.exponent]} #b{text[sort.width - fraction :]})"


def _array_text(value: ArrayValue, sort: Sort) -> str:
    element = element_of(sort)
    text = f"((as const {sort_text(sort)}) {value_text(value.default, element)})"
    parts = ["(store " * len(value.entries), text]
    for key, item in value.entries.items():
        keys = (key,) if len(sort.index) == 1 else key
        indices = " ".join(value_text(k, s) for k, s in zip(keys, sort.index, strict=True))
        parts.append(f" {indices} {value_text(item, element)})")
    return "".join(parts)


# ---- operators


def _float_target(term: Term) -> str:
    return f"(_ {term.op.smtlib} {term.data.exponent} {term.data.significand})"


_HEADS: Final[dict[Op, Callable[[Term], str]]] = {
    EXTRACT: lambda t: f"(_ extract {t.data[0]} {t.data[1]})",
    ZERO_EXTEND: lambda t: f"(_ zero_extend {t.data})",
    SIGN_EXTEND: lambda t: f"(_ sign_extend {t.data})",
    INT2BV: lambda t: f"(_ int_to_bv {t.data})",
    FP_FROM_BV: _float_target,
    FP_TO_FP: _float_target,
    FP_FROM_SBV: _float_target,
    FP_FROM_UBV: _float_target,
    FP_TO_SBV: lambda t: f"(_ fp.to_sbv {t.data})",
    FP_TO_UBV: lambda t: f"(_ fp.to_ubv {t.data})",
    CONST_ARRAY: lambda t: f"(as const {sort_text(t.sort)})",
    CONSTRUCT: lambda t: constructor_text(t.data),
    FIELD: lambda t: _field_text(*t.data),
    IS: lambda t: f"(_ is {constructor_text(t.data)})",
}


class Printer:
    """Writes terms with one set of symbols."""

    def __init__(self) -> None:
        self._symbols: dict[Term | FunctionDeclaration, str] = {}
        self._taken: set[str] = set()
        self._lets = 0

    def symbol(self, thing: Term | FunctionDeclaration) -> str:
        """The symbol of a variable or a function."""
        known = self._symbols.get(thing)
        if known is not None:
            return known
        name = thing.data if isinstance(thing, Term) else thing.name
        symbol = encode_name(name)
        number = 0
        while symbol in self._taken:
            number += 1
            symbol = f"|{encode_name(name).strip('|')}%!{number}|"
        self._taken.add(symbol)
        self._symbols[thing] = symbol
        return symbol

    def text(self, root: Term, limit: int | None = None) -> str:
        """The text of a term. With a limit: cut off after so many characters, and no sharing is looked for."""
        out: list[str] = []
        length = 0
        stack: list[Any] = [] if limit is None else [root]
        names: dict[Term, str] = {}
        if limit is None:
            self._open_scope(root, stack, names)
        while stack:
            item = stack.pop()
            if item.__class__ is str:
                out.append(item)
                length += len(item)
                if limit is not None and length > limit:
                    return "".join(out)[:limit] + "…"
            elif isinstance(item, Term):
                name = names.get(item)
                if name is not None:
                    stack.append(name)
                else:
                    self._push(item, stack, names, limit)
            else:
                item()
        return "".join(out)

    def _push(self, term: Term, stack: list[Any], names: dict[Term, str], limit: int | None) -> None:
        op = term.op
        if op is CONST:
            stack.append(value_text(term.data, term.sort))
        elif op is VAR:
            stack.append(self.symbol(term))
        elif op in BINDERS:
            self._push_binder(term, stack, names, limit)
        elif op is FP_TO_IEEE_BV:
            # SMT-LIB has no such operator; Z3's gives other bits for NaN
            a = term.args[0]
            nan = value_text(canonical_nan(a.sort), term.sort)
            stack.extend(("))", a, f") {nan} (fp.to_ieee_bv ", a, "(ite (fp.isNaN "))
        else:
            stack.append(")")
            for a in reversed(term.args):
                stack.append(a)
                stack.append(" ")
            if op is APPLY:
                head = self.symbol(term.data)
            else:
                special = _HEADS.get(op)
                head = op.smtlib if special is None else special(term)
            stack.append("(" + head)

    def _push_binder(self, term: Term, stack: list[Any], names: dict[Term, str], limit: int | None) -> None:
        variables = bound_variables(term)
        declared = " ".join(f"({self.symbol(v)} {sort_text(v.sort)})" for v in variables)
        groups = [] if term.op is LAMBDA else triggers_of(term)
        # inside, names of terms outside stay known: only those without the bound variables may be used
        hidden = {t: names.pop(t) for t in [t for t in names if not free_variables(t).isdisjoint(variables)]}
        stack.append(lambda: names.update(hidden))
        stack.append(")")
        for group in reversed(groups):
            stack.append(")")
            for at, t in enumerate(reversed(group)):
                stack.append(t)
                stack.append(" " if at < len(group) - 1 else "")
            stack.append(" :pattern (")
        if groups:
            stack.insert(len(stack) - sum(2 + 2 * len(g) for g in groups), ")")
        body = term.args[0]
        if limit is None:
            stack.append(lambda: self._open_scope(body, stack, names))
        else:
            stack.append(body)
        stack.append(f"({term.op.smtlib} ({declared}) {'(! ' if groups else ''}")

    def _open_scope(self, root: Term, stack: list[Any], names: dict[Term, str]) -> None:
        """Push root inside lets for the terms shared below it, outside of binders."""
        shared = _shared(root, names)
        stack.append(lambda: [names.pop(t) for t in shared])
        stack.append(")" * len(shared))
        stack.append(root)
        steps: list[Any] = []
        for t in shared:
            self._lets += 1
            name = f"${self._lets}"
            steps.extend((f"(let (({name} ", t, ")) ", self._naming(names, t, name)))
        stack.extend(reversed(steps))

    @staticmethod
    def _naming(names: dict[Term, str], term: Term, name: str) -> Callable[[], None]:
        def note() -> None:
            names[term] = name

        return note


def _shared(root: Term, known: dict[Term, str]) -> list[Term]:
    """Terms with arguments that are used more than once below root, each after those it uses."""
    uses: dict[Term, int] = {}
    order: list[Term] = []
    stack: list[tuple[Term, bool]] = [(root, False)]
    while stack:
        term, left = stack.pop()
        if left:
            order.append(term)
            continue
        if not term.args or term in known:
            continue
        if term in uses:
            uses[term] += 1
            continue
        uses[term] = 1
        stack.append((term, True))
        if term.op in BINDERS:
            continue  # its body is a scope of its own
        stack.extend((a, False) for a in reversed(term.args))
        if term.op is FP_TO_IEEE_BV:
            stack.append((term.args[0], False))
    return [t for t in order if uses[t] > 1 and t is not root]


def to_smtlib(term: Term, limit: int | None = None) -> str:
    """The text of a term; with a limit, at most about so many characters of it (for people)."""
    return Printer().text(term, limit)


def declarations(roots: Iterable[Term], printer: Printer) -> list[str]:
    """The declarations that terms need, in order of first use."""
    sorts: dict[Sort, None] = {}
    functions: dict[FunctionDeclaration, None] = {}
    free: dict[Term, None] = {}
    roots = list(roots)
    variables = frozenset[Term]().union(*map(free_variables, roots))
    for t in subterms(*roots):
        _note_sorts(t.sort, sorts)
        if t.op is VAR and t in variables:
            free[t] = None
        elif t.op is APPLY:
            functions[t.data] = None
        elif t.op in BINDERS:
            for v in bound_variables(t):
                _note_sorts(v.sort, sorts)
    for f in functions:
        for s in (*f.arguments, f.result):
            _note_sorts(s, sorts)
    datatypes = [s for s in sorts if s.kind == "datatype"]
    lines = [f"(declare-sort {encode_name(s.name)} 0)" for s in sorts if s.kind != "datatype"]
    if datatypes:
        lines.append(_datatypes_text(datatypes))
    lines.extend(
        f"(declare-fun {printer.symbol(f)} ({' '.join(map(sort_text, f.arguments))}) {sort_text(f.result)})"
        for f in functions
    )
    lines.extend(f"(declare-const {printer.symbol(v)} {sort_text(v.sort)})" for v in free)
    return lines


def _datatypes_text(sorts: Sequence[Sort]) -> str:
    """All together: they may be defined through each other."""
    names = " ".join(f"({encode_name(s.name)} 0)" for s in sorts)
    bodies = " ".join(map(constructors_text, sorts))
    return f"(declare-datatypes ({names}) ({bodies}))"


def constructors_text(sort: Sort) -> str:
    """What a datatype's declaration says of it."""
    return f"({' '.join(map(_declared, constructors_of(sort)))})"


def _declared(c: Constructor) -> str:
    fields = (f" ({_field_text(c, i)} {sort_text(s)})" for i, s in enumerate(c.sorts))
    return f"({constructor_text(c)}{''.join(fields)})"


def _note_sorts(sort: Sort, found: dict[Sort, None]) -> None:
    if sort.kind == "uninterpreted":
        found[sort] = None
    elif sort.kind == "array":
        for s in (*sort.index, element_of(sort)):
            _note_sorts(s, found)
    elif sort.kind == "datatype" and sort not in found:
        found[sort] = None
        for c in constructors_of(sort):
            for s in c.sorts:
                _note_sorts(s, found)


def script(assertions: Sequence[Term], logic: str = "ALL") -> str:
    """A script that declares what the assertions use, asserts them and asks for satisfiability."""
    printer = Printer()
    lines = [f"(set-logic {logic})", *declarations(assertions, printer)]
    for assertion in assertions:
        if assertion.sort is not BOOL:
            raise ValueError(f"an assertion has sort {assertion.sort!r}")
        lines.append(f"(assert {printer.text(assertion)})")
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def _shown(term: Term) -> str:
    return to_smtlib(term, limit=400)


install({"__repr__": _shown})
