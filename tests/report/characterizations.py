"""Characterizations built by hand, one for each kind of picture."""

from __future__ import annotations

import struct
from fractions import Fraction
from typing import Any

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Evidence, Failure, Parameter, Piece, Side, union
from antumbra.program.inputs import InputName, InputPlace
from antumbra.program.model import Source
from antumbra.program.source import Location
from antumbra.report.characterization import Characterization, Clause, Count, Neighbours
from antumbra.report.result import Finding, Input
from antumbra.terms import Sort, Term

HERE = Location("demo.c", 3, 5)
FAILURE = Failure("unreach-call", Location("demo.c", 9, 3), "reach_error is called")
HOSTILE = "<script>alert(1)</script>]]>\"'&\u202e\x1b[31m\x00\uffff\ud800"


def parameter(
    name: str, sort: Sort | None = None, type_name: str = "int", *, signed: bool = True, byte: int | None = None
) -> Parameter:
    place = InputPlace(HERE, Source.INPUT, name.partition("[")[0], type_name, sort or T.bv_sort(32))
    return Parameter(InputName(place, 1, byte), name, f"v{byte or 0}", type_name, signed)


def number(value: int, width: int = 32) -> Term:
    return T.bv(value & ((1 << width) - 1), width)


def double(value: float) -> Term:
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return T.fp_from_bv(T.bv(bits, 64), T.FLOAT64)


def between(low: int, variable: Term, high: int) -> Term:
    return T.and_(
        T.bvsle(number(low, variable.width), variable), T.bvsle(variable, number(high, variable.width))
    )  # fmt: skip


def given(**values: float) -> tuple[Input, ...]:
    return tuple(Input(name, "int", value, HERE) for name, value in values.items())


def clause(condition: Term, text: str, inputs: tuple[Input, ...] = (), side: Side = Side.MUST) -> Clause:
    finding = Finding("unreach-call", "reach_error is called", HERE, inputs, replayed=True) if inputs else None
    return Clause(side, condition, text, None, FAILURE if side is Side.MUST else None, finding)


def characterization(
    parameters: list[Parameter], must: list[Term], safe: Term | None = None, *, domain: Term = T.TRUE, **rest: Any
) -> Characterization:
    """Without ``safe`` the bounds are exact."""
    known = T.not_(union(must)) if safe is None else safe
    pieces = [Piece(c, Side.MUST, Evidence("DEFINITE", "explore", "a path that fails"), FAILURE) for c in must]
    pieces.append(Piece(known, Side.SAFE, Evidence("POSSIBLE", "interpolate", "no failure can be reached")))
    cfc = Cfc(tuple(parameters), tuple(pieces), exact=safe is None, domain=domain)
    return Characterization(rest.pop("file", "demo.c"), rest.pop("property", "unreach-call"), cfc, **rest)


def line() -> Characterization:
    y = parameter("y")
    small, large = between(0, y.variable, 1), between(2147480000, y.variable, 2147483647)
    return characterization(
        [y],
        [small, large],
        clauses=(clause(small, "0 <= y <= 1", given(y=0)), clause(large, "y >= 2147480000", given(y=2147483647))),
        neighbours=(Neighbours("y", given(y=1), given(y=2), replayed=True),),
        counted=Count(3650, 3650, 1 << 32, (Fraction(3650, 1 << 32), Fraction(3650, 1 << 32))),
    )


def triangle() -> Characterization:
    low, high = parameter("low"), parameter("high")
    a, b = low.variable, high.variable
    must = T.and_(T.bvsle(number(0), a), T.bvsle(a, b), T.bvslt(T.bvadd(a, b), number(0)))
    tests = given(low=1610612736, high=2147483647)
    return characterization([low, high], [must], clauses=(clause(must, "0 <= low <= high && …", tests),))


def stripes() -> Characterization:
    x = parameter("x", type_name="unsigned int", signed=False)
    must = T.eq(T.bvurem(x.variable, number(3)), number(0))
    return characterization([x], [must], clauses=(clause(must, "x % 3 = 0", given(x=0)),))


