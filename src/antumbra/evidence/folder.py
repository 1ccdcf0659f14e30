"""The folder a run writes its results to: ``antumbra-out-N`` in the current folder, or the one the user named.

    tests/metadata.xml              a Test-Comp suite together with the .xml files
    tests/test000001.json .ktest .xml .c
    tests/test000001.<check>.err    for a test that violates a property: what, where, stack, inputs

Nothing outside of the folder is ever written: names are checked, every file is created anew (never through a link,
never over an existing file) relative to an open directory.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Self

from antumbra.evidence import ktest, testcomp
from antumbra.evidence.building import Build
from antumbra.evidence.reproducer import reproducer
from antumbra.evidence.testcase import MOST_PADDED, TestCase, to_json
from antumbra.evidence.values import decimal
from antumbra.frontends.llvm.library.names import WORLD, for_people
from antumbra.patterns import pattern
from antumbra.program.contracts import Contract
from antumbra.records import dataclass

PREFIX = "antumbra-out-"
LAST = "antumbra-last"
_PART = pattern(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}")
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class FolderError(Exception):
    """The output folder cannot be used, and why."""


class OutputFolder:
    """An open folder of ours. Files are written once; ``path`` is for messages."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle

    @staticmethod
    def create(wanted: Path | None = None, beside: Path | None = None) -> OutputFolder:
        """``wanted`` must not exist or be empty; without it the next free ``antumbra-out-N`` in ``beside``."""
        if wanted is None:
            return _numbered(beside or Path.cwd())
        try:
            wanted.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                wanted.mkdir()
            handle = os.open(wanted, _DIRECTORY)
        except OSError as error:
            raise FolderError(f"cannot use {wanted} for results: {error.strerror}") from error
        if os.listdir(handle):  # noqa: PTH208  (the open folder, not its name)
            os.close(handle)
            raise FolderError(f"{wanted} is not empty; expected a new or an empty folder for results")
        return OutputFolder(wanted, handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def write(self, name: str, data: bytes | str) -> Path:
        """Create the file ``name`` (parts separated by ``/``) and write it whole."""
        parts = name.split("/")
        if not parts or not all(_PART.fullmatch(part) for part in parts):
            raise FolderError(f"not a name for a result: {name!r}")
        raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
        directory = os.dup(self._handle)
        try:
            for part in parts[:-1]:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, dir_fd=directory)
                inner = os.open(part, _DIRECTORY, dir_fd=directory)
                os.close(directory)
                directory = inner
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(parts[-1], flags, 0o644, dir_fd=directory), "wb") as file:
                file.write(raw)
        except OSError as error:
            raise FolderError(f"cannot write {self.path / name}: {error.strerror}") from error
        finally:
            os.close(directory)
        return self.path.joinpath(*parts)

    def append(self, name: str, text: str) -> None:
        """Write at the end of the file ``name`` of this folder, at once; never through a link."""
        if not _PART.fullmatch(name):
            raise FolderError(f"not a name for a result: {name!r}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            file = os.open(name, flags, 0o644, dir_fd=self._handle)
            try:
                os.write(file, text.encode("utf-8", "replace"))
            finally:
                os.close(file)
        except OSError as error:
            raise FolderError(f"cannot write {self.path / name}: {error.strerror}") from error


def _numbered(beside: Path) -> OutputFolder:
    try:
        taken = [path.name[len(PREFIX) :] for path in beside.iterdir() if path.name.startswith(PREFIX)]
        number = 1 + max((int(text) for text in taken if text.isdecimal() and len(text) < 10), default=-1)
        while True:
            path = beside / f"{PREFIX}{number}"
            try:
                path.mkdir()
                break
            except FileExistsError:
                number += 1
        handle = os.open(path, _DIRECTORY)
    except OSError as error:
        raise FolderError(f"cannot make a folder for results in {beside}: {error.strerror}") from error
    _point_last(beside, path.name)
    return OutputFolder(path, handle)


def _point_last(beside: Path, name: str) -> None:
    """``antumbra-last`` leads to the newest folder; something else of that name is left alone."""
    link = beside / LAST
    with contextlib.suppress(OSError):
        if link.is_symlink():
            if not str(link.readlink()).startswith(PREFIX):
                return
            link.unlink()
        link.symlink_to(name)


# ---------------------------------------------------------------- tests


@dataclass(frozen=True, slots=True)
class Origin:
    """What the files of all tests of a run need to know about the program."""

    producer: str
    specification: str = ""
    #: text of a C program, none for LLVM programs
    source: str | None = None
    #: what ``reproducer.undefined_functions`` says of the program's module
    undefined: Mapping[str, str] | None = None
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"})
    #: those of them that the program defines itself
    defined_errors: tuple[str, ...] = ()
    #: how a C compiler makes a program of a test; none: as if nothing was said about it
    build: Build | None = None
    #: of the function that tests are of
    contract: Contract | None = None
    created: datetime | None = None


FORMATS = ("json", "ktest", "xml", "c")


def write_tests(
    folder: OutputFolder, tests: Sequence[TestCase], origin: Origin, formats: Sequence[str] = FORMATS, first: int = 1
) -> list[Path]:
    """Write the tests, numbered from ``first``; returns the path of each test's main file (its first format).

    A call with ``first`` 1 also writes the suite's metadata.
    """
    unknown = [name for name in formats if name not in FORMATS]
    if unknown or not formats:
        raise FolderError(f"unknown test format {', '.join(unknown)}; expected some of {', '.join(FORMATS)}")
    if "xml" in formats and first == 1 and tests:
        sample = tests[0]
        suite = testcomp.Suite(
            origin.producer, origin.specification, sample.program_file, sample.program_sha256,
            sample.entry, sample.data_model, origin.created,
        )  # fmt: skip
        folder.write("tests/metadata.xml", testcomp.metadata_xml(suite))
    written: list[Path] = []
    for number, test in enumerate(tests, first):
        stem = f"tests/test{number:06d}"
        # the others spell out every byte of an input
        chosen = formats[:1] if any(item.width > MOST_PADDED for item in test.inputs) else formats
        paths = [folder.write(f"{stem}.{name}", _content(name, test, origin, f"test{number:06d}.c")) for name in chosen]
        if test.is_error:
            check = re.sub(r"[^A-Za-z0-9-]", "-", test.check)[:40].strip("-") or "error"
            folder.write(f"{stem}.{check}.err", error_text(test))
        written.append(paths[0])
    return written


def _content(name: str, test: TestCase, origin: Origin, file: str) -> bytes | str:
    match name:
        case "json":
            return to_json(test)
        case "ktest":
            return ktest.encode(ktest.from_test(test))
        case "xml":
            return testcomp.testcase_xml(test)
        case _:
            return reproducer(
                test,
                origin.source,
                origin.undefined,
                origin.error_functions,
                origin.build,
                file,
                origin.defined_errors,
                origin.contract,
            )


def _visible(text: str) -> str:
    """Text on one line that cannot command a terminal."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def error_text(test: TestCase) -> str:
    """What went wrong, for people; the first lines as KLEE writes them."""
    place, called = test.blamed
    what = f"{called}: " if called else ""
    what += test.message or test.check or test.end.text
    lines = [f"Error: {_visible(what)}", f"Property: {_visible(test.check)}"]
    if place is not None:
        lines += [f"File: {_visible(place.file)}", f"Line: {place.line}"]
    if test.stack:
        lines.append("Stack:")
        lines += [
            f"\t#{depth} in {_visible(place.function) or '?'} at {_visible(str(place))}"
            for depth, place in enumerate(test.stack)
        ]
    if test.inputs:
        lines.append("Inputs:")
        for item in test.inputs:
            ours = item.source.value == "input" or item.name.startswith(WORLD)
            note = "" if ours else f" ({item.source.value})"
            where = f" at {item.asked_at}" if item.asked_at else ""
            value = decimal(item) if item.width <= 128 else f"0x{item.value:x}"
            lines.append(
                _visible(f"\t{for_people(item.name)} : {item.type_name} = {value}{note}{where}").replace("\\x09", "\t")
            )
    return "\n".join(lines) + "\n"
