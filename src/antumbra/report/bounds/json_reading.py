"""Reading ``bounds.json`` back. The file may be anything: whatever it is not is said, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Evidence, Failure, Parameter, Piece, Side
from antumbra.bounds.identifiers import is_fit
from antumbra.program.errors import InputError
from antumbra.program.inputs import InputName, InputPlace
from antumbra.program.model import Source
from antumbra.program.source import Location
from antumbra.records import dataclass
from antumbra.report.bounds.json_bounds import FORMAT, VERSION
from antumbra.report.bounds.smtlib import Identifiers
from antumbra.terms import Sort, SortError, Term
from antumbra.terms.smtlib.read import Reader, Script, read_expressions

#: characters of a file, bits of a term, arguments of an operator that takes two
LARGEST: Final = 64_000_000
WIDEST: Final = 1 << 16
#: what reading text that is no SMT-LIB may raise
_WRONG: Final = (SortError, ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError)

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a file says: the bounds, of which program and property, and which integers are meant."""

    cfc: Cfc
    file: str
    property: str
    integers: str


def read_bounds_file(path: Path | str) -> Bounds:
    """Raises InputError."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise InputError(f"{path} has more than {LARGEST} bytes: bounds that antumbra characterize wrote were expected")
    return read_bounds(data.decode("utf-8", "replace"), str(path))


def read_bounds(text: str, name: str = "bounds.json") -> Bounds:
    """The bounds that json_bounds wrote. ``name``: of the file, for messages. Raises InputError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no JSON (bounds were expected): {error}") from None
    return _File(name).bounds(data)


