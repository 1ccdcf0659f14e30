"""Processes of one template, told to the engines as parts that may be interchangeable."""

from __future__ import annotations

from antumbra.frontends.guarded.scope import Cell, Scope
from antumbra.program.model import Alike
from antumbra.terms import Term


def alike(scope: Scope) -> tuple[Alike, ...]:
    """Each template by itself, and templates with the same indices together."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for template in scope.templates.values():
        numbers = tuple(i for i in template.indices if i is not None)
        if len(numbers) > 1:
            groups.setdefault(numbers, []).append(template.name)
    found: list[Alike] = []
    for numbers, names in groups.items():
        found += [_alike(scope, [name], numbers) for name in names]
        if len(names) > 1:
            found.append(_alike(scope, names, numbers))
    return tuple(found)


def _alike(scope: Scope, names: list[str], numbers: tuple[int, ...]) -> Alike:
    parts = tuple(
        tuple(cell.term for (process, index, _, _), cell in scope.cells.items() if process in names and index == number)
        for number in numbers
    )
    arrays: dict[str, dict[int, Term]] = {}
    for (process, _, name, element), cell in scope.cells.items():
        if not process and element is not None:
            arrays.setdefault(name, {})[element] = cell.term
    pointers: dict[tuple[str, str], list[tuple[Term, tuple[int, ...]]]] = {}
    for (process, _, name, _), cell in scope.cells.items():
        if _points(cell, numbers):
            pointers.setdefault((process, name), []).append((cell.term, tuple(n - cell.low for n in numbers)))
    return Alike(
        parts,
        tuple(tuple(found[n] for n in numbers) for found in arrays.values() if all(n in found for n in numbers)),
        tuple(map(tuple, pointers.values())),
    )


def _points(cell: Cell, numbers: tuple[int, ...]) -> bool:
    return cell.type == "range" and not cell.enumeration and all(cell.low <= n <= cell.high for n in numbers)
