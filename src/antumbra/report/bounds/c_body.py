"""A condition as the body of a C function: one statement for each operation, however large the condition is.

Truth values are ``int``; bit-vectors of up to 64 bits, and floats as their bits, are ``uint64_t``; wider ones are
limbs (c_helpers). No text of the program gets in: names are ``i`` and ``t`` with numbers, the rest is constants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.records import dataclass, field
from antumbra.report.bounds.c_helpers import MODES
from antumbra.report.bounds.c_lowering import WORD, Refused
from antumbra.terms import Sort, Term
from antumbra.terms.term import Op
from antumbra.terms.values import canonical_nan

_INFIX: Final = {T.BVADD: "+", T.BVSUB: "-", T.BVMUL: "*", T.BVAND: "&", T.BVOR: "|", T.BVXOR: "^"}
_WIDE: Final = {
    T.BVADD: ("bounds_add", True),
    T.BVSUB: ("bounds_sub", True),
    T.BVMUL: ("bounds_mul", True),
    T.BVSHL: ("bounds_shl", True),
    T.BVAND: ("bounds_and", False),
    T.BVOR: ("bounds_or", False),
    T.BVXOR: ("bounds_xor", False),
}
_FLOATS: Final = {T.FP_ADD: "+", T.FP_SUB: "-", T.FP_MUL: "*", T.FP_DIV: "/"}
_COMPARED: Final = {T.FP_EQ: "== 0", T.FP_LT: "== -1", T.FP_LE: "<= 0"}


def is_wide(sort: Sort) -> bool:
    return sort.kind == "bv" and sort.width > WORD


def limbs(width: int) -> int:
    return (width + 31) // 32


@dataclass(slots=True)
class Body:
    """Statements, and the functions that they call."""

    lines: list[str] = field(default_factory=list[str])
    helpers: set[str] = field(default_factory=set[str])


def _hex(value: int) -> str:
    return f"UINT64_C({value:#x})"


def _sign(width: int) -> str:
    return _hex(1 << (width - 1))


class BodyWriter:
    """Statements for conditions that were lowered, one after the other; values that are there are used again."""

    def __init__(self, inputs: Mapping[Term, str]) -> None:
        self.names: dict[Term, str] = dict(inputs)
        self.out = Body()
        #: what depends on the machine's arithmetic
        self._arithmetic: set[Term] = set()
        self._rounds = False

    def add(self, condition: Term) -> tuple[str, bool]:
        """The C expression of its value, and whether that is right only where C's double is IEEE's. Raises Refused;
        then nothing was written."""
        lines, names, helpers = len(self.out.lines), len(self.names), set(self.out.helpers)
        try:
            for term in T.subterms(condition):
                self._write(term)
        except Refused:
            del self.out.lines[lines:]
            for term in list(self.names)[names:]:
                del self.names[term]
            self.out.helpers = helpers
            raise
        return self.names[condition], condition in self._arithmetic

    def _write(self, term: Term) -> None:
        if term in self.names or term.sort.kind == "rm":
            return
        name = f"t{len(self.names)}"
        self._rounds = False
        if is_wide(term.sort):
            self._wide(term, name)
        else:
            text = self._narrow(term)
            kind = "int" if term.sort is T.BOOL else "uint64_t"
            self.out.lines.append(f"{kind} {name} = {text};")
        self.names[term] = name
        if self._rounds or any(a in self._arithmetic for a in term.args):
            self._arithmetic.add(term)

    def _use(self, helper: str) -> str:
        self.out.helpers.add(helper)
        return helper

    def _cut(self, text: str, width: int) -> str:
        return text if width == WORD else f"({text}) & {_hex((1 << width) - 1)}"

    # ------------------------------------------------------------ one number

    def _narrow(self, term: Term) -> str:
        op, sort = term.op, term.sort
        if op is T.CONST:
            return str(int(term.data)) if sort is T.BOOL else _hex(term.data)
        if op is T.VAR or sort.kind not in ("bool", "bv", "fp"):
            raise Refused(f"{sort.kind} has no C form")
        if sort.kind == "fp" or any(a.sort.kind == "fp" for a in term.args):
            return self._float(term)
        if any(is_wide(a.sort) for a in term.args):
            return self._of_wide(term)
        args = [self.names[a] for a in term.args]
        if sort is T.BOOL:
            return self._truth(term, args)
        return self._number(term, args)

    def _truth(self, term: Term, args: list[str]) -> str:
        op = term.op
        width = term.args[0].width if term.args[0].sort.kind == "bv" else 0
        match op:
            case T.NOT:
                return f"{args[0]} == 0"
            case T.AND | T.OR:
                # every part is 0 or 1 and has its value already: a choice of ways would cost a compiler more
                return (" & " if op is T.AND else " | ").join(args)
            case T.ITE:
                return f"{args[0]} ? {args[1]} : {args[2]}"
            case T.EQ:
                return f"{args[0]} == {args[1]}"
            case T.DISTINCT:
                return " && ".join(f"{a} != {b}" for i, a in enumerate(args) for b in args[i + 1 :])
            case T.BVULT | T.BVULE:
                return f"{args[0]} {'<' if op is T.BVULT else '<='} {args[1]}"
            case T.BVSLT | T.BVSLE:
                sign = _sign(width)
                return f"({args[0]} ^ {sign}) {'<' if op is T.BVSLT else '<='} ({args[1]} ^ {sign})"
            case T.BVSADDO:
                a, b = args
                return f"((({a} + {b}) ^ {a}) & (({a} + {b}) ^ {b}) & {_sign(width)}) != 0"
            case T.BVSSUBO:
                a, b = args
                return f"(({a} ^ {b}) & (({a} - {b}) ^ {a}) & {_sign(width)}) != 0"
            case T.BVUMULO:
                return f"{self._use('bounds_umulo')}({args[0]}, {args[1]}, {_hex((1 << width) - 1)})"
            case T.BVSMULO:
                return f"{self._use('bounds_smulo')}({args[0]}, {args[1]}, {_sign(width)})"
            case _:
                raise Refused(f"{op.name} has no C form")

    def _number(self, term: Term, args: list[str]) -> str:
        op, width = term.op, term.width
        mask = _hex((1 << width) - 1)
        match op:
            case T.BVADD | T.BVSUB | T.BVMUL:
                return self._cut(f"{args[0]} {_INFIX[op]} {args[1]}", width)
            case T.BVAND | T.BVOR | T.BVXOR:
                return f"{args[0]} {_INFIX[op]} {args[1]}"
            case T.BVNEG:
                return self._cut(f"0 - {args[0]}", width)
            case T.BVNOT:
                return f"{args[0]} ^ {mask}"
            case T.BVUDIV:
                return f"{args[1]} != 0 ? {args[0]} / {args[1]} : {mask}"
            case T.BVUREM:
                return f"{args[1]} != 0 ? {args[0]} % {args[1]} : {args[0]}"
            case T.BVSHL:
                return f"{args[1]} < {width} ? {self._cut(f'{args[0]} << {args[1]}', width)} : 0"
            case T.BVLSHR:
                return f"{args[1]} < {width} ? {args[0]} >> {args[1]} : 0"
            case T.BVASHR:
                return f"{self._use('bounds_ashr')}({args[0]}, {args[1]}, {_sign(width)}, {width})"
            case T.CONCAT:
                return f"({args[0]} << {term.args[1].width}) | {args[1]}"
            case T.EXTRACT:
                return self._cut(f"{args[0]} >> {term.data[1]}", width)
            case T.ZERO_EXTEND:
                return args[0]
            case T.SIGN_EXTEND:
                sign = _sign(term.args[0].width)
                return self._cut(f"({args[0]} ^ {sign}) - {sign}", width)
            case T.ITE:
                return f"{args[0]} ? {args[1]} : {args[2]}"
            case _:
                raise Refused(f"{op.name} has no C form")

    # ------------------------------------------------------------ limbs

    def _of_wide(self, term: Term) -> str:
        """A truth value or a number from numbers of several limbs."""
        op, wide = term.op, term.args[0]
        width, args = wide.width, [self.names[a] for a in term.args]
        n = limbs(width)
        match op:
            case T.EQ | T.BVULT | T.BVULE:
                sign = {T.EQ: "==", T.BVULT: "<", T.BVULE: "<="}[op]
                return f"{self._use('bounds_compare')}({args[0]}, {args[1]}, {n}) {sign} 0"
            case T.BVSLT | T.BVSLE:
                sign = "<" if op is T.BVSLT else "<="
                return f"{self._use('bounds_order')}({args[0]}, {args[1]}, {n}, {width}) {sign} 0"
            case T.DISTINCT:
                call = self._use("bounds_compare")
                pairs = [(a, b) for i, a in enumerate(args) for b in args[i + 1 :]]
                return " && ".join(f"{call}({a}, {b}, {n}) != 0" for a, b in pairs)
            case T.EXTRACT:
                return f"{self._use('bounds_get')}({args[0]}, {term.data[1]}, {term.width})"
            case _:
                raise Refused(f"{op.name} has no C form for {width} bits")

    def _wide(self, term: Term, name: str) -> None:
        op, width, out = term.op, term.width, self.out.lines
        n = limbs(width)
        if op is T.CONST:
            parts = ", ".join(f"UINT32_C({term.data >> (32 * i) & 0xFFFFFFFF:#x})" for i in range(n))
            out.append(f"uint32_t {name}[{n}] = {{{parts}}};")
            return
        if op is T.VAR:
            raise Refused("an unknown number")
        out.append(f"uint32_t {name}[{n}];")
        args = [self.names[a] for a in term.args]
        match op:
            case T.BVADD | T.BVSUB | T.BVMUL | T.BVSHL | T.BVAND | T.BVOR | T.BVXOR:
                helper, masked = _WIDE[op]
                end = f", {width}" if masked else ""
                out.append(f"{self._use(helper)}({name}, {args[0]}, {args[1]}, {n}{end});")
            case T.BVLSHR | T.BVASHR:
                ones = "0" if op is T.BVLSHR else f"{self._use('bounds_bit')}({args[0]}, {width - 1})"
                out.append(f"{self._use('bounds_shr')}({name}, {args[0]}, {args[1]}, {n}, {width}, {ones});")
            case T.BVNOT:
                out.append(f"{self._use('bounds_not')}({name}, {args[0]}, {n}, {width});")
            case T.BVNEG:
                out.append(f"{self._use('bounds_zero')}({name}, {n});")
                out.append(f"{self._use('bounds_sub')}({name}, {name}, {args[0]}, {n}, {width});")
            case T.BVUDIV | T.BVUREM:
                self._division(op, name, args, n, width)
            case T.ITE:
                out.append(f"{self._use('bounds_copy')}({name}, {args[0]} ? {args[1]} : {args[2]}, {n});")
            case T.CONCAT | T.ZERO_EXTEND | T.SIGN_EXTEND:
                out.append(f"{self._use('bounds_zero')}({name}, {n});")
                self._put(name, n, term.args[-1], 0)
                if op is T.CONCAT:
                    self._put(name, n, term.args[0], term.args[1].width)
                elif op is T.SIGN_EXTEND:
                    out.append(f"if ({self._top_bit(term.args[0])})")
                    out.append(f"  {self._use('bounds_ones')}({name}, {term.args[0].width}, {width});")
            case T.EXTRACT:
                out.append(f"{self._use('bounds_slice')}({name}, {n}, {args[0]}, {term.data[1]}, {width});")
            case _:
                raise Refused(f"{op.name} has no C form for {width} bits")

    def _division(self, op: Op, name: str, args: list[str], n: int, width: int) -> None:
        """By zero: all ones, and the dividend."""
        out, other = self.out.lines, f"{name}_other"
        out.append(f"uint32_t {other}[{n}];")
        first, second = (name, other) if op is T.BVUDIV else (other, name)
        # with zero as divisor every step subtracts it: the quotient is all ones, and the rest the dividend
        out.append(f"{self._use('bounds_divide')}({first}, {second}, {args[0]}, {args[1]}, {n}, {width});")

    def _put(self, name: str, n: int, part: Term, low: int) -> None:
        if is_wide(part.sort):
            call, size = self._use("bounds_put"), f"{limbs(part.width)}, "
        else:
            call, size = self._use("bounds_insert"), ""
        self.out.lines.append(f"{call}({name}, {n}, {self.names[part]}, {size}{low});")

    def _top_bit(self, part: Term) -> str:
        if is_wide(part.sort):
            return f"{self._use('bounds_bit')}({self.names[part]}, {part.width - 1})"
        return f"({self.names[part]} & {_sign(part.width)}) != 0"

    # ------------------------------------------------------------ floats

    def _float(self, term: Term) -> str:
        op = term.op
        sort = term.sort if term.sort.kind == "fp" else next(a.sort for a in term.args if a.sort.kind == "fp")
        if sort.width > WORD or any(a.sort.kind == "fp" and a.sort.width > WORD for a in term.args):
            raise Refused(f"a float has {sort.width} bits")
        values = [a for a in term.args if a.sort.kind != "rm"]
        if any(is_wide(a.sort) for a in values):
            raise Refused("a float is made from a number of more than 64 bits")
        args = [self.names[a] for a in values]
        modes = [a for a in term.args if a.sort.kind == "rm"]
        if any(a.op is not T.CONST for a in modes):
            raise Refused("a rounding mode that is not constant")
        mode = modes[0].data if modes else "RNE"
        simple = _PREDICATES.get(op)
        if simple is not None:
            return simple(sort, args[0])
        match op:
            case T.ITE:
                return f"{args[0]} ? {args[1]} : {args[2]}"
            case T.EQ:
                return f"{args[0]} == {args[1]}"
            case T.FP_EQ | T.FP_LT | T.FP_LE:
                signs = f"{_sign(sort.width)}, {_hex(_infinity(sort))}"
                return f"{self._use('bounds_below')}({args[0]}, {args[1]}, {signs}) {_COMPARED[op]}"
            case T.FP_TO_IEEE_BV:
                return args[0]
            case T.FP_ADD | T.FP_SUB | T.FP_MUL | T.FP_DIV:
                if mode != "RNE" or sort not in (T.FLOAT16, T.FLOAT32, T.FLOAT64):
                    raise Refused(f"{op.name} that rounds to {mode}")
                self._rounds = True
                call = self._use("bounds_operation")
                return f"{call}('{_FLOATS[op]}', {args[0]}, {args[1]}, {_format(sort)})"
            case T.FP_ROUND_TO_INTEGRAL:
                return f"{self._use('bounds_integral')}({args[0]}, {_format(sort)}, {MODES[mode]})"
            case T.FP_TO_FP:
                here = _format(values[0].sort)
                return f"{self._use('bounds_convert')}({args[0]}, {here}, {_format(term.sort)}, {MODES[mode]})"
            case T.FP_FROM_SBV | T.FP_FROM_UBV:
                return self._from_integer(term, values[0], mode)
            case T.FP_TO_SBV | T.FP_TO_UBV:
                return self._to_integer(term, sort, args[0], mode)
            case _:
                raise Refused(f"{op.name} has no C form")

    def _from_integer(self, term: Term, number: Term, mode: str) -> str:
        name, width = self.names[number], number.width
        ends = f"0, {_format(term.sort)}, {MODES[mode]}"
        call = self._use("bounds_round")
        if term.op is T.FP_FROM_UBV:
            return f"{call}(0, {name}, {ends})"
        sign = f"({name} & {_sign(width)}) != 0"
        return f"{call}({sign}, {sign} ? {self._cut(f'0 - {name}', width)} : {name}, {ends})"

    def _to_integer(self, term: Term, sort: Sort, name: str, mode: str) -> str:
        width = term.width
        if is_wide(term.sort):
            raise Refused("a float becomes a number of more than 64 bits")
        half = 1 << (width - 1)
        least, most = (half, half - 1) if term.op is T.FP_TO_SBV else (0, 2 * half - 1)
        call = f"{self._use('bounds_integer')}({name}, {_format(sort)}, {MODES[mode]}, {_hex(least)}, {_hex(most)})"
        return self._cut(call, width)


def _infinity(sort: Sort) -> int:
    return ((1 << sort.exponent) - 1) << (sort.significand - 1)


def _format(sort: Sort) -> str:
    return f"{sort.exponent}, {sort.significand - 1}"


def _size(sort: Sort, name: str) -> str:
    return f"({name} & {_hex((1 << (sort.width - 1)) - 1)})"


def _is_nan(sort: Sort, name: str) -> str:
    return f"{_size(sort, name)} > {_hex(_infinity(sort))}"


def _canonical(sort: Sort, name: str) -> str:
    return f"{_is_nan(sort, name)} ? {_hex(canonical_nan(sort))} : {name}"


def _least_normal(sort: Sort) -> str:
    return _hex(1 << (sort.significand - 1))


_PREDICATES: Final[dict[Op, Callable[[Sort, str], str]]] = {
    T.FP_FROM_BV: _canonical,
    T.FP_IS_NAN: _is_nan,
    T.FP_IS_INFINITE: lambda s, a: f"{_size(s, a)} == {_hex(_infinity(s))}",
    T.FP_IS_ZERO: lambda s, a: f"{_size(s, a)} == 0",
    T.FP_IS_SUBNORMAL: lambda s, a: f"{_size(s, a)} != 0 && {_size(s, a)} < {_least_normal(s)}",
    T.FP_IS_NORMAL: lambda s, a: f"{_size(s, a)} >= {_least_normal(s)} && {_size(s, a)} < {_hex(_infinity(s))}",
    T.FP_IS_NEGATIVE: lambda s, a: f"{_size(s, a)} <= {_hex(_infinity(s))} && ({a} & {_sign(s.width)}) != 0",
    T.FP_IS_POSITIVE: lambda s, a: f"{_size(s, a)} <= {_hex(_infinity(s))} && ({a} & {_sign(s.width)}) == 0",
    T.FP_NEG: lambda s, a: f"{_is_nan(s, a)} ? {a} : {a} ^ {_sign(s.width)}",
    T.FP_ABS: _size,
}
