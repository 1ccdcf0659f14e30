"""``antumbra show``: what a program looks like inside."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.model import Program

What = Literal["program", "cfg", "ir"]
Picture = Literal["dot", "svg"]


def view(path: Path, options: LoadOptions, what: What, picture: Picture, procedure: str | None) -> str:
    loaded = load(path, options)
    match what:
        case "ir":
            return "\n".join(f"; module {module.name}\n{module.text}" for module in loaded.modules)
        case "program":
            from antumbra.program.printing import program_text

            return program_text(loaded.program)
        case "cfg":
            return _picture(loaded.program, picture, procedure)


def _picture(program: Program, picture: Picture, procedure: str | None) -> str:
    if procedure is not None and procedure not in program.procedures:
        raise InputError(f"there is no procedure {procedure!r}; expected one of {', '.join(program.procedures)}")
    if picture == "svg":
        from antumbra.program.svg import cfg_svg

        return cfg_svg(program, procedure)
    from antumbra.program.dot import cfg_dot

    return cfg_dot(program, procedure)