class _File:
    def __init__(self, name: str) -> None:
        self._name = name

    def _wrong(self, what: str) -> InputError:
        return InputError(f"{self._name} holds no bounds of antumbra characterize: {what}")

    # ------------------------------------------------------------ JSON

    def _get(self, data: Mapping[str, Any], key: str, kind: type[Kind], where: str) -> Kind:
        value = data.get(key)
        # truth values are integers in Python
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._wrong(f"{where}: {key} should be {_KINDS[kind]}")
        return value

    def _maybe(self, data: Mapping[str, Any], key: str, kind: type[Kind], where: str) -> Kind | None:
        return None if data.get(key) is None else self._get(data, key, kind, where)

    def _object(self, data: Mapping[str, Any], key: str, where: str) -> dict[str, Any] | None:
        return None if data.get(key) is None else cast("dict[str, Any]", self._get(data, key, dict, where))

    def _objects(self, data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        values = cast("list[object]", self._get(data, key, list, "the file"))
        for value in values:
            if not isinstance(value, dict):
                raise self._wrong(f"{key} should be a list of objects")
        return cast("list[dict[str, Any]]", values)

    def bounds(self, data: object) -> Bounds:
        if not isinstance(data, dict):
            raise self._wrong("an object was expected")
        given = cast("dict[str, Any]", data)
        if given.get("format") != FORMAT:
            raise self._wrong(f'format should be "{FORMAT}"')
        if given.get("version") != VERSION:
            raise self._wrong(f"version should be {VERSION}")
        parameters = tuple(self._parameter(value, at) for at, value in enumerate(self._objects(given, "inputs"), 1))
        for what in ([p.identifier for p in parameters], [p.name for p in parameters], [p.input for p in parameters]):
            if len(set(what)) < len(what):
                raise self._wrong("two inputs have the same name")
        terms = self._terms(given, parameters)
        pieces = [self._piece(value, Side.MUST, terms) for value in self._objects(given, "must")]
        pieces += [self._piece(value, Side.SAFE, terms) for value in self._objects(given, "safe")]
        return Bounds(
            Cfc(
                parameters,
                tuple(pieces),
                self._get(given, "exact", bool, "the file"),
                terms(self._get(given, "domain", str, "the file")),
                self._get(given, "more_inputs", bool, "the file"),
            ),
            self._get(given, "file", str, "the file"),
            self._get(given, "property", str, "the file"),
            self._get(given, "integers", str, "the file"),
        )

    def _parameter(self, data: Mapping[str, Any], number: int) -> Parameter:
        where = f"input {number}"
        identifier = self._get(data, "identifier", str, where)
        if not is_fit(identifier):
            raise self._wrong(f"{where}: identifier should be a C identifier")
        try:
            source = Source(self._get(data, "source", str, where))
        except ValueError:
            raise self._wrong(f"{where}: source should be one of {', '.join(s.value for s in Source)}") from None
        place = InputPlace(
            self._location(data, where),
            source,
            self._get(data, "place", str, where),
            self._get(data, "place_type", str, where),
            self._sort(self._get(data, "sort", str, where), where),
        )
        times, offset = self._get(data, "number", int, where), self._maybe(data, "offset", int, where)
        if times < 1 or (offset is not None and offset < 0):
            raise self._wrong(f"{where}: number should be at least 1, and offset at least 0")
        return Parameter(
            InputName(place, times, offset),
            self._get(data, "name", str, where),
            identifier,
            self._get(data, "type", str, where),
            self._get(data, "signed", bool, where),
        )

    def _location(self, data: Mapping[str, Any], where: str) -> Location | None:
        given = self._object(data, "location", where)
        if given is None:
            return None
        function = self._maybe(given, "function", str, where) or ""
        line, column = self._get(given, "line", int, where), self._get(given, "column", int, where)
        return Location(self._get(given, "file", str, where), line, column, function)

    def _piece(self, data: Mapping[str, Any], side: Side, terms: Callable[[str], Term]) -> Piece:
        where = f"a piece of {side.value}"
        evidence = cast("dict[str, Any]", self._get(data, "evidence", dict, where))
        shown = Evidence(*(self._get(evidence, key, str, where) for key in ("phase", "engine", "claim")))
        failure = None
        if (told := self._object(data, "failure", where)) is not None:
            check, message = (self._get(told, key, str, where) for key in ("check", "message"))
            failure = Failure(check, self._location(told, where), message)
        return Piece(terms(self._get(data, "condition", str, where)), side, shown, failure)

    # ------------------------------------------------------------ SMT-LIB

    def _sort(self, text: str, where: str) -> Sort:
        try:
            (expression,) = _small(read_expressions(text))
            return Reader(WIDEST).sort(expression)
        except _WRONG:
            raise self._wrong(f"{where}: sort should be one of SMT-LIB") from None

    def _terms(self, data: Mapping[str, Any], parameters: Sequence[Parameter]) -> Callable[[str], Term]:
        """Reads conditions over identifiers, as conditions over inputs."""
        reader = Reader(WIDEST)
        self._commands(reader, data, "declarations")
        named = Identifiers(parameters).variables
        for variable in named.values():
            reader.declare(str(variable.data), variable)
        self._commands(reader, data, "definitions")
        known = set(named.values())
        meaning = {variable: canonical for canonical, variable in named.items()}

        def condition(text: str) -> Term:
            try:
                (expression,) = _small(read_expressions(text))
                term = reader.term(expression)
            except _WRONG as error:
                raise self._wrong(f"a condition is no SMT-LIB: {_brief(error)}") from None
            self._check(term, known)
            return T.substitute(term, meaning)

        return condition

    def _commands(self, reader: Reader, data: Mapping[str, Any], key: str) -> None:
        declared = Script()
        lines = cast("list[object]", self._get(data, key, list, "the file"))
        try:
            for line in lines:
                for command in _small(read_expressions(str(line))):
                    reader.command(command, declared)
        except _WRONG as error:
            raise self._wrong(f"{key}: {_brief(error)}") from None

    def _check(self, term: Term, known: set[Term]) -> None:
        """Before anything is computed with it."""
        if term.sort is not T.BOOL:
            raise self._wrong("a condition should be true or false")
        if not T.free_variables(term) <= known:
            raise self._wrong("a condition should be about the inputs")
        #: digits of numbers without limits
        sizes: dict[Term, int] = {}
        for part in T.subterms(term):
            if part.sort.kind == "fp" and part.sort not in _FLOATS:
                raise self._wrong("a condition has floats of an unknown format")
            sizes[part] = _size(part, sizes)
            if sizes[part] > WIDEST:
                raise self._wrong("a condition has numbers that are too large")


_FLOATS: Final = frozenset({T.FLOAT16, T.FLOAT32, T.FLOAT64, T.FLOAT80, T.FLOAT128})
_KINDS: Final[dict[type, str]] = {
    str: "text",
    int: "an integer",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def _size(part: Term, sizes: Mapping[Term, int]) -> int:
    """Bits of a number, at most, if its variables have few."""
    inner = [sizes[argument] for argument in part.args]
    if part.op is T.CONST and part.sort is T.INT:
        return part.data.bit_length()
    if part.op is T.CONST and part.sort is T.REAL:
        return part.data.numerator.bit_length() + part.data.denominator.bit_length()
    if part.op is T.MUL or part.sort is T.REAL:
        return sum(inner) + 1
    return max(inner, default=64) + 1 if part.sort is T.INT else 1


def _brief(error: Exception) -> str:
    return str(error)[:200]


def _small(expressions: list[Any]) -> list[Any]:
    """Expressions with numerals and operands that no memory is needed for. Raises ValueError."""
    work: list[Any] = [expressions]
    while work:
        item = work.pop()
        if isinstance(item, list):
            parts = cast("list[Any]", item)
            if parts[:1] == ["concat"] and len(parts) > 3:
                raise ValueError("concat takes two arguments")
            if parts[:1] == ["_"] and any(_is_large(part) for part in parts[1:]):
                raise ValueError("a number in it is too large")
            work += parts
    return expressions


def _is_large(part: object) -> bool:
    return isinstance(part, str) and part.isdigit() and (len(part) > 6 or int(part) > WIDEST)
