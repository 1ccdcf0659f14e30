"""Parameters and characterizations made by hand."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Evidence, Failure, Parameter, Piece, Side
from antumbra.bounds.parameters import signed
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace
from antumbra.program.source import Location
from antumbra.terms import Sort, Term

EVIDENCE = Evidence("DEFINITE", "explore", "the path ends there")


def parameter(name: str, type_name: str, sort: Sort, offset: int | None = None, line: int = 3) -> Parameter:
    place = InputPlace(Location("a.c", line, 4, "main"), P.Source.INPUT, name, type_name, sort)
    shown = name if offset is None else f"{name}[{offset}]"
    spelled = name if offset is None else f"{name}_{offset}"
    return Parameter(InputName(place, 1, offset), shown, spelled, type_name, signed(type_name, sort))


def must(condition: Term, line: int = 9) -> Piece:
    return Piece(condition, Side.MUST, EVIDENCE, Failure("assert", Location("a.c", line, 3, "main"), "x > 3 fails"))


def safe(condition: Term) -> Piece:
    return Piece(condition, Side.SAFE, EVIDENCE)


INPUTS = (
    parameter("low", "int", T.bv_sort(32)),
    parameter("high", "unsigned int", T.bv_sort(32)),
    parameter("c", "unsigned char", T.bv_sort(8)),
    parameter("s", "short", T.bv_sort(16)),
    parameter("size", "unsigned long", T.bv_sort(64)),
    parameter("count", "long long", T.bv_sort(64)),
    parameter("odd", "bv3", T.bv_sort(3)),
    parameter("flag", "_Bool", T.BOOL),
    parameter("ratio", "float", T.bv_sort(32)),
    parameter("mean", "double", T.bv_sort(64)),
    parameter("half", "_Float16", T.bv_sort(16)),
    parameter("buf", "bytes", T.bv_sort(8), 2),
    parameter("wide", "unsigned __int128", T.bv_sort(128)),
    parameter("buf", "bytes", T.bv_sort(8), 5),
)
VARIABLES = tuple(p.variable for p in INPUTS)


def cfc(*pieces: Piece, exact: bool = False, domain: Term = T.TRUE) -> Cfc:
    return Cfc(INPUTS, pieces, exact, domain)
