"""Small programs whose failing inputs are learned: 8 bits (truth by enumeration) and ``int``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

from antumbra.bounds.cfc import Parameter
from antumbra.program import model as P
from antumbra.program.inputs import InputName, place_of
from antumbra.strategies.characterize.running import Runner
from antumbra.terms import Term
from support.translate import from_c

CHECKS: Final = frozenset({"unreach-call", "assert"})
_HEAD: Final = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define U __VERIFIER_nondet_uchar()
#define C __VERIFIER_nondet_char()
#define I __VERIFIER_nondet_int()
#define check(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
"""

#: bodies over 8-bit inputs
SMALL: Final = {
    "interval": "unsigned char x = U; if (x > 20) { if (x < 77) check(x == 30); }",
    "modulo": "unsigned char x = U; unsigned s = 0; for (unsigned i = 0; i < x; i++) s += 3; check(s % 7 != 2);",
    "midpoint": "signed char lo = C, hi = C; __VERIFIER_assume(lo <= hi); signed char m = lo + hi; check(m / 2 >= lo);",
    "product": "unsigned char x = U, y = U; check(x * y <= 1000);",
    "wrapped_product": "unsigned char x = U, y = U; unsigned char z = x * y; check(z < 200);",
    "array": "unsigned char i = U, v = U; int a[8] = {0}; if (i < 8) a[i] = v; check(a[2] < 5 || a[2] > 9);",
    "assert_in_loop": "unsigned char n = U, k = U; for (unsigned i = 0; i < n; i++) check(i != k || k < 3);",
    "sum_loop": "unsigned char n = U; unsigned s = 0; for (int i = 0; i < n; i++) s += i; check(s < 99 || s > 120);",
    "triangle": "unsigned char a = U, b = U, c = U; if (a + b > c) { if (b + c > a) check(a + c > b || a == 7); }",
    "leap": "unsigned char y = U; int leap = (y % 4 == 0 && y % 100 != 0) || y == 200; if (leap) check(y < 150);",
    "difference": "signed char x = C, y = C; signed char d = x - y; if (x > y) check(d > 0);",
    "equal": "unsigned char x = U, y = U; if (x == y) check(x % 2 == 0);",
    "for_ever": "signed char y = C; int x = 1; while (x != 10) { if (y > 9) reach_error(); if (y > 0) x++; }",
    "bits": "unsigned char x = U, y = U; if ((x & 12) == 8) check(!(y & 1));",
    "quotient": "unsigned char a = U, b = U; unsigned q = 0; if (b) { while (a >= b) { a -= b; q++; } check(q != 5); }",
}

#: bodies over inputs of 32 bits
LARGE: Final = {
    "overflow": "int x = I, y = I; if (x > 0 && y > 0) check(x + y > 0);",
    "figure": "int y = I; int x = 0; while (x < 2 && x < y) x++; check(x * x != x || y > 1000);",
    "clamp": "int x = I, lo = I, hi = I; int r = x < lo ? lo : x > hi ? hi : x; check(r <= hi);",
    "year": "int y = I, d = I; if (y > 1900 && y < 2100 && d > 365) check(d > 366 || y % 4 == 0);",
    "float_range": "float f = __VERIFIER_nondet_float(); if (f > 1.5f) check(f <= 100.0f);",
}


def source(body: str) -> str:
    return f"{_HEAD}{body}\nreturn 0;\n}}\n"


@cache
def from_body(body: str) -> P.Program:
    return from_c(source(body), error_functions=("reach_error",))


def parameters_of(program: P.Program, reads: int = 1) -> tuple[Parameter, ...]:
    """The first reads of each place that asks for an input."""
    found: dict[InputName, Parameter] = {}
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Havoc) and command.source in (P.Source.INPUT, P.Source.HAVOC):
                    for number in range(1, reads + 1):
                        named = InputName(place_of(command), number)
                        name = f"x{len(found)}"
                        signed = not command.type_name.startswith("unsigned")
                        found.setdefault(named, Parameter(named, name, name, command.type_name, signed))
    return tuple(found.values())


def runner_of(program: P.Program, parameters: Sequence[Parameter], most_commands: int = 20_000) -> Runner:
    return Runner(program, CHECKS, [one.variable for one in parameters], most_commands=most_commands)


def every_point(parameters: Sequence[Parameter]) -> Iterator[dict[Term, int]]:
    variables = [one.variable for one in parameters]
    for values in product(*(range(1 << variable.width) for variable in variables)):
        yield dict(zip(variables, values, strict=True))
