"""Test suites in the exchange format of Test-Comp: ``metadata.xml`` and one XML file a test.

Tools find tests by the second line of a file, the DOCTYPE: it is written exactly and on a line of its own.
Inputs are consumed in call order; ``type`` and ``variable`` are for people.

The format has what input functions return, and nothing else. Tests with arguments, variables, files or a standard
input are refused. What else a test rests on (unwritten memory, results of functions of the library and of those without
a body) stands in comments before the root, since tools take whatever is inside for an input.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence.surroundings import surroundings
from antumbra.evidence.testcase import TestCase, TestFormatError
from antumbra.evidence.values import decimal, parse_decimal
from antumbra.frontends.environment import NO_SUITE
from antumbra.frontends.llvm.library.names import for_people
from antumbra.program.model import Source
from antumbra.records import dataclass

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_METADATA = (
    '<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" '
    '"https://sosy-lab.org/test-format/test-metadata-1.1.dtd">\n'
)
_TESTCASE = (
    '<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" '
    '"https://sosy-lab.org/test-format/testcase-1.1.dtd">\n'
)


@dataclass(frozen=True, slots=True)
class Suite:
    """What ``metadata.xml`` says of all tests. ``created`` without a zone is taken as UTC."""

    producer: str
    specification: str
    program_file: str
    program_sha256: str
    entry: str = "main"
    data_model: str = "LP64"
    created: datetime | None = None


def _legal(text: str) -> str:
    """XML 1.0 cannot hold most control characters, in no form."""
    return "".join(
        char
        if char in "\t\n\r" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff"
        else "\ufffd"
        for char in text
    )


#: in texts and in attributes; xml.sax.saxutils would load sockets and TLS
_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def _text(value: str) -> str:
    return _legal(value).translate(_ESCAPES)


def metadata_xml(suite: Suite) -> str:
    created = (suite.created or datetime.now(UTC)).astimezone(UTC)
    fields = (
        ("sourcecodelang", "C"),
        ("producer", suite.producer),
        ("specification", suite.specification),
        ("programfile", suite.program_file),
        ("programhash", suite.program_sha256),
        ("entryfunction", suite.entry),
        ("architecture", "32bit" if suite.data_model == "ILP32" else "64bit"),
        ("creationtime", created.strftime("%Y-%m-%dT%H:%M:%SZ")),
    )
    lines = "".join(f"  <{name}>{_text(value)}</{name}>\n" for name, value in fields)
    return f"{_DECLARATION}{_METADATA}<test-metadata>\n{lines}</test-metadata>\n"


def _inputs(test: TestCase) -> Iterator[tuple[str, str, str]]:
    """(type, variable, value) of what the program asks for. An object of odd size is given byte by byte."""
    for item in test.inputs:
        if item.source not in (Source.INPUT, Source.HAVOC):
            continue
        if item.type_name != "bytes" or item.width in (8, 16, 32, 64):
            yield item.type_name, item.name, decimal(item)
            continue
        for index, byte in enumerate(item.value.to_bytes((item.width + 7) // 8, "little")):
            yield "unsigned char", f"{item.name}[{index}]", str(byte)


#: what nobody can give to a program by input functions
_UNSAID = frozenset({Source.UNINITIALISED, Source.EXTERNAL, Source.OPEN})
_MOST_UNSAID = 20


def _unsaid(test: TestCase) -> Iterator[str]:
    items = [item for item in test.inputs if item.source in _UNSAID and item.decisive]
    for item in items[:_MOST_UNSAID]:
        value = decimal(item) if item.width <= 128 else f"{item.width // 8} bytes"
        yield f"{for_people(item.name)} = {value} ({item.source.value})"
    if len(items) > _MOST_UNSAID:
        yield f"and {len(items) - _MOST_UNSAID} more"


def _remarks(test: TestCase) -> str:
    # two hyphens end a comment for some readers
    texts = [re.sub("-(?=-)", "- ", _legal(text)).replace("\n", " ") for text in _unsaid(test)]
    return "".join(f"<!-- not in this format: {text} -->\n" for text in texts)


def testcase_xml(test: TestCase) -> str:
    """Raises ``TestFormatError`` for a test with arguments, variables, files or a standard input."""
    if surroundings(test)[0] is not None:
        raise TestFormatError(NO_SUITE)
    covers = ' coversError="true"' if test.is_error else ""
    lines = "".join(
        f'  <input type="{_text(kind)}" variable="{_text(name)}">{_text(value)}</input>\n'
        for kind, name, value in _inputs(test)
    )
    return f"{_DECLARATION}{_TESTCASE}{_remarks(test)}<testcase{covers}>\n{lines}</testcase>\n"


def write_zip(path: Path, suite: Suite, tests: Iterable[TestCase]) -> None:
    """A suite as one file; it must not exist yet."""
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("metadata.xml", metadata_xml(suite))
        for number, test in enumerate(tests, 1):
            archive.writestr(f"test{number:06d}.xml", testcase_xml(test))


_WIDTHS = {"_Bool": 8, "bool": 8, "char": 8, "short": 16, "int": 32, "float": 32, "double": 64, "__int128": 128}


def _width(type_name: str, data_model: str) -> int:
    words = type_name.split()
    word = 32 if data_model == "ILP32" else 64
    if "double" in words or words.count("long") >= 2:
        return 64
    if "long" in words or "*" in type_name or "size_t" in words:
        return word
    return next((_WIDTHS[name] for name in words if name in _WIDTHS), 32 if words else word)


def read_testcase(text: str, data_model: str = "LP64") -> TestCase:
    """A test of any tool. Widths come from the types that are noted, a machine word where there is none."""
    from xml.etree import ElementTree as ET

    if "<!ENTITY" in text:
        raise TestFormatError("a test with entity definitions is not read")
    try:
        root = ET.fromstring(text.encode("utf-8"))  # noqa: S314  (no entities: see above)
    except (ET.ParseError, ValueError) as error:
        raise TestFormatError(f"not XML: {error}") from error
    if root.tag != "testcase":
        raise TestFormatError(f"expected <testcase>, found <{root.tag}>")
    inputs: list[InputValue] = []
    for item in root.findall("input"):
        kind = item.get("type", "")
        width = _width(kind, data_model)
        try:
            value = parse_decimal(item.text or "", kind, width)
        except (ValueError, OverflowError) as error:
            raise TestFormatError(f"input value {item.text!r} is not understood") from error
        inputs.append(InputValue(item.get("variable", ""), kind, Source.INPUT, width, value))
    covers = root.get("coversError") == "true"
    return TestCase(tuple(inputs), Reason.VIOLATION if covers else Reason.RETURN, data_model=data_model)
