"""A test: the inputs of one execution, how it ends, and which program it belongs to; readable JSON.

The JSON object (``version`` 1; keys in this order; readers ignore keys they do not know)::

    {"format": "antumbra-test", "version": 1,
     "program": {"file": str, "sha256": str, "entry": str, "data_model": "LP64" | "ILP32", "environment": [str, …]},
     "end": {"kind": str, "check": str, "message": str, "location": LOCATION, "stack": [LOCATION, …]},
     "inputs": [{"name": str, "type": str, "source": "input" | "uninitialised" | "external" | "open" | "havoc",
                 "bits": int, "value": int | "0x…", "location": LOCATION, "decisive": false}, …]}

LOCATION is ``{"file", "line", "column", "function"}`` or null. ``kind`` is the lower-case name of an
``engines.outcome.Reason``; ``check`` is a key of ``program.model.CHECKS`` or empty. For the kind ``target`` the
location is the place that is reached, column 0 for any column of its line. A value is an unsigned integer of
``bits`` bits; from 53 bits on it is a string in hexadecimal, since JSON readers round big numbers. Where ``decisive``
is false (else it is not written) any other value would do as well. Memory (``bytes``) is little-endian: the lowest byte
comes first. ``environment`` is not written where it is empty.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from antumbra.engines.outcome import InputValue, PathEnd, Reason
from antumbra.program.model import Source
from antumbra.program.source import Location, blamed
from antumbra.records import dataclass

FORMAT = "antumbra-test"
VERSION = 1
#: bits of an input beyond which its leading zeros are left out
MOST_PADDED = 1 << 23
#: bits of one input that a reader accepts; far above any object we make symbolic
MAX_BITS = 1 << 31


class TestFormatError(ValueError):
    """A file is not a test of ours, with what was expected."""

    __test__ = False


@dataclass(frozen=True, slots=True)
class TestCase:
    """One execution to be repeated. ``end`` is how it ended in the analysis."""

    __test__ = False

    inputs: tuple[InputValue, ...]
    end: Reason = Reason.RETURN
    check: str = ""
    message: str = ""
    location: Location | None = None
    stack: tuple[Location, ...] = ()
    program_file: str = ""
    program_sha256: str = ""
    entry: str = "main"
    data_model: str = "LP64"
    environment: tuple[str, ...] = ()  #: options that give arguments, variables and files; their inputs come first

    @property
    def is_error(self) -> bool:
        return self.end is Reason.VIOLATION

    @property
    def blamed(self) -> tuple[Location | None, str]:
        """The place that users are told, and the library's function that is called there."""
        return blamed(self.location, self.stack)

    @staticmethod
    def of(
        end: PathEnd,
        program_file: str,
        program_sha256: str,
        entry: str = "main",
        data_model: str = "LP64",
        environment: tuple[str, ...] = (),
    ) -> TestCase:
        return TestCase(
            end.inputs, end.reason, end.check, end.message, end.location, end.stack,
            program_file, program_sha256, entry, data_model, environment,
        )  # fmt: skip


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ---------------------------------------------------------------- writing


def _location(place: Location | None) -> object:
    if place is None:
        return None
    return {"file": place.file, "line": place.line, "column": place.column, "function": place.function}


def _input(item: InputValue) -> dict[str, object]:
    # with all leading zeros, but for objects that are so large that nobody would want them
    digits = (item.width + 3) // 4 if item.width <= MOST_PADDED else 1
    value: object = item.value if item.width < 53 else f"0x{item.value:0{digits}x}"
    return {
        "name": item.name,
        "type": item.type_name,
        "source": item.source.value,
        "bits": item.width,
        "value": value,
        "location": _location(item.asked_at),
        **({} if item.decisive else {"decisive": False}),
    }


def to_json(test: TestCase) -> str:
    """ASCII only, so that no name of the program can disturb a terminal."""
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "program": {
            "file": test.program_file,
            "sha256": test.program_sha256,
            "entry": test.entry,
            "data_model": test.data_model,
            **({"environment": list(test.environment)} if test.environment else {}),
        },
        "end": {
            "kind": test.end.name.lower(),
            "check": test.check,
            "message": test.message,
            "location": _location(test.location),
            "stack": [_location(place) for place in test.stack],
        },
        "inputs": [_input(item) for item in test.inputs],
    }
    return json.dumps(document, indent=2) + "\n"


# ---------------------------------------------------------------- reading


def from_json(text: str) -> TestCase:
    """Raises ``TestFormatError`` for anything that ``to_json`` cannot have written."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TestFormatError(f"not JSON: {error}") from error
    whole = _object(document, "the test")
    if whole.get("format") != FORMAT:
        raise TestFormatError(f'expected "format": "{FORMAT}"')
    if whole.get("version") != VERSION:
        raise TestFormatError(f"version {whole.get('version')!r} is not known (expected {VERSION})")
    program = _object(whole.get("program"), "program")
    end = _object(whole.get("end"), "end")
    kind = _text(end, "kind").upper()
    if kind not in Reason.__members__:
        raise TestFormatError(f"end kind {kind.lower()!r} is not known")
    stack = [place for item in _list(end.get("stack"), "stack") if (place := _read_location(item)) is not None]
    return TestCase(
        inputs=tuple(_read_input(item) for item in _list(whole.get("inputs"), "inputs")),
        end=Reason[kind],
        check=_text(end, "check"),
        message=_text(end, "message"),
        location=_read_location(end.get("location")),
        stack=tuple(stack),
        program_file=_text(program, "file"),
        program_sha256=_text(program, "sha256"),
        entry=_text(program, "entry"),
        data_model=_text(program, "data_model"),
        environment=tuple(_word(item) for item in _list(program.get("environment", []), "environment")),
    )


def _object(value: object, name: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TestFormatError(f"{name}: expected an object")
    return cast("Mapping[str, object]", value)


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise TestFormatError(f"{name}: expected a list")
    return cast("list[object]", value)


def _text(holder: Mapping[str, object], key: str) -> str:
    value = holder.get(key, "")
    if not isinstance(value, str):
        raise TestFormatError(f"{key}: expected text")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TestFormatError("environment: expected a list of words")
    return value


def _number(holder: Mapping[str, object], key: str, limit: int) -> int:
    value = holder.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
        raise TestFormatError(f"{key}: expected a number from 0 to {limit}")
    return value


def _read_location(value: object) -> Location | None:
    if value is None:
        return None
    holder = _object(value, "location")
    most = 1 << 31
    return Location(
        _text(holder, "file"), _number(holder, "line", most), _number(holder, "column", most), _text(holder, "function")
    )


def _read_input(value: object) -> InputValue:
    holder = _object(value, "input")
    bits = _number(holder, "bits", MAX_BITS)
    raw = holder.get("value")
    if isinstance(raw, str) and raw.startswith("0x"):
        try:
            raw = int(raw, 16)
        except ValueError as error:
            raise TestFormatError(f"value: {raw[:40]!r} is not hexadecimal") from error
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < 0 or raw.bit_length() > bits:
        raise TestFormatError(f"value: expected an unsigned number of {bits} bits")
    sources = {source.value: source for source in Source}
    source = _text(holder, "source")
    if source not in sources:
        raise TestFormatError(f"source {source!r} is not known")
    place = _read_location(holder.get("location"))
    decisive = holder.get("decisive") is not False
    return InputValue(
        _text(holder, "name"), _text(holder, "type"), sources[source], bits, raw, place, decisive=decisive
    )
