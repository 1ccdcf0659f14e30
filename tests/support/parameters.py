"""Parameters of characterizations, made by hand."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.bounds.cfc import Parameter
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace
from antumbra.terms import Sort


def parameter(name: str, sort: Sort, type_name: str = "", *, signed: bool = False) -> Parameter:
    place = InputPlace(None, P.Source.INPUT, name, type_name, sort)
    return Parameter(InputName(place, 1), name, name.replace("[", "_").replace("]", ""), type_name, signed)


def integer(name: str, width: int, *, signed: bool = True) -> Parameter:
    return parameter(name, T.bv_sort(width), f"{'i' if signed else 'u'}{width}", signed=signed)
