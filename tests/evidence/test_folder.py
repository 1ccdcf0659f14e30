"""The output folder: what is written where, and what is never touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.engines.outcome import Reason
from antumbra.evidence import ktest, testcomp
from antumbra.evidence.folder import FolderError, Origin, OutputFolder, error_text, write_tests
from antumbra.evidence.testcase import TestCase, from_json
from antumbra.program.source import Location
from evidence.native_programs import value

TESTS = [
    TestCase((value(3),), Reason.RETURN, program_file="ex.c"),
    TestCase(
        (value(7),), Reason.VIOLATION, "valid-deref", "read\x1b[31m of 4 bytes", Location("ex.c", 9, 2, "main"),
        (Location("ex.c", 9, 2, "f"), Location("ex.c", 12, 3, "main")), "ex.c",
    ),
]  # fmt: skip
ORIGIN = Origin(
    "Antumbra 0.1", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "int main(void) { return 0; }"
)


def test_layout(tmp_path: Path) -> None:
    with OutputFolder.create(None, tmp_path) as folder:
        assert folder.path == tmp_path / "antumbra-out-0"
        paths = write_tests(folder, TESTS, ORIGIN)
    tests = tmp_path / "antumbra-out-0" / "tests"
    assert paths == [tests / "test000001.json", tests / "test000002.json"]
    assert sorted(path.name for path in tests.iterdir()) == [
        "metadata.xml",
        *(f"test000001.{end}" for end in ("c", "json", "ktest", "xml")),
        *(f"test000002.{end}" for end in ("c", "json", "ktest", "valid-deref.err", "xml")),
    ]
    assert from_json((tests / "test000002.json").read_text()) == TESTS[1]
    assert ktest.decode((tests / "test000002.ktest").read_bytes()).objects == (("x", b"\7\0\0\0"),)
    assert testcomp.read_testcase((tests / "test000002.xml").read_text()).is_error


def test_numbers_count_up_and_last_follows(tmp_path: Path) -> None:
    (tmp_path / "antumbra-out-7").mkdir()
    (tmp_path / "antumbra-out-x").mkdir()
    OutputFolder.create(None, tmp_path).close()
    OutputFolder.create(None, tmp_path).close()
    assert (tmp_path / "antumbra-last").resolve() == tmp_path / "antumbra-out-9"


def test_a_foreign_last_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "antumbra-last").write_text("mine")
    OutputFolder.create(None, tmp_path).close()
    assert (tmp_path / "antumbra-last").read_text() == "mine"


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    OutputFolder.create(target).close()
    OutputFolder.create(target).close()  # still empty
    (target / "thesis.tex").touch()
    with pytest.raises(FolderError, match="not empty"):
        OutputFolder.create(target)


def test_links_are_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "link").symlink_to(elsewhere)
    with pytest.raises(FolderError):
        OutputFolder.create(tmp_path / "link")
    with OutputFolder.create(tmp_path / "out") as folder:
        (tmp_path / "out" / "tests").symlink_to(elsewhere)
        with pytest.raises(FolderError):
            write_tests(folder, TESTS, ORIGIN)
        (tmp_path / "out" / "info").symlink_to(elsewhere / "victim")
        with pytest.raises(FolderError):
            folder.write("info", "text")
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["../x", "/etc/x", "a/../../x", "", ".", "a//b", "a\0b", ".hidden", "a/b\n", "x" * 200]
)
def test_names_that_could_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with OutputFolder.create(tmp_path / "out") as folder, pytest.raises(FolderError):
        folder.write(name, "text")
    assert list((tmp_path / "out").iterdir()) == []


def test_nothing_is_written_twice(tmp_path: Path) -> None:
    with OutputFolder.create(tmp_path / "out") as folder:
        path = folder.write("info", "one")
        with pytest.raises(FolderError):
            folder.write("info", "two")
    assert path.read_text() == "one"


def test_unknown_formats_are_refused(tmp_path: Path) -> None:
    with OutputFolder.create(tmp_path / "out") as folder, pytest.raises(FolderError, match="expected some of"):
        write_tests(folder, TESTS, ORIGIN, ["json", "exe"])


def test_error_text() -> None:
    assert error_text(TESTS[1]).splitlines() == [
        "Error: read\\x1b[31m of 4 bytes",
        "Property: valid-deref",
        "File: ex.c",
        "Line: 9",
        "Stack:",
        "\t#0 in f at ex.c:9:2",
        "\t#1 in main at ex.c:12:3",
        "Inputs:",
        "\tx : int = 7",
    ]
