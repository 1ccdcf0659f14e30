"""Terms as infix text with the width on every literal: ``x + 1bv32 <s y``, ``m[p := x[7:0]]``.

Iterative. Terms that are deep, or large only because they share subterms, are written with
``let #1 = …, #2 = … in …``, so that text stays proportional to the term and nesting stays bounded.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

from antumbra.program.text import notation as N
from antumbra.program.text.notation import name_text, sort_text
from antumbra.terms import operators as O
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Op, Term
from antumbra.terms.traverse import free_variables
from antumbra.terms.values import ArrayValue

#: levels of operators between a subterm and the leaves, or the lets, below it
DEEPEST: Final = 24
#: a term with fewer nodes than this as a tree is written as a tree
LARGEST_TREE: Final = 300
#: integers of more bits than this are hexadecimal: Python limits decimal conversion
_LONGEST: Final = 10_000
#: negative notation for bit-vectors this near to 2^width, and in the last eighth of the numbers
_NEGATIVE: Final = 4096


def term_text(term: Term, scope: Mapping[str, Term] | None = None) -> str:
    """The text of a term; ``scope`` are the variables that may be written by their name alone."""
    return Printer(term, scope or {}).text()


def variables_in(terms: Iterable[Term]) -> dict[Term, None]:
    """Variables that occur free in the terms, in the order of their first use."""
    nothing: frozenset[Term] = frozenset()
    seen: set[tuple[Term, frozenset[Term]]] = set()
    found: dict[Term, None] = {}
    for root in terms:
        stack = [(root, nothing)]
        while stack:
            term, bound = node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if term.op is O.VAR:
                if term not in bound:
                    found[term] = None
                continue
            if term.op in O.BINDERS:
                bound = bound.union(O.bound_variables(term))
            stack.extend((argument, bound) for argument in reversed(term.args))
    return found


class Printer:
    """The text of one term; another notation overrides ``_one``."""

    def __init__(self, root: Term, scope: Mapping[str, Term]) -> None:
        self.root = root
        self.scope = scope
        #: arguments before the terms that use them
        self.order = _postorder(root)
        self.named = self._choose_names()
        self.plain = self._plain_variables()
        #: term → (text, level at which it binds)
        self.done: dict[Term, tuple[str, int]] = {}

    def text(self) -> str:
        definitions: list[str] = []
        for term in self.order:
            text, level = self._one(term)
            number = self.named.get(term)
            if number is not None:
                definitions.append(f"#{number} = {text}")
                text, level = f"#{number}", N.ATOM
            self.done[term] = (text, level)
        body = self.done[self.root][0]
        return f"let {', '.join(definitions)} in {body}" if definitions else body

    # ------------------------------------------------------------ what gets a name

    def _choose_names(self) -> dict[Term, int]:
        """Subterms to define by let: shared ones of a large term, and every so many levels of a deep one."""
        uses: dict[Term, int] = {}
        tree: dict[Term, int] = {}
        for term in self.order:
            size = 1
            for argument in term.args:
                uses[argument] = uses.get(argument, 0) + 1
                size += tree[argument]
            tree[term] = min(size, LARGEST_TREE + 1)
        large = tree[self.root] > LARGEST_TREE
        named: dict[Term, int] = {}
        height: dict[Term, int] = {}
        for term in self.order:
            height[term] = 1 + max((height[argument] for argument in term.args), default=0)
            if term is self.root or not term.args:
                continue
            if height[term] >= DEEPEST or (large and uses[term] > 1 and tree[term] > 3):
                named[term] = len(named) + 1
                height[term] = 0
        return named

    def _plain_variables(self) -> frozenset[Term]:
        """Variables whose name alone says which they are, everywhere in the term."""
        by_name: dict[str, set[Term]] = {}
        bound: set[Term] = set()
        for term in self.order:
            if term.op is O.VAR:
                by_name.setdefault(term.data, set()).add(term)
            elif term.op in O.BINDERS:
                for variable in O.bound_variables(term):
                    by_name.setdefault(variable.data, set()).add(variable)
                    bound.add(variable)
        free = free_variables(self.root) if bound else frozenset[Term]()
        return frozenset(
            variable
            for name, group in by_name.items()
            if len(group) == 1
            for variable in group
            if self.scope.get(name) is variable or (variable in bound and variable not in free and not self.named)
        )

    # ------------------------------------------------------------ one term over its arguments' texts

    def _one(self, term: Term) -> tuple[str, int]:
        op = term.op
        if op is O.CONST:
            return constant_text(term.data, term.sort), N.ATOM
        if op is O.VAR:
            name = name_text(term.data)
            return (name if term in self.plain else f"{name}'{sort_text(term.sort)}"), N.ATOM
        if op in N.PREFIX:
            return self._prefix(op, *term.args)
        if op in N.ROUNDED and term.args[0].op is O.CONST and term.args[0].data == "RNE":
            return self._infix(N.ROUNDED[op], term.args[1:])
        if op in N.INFIX and len(term.args) >= 2:
            return self._infix(N.INFIX[op], term.args)
        return self._special(term)

    def _prefix(self, op: Op, argument: Term) -> tuple[str, int]:
        if op is O.NOT and argument.op is O.EQ and argument not in self.named:
            return self._infix(N.Infix(N.NOT_EQUAL, N.COMPARISON), argument.args)
        return N.PREFIX[op] + self._operand(argument, N.UNARY, signed=True), N.UNARY

    def _infix(self, infix: N.Infix, args: tuple[Term, ...]) -> tuple[str, int]:
        level = infix.level
        if N.LOOSE <= level < N.ARITHMETIC:
            needed = N.UNARY
        else:
            needed = level + 1
        # an operator that associates to the left continues a chain without parentheses
        first = level if level >= N.ARITHMETIC else needed
        if level in (N.OR_LEVEL, N.AND_LEVEL):
            first = needed = N.COMPARISON
        parts = [self._operand(args[0], first)]
        parts.extend(self._operand(argument, needed) for argument in args[1:])
        return f" {infix.symbol} ".join(parts), level

    def _operand(self, term: Term, needed: int, *, signed: bool = False) -> str:
        text, level = self.done[term]
        # "-1bv8" is a literal and "-f" a symbol: what follows a sign must not look like either
        if level < needed or (signed and (text[0].isdigit() or re.match(r"f(?!\w)", text))):
            return f"({text})"
        return text

    def _special(self, term: Term) -> tuple[str, int]:
        op = term.op
        texts = [self.done[argument][0] for argument in term.args]
        if op is O.ITE:
            return f"(if {texts[0]} then {texts[1]} else {texts[2]})", N.ATOM
        if op is O.EXTRACT:
            return f"{self._operand(term.args[0], N.ATOM)}[{term.data[0]}:{term.data[1]}]", N.ATOM
        if op is O.SELECT:
            return f"{self._operand(term.args[0], N.ATOM)}[{', '.join(texts[1:])}]", N.ATOM
        if op is O.STORE:
            array = self._operand(term.args[0], N.ATOM)
            return f"{array}[{', '.join(texts[1:-1])} := {texts[-1]}]", N.ATOM
        if op is O.APPLY:
            return f"{self._function_name(term)}({', '.join(texts)})", N.ATOM
        if op in O.BINDERS:
            return self._binder(term, texts), N.ATOM
        if op is O.CONSTRUCT:
            return f"{name_text(term.data.name)}({', '.join(texts)})", N.ATOM
        if op is O.FIELD:
            constructor, position = term.data
            return f"{self._operand(term.args[0], N.ATOM)}->{name_text(constructor.fields[position])}", N.ATOM
        if op is O.IS:
            return f"({texts[0]} is {name_text(term.data.name)})", N.ATOM
        index = ""
        if op in N.NUMBERED:
            index = f"{{{term.data}}}"
        elif op in N.SORTED:
            index = f"{{{sort_text(term.data)}}}"
        elif term.data is not None:
            raise ValueError(f"no notation for {op.name} with {term.data!r}")
        return f"{op.name}{index}({', '.join(texts)})", N.ATOM

    def _function_name(self, term: Term) -> str:
        return f"{name_text(term.data.name)}'{sort_text(term.data.result)}"

    def _binder(self, term: Term, texts: list[str]) -> str:
        declared = ", ".join(f"{name_text(v.data)}: {sort_text(v.sort)}" for v in O.bound_variables(term))
        triggers = ""
        if term.op is not O.LAMBDA:
            at = 1
            for count in term.data[1]:
                triggers += f"{{{', '.join(texts[at : at + count])}}} "
                at += count
        return f"({term.op.name} {declared} :: {triggers}{texts[0]})"


def _postorder(root: Term) -> list[Term]:
    order: list[Term] = []
    seen = {root}
    stack: list[tuple[Term, int]] = [(root, 0)]
    while stack:
        term, position = stack.pop()
        if position < len(term.args):
            stack.append((term, position + 1))
            argument = term.args[position]
            if argument not in seen:
                seen.add(argument)
                stack.append((argument, 0))
        else:
            order.append(term)
    return order


# ---------------------------------------------------------------- constants


def constant_text(value: Any, sort: Sort) -> str:
    """A literal that names its sort (int, real, bool and rounding modes need no more than their value)."""
    match sort.kind:
        case "bool":
            return "true" if value else "false"
        case "bv":
            return f"{bv_digits(value, sort.width)}bv{sort.width}"
        case "int":
            return str(value) if value.bit_length() < _LONGEST else hex(value)
        case "real":
            return _real_text(value)
        case "fp":
            return _float_text(value, sort)
        case "rm":
            return str(value)
        case "array":
            return _array_text(value, sort)
        case "datatype":
            fields = (constant_text(f, s) for f, s in zip(value.fields, value.constructor.sorts, strict=True))
            return f"{name_text(value.constructor.name)}({', '.join(fields)})"
        case _:
            return f"element{{{sort_text(sort)}}}({value})"


def bv_digits(value: int, width: int) -> str:
    """Decimal where people think in decimals: small numbers of either sign; else hexadecimal."""
    beyond = (1 << width) - value
    if width > 4 and beyond <= min(_NEGATIVE, 1 << (width - 3)):
        return f"-{beyond}"
    return str(value) if value < 0x10000 else hex(value)


def _real_text(value: Fraction) -> str:
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{value.numerator}//{value.denominator}"
    digits = 0
    scaled = value
    while scaled.denominator != 1:
        scaled *= 10
        digits += 1
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled.numerator)).rjust(digits + 1, "0")
    return f"{sign}{text[: len(text) - digits]}.{text[len(text) - digits :] or '0'}"


def _float_text(bits: int, sort: Sort) -> str:
    name = sort_text(sort)
    fraction_bits = sort.significand - 1
    exponent = bits >> fraction_bits & ((1 << sort.exponent) - 1)
    if exponent == (1 << sort.exponent) - 1:
        kind = "nan" if bits & ((1 << fraction_bits) - 1) else "-inf" if bits >> (sort.width - 1) else "inf"
        return f"float{{{name}}}({kind})"
    code = {"f32": ("<f", 4), "f64": ("<d", 8)}.get(name)
    if code is None:
        return f"float{{{name}}}({bits:#x})"
    value: float = struct.unpack(code[0], bits.to_bytes(code[1], "little"))[0]
    return f"float{{{name}}}({value!r})"


def _array_text(value: ArrayValue, sort: Sort) -> str:
    element = sort.element
    if element is None:
        raise ValueError(f"{sort!r} is not an array sort")

    def key_text(key: Any) -> str:
        if len(sort.index) == 1:
            return constant_text(key, sort.index[0])
        return f"({', '.join(constant_text(k, s) for k, s in zip(key, sort.index, strict=True))})"

    entries = [f"{key_text(key)} -> {constant_text(held, element)}" for key, held in value.entries.items()]
    body = "; ".join([constant_text(value.default, element), *([", ".join(entries)] if entries else [])])
    return f"array{{{sort_text(sort)}}}({body})"
