"""``antumbra show``: what a program looks like inside."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from antumbra.frontends.load import Loaded, load
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.model import Program

What = Literal["program", "cfg", "ir", "abstract"]
Picture = Literal["dot", "svg", "html"]


def view(
    path: Path,
    options: LoadOptions,
    what: What,
    picture: Picture,
    procedure: str | None,
    *,
    timeout: float | None = None,
    max_iterations: int | None = None,
) -> str:
    loaded = load(path, options)
    if picture == "html" and what != "abstract":
        raise InputError("only --abstract has a page; expected --format dot or svg")
    match what:
        case "ir":
            return "\n".join(f"; module {module.name}\n{module.text}" for module in loaded.modules)
        case "program":
            from antumbra.program.printing import program_text

            return program_text(loaded.program)
        case "cfg":
            return _picture(loaded.program, picture, procedure)
        case "abstract":
            return _abstract(loaded, options, picture, timeout, max_iterations)


def _abstract(
    loaded: Loaded, options: LoadOptions, picture: Picture, timeout: float | None, max_iterations: int | None
) -> str:
    """The last abstract transition system of an analysis, however it ended."""
    from antumbra.engines.abstract import AbstractOptions, Refinement
    from antumbra.engines.abstract.errors import Unsupported
    from antumbra.engines.abstract.from_program import transition_system
    from antumbra.engines.abstract.pictures import abstract_picture

    try:
        system = transition_system(loaded.program, options.properties.checks)
    except Unsupported as unsupported:
        raise InputError(unsupported.what, unsupported.place) from unsupported
    # Without symmetry: the picture shows every process as the paper's do.
    chosen = AbstractOptions(timeout=timeout, max_iterations=max_iterations, symmetry=False, picture=True)
    outcome = Refinement(system, chosen).run()
    drawn = abstract_picture(system, outcome)
    if picture == "dot":
        from antumbra.program.dot import pictures_dot

        return pictures_dot(system.name, [drawn])
    from antumbra.program.svg import pictures_svg

    svg = pictures_svg(system.name, [drawn])
    if picture == "svg":
        return svg
    from antumbra.report.abstract_page import page

    return page(system, outcome, svg)


def _picture(program: Program, picture: Picture, procedure: str | None) -> str:
    if procedure is not None and procedure not in program.procedures:
        raise InputError(f"there is no procedure {procedure!r}; expected one of {', '.join(program.procedures)}")
    if picture == "svg":
        from antumbra.program.svg import cfg_svg

        return cfg_svg(program, procedure)
    from antumbra.program.dot import cfg_dot

    return cfg_dot(program, procedure)
