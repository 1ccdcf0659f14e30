"""From the words of a call to tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from glob import escape, glob, has_magic
from pathlib import Path
from typing import Final

from antumbra.program.errors import InputError
from antumbra.program.languages import LANGUAGES, SUFFIXES
from antumbra.program.properties import parse_properties
from antumbra.program.source import Location
from antumbra.records import replace
from antumbra.suites.expected import statements
from antumbra.suites.tasks import DEFAULT, Task

#: programs that a folder is searched for
_PROGRAMS: Final = tuple(suffix for name in ("c", "llvm", "boogie", "guarded") for suffix in LANGUAGES[name].suffixes)
_TASKS: Final = LANGUAGES["task"].suffixes
_MOST_LINES: Final = 1_000_000


def collect(
    words: Sequence[str],
    sets: Sequence[Path] = (),
    *,
    properties: Sequence[str] = (),
    by_procedure: bool = False,
) -> list[Task]:
    """All tasks, each once, in the order in which they are named.

    ``properties``: only these (of task definitions: those that they have; of programs that state a verdict: those that
    it is about; of others: each). Raises InputError where a word names nothing.
    """
    for name in properties:
        parse_properties(name)
    found: dict[tuple[str, str], Task] = {}
    for word in words:
        for task in _named(word, properties, by_procedure=by_procedure):
            found.setdefault(task.key, task)
    for file in sets:
        for task in _set(file, properties, by_procedure=by_procedure):
            found.setdefault(task.key, task)
    if not found:
        raise InputError(f"no task is about {', '.join(properties)}" if properties else "there are no tasks")
    return list(found.values())


def _named(word: str, properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    path = Path(word)
    if path.is_dir():
        yield from _folder(path, properties, by_procedure=by_procedure)
    elif path.exists() or not has_magic(word):
        yield from _file(path, properties, by_procedure=by_procedure)
    else:
        matches = sorted(_matches(word))
        if not matches:
            raise InputError("no file matches", Location(word))
        yield from _several(map(Path, matches), properties, by_procedure=by_procedure)


def _set(file: Path, properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    """A pattern in each line, relative to the file; ``#`` begins a comment."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"cannot be read: {reason}", Location(str(file))) from error
    for number, line in enumerate(text.splitlines()[:_MOST_LINES], 1):
        named = line.split("#")[0].strip()
        if not named:
            continue
        matches = sorted(_matches(str(Path(escape(str(file.parent))) / named)))
        if not matches:
            raise InputError(f"no file matches {named}", Location(str(file), number))
        yield from _several(map(Path, matches), properties, by_procedure=by_procedure)


def _matches(pattern: str) -> list[str]:
    return glob(pattern, recursive=True)  # noqa: PTH207 - patterns may begin anywhere


def _several(paths: Iterable[Path], properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    """What a pattern matches: one bad file among many is a task without a verdict, not the end of all."""
    for path in paths:
        if path.is_dir():
            yield from _folder(path, properties, by_procedure=by_procedure)
        else:
            yield from _guarded(path, lambda path=path: _file(path, properties, by_procedure=by_procedure))


def _guarded(path: Path, make: Callable[[], Iterator[Task]]) -> Iterator[Task]:
    try:
        yield from list(make())
    except InputError as error:
        yield Task(str(path), path, problem=str(error))


def _folder(folder: Path, properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    """Task definitions below it, and programs that state a verdict; not those that a definition names."""
    files = sorted(
        path for path in folder.rglob("*") if path.suffix.lower() in (*_TASKS, *_PROGRAMS) and path.is_file()
    )
    defined = [path for path in files if path.suffix.lower() in _TASKS and _looks_like_task(path)]
    tasks = [task for path in defined for task in _guarded(path, lambda path=path: _definition(path, properties))]
    named = {source.resolve() for task in tasks for source in task.sources}
    names = {path.name for path in files}
    for path in files:
        if path.suffix.lower() in _TASKS or path.resolve() in named:
            continue
        if path.suffix == ".c" and {f"{path.name}.i", f"{path.stem}.i"} & names:
            continue  # SV-COMP has many programs twice
        tasks += [
            task
            for task in _guarded(path, lambda path=path: _program(path, properties, by_procedure=by_procedure))
            if task.expected is not None or task.problem
        ]
    if not tasks:
        what = f"no tasks about {', '.join(properties)}" if properties else "no tasks"
        raise InputError(
            f"{what}; expected task definitions (.yml) or programs that begin with '// expect: safe' or "
            "'// expect: unsafe CHECK'",
            Location(str(folder)),
        )
    yield from tasks


def _looks_like_task(path: Path) -> bool:
    """Folders hold YAML of many kinds."""
    try:
        with path.open("rb") as file:
            return b"input_files" in file.read(100_000)
    except OSError:
        return True  # and reading it will say why not


def _file(path: Path, properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    if path.suffix.lower() == ".set":
        yield from _set(path, properties, by_procedure=by_procedure)
    elif path.suffix.lower() in _TASKS:
        yield from _definition(path, properties)
    elif SUFFIXES.get(path.suffix.lower()) is None:
        known = ", ".join((*_TASKS, ".set", *_PROGRAMS))
        raise InputError(
            f"is no task; expected a folder, a pattern, or a file that ends in {known}", Location(str(path))
        )
    else:
        yield from _program(path, properties, by_procedure=by_procedure)


def _program(path: Path, properties: Sequence[str], *, by_procedure: bool) -> Iterator[Task]:
    stated = list(statements(path))
    for each in stated:
        if not properties or _among(each.property or DEFAULT, properties):
            yield from _split(
                Task(str(path), path, each.property, each.expected, each.options), by_procedure=by_procedure
            )
    if not stated:
        for name in properties or (None,):
            yield from _split(Task(str(path), path, name), by_procedure=by_procedure)


def _split(task: Task, *, by_procedure: bool) -> Iterator[Task]:
    if not by_procedure or SUFFIXES.get(task.file.suffix.lower()) != "boogie":
        yield task
        return
    from antumbra.suites.procedures import implementations

    names = implementations(task.file)
    for name in names:
        # the verdict is about the file, which may be executed from one of them only
        expected = task.expected if len(names) == 1 else None
        yield replace(task, name=f"{task.name}:{name}", expected=expected, options=(*task.options, "--entry", name))


def _definition(path: Path, properties: Sequence[str]) -> Iterator[Task]:
    from antumbra.frontends.task import read_task

    task = read_task(path)
    program = task.input_file
    if not program.is_file():
        raise InputError(f"its program {program} is not there", Location(str(path)))
    for entry in task.properties:
        if not properties or _among(entry.file.stem, properties):
            yield Task(
                str(path), path, str(entry.file), _verdict(entry.expected_verdict, entry.subproperty), (), (program,)
            )
    if not task.properties:
        for name in properties or (None,):
            yield Task(str(path), path, name, None, (), (program,))


def _verdict(expected: bool | None, subproperty: str | None) -> str | None:
    if expected is None:
        return None
    return "true" if expected else f"false({subproperty})" if subproperty else "false"


def _among(name: str, properties: Sequence[str]) -> bool:
    """Property files are known by their names."""
    return any(name == (Path(each).stem if each.endswith(".prp") else each) for each in properties)
