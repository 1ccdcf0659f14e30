"""Cubes in the program's own names: ``x < 0 && 3 <= y <= 7``. Numbers have the sign of their input's type.

For people. C's exact form of the same is program.text.c_expression.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.bounds.readable.cubes import MOST_INTERVALS, Cube, has_sign, intervals, limits, values_of
from antumbra.bounds.readable.float_sets import float_set_text, float_text
from antumbra.program.c_types import FLOATING
from antumbra.program.text import notation as N
from antumbra.program.text.c_expression import CVariable, c_expression
from antumbra.program.text.readable import Name, Readable, outside_of
from antumbra.terms import Term
from antumbra.terms.term import Op

#: what a cube without conditions is
EVERYTHING: Final = "every input"
#: values of a set that are listed
_LISTED: Final = 6
_FLOATS: Final = {("float", 32): T.FLOAT32, ("double", 64): T.FLOAT64}
_PLAIN: Final = {"=": "==", "<f": "<", "<=f": "<=", "==f": "=="}
_OVERFLOW: Final[Mapping[Op, str]] = {T.BVSADDO: "+", T.BVSSUBO: "-", T.BVSMULO: "*", T.BVUMULO: "*"}
_FLOAT_OPERATORS: Final[Mapping[Op, N.Infix]] = {
    op: N.Infix(infix.symbol.removesuffix("f"), infix.level) for op, infix in N.ROUNDED.items()
}
_FLOAT_COMPARISONS: Final = {T.FP_LT: "<", T.FP_LE: "<=", T.FP_EQ: "=="}
_CLASSES: Final[Mapping[Op, str]] = {
    T.FP_IS_NAN: "is NaN",
    T.FP_IS_INFINITE: "is infinite",
    T.FP_IS_ZERO: "is zero",
    T.FP_IS_NORMAL: "is normal",
    T.FP_IS_SUBNORMAL: "is subnormal",
    T.FP_IS_NEGATIVE: "is negative",
    T.FP_IS_POSITIVE: "is positive",
}
_ARITHMETIC: Final = frozenset({T.ZERO_EXTEND, T.BVADD, T.BVMUL, T.BVUDIV, T.BVUREM})
_WIDTHS: Final = (8, 16, 32, 64)
#: types whose values are told as characters, where they are some
_CHARACTERS: Final = frozenset({"bytes", "char"})


class Wording:
    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self._names: Final = {p.variable: p.name for p in parameters}
        self._order: Final = {p.variable: number for number, p in enumerate(parameters)}
        #: variables whose numbers have a sign
        self.signed: Final = frozenset(p.variable for p in parameters if p.signed and p.variable.sort.kind == "bv")
        self._unsigned: Final = frozenset(p.variable for p in parameters if not p.signed)
        kinds = {p.variable: (p.type_name, p.variable.sort.width) for p in parameters}
        self._floats: Final = {v: _FLOATS[kind] for v, kind in kinds.items() if kind in _FLOATS}
        self._characters: Final = frozenset(p.variable for p in parameters if p.type_name in _CHARACTERS)
        self._c: Final = {p.variable: v for p in parameters if (v := _c_variable(p)) is not None}

    def cube(self, cube: Cube) -> str:
        """Conditions on single inputs first, in the order of the inputs."""
        parts = [
            self._set(v, cube.sets[v]) for v in sorted(cube.sets, key=lambda v: self._order.get(v, len(self._order)))
        ]
        parts += [self.condition(part) for part in cube.rest]
        if len(parts) > 1:
            parts = [f"({part})" if " || " in part else part for part in parts]
        return " && ".join(parts) or EVERYTHING

    def condition(self, condition: Term) -> str:
        found = values_of(condition)
        if found is not None and found[0] in self._floats and len(found[1]) <= 2 * MOST_INTERVALS:
            return float_set_text(self._name(found[0]), found[1], self._floats[found[0]])
        return _Words(condition, self._name, self._unsigned).text()

    def expression(self, cube: Cube) -> str | None:
        """The same as C, where C has an expression for it."""
        return c_expression(cube.condition(self.signed), self._c)

    def _name(self, variable: Term) -> str:
        return self._names.get(variable, str(variable.data))

    def _set(self, variable: Term, bounds: tuple[int, ...]) -> str:
        if variable.op is not T.VAR:
            return self._form(variable, bounds)
        name = self._name(variable)
        if variable.sort is T.BOOL:
            return name if bounds == (1, 2) else f"!{name}"
        if variable in self._floats:
            return float_set_text(name, bounds, self._floats[variable])
        signed = variable in self.signed
        pieces, ends = intervals(bounds, variable.width, signed=signed), limits(variable.width, signed=signed)
        return set_text(name, pieces, ends, _character if variable in self._characters else str)

    def _form(self, form: Term, bounds: tuple[int, ...]) -> str:
        """A term over several inputs: with the sign that its inputs have, if that is no longer."""
        words = _Words(form, self._name, self._unsigned)
        name = words.text()
        if words.done[form][1] <= N.LOOSE:
            name = f"({name})"
        signed = has_sign(form, bounds, self.signed) and not words.is_unsigned(form)
        width = form.width
        return set_text(name, intervals(bounds, width, signed=signed), limits(width, signed=signed))


def _c_variable(parameter: Parameter) -> CVariable | None:
    sort = parameter.input.place.sort
    if sort is T.BOOL:
        return CVariable(parameter.identifier, signed=False, width=1)
    if sort.width not in _WIDTHS or sort.kind != "bv" or parameter.type_name in FLOATING:
        return None
    return CVariable(parameter.identifier, parameter.signed, sort.width)


def _character(value: int) -> str:
    plain = 32 < value < 127 and chr(value) not in "'\\"
    return f"'{chr(value)}'" if plain else str(value)


def set_text(
    name: str, pieces: Sequence[tuple[int, int]], ends: tuple[int, int], shown: Callable[[int], str] = str
) -> str:
    """``name`` is in one of the intervals."""
    missing = outside_of(pieces, ends)
    if all(low == high for low, high in missing) and len(missing) <= _LISTED and len(missing) < len(pieces) + 1:
        left_out = [low for low, _ in missing]
        if len(left_out) == 1 and left_out[0] not in ends:
            return f"{name} != {shown(left_out[0])}"
        if len(left_out) > 1 and not set(left_out) & set(ends):
            return f"{name} not in {{{', '.join(map(shown, left_out))}}}"
    single = [low for low, high in pieces if low == high]
    parts = [_interval(name, piece, ends, shown) for piece in pieces if piece[0] != piece[1]]
    if len(single) == 1:
        parts.insert(0, f"{name} == {shown(single[0])}")
    elif single:
        parts.insert(0, f"{name} in {{{', '.join(map(shown, single))}}}")
    return " || ".join(parts)


def _interval(name: str, piece: tuple[int, int], ends: tuple[int, int], shown: Callable[[int], str]) -> str:
    low, high = piece
    if low == ends[0]:
        return f"{name} < 0" if high == -1 else f"{name} <= {shown(high)}"
    if high == ends[1]:
        return f"{name} > 0" if low == 1 else f"{name} >= {shown(low)}"
    return f"{shown(low)} <= {name} <= {shown(high)}"


class _Words(Readable):
    """Without marks where types tell: comparisons of unsigned inputs, arithmetic of floats."""

    def __init__(self, root: Term, name: Name, unsigned: frozenset[Term]) -> None:
        super().__init__(root, name)
        self._unsigned = unsigned

    def _one(self, term: Term) -> tuple[str, int]:
        op, args = term.op, term.args
        if op is T.CONST and term.sort.kind == "fp":
            return float_text(term.data, term.sort), N.ATOM
        if op is T.CONST and term.sort.kind == "bv":
            return str(term.data - (1 << term.width) if term.data >> (term.width - 1) else term.data), N.ATOM
        if op is T.FP_FROM_BV and args[0].op is T.VAR:
            return self.done[args[0]]
        if op is T.ZERO_EXTEND and self.is_unsigned(args[0]):
            return self.done[args[0]]
        if op in _OVERFLOW:
            left, right = (self._operand(a, N.ARITHMETIC + 1) for a in args)
            return f"{left} {_OVERFLOW[op]} {right} overflows", N.COMPARISON
        if op in _FLOAT_COMPARISONS:
            return self._infix(N.Infix(_FLOAT_COMPARISONS[op], N.COMPARISON), args)
        if op in _FLOAT_OPERATORS and args[0].op is T.CONST and args[0].data == "RNE":
            return self._infix(_FLOAT_OPERATORS[op], args[1:])
        if op in _CLASSES:
            return f"{self._operand(args[0], N.ARITHMETIC)} {_CLASSES[op]}", N.COMPARISON
        return super()._one(term)

    def is_unsigned(self, term: Term) -> bool:
        """Is it made of unsigned inputs, and of numbers without a sign?"""
        if term.sort.kind != "bv":
            return False
        stack, found = [term], False
        while stack:
            part = stack.pop()
            if part in self._unsigned:
                found = True
            elif part.op in _ARITHMETIC:
                stack += part.args
            elif part.op is not T.CONST or part.data >> (part.width - 1):
                return False
        return found

    def _comparison(self, symbol: str, args: tuple[Term, ...]) -> tuple[str, int]:
        symbol = _PLAIN.get(symbol, symbol)
        if not any(map(self.is_unsigned, args)):
            return super()._comparison(symbol, args)
        symbol = symbol.removesuffix("u")
        before = {a: self.done[a] for a in args}
        self.done.update((a, (str(a.data), N.ATOM)) for a in args if a.op is T.CONST)
        try:
            return super()._comparison(symbol, args)
        finally:
            self.done.update(before)
