"""Test files, by their ending."""

from __future__ import annotations

from pathlib import Path

from antumbra.engines.outcome import PathEnd
from antumbra.evidence.testcase import TestCase, TestFormatError, file_sha256, from_json, to_json
from antumbra.frontends.load import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.source import Location


def read_test(path: Path) -> TestCase:
    """The test in a file. Raises InputError when there is none."""
    where = Location(str(path))
    try:
        text = path.read_text("utf-8")
    except IsADirectoryError as error:
        raise InputError("is a directory; expected a test (.json)", where) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InputError(f"the test cannot be read: {reason}", where) from error
    try:
        return from_json(text)
    except TestFormatError as error:
        raise InputError(f"not a test: {error}", where) from error


class TestFolder:
    """The ``Tests`` part of a run: one test in all formats."""

    __test__ = False

    def __init__(self, loaded: Loaded, options: LoadOptions, folder: Path) -> None:
        self._loaded = loaded
        self._options = options
        self._folder = folder
        self._digest = file_sha256(loaded.path)

    def write(self, end: PathEnd, number: int) -> Path:
        options = self._options
        test = TestCase.of(end, str(self._loaded.path), self._digest, options.entry_name, options.data_model)
        file = self._folder / f"test{number:06}.json"
        file.write_text(to_json(test), encoding="ascii")
        return file

    def finish(self) -> None:
        pass
