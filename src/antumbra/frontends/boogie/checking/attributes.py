"""Attributes that Boogie gives a meaning and conditions."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t

#: attributes with exactly one argument → what it must be
_ONE_ARGUMENT = {
    "minimize": "int, real or bv",
    "maximize": "int, real or bv",
    "verified_under": "bool",
}


def attribute_errors(attributes: list[s.Attribute], place: s.Place) -> Iterator[tuple[s.Place, str]]:
    """Complaints about attributes whose arguments have types."""
    for attribute in attributes:
        wanted = _ONE_ARGUMENT.get(attribute.name)
        if wanted is None:
            continue
        if len(attribute.arguments) != 1:
            yield place, f"attribute :{attribute.name} accepts only one argument"
            continue
        argument = attribute.arguments[0]
        found = t.STRING if isinstance(argument, str) else t.prune(argument.type)
        fits = found is t.BOOL if wanted == "bool" else found in (t.INT, t.REAL) or isinstance(found, t.Bv)
        if not fits and found is not t.ERROR:
            yield place, f"attribute :{attribute.name} accepts only one argument of type {wanted}"


def function_errors(f: s.FunctionDeclaration) -> Iterator[tuple[s.Place, str]]:
    """``{:define}`` says how a function is handed to the solver, ``{:inline}`` that it is not."""
    if s.attribute(f.attributes, "define") is None:
        return
    if s.attribute(f.attributes, "inline") is not None:
        place = f.body.place if f.body is not None else f.place
        yield place, "function cannot have both :inline and :define attributes"
    if f.type_parameters:
        yield f.place, "function with :define attribute has to be monomorphic"


def assumption_variable_errors(bound: s.Bound | s.VariableDeclaration) -> Iterator[tuple[s.Place, str]]:
    if s.attribute(bound.attributes, "assumption") is None:
        return
    if bound.where is not None:
        yield bound.place, "assumption variable may not be declared with a where clause"
    if t.prune(bound.type) is not t.BOOL:
        yield bound.place, "assumption variable must be of type 'bool'"


def is_assumption_update(name: str, value: s.Expression) -> bool:
    """``name && …``."""
    return (
        isinstance(value, s.Binary)
        and value.operator == "&&"
        and isinstance(value.left, s.Identifier)
        and value.left.name == name
    )
