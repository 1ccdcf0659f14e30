"""Reading a ``.gcl`` file; ``-D NAME=VALUE`` gives a parameter another value."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded.build import program
from antumbra.frontends.options import LoadOptions
from antumbra.program.model import Program
from antumbra.program.source import Location


def read(path: Path, options: LoadOptions) -> Program:
    """The program at ``path``. Raises InputError."""
    if not path.is_file():
        problem = "is a directory, not a file" if path.is_dir() else "does not exist"
        raise InputError(problem, Location(str(path)))
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", Location(str(path))) from error
    return program(text, str(path), _given(options.defines), options.chosen)


def _given(defines: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for define in defines:
        name, sign, value = define.partition("=")
        try:
            found[name.strip()] = int(value if sign else "1")
        except ValueError:
            raise InputError(f"-D {define}: expected NAME=NUMBER") from None
    return found
