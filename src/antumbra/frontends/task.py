"""SV-COMP task definitions (``.yml``, formats 1.0 and 2.0): which file, which properties, what is expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import yaml

from antumbra.frontends.errors import InputError
from antumbra.frontends.options import DataModel
from antumbra.program.properties import PropertySet, read_property_file
from antumbra.program.source import Location
from antumbra.records import dataclass

#: more than this is no task definition
_MAX_BYTES = 1_000_000
_MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class TaskProperty:
    """A property that the task is meant for, with the verdict its author expects (None: not stated)."""

    file: Path
    expected_verdict: bool | None = None
    subproperty: str | None = None

    def read(self) -> PropertySet:
        return read_property_file(self.file)


@dataclass(frozen=True, slots=True)
class Task:
    """A task definition, its paths already relative to where we are."""

    path: Path
    input_files: tuple[Path, ...]
    properties: tuple[TaskProperty, ...] = ()
    data_model: DataModel | None = None
    language: str | None = None

    @property
    def input_file(self) -> Path:
        """The program. Raises InputError when the task names several."""
        if len(self.input_files) != 1:
            names = ", ".join(str(file) for file in self.input_files)
            raise InputError(
                f"names {len(self.input_files)} input files ({names}); expected one", Location(str(self.path))
            )
        return self.input_files[0]


def read_task(path: Path) -> Task:
    """Read a task definition. Raises InputError for anything that is not one."""
    document = _document(path)
    where = Location(str(path))
    version = str(document.get("format_version", ""))
    if version not in ("1.0", "2.0"):
        raise InputError(f"format_version is {version or 'missing'}; expected '1.0' or '2.0'", where)
    options = _mapping(document.get("options"), "options", where)
    files = [path.parent / name for name in _texts(document.get("input_files"), "input_files", where)]
    if not files:
        raise InputError("names no program; expected input_files: a file name, or a list of them", where)
    witness = options.get("witness_input_file")
    programs = tuple(file for file in files if file.name != witness) if len(files) > 1 else tuple(files)
    properties = tuple(
        _property(entry, path, where) for entry in _list(document.get("properties"), "properties", where)
    )
    model = options.get("data_model")
    if model not in (None, "LP64", "ILP32"):
        raise InputError(f"options.data_model is {model!r}; expected LP64 or ILP32", where)
    language = options.get("language")
    return Task(path, programs, properties, model, str(language).lower() if language else None)


def _document(path: Path) -> dict[str, Any]:
    where = Location(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where) from error
    if len(data) > _MAX_BYTES:
        raise InputError("too large for a task definition", where)
    try:
        document = _parse(data)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Location(str(path), mark.line + 1, mark.column + 1) if mark else where
        raise InputError(f"not YAML: {error.problem}", place) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InputError(f"not YAML: {str(error).splitlines()[0]}", where) from error
    return _mapping(document, "the document", where)


def _parse(data: bytes) -> object:
    """The document, if it is flat and without aliases: those make small files cost time or memory without bound."""
    depth = 0
    for event in cast("Any", yaml).parse(data):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        problem = "aliases are not allowed" if isinstance(event, yaml.AliasEvent) else ""
        if problem or depth > _MAX_DEPTH:
            mark = cast("Any", event).start_mark
            raise yaml.MarkedYAMLError(problem=problem or "nested too deeply", problem_mark=mark)
    return yaml.safe_load(data)


def _property(entry: object, path: Path, where: Location) -> TaskProperty:
    fields = _mapping(entry, "an entry of properties", where)
    file = fields.get("property_file")
    if not isinstance(file, str):
        raise InputError("an entry of properties has no property_file", where)
    verdict = fields.get("expected_verdict")
    if verdict is not None and not isinstance(verdict, bool):
        raise InputError(f"expected_verdict is {verdict!r}; expected true or false", where)
    subproperty = fields.get("subproperty")
    return TaskProperty(path.parent / file, verdict, str(subproperty) if subproperty is not None else None)


def _mapping(value: object, what: str, where: Location) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f"{what} is a {type(value).__name__}; expected a mapping", where)
    return {str(key): item for key, item in cast("dict[object, Any]", value).items()}


def _list(value: object, what: str, where: Location) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{what} is a {type(value).__name__}; expected a list", where)
    return cast("list[object]", value)


def _texts(value: object, what: str, where: Location) -> list[str]:
    items = [value] if isinstance(value, str) else _list(value, what, where)
    for item in items:
        if not isinstance(item, str):
            raise InputError(f"{what} contains {item!r}; expected file names", where)
    return [str(item) for item in items]