def three() -> Characterization:
    a, b, c = (parameter(name) for name in "abc")
    must = T.and_(between(0, a.variable, 10), T.bvslt(b.variable, a.variable), T.eq(c.variable, number(7)))
    safe = T.bvslt(a.variable, number(-3))
    clauses = (clause(must, "…", given(a=5, b=3, c=7)), clause(safe, "a < -3", side=Side.SAFE))
    return characterization([a, b, c], [must], safe, clauses=clauses, reason="time is up")


def bytes_read() -> Characterization:
    buf = [parameter(f"buf[{i}]", T.bv_sort(8), "bytes", signed=False, byte=i) for i in range(4)]
    v = [one.variable for one in buf]
    must = T.and_(T.eq(v[0], T.bv(127, 8)), T.eq(v[1], T.bv(69, 8)), T.bvult(v[2], v[3]))
    inputs = (Input("buf", "bytes", "0x7f450110", HERE),)
    return characterization(buf, [must], clauses=(clause(must, "…", inputs),))


def floats() -> Characterization:
    x = parameter("x", T.bv_sort(64), "double")
    f = T.fp_from_bv(x.variable, T.FLOAT64)
    must = T.or_(T.and_(T.fp_le(double(0.0), f), T.fp_lt(f, double(0.1))), T.fp_is_nan(f))
    inputs = (Input("x", "double", 0.05, HERE),)
    return characterization([x], [must], clauses=(clause(must, "0 <= x < 0.1 || isnan(x)", inputs),))


def nothing_fails() -> Characterization:
    return characterization([parameter("x")], [], None, counted=Count(0, 0, 1 << 32))


def everything_fails() -> Characterization:
    return characterization([], [T.TRUE])


def gap() -> Characterization:
    n = parameter("n", type_name="unsigned int", signed=False)
    must, safe = T.bvult(n.variable, number(10)), T.bvugt(n.variable, number(4_000_000_000))
    domain = T.bvuge(n.variable, number(2))
    return characterization([n], [must], safe, domain=domain, reason="the loop was not closed")


def forty() -> Characterization:
    x = parameter("x")
    must = [between(k * 1000, x.variable, k * 1000 + k) for k in range(40)]
    return characterization([x], must)


def integers() -> Characterization:
    x, y = parameter("x", T.INT), parameter("y", T.INT)
    a, b = x.variable, y.variable
    must = T.and_(T.lt(T.integer(0), a), T.lt(a, b), T.le(b, T.integer(40)))
    return characterization([x, y], [must], integers="mathematical ones")


def reals() -> Characterization:
    x = parameter("r", T.REAL, "real")
    must = T.and_(T.le(T.real(Fraction(0)), x.variable), T.lt(x.variable, T.real(Fraction(5, 2))))
    return characterization([x], [must])


def hostile() -> Characterization:
    x, y = parameter(HOSTILE), parameter(f"{HOSTILE}2")
    must = T.and_(T.eq(x.variable, number(3)), T.eq(y.variable, number(4)))
    inputs = (Input(HOSTILE, "int", 3, HERE), Input(f"{HOSTILE}2", "int", 4, HERE))
    other = (Input(HOSTILE, "int", 4, HERE), Input(f"{HOSTILE}2", "int", 4, HERE))
    return characterization(
        [x, y],
        [must],
        clauses=(clause(must, f"{HOSTILE} = 3", inputs),),
        neighbours=(Neighbours(HOSTILE, inputs, other),),
        file=HOSTILE,
        property=HOSTILE,
        reason=HOSTILE,
        notes=(HOSTILE,),
        log=(HOSTILE,),
        checks=(HOSTILE,),
        irrelevant=(HOSTILE,),
        integers=HOSTILE,
        counted=Count(1, 1, 1 << 64, distribution=HOSTILE),
    )


ALL = (
    line, triangle, stripes, three, bytes_read, floats, nothing_fails, everything_fails, gap, forty, integers, reals,
    hostile,
)  # fmt: skip
