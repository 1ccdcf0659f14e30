"""From a file name to a Program: which front end reads it, and what is kept for replay and reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from antumbra.frontends.c.naming import display_name
from antumbra.frontends.errors import InputError, suggestion
from antumbra.frontends.foreign import advice
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.languages import BOOGIE, BUILT, GUARDED, SUFFIXES
from antumbra.program.model import Program
from antumbra.program.source import Location
from antumbra.records import replace

Loader = Callable[[Path, LoadOptions], Loaded]


def _native(path: Path, options: LoadOptions) -> Loaded:
    from antumbra.frontends.programs import load_native

    return load_native(path, options)


def _boogie(path: Path, options: LoadOptions) -> Loaded:
    from antumbra.frontends.boogie.load import load_boogie
    from antumbra.frontends.boogie.options import BoogieOptions

    chosen = options.boogie or BoogieOptions(entry=options.entry)
    program = load_boogie(path, chosen)

    def whole() -> Program:
        return load_boogie(path, replace(chosen, dead_declarations=False, elements=False))

    return Loaded(program, BOOGIE, path, sources=program.sources, whole=whole if chosen.dead_declarations else None)


def _task(path: Path, options: LoadOptions) -> Loaded:
    """A task definition stands for the file it names; its data model counts."""
    from antumbra.frontends.task import read_task

    task = read_task(path)
    return load(task.input_file, replace(options, data_model=task.data_model or options.data_model))


def _guarded(path: Path, options: LoadOptions) -> Loaded:
    from antumbra.frontends.guarded.load import read

    program = read(path, options)
    return Loaded(program, GUARDED, path, sources=program.sources)


#: language → its loader. A new front end adds itself here and to program.languages.
LINKED = ("c", "llvm", "built")
LOADERS: dict[str, Loader] = {
    **dict.fromkeys(LINKED, _native),
    "boogie": _boogie,
    "guarded": _guarded,
    "task": _task,
}


def language_of(path: Path, options: LoadOptions) -> str:
    """The language that the user named, or that the file's ending says."""
    if options.language is not None:
        if options.language not in LOADERS:
            raise InputError(f"unknown language {options.language!r}; expected one of {', '.join(LOADERS)}")
        return options.language
    language = SUFFIXES.get(path.suffix.lower())
    if language is None:
        from antumbra.frontends.c.building.carried import is_built

        if is_built(path):
            return BUILT.name
        if (how := advice(path)) is not None:
            raise InputError(how, Location(display_name(path)))
        raise InputError(
            f"the ending {path.suffix!r} names no language; expected one of {', '.join(SUFFIXES)}, or --language",
            Location(str(path)),
        )
    return language


def _look_for(path: Path) -> None:
    """Raises InputError where there is no such file, with the nearest name in its folder."""
    try:
        if path.exists():
            return
        beside = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
    except (OSError, ValueError):
        return  # whoever reads it says why that does not work
    raise InputError(f"no such file{suggestion(path.name, beside)}", Location(display_name(path)))


def load(path: str | Path, options: LoadOptions | None = None) -> Loaded:
    """Read the program at ``path``. Raises InputError, with a place, when it is not one."""
    options = options or LoadOptions()
    path = Path(path)
    for file in (path, *map(Path, options.link)):
        _look_for(file)
    language = language_of(path, options)
    if options.link and language not in LINKED:
        raise InputError("only files of C, of LLVM and of builds are linked with others", Location(str(path)))
    if options.environment.given and language not in (*LINKED, "task"):
        raise InputError("arguments, variables and files are given to programs of C and LLVM", Location(str(path)))
    return LOADERS[language](path, options)
