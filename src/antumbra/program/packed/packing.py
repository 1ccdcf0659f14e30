"""A program taken apart: columns of numbers and texts that the standard library writes as bytes.

Terms come in the order of their creation, so that whoever asks which of two terms is older gets the same answer of the
program that is made again. All parts of one kind (assignments, branches, …) stand together, field by field; a block
only says which kinds come next.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, cast

from antumbra.program import model as P
from antumbra.program.packed.forms import ENUMERATIONS, FORMS
from antumbra.program.source import Location
from antumbra.program.widths import is_pointer
from antumbra.terms import Term, operators
from antumbra.terms.sorts import Sort


class NotPackableError(Exception):
    """The program has something in it that is not written: sorts and values that belong to one process."""


def pack(program: P.Program) -> tuple[Any, ...]:
    """The program, without the texts of its sources, as numbers, texts, bytes and tuples of them."""
    if program.alike:
        raise NotPackableError("parts that are alike")
    return _Packer().program(program)


class _Packer:
    def __init__(self) -> None:
        self._kinds = {kind: number for number, kind in enumerate(FORMS)}
        self._parts: list[list[Any]] = [[] for _ in FORMS]
        self._terms: set[Term] = set()
        self._tuples: dict[tuple[Term, ...], int] = {}
        #: by identity: most places are there once, and one that is there twice may be written twice
        self._places: dict[int, int] = {id(None): 0}
        self._locations: list[Location] = []
        self._sorts: dict[Sort, int] = {}

    def program(self, program: P.Program) -> tuple[Any, ...]:
        procedures = [self._procedure(procedure) for procedure in program.procedures.values()]
        names = list(program.procedures)
        self._terms.update(program.variables, (v for v in program.variables.values() if v is not None), program.axioms)
        columns = [
            tuple(self._column(letter, kind, field) for letter, field in zip(form, kind.__match_args__, strict=True))
            for kind, form in FORMS.items()
        ]
        every = self._closed()
        number = {term: at for at, term in enumerate(every)}
        return (
            (program.name, program.language, program.entry, _layout(program.layout)),
            self._written(every, number),
            [(sort.kind, sort.width, sort.exponent, sort.significand) for sort in self._sorts],
            [[number[term] for term in terms] for terms in self._tuples],
            _locations(self._locations),
            [[_numbers(column, number) for column in each] for each in columns],
            (names, [self._numbered(each, number) for each in procedures]),
            [(number[name], None if v is None else number[v]) for name, v in program.variables.items()],
            [_object(each) for each in program.objects],
            program.functions,
            [number[axiom] for axiom in program.axioms],
            program.externals,
            [(each.id, each.text) for each in program.assumptions],
        )

    # ------------------------------------------------------------ procedures

    def _procedure(self, procedure: P.Procedure) -> tuple[Any, ...]:
        kinds = self._kinds
        parts = self._parts
        written = bytearray()
        ends: list[int] = []
        labels: list[str] = []
        for label, block in procedure.blocks.items():
            if label != block.label:
                raise NotPackableError("a block under another name than its own")
            labels.append(label)
            commands = block.commands
            for part in commands:
                kind = kinds[part.__class__]
                written.append(kind)
                parts[kind].append(part)
            last = block.terminator
            kind = kinds[last.__class__]
            written.append(kind)
            parts[kind].append(last)
            ends.append(len(commands))
        self._terms.update(procedure.parameters, procedure.results)
        return (
            procedure.name,
            procedure.parameters,
            procedure.results,
            labels,
            array("I", ends).tobytes(),
            bytes(written),
            self._place(procedure.location),
            procedure.source_names,
            procedure.kinds,
        )

    def _numbered(self, packed: tuple[Any, ...], number: Mapping[Term, int]) -> tuple[Any, ...]:
        name, parameters, results, *rest = packed
        return (name, [number[t] for t in parameters], [number[t] for t in results], *rest)

    # ------------------------------------------------------------ fields

    def _column(self, letter: str, kind: type[Any], field: str) -> tuple[str, list[Any]]:
        given = list(map(attrgetter(field), self._parts[self._kinds[kind]]))
        match letter:
            case "t":
                self._terms.update(given)
            case "T":
                tuples = self._tuples
                for terms in given:
                    if terms not in tuples:
                        tuples[terms] = len(tuples)
                        self._terms.update(terms)
                return letter, list(map(tuples.__getitem__, given))
            case "l":
                return letter, self._place_numbers(given)
            case "c":
                self._terms.update(callee for callee in given if not isinstance(callee, str))
            case _ if letter in ENUMERATIONS:
                return letter, [member.value for member in given]
            case _:
                pass
        return letter, given

    def _place_numbers(self, given: Iterable[Location | None]) -> list[int]:
        known, place = self._places, self._place
        return [known.get(id(location)) or place(location) for location in given]

    def _place(self, location: Location | None) -> int:
        found = self._places.get(id(location))
        if found is None and location is not None:
            found = self._places[id(location)] = len(self._places)
            self._locations.append(location)
        return found or 0

    # ------------------------------------------------------------ terms

    def _closed(self) -> list[Term]:
        """The terms with all their parts, the older first: a term is younger than its parts."""
        found = self._terms
        waiting = list(found)
        while waiting:
            for argument in waiting.pop().args:
                if argument not in found:
                    found.add(argument)
                    waiting.append(argument)
        return sorted(found, key=_age)

    def _written(self, every: list[Term], number: Mapping[Term, int]) -> list[tuple[Any, ...]]:
        written: list[tuple[Any, ...]] = []
        for term in every:
            if term.op is operators.VAR or term.op is operators.CONST:
                written.append((term.op.name, self._sort(term.sort), self._data(term.data), ()))
            else:
                arguments = tuple(map(number.__getitem__, term.args))
                written.append((term.op.name, None, self._data(term.data), arguments))
        return written

    def _sort(self, sort: Sort) -> int:
        if sort.kind not in ("bool", "bv", "fp", "rm", "int", "real"):
            raise NotPackableError(f"sort {sort!r}")
        return self._sorts.setdefault(sort, len(self._sorts))

    def _data(self, data: object) -> object:
        """As it is; a sort as a list, which nothing else is."""
        if data is None or isinstance(data, (int, str)):
            return data
        if isinstance(data, Sort):
            return [self._sort(data)]
        kind = type(data).__name__
        if kind == "tuple" and all(type(each) is int for each in cast("tuple[object, ...]", data)):
            return data
        raise NotPackableError(f"data of type {kind}")


def _age(term: Term) -> int:
    return term.id


def _numbers(column: tuple[str, list[Any]], number: Mapping[Term, int]) -> object:
    letter, given = column
    match letter:
        case "t":
            return array("I", map(number.__getitem__, given)).tobytes()
        case "T" | "l":
            return array("I", given).tobytes()
        case "c":
            return [callee if isinstance(callee, str) else number[callee] for callee in given]
        case _:
            return given


def _locations(locations: list[Location]) -> tuple[Any, ...]:
    """Files and functions once, lines and columns as numbers."""
    homes: dict[tuple[str, str], int] = {}
    where = [homes.setdefault((each.file, each.function), len(homes)) for each in locations]
    lines = array("I", [each.line for each in locations])
    columns = array("I", [each.column for each in locations])
    return list(homes), array("I", where).tobytes(), lines.tobytes(), columns.tobytes()


def _layout(layout: P.Layout) -> tuple[int, int, int]:
    return layout.pointer_width, layout.page_bits, layout.first_free


def _object(each: P.StaticObject) -> tuple[Any, ...]:
    """A cell of a pointer has a negative width."""
    cells = tuple((offset, -int(width) if is_pointer(width) else width, value) for offset, width, value in each.cells)
    return each.name, each.address, each.size, each.region.value, cells, each.unknown, each.align
