"""``antumbra show``: what a program looks like inside."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from antumbra.engines.contract import ViewWishes
from antumbra.engines.registry import VIEWS
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError, suggestion
from antumbra.program.model import Program
from antumbra.program.pictures.views import EngineView, Regions, Tree
from antumbra.session.control import Control

What = Literal["program", "cfg", "ir", "abstract", "tree", "regions"]
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
    max_nodes: int | None = None,
    bound: int | None = None,
    step: int | None = None,
    control: Control | None = None,
) -> str:
    if picture == "html" and what not in VIEWS:
        raise InputError(f"only {' and '.join(f'--{w}' for w in VIEWS)} have a page; expected --format dot or svg")
    loaded = load(path, options)
    match what:
        case "ir":
            return "\n".join(f"; module {module.name}\n{module.text}" for module in loaded.modules)
        case "program":
            from antumbra.program.text.printing import program_text

            return program_text(loaded.program)
        case "cfg":
            return _picture(loaded.program, picture, procedure)
        case _:
            wishes = ViewWishes(options.properties.checks, timeout, max_iterations, max_nodes, bound)
            shown = VIEWS[what].show(loaded.program, wishes, lambda stop: _stopped_by(control, stop))
            return _region_view(shown, picture, step) if isinstance(shown, Regions) else _engine_view(shown, picture)


def _engine_view(shown: EngineView, picture: Picture) -> str:
    if picture == "dot":
        from antumbra.program.pictures.dot import pictures_dot

        return pictures_dot(shown.name, [shown.picture])
    from antumbra.program.pictures.svg import pictures_svg

    if not isinstance(shown.about, Tree):
        svg = pictures_svg(shown.name, [shown.picture])
        if picture == "svg":
            return svg
        from antumbra.report.abstract_page import page

        return page(shown.about, svg)
    from antumbra.program.pictures.tree_layout import draw_tree

    svg = pictures_svg(shown.name, [shown.picture], layout=draw_tree, linked=picture == "html")
    if picture == "svg":
        return svg
    from antumbra.report.tree_page import page

    return page(shown.name, shown.about, svg)


def _region_view(regions: Regions, picture: Picture, step: int | None) -> str:
    """Region graphs: in the end, at one step, or all steps on a page."""
    if picture == "html":
        from antumbra.report.region_page import page

        return page(regions)
    if step is not None and not 0 < step <= len(regions.steps):
        raise InputError(f"there is no step {step}; expected 1 to {len(regions.steps)}")
    shown = regions.ends if step is None else [regions.steps[step - 1].picture]
    if picture == "dot":
        from antumbra.program.pictures.dot import pictures_dot

        return pictures_dot(regions.title, shown)
    from antumbra.program.pictures.svg import pictures_svg

    return pictures_svg(regions.title, shown)


@contextmanager
def _stopped_by(control: Control | None, stop: Callable[[], None]) -> Generator[None]:
    """Whoever asks for a stop meanwhile gets a picture of what is there."""
    if control is None:
        yield
        return
    control.stop = stop
    try:
        yield
    finally:
        control.stop, control.finishing = None, True


def _picture(program: Program, picture: Picture, procedure: str | None) -> str:
    if procedure is not None and procedure not in program.procedures:
        hint = suggestion(procedure, program.procedures)
        raise InputError(f"there is no procedure {procedure!r}{hint}; expected one of {', '.join(program.procedures)}")
    if picture == "svg":
        from antumbra.program.pictures.svg import cfg_svg

        return cfg_svg(program, procedure)
    from antumbra.program.pictures.dot import cfg_dot

    return cfg_dot(program, procedure)
