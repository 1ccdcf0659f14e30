"""A program made again from what :mod:`antumbra.program.packed.packing` wrote of it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, cast

from antumbra.program import model as P
from antumbra.program.assumptions import Assumption
from antumbra.program.packed.forms import ENUMERATIONS, FORMS
from antumbra.program.source import Location
from antumbra.program.widths import pointer_width
from antumbra.terms import Sort, Term, operators
from antumbra.terms.sorts import BOOL, INT, REAL, RM, bv_sort, fp_sort
from antumbra.terms.term import intern

_SORTS = {"bool": BOOL, "int": INT, "real": REAL, "rm": RM}


def unpack(packed: tuple[Any, ...]) -> P.Program:
    """The program. Raises some error or other where ``packed`` is not what was written; terms check their sorts."""
    head, terms, sorts, tuples, places, columns, procedures, variables, objects, functions, axioms, *rest = packed
    externals, assumptions = rest
    name, language, entry, layout = head
    term = _terms(terms, [_sort(*each) for each in sorts])
    locations: list[Location | None] = [None, *_locations(*places)]
    sequences = [_chosen(term, each) for each in tuples]
    made = [
        _parts(kind, [_column(letter, column, term, sequences, locations) for letter, column in pairs])
        for (kind, form), each in zip(FORMS.items(), columns, strict=True)
        for pairs in [tuple(zip(form, each, strict=True))]
    ]
    names, bodies = procedures
    program = P.Program(
        name=name,
        language=language,
        procedures={key: _procedure(body, made, term, locations) for key, body in zip(names, bodies, strict=True)},
        entry=entry,
        layout=P.Layout(*layout),
        variables={term[at]: None if value is None else term[value] for at, value in variables},
        objects=[_object(*each) for each in objects],
        functions=functions,
        axioms=[term[at] for at in axioms],
        externals=externals,
        assumptions=[Assumption(*each) for each in assumptions],
    )
    if any(True for each in made for _ in each):
        raise ValueError("parts that no block has")
    return program


def _sort(kind: str, width: int, exponent: int, significand: int) -> Sort:
    match kind:
        case "bv":
            return bv_sort(width)
        case "fp":
            return fp_sort(exponent, significand)
        case _:
            return _SORTS[kind]


def _chosen(term: list[Term], numbers: Iterable[int]) -> tuple[Term, ...]:
    return tuple([term[at] for at in numbers])


def _terms(written: Iterable[tuple[str, int | None, object, tuple[int, ...]]], sorts: list[Sort]) -> list[Term]:
    table = operators.TABLE
    term: list[Term] = []
    for name, sort, data, arguments in written:
        value = sorts[cast("list[int]", data)[0]] if isinstance(data, list) else data
        if sort is not None:
            term.append(intern(table[name], (), value, sorts[sort]))
        else:
            term.append(intern(table[name], tuple([term[at] for at in arguments]), value))
    return term


def _locations(homes: list[tuple[str, str]], where: bytes, lines: bytes, columns: bytes) -> Iterator[Location]:
    files, functions = [file for file, _ in homes], [function for _, function in homes]
    at = _read(where)
    return map(Location, map(files.__getitem__, at), _read(lines), _read(columns), map(functions.__getitem__, at))


def _read(numbers: bytes) -> array[int]:
    found = array("I")
    found.frombytes(numbers)
    return found


def _parts(kind: type[Any], columns: list[Iterable[Any]]) -> Iterator[Any]:
    return map(kind, *columns)


def _column(
    letter: str, column: Any, term: list[Term], sequences: list[tuple[Term, ...]], places: list[Location | None]
) -> Iterable[Any]:
    match letter:
        case "t":
            return map(term.__getitem__, _read(column))
        case "T":
            return map(sequences.__getitem__, _read(column))
        case "l":
            return map(places.__getitem__, _read(column))
        case "c":
            return _callees(column, term)
        case "r":
            return column
        case _:
            return map(ENUMERATIONS[letter], column)


def _callees(column: list[str | int], term: list[Term]) -> Iterator[str | Term]:
    return (each if isinstance(each, str) else term[each] for each in column)


def _procedure(
    body: tuple[Any, ...], made: list[Iterator[Any]], term: list[Term], places: list[Location | None]
) -> P.Procedure:
    name, parameters, results, labels, ends, kinds, *rest = body
    place, source_names, signature = cast("tuple[int, dict[str, str], str]", tuple(rest))
    blocks: dict[str, P.Block] = {}
    order = map(next, map(made.__getitem__, kinds))
    for label, count in zip(labels, _read(ends), strict=True):
        commands = [next(order) for _ in repeat(None, count)]
        blocks[label] = P.Block(label, commands, next(order))
    return P.Procedure(
        name,
        _chosen(term, parameters),
        _chosen(term, results),
        blocks,
        places[place],
        source_names,
        signature,
    )


def _object(
    name: str, address: int, size: int, region: str, cells: tuple[tuple[int, int, int], ...], unknown: bool, align: int
) -> P.StaticObject:
    read = tuple([(offset, pointer_width(-width) if width < 0 else width, value) for offset, width, value in cells])
    return P.StaticObject(name, address, size, P.Region(region), read, unknown, align)
