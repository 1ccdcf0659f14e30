"""KLEE's .ktest bytes and Test-Comp's XML."""

from __future__ import annotations

import re
import struct
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antumbra.engines.outcome import InputValue, Reason
from antumbra.evidence import ktest, testcomp
from antumbra.evidence.testcase import TestCase, TestFormatError
from antumbra.evidence.values import decimal, parse_decimal
from antumbra.program.model import Source

# ---------------------------------------------------------------- ktest


def test_ktest_bytes() -> None:
    test = TestCase(
        (
            InputValue("x", "int", Source.INPUT, 32, 1001),
            InputValue("hidden", "int", Source.UNINITIALISED, 32, 5),
            InputValue("buf", "bytes", Source.INPUT, 24, 0x006261),
        ),
        program_file="ex.bc",
    )
    expected = (
        b"KTEST" + struct.pack(">II", 3, 1) + struct.pack(">I", 5) + b"ex.bc" + struct.pack(">III", 0, 0, 2)
        + struct.pack(">I", 1) + b"x" + struct.pack(">I", 4) + struct.pack("<i", 1001)
        + struct.pack(">I", 3) + b"buf" + struct.pack(">I", 3) + b"ab\0"
    )  # fmt: skip
    assert ktest.encode(ktest.from_test(test)) == expected


@given(st.lists(st.tuples(st.text('ax_.é\u4e00\0"\\', max_size=5), st.binary(max_size=9)), max_size=6))
def test_ktest_round_trip_with_unique_names(objects: list[tuple[str, bytes]]) -> None:
    read = ktest.decode(ktest.encode(ktest.KTest(("p",), tuple(objects))))
    assert read.arguments == ("p",)
    assert [data for _, data in read.objects] == [data or b"\0" for _, data in objects]
    names = [name for name, _ in read.objects]
    assert len(set(names)) == len(names)
    assert all(names)


def test_ktest_becomes_a_test() -> None:
    test = ktest.to_test(ktest.KTest(("p.bc",), (("x", b"\x01\x02"),)))
    assert test.inputs == (InputValue("x", "bytes", Source.INPUT, 16, 0x0201),)
    assert ktest.from_test(test).objects == (("x", b"\x01\x02"),)


@given(st.binary(max_size=60))
def test_damaged_ktest_files_are_refused(data: bytes) -> None:
    with pytest.raises(TestFormatError):
        ktest.decode(data)
    whole = ktest.encode(ktest.KTest(("p",), (("x", b"1234"),)))
    for length in range(len(whole)):
        with pytest.raises(TestFormatError):
            ktest.decode(whole[:length])


def test_ktest_with_a_huge_count_costs_nothing() -> None:
    with pytest.raises(TestFormatError):
        ktest.decode(b"KTEST" + struct.pack(">II", 3, 0xFFFFFFFF))


# ---------------------------------------------------------------- Test-Comp

SUITE = testcomp.Suite(
    'Antumbra <0.1> & "co"',
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
    'ex"<&\x01.c',
    "ab" * 32,
    created=datetime(2026, 11, 15, 17, 58, tzinfo=UTC),
)
HOSTILE = 'x"><input/>&\x00\ud800\n]]>'


def test_metadata() -> None:
    lines = testcomp.metadata_xml(SUITE).splitlines()
    assert lines[0] == '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    assert lines[1] == (
        '<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" '
        '"https://sosy-lab.org/test-format/test-metadata-1.1.dtd">'
    )
    root = ET.fromstring("\n".join(lines))
    assert [child.tag for child in root] == [
        "sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction", "architecture",
        "creationtime",
    ]  # fmt: skip
    assert root.findtext("producer") == SUITE.producer
    assert root.findtext("programfile") == 'ex"<&\ufffd.c'
    assert root.findtext("architecture") == "64bit"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", root.findtext("creationtime") or "")


def test_testcase_lines_and_escapes() -> None:
    test = TestCase((InputValue(HOSTILE, HOSTILE, Source.INPUT, 32, 1001),), Reason.VIOLATION, "unreach-call")
    text = testcomp.testcase_xml(test)
    lines = text.splitlines()
    assert lines[1] == (
        '<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" '
        '"https://sosy-lab.org/test-format/testcase-1.1.dtd">'
    )
    root = ET.fromstring(text)
    assert root.attrib == {"coversError": "true"}
    assert [child.text for child in root] == ["1001"]
    assert ET.fromstring(testcomp.testcase_xml(TestCase(()))).attrib == {}


