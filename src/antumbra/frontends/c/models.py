"""Which models of C library functions a program needs, and their IR.

The models are C files in ``libc/``. Each says in its first lines which symbols it provides, so that finding
the files for a program takes no compiler; a program that calls none of them pays nothing. The IR of a model depends on
its text, the headers beside it, the compiler and the flags, and is kept under a hash of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from antumbra.frontends.c.compile import CSource, compile_c, flags_of
from antumbra.frontends.c.toolchain import cache_folder, digest, find_toolchain, remembered
from antumbra.frontends.options import LoadOptions
from antumbra.patterns import pattern
from antumbra.program.properties import UNREACH_CALL
from antumbra.program.source import LIBRARY
from antumbra.records import dataclass, replace

FOLDER = Path(__file__).parent / "libc"

#: line tables for locations; rounding and roots as operations of the logic, not as calls that set errno
_FLAGS = ("-gline-tables-only", "-fno-math-errno", "-ffreestanding")

#: where the headers are, and that nobody sees it
_PLACES = (f"-I{FOLDER}", f"-fdebug-prefix-map={FOLDER}/={LIBRARY}")

_PROVIDES = pattern(r"^// provides: (.*)$", re.MULTILINE)
_HOST = pattern(r"^// replay: host$", re.MULTILINE)
_DECLARED = pattern(r'\n(?:declare\b[^@\n]*@"?([\w.$]+)"?\(|@"?([\w.$]+)"? = (?:external|extern_weak)\b)')


@dataclass(frozen=True, slots=True)
class Model:
    """A file of the library: its name, text, symbols, and whether native replay takes the host's functions instead."""

    name: str
    text: str
    symbols: frozenset[str]
    host: bool


@dataclass(frozen=True, slots=True)
class ModelCode:
    """A compiled model."""

    model: Model
    ir: str


def _text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def models(*rooms: str) -> dict[str, Model]:
    """Symbol → the model that provides it. Models of ``rooms``, which are folders, take the place of others.

    A model of which some symbols are provided by a room is not used at all.
    """
    found: dict[str, Model] = {}
    for room in ("", *rooms):
        for path in sorted((FOLDER / room).glob("*.c")):
            text = _text(path)
            symbols = [name for line in _PROVIDES.findall(text) for name in line.split()]
            model = Model(f"{room}{path.name}", text, frozenset(symbols), _HOST.search(text) is not None)
            for symbol in symbols:
                found[symbol] = model
    return found


#: rooms of models for files and variables that are given
FILES, VARIABLES = "filesystem/", "variables/"


def models_for(options: LoadOptions) -> dict[str, Model]:
    """The models for the environment that the program gets."""
    environment = options.environment
    rooms = ((FILES, environment.closed), (VARIABLES, bool(environment.variables)))
    return models(*(room for room, used in rooms if used))


def undefined_symbols(ir: str) -> Iterator[str]:
    """Functions and variables that a module of LLVM IR uses and does not define, in its order."""
    for match in _DECLARED.finditer(ir if ir.startswith(";") else f"\n{ir}"):  # LLVM prints a comment first
        name = match[1] or match[2]
        if not name.startswith("llvm."):
            yield name


def needed_models(
    ir: Iterable[str], options: LoadOptions, builtins: Collection[str] = (), made: Sequence[Model] = ()
) -> list[ModelCode]:
    """The models for what the modules ``ir`` leave undefined, and for what those leave undefined in turn.

    ``builtins`` are functions that the translator knows by itself, ``made`` further models, which are always needed.
    """
    known = {**models_for(options), **{symbol: model for model in made for symbol in model.symbols}}
    waiting = [symbol for text in ir for symbol in undefined_symbols(text)]
    waiting += [min(model.symbols) for model in made]
    chosen: dict[str, ModelCode] = {}
    while waiting:
        symbol = waiting.pop(0)
        model = None if symbol in builtins else known.get(symbol)
        if model is None or model.name in chosen:
            continue
        code = compile_model(model, options)
        chosen[model.name] = ModelCode(model, code)
        waiting.extend(undefined_symbols(code))
    return list(chosen.values())


def compile_model(model: Model, options: LoadOptions) -> str:
    """The IR of a model, from the cache if it is there. Nothing of the user's flags counts but the data model."""
    ours = replace(options, properties=UNREACH_CALL, include_dirs=(), defines=(), cflags=())
    toolchain = find_toolchain(ours.clang)
    arguments = " ".join((*toolchain.command[1:], *flags_of(ours), *_FLAGS, LIBRARY))
    key = digest(model.text, _headers(), toolchain.version, arguments)
    path = cache_folder() / "libc" / f"{Path(model.name).stem}-{key}.ll"
    return remembered(
        path, lambda: compile_c(CSource(model.text.encode(), LIBRARY + model.name, FOLDER), ours, _FLAGS + _PLACES)
    )


@cache
def _headers() -> str:
    return "\0".join(path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.h")))
