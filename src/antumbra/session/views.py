"""``antumbra show``: what a program looks like inside."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions

What = Literal["program", "cfg", "ir"]
Picture = Literal["dot", "svg"]


def view(path: Path, options: LoadOptions, what: What, picture: Picture) -> str:
    loaded = load(path, options)
    match what:
        case "ir":
            return "\n".join(f"; module {module.name}\n{module.text}" for module in loaded.modules)
        case "program":
            from antumbra.program.printing import program_text

            return program_text(loaded.program)
        case "cfg":
            from antumbra.program.picture import dot, svg

            return svg(loaded.program) if picture == "svg" else dot(loaded.program)