def test_what_the_format_cannot_say_stands_outside() -> None:
    """Tools take whatever is in the root for an input."""
    inputs = (
        InputValue("x", "int", Source.INPUT, 32, 1),
        InputValue("antumbra.world.rand", "int", Source.EXTERNAL, 32, 7),
        InputValue("a--b>", "int", Source.UNINITIALISED, 32, 2**32 - 3),
        InputValue("idle", "int", Source.OPEN, 32, 7, decisive=False),
    )
    text = testcomp.testcase_xml(TestCase(inputs))
    assert text.splitlines()[1].startswith("<!DOCTYPE testcase ")
    root = ET.fromstring(text, parser=ET.XMLParser(target=ET.TreeBuilder(insert_comments=True)))
    assert [child.text for child in root] == ["1"]
    assert re.findall("<!-- (.*) -->", text) == [
        "not in this format: rand = 7 (external)",
        "not in this format: a- -b> = -3 (uninitialised)",
    ]
    many = [InputValue(f"u{n}", "int", Source.UNINITIALISED, 32, n) for n in range(30)]
    assert "and 10 more" in testcomp.testcase_xml(TestCase(tuple(many)))


def test_values_have_their_type() -> None:
    values = [
        ("int", 32, 2**32 - 5, "-5"),
        ("unsigned int", 32, 2**32 - 5, "4294967291"),
        ("char", 8, 255, "-1"),
        ("unsigned char", 8, 255, "255"),
        ("long long", 64, 2**63, str(-(2**63))),
        ("_Bool", 1, 1, "1"),
        ("void *", 64, 2**64 - 1, str(2**64 - 1)),
        ("float", 32, 0x3FC00000, "1.5"),
        ("double", 64, 0x7FF0000000000000, "inf"),
        ("double", 64, 0x7FF8000000000000, "nan"),
        ("float", 32, 0xFFC00001, "-nan(0x1)"),
        ("float", 32, 0x7F800003, "snan(0x3)"),
    ]
    for type_name, width, number, text in values:
        item = InputValue("x", type_name, Source.INPUT, width, number)
        assert decimal(item) == text
        assert parse_decimal(text, type_name, width) == number


@given(st.sampled_from(["int", "unsigned long", "char", "short", "double", "float"]), st.integers(0, 2**64 - 1))
def test_testcase_round_trip(type_name: str, number: int) -> None:
    width = {"int": 32, "unsigned long": 64, "char": 8, "short": 16, "double": 64, "float": 32}[type_name]
    item = InputValue("v", type_name, Source.INPUT, width, number & (2**width - 1))
    read = testcomp.read_testcase(testcomp.testcase_xml(TestCase((item,), Reason.VIOLATION)))
    assert read.is_error
    assert read.inputs == (item,)


def test_objects_of_odd_size_are_given_byte_by_byte() -> None:
    test = TestCase((InputValue("b", "bytes", Source.INPUT, 24, 0x030201),))
    read = testcomp.read_testcase(testcomp.testcase_xml(test))
    assert [(item.name, item.value) for item in read.inputs] == [("b[0]", 1), ("b[1]", 2), ("b[2]", 3)]


def test_other_tools_literals() -> None:
    text = (
        '<testcase><input type="char">\'a\'</input><input>0xFFu</input><input type="unsigned long">18L</input>'
        '<input type="float">1.5f</input></testcase>'
    )
    assert [item.value for item in testcomp.read_testcase(text).inputs] == [97, 255, 18, 0x3FC00000]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<testcase>",
        "<other/>",
        "<testcase><input>ten</input></testcase>",
        '<!DOCTYPE a [<!ENTITY b "c">]><testcase/>',
    ],
)
def test_what_is_not_a_testcase_is_refused(text: str) -> None:
    with pytest.raises(TestFormatError):
        testcomp.read_testcase(text)


def test_suite_as_one_file(tmp_path: Path) -> None:
    path = tmp_path / "suite.zip"
    testcomp.write_zip(path, SUITE, [TestCase(()), TestCase((), Reason.VIOLATION)])
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["metadata.xml", "test000001.xml", "test000002.xml"]
    with pytest.raises(FileExistsError):
        testcomp.write_zip(path, SUITE, [])
