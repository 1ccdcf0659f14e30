"""Files of a run: the folder with its tests, and reading one test back."""

from __future__ import annotations

from pathlib import Path

from antumbra.engines.outcome import PathEnd
from antumbra.evidence import ktest, testcomp
from antumbra.evidence.folder import FORMATS, FolderError, Origin, OutputFolder, write_tests
from antumbra.evidence.reproducer import defined_among, undefined_functions
from antumbra.evidence.testcase import TestCase, TestFormatError, file_sha256, from_json
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.program.properties import GOALS
from antumbra.program.source import Location
from antumbra.session.options import RunOptions
from antumbra.session.parts import WriteError
from antumbra.session.repeating import build_of, has_build
from antumbra.version import __version__


class ResultFolder:
    """The ``Folder`` part of a run: each test in all formats, and whatever describes the run."""

    def __init__(self, loaded: Loaded, options: RunOptions) -> None:
        self._loaded = loaded
        self._options = options.load
        try:
            self._digest = file_sha256(loaded.path)
            self._folder = OutputFolder.create(options.out, Path())
        except (FolderError, OSError) as error:
            raise WriteError(str(error)) from error
        impossible = {"c": not has_build(loaded, options.load), "xml": loaded.environment.given}
        self._formats = tuple(each for each in FORMATS if not impossible.get(each))
        self._origin = _origin(loaded, options, self._folder.path / "tests")

    @property
    def path(self) -> Path:
        return self._folder.path

    def write_test(self, end: PathEnd, number: int) -> Path:
        options = self._options
        words = self._loaded.environment.words()
        test = TestCase.of(end, str(self._loaded.path), self._digest, options.entry_name, options.data_model, words)
        try:
            (file,) = write_tests(self._folder, [test], self._origin, self._formats, first=number)
        except FolderError as error:
            raise WriteError(str(error)) from error
        return file

    def write(self, name: str, text: str) -> Path:
        try:
            return self._folder.write(name, text)
        except FolderError as error:
            raise WriteError(str(error)) from error

    def append(self, name: str, text: str) -> None:
        try:
            self._folder.append(name, text)
        except FolderError as error:
            raise WriteError(str(error)) from error

    def close(self) -> None:
        self._folder.close()


def _origin(loaded: Loaded, options: RunOptions, folder: Path) -> Origin:
    load = options.load
    goal = GOALS["coverage-branches" if options.collect or not load.error_functions else "coverage-error-call"]
    told = goal.format(entry=load.entry_name, function=next(iter(load.error_functions), ""))
    return Origin(
        producer=f"Antumbra {__version__}",
        specification=load.properties.goal or told,
        source=next(iter(loaded.sources.values()), None) if loaded.language.source else None,
        undefined=undefined_functions(loaded.modules[0].text) if loaded.modules else None,
        error_functions=frozenset(load.error_functions),
        defined_errors=defined_among(load.error_functions, loaded.modules[0].text) if loaded.modules else (),
        build=build_of(loaded, load, folder),
        contract=loaded.contract,
    )


def read_test(path: Path, data_model: str = "LP64") -> TestCase:
    """The test in a file: ours (.json), KLEE's (.ktest) or Test-Comp's (.xml). Raises InputError when there is none."""
    where = Location(str(path))
    try:
        content = path.read_bytes()
    except IsADirectoryError as error:
        raise InputError("is a directory; expected a test (.json, .ktest or .xml)", where) from error
    except OSError as error:
        raise InputError(f"the test cannot be read: {error.strerror}", where) from error
    try:
        if path.suffix == ".ktest":
            return ktest.to_test(ktest.decode(content), data_model=data_model)
        text = content.decode("utf-8")
        return testcomp.read_testcase(text, data_model) if path.suffix == ".xml" else from_json(text)
    except UnicodeDecodeError as error:
        raise InputError("the test cannot be read: it is not text", where) from error
    except TestFormatError as error:
        raise InputError(f"not a test: {error}", where) from error
