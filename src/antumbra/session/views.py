"""``antumbra show``: what a program looks like inside."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from antumbra.frontends.load import load
from antumbra.frontends.loaded import Loaded
from antumbra.frontends.options import LoadOptions
from antumbra.program.errors import InputError
from antumbra.program.model import Program
from antumbra.session.control import Control
from antumbra.terms import Term

What = Literal["program", "cfg", "ir", "abstract", "tree", "regions"]
Picture = Literal["dot", "svg", "html"]

#: nodes of an execution tree that are drawn, unless told otherwise
MOST_NODES = 2_000
#: seconds that a tree may grow, unless told otherwise: many grow for ever
TREE_SECONDS = 60.0


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
    if picture == "html" and what not in ("abstract", "tree", "regions"):
        raise InputError("only --abstract, --tree and --regions have a page; expected --format dot or svg")
    loaded = load(path, options)
    match what:
        case "ir":
            return "\n".join(f"; module {module.name}\n{module.text}" for module in loaded.modules)
        case "program":
            from antumbra.program.text.printing import program_text

            return program_text(loaded.program)
        case "cfg":
            return _picture(loaded.program, picture, procedure)
        case "abstract":
            return _abstract(loaded, options, picture, timeout, max_iterations, control)
        case "tree":
            return _tree(loaded, options, picture, timeout, max_nodes, bound, control)
        case "regions":
            return _regions(loaded, options, picture, timeout, max_iterations, step, control)


def _tree(
    loaded: Loaded,
    options: LoadOptions,
    picture: Picture,
    timeout: float | None,
    max_nodes: int | None,
    bound: int | None,
    control: Control | None,
) -> str:
    """The symbolic execution tree of the engine interpolate, as far as it has grown in the time."""
    from antumbra.engines.interpolate.dsei import Interpolator
    from antumbra.engines.interpolate.options import InterpolateOptions
    from antumbra.engines.interpolate.pictures.picture import tree_of, tree_picture
    from antumbra.engines.interpolate.pictures.tree_recording import TreeRecording
    from antumbra.program.bounds import bounded
    from antumbra.program.pictures.tree_layout import draw_tree

    program = loaded.program
    counters: frozenset[Term] = frozenset()
    if bound is not None:
        program, counters = bounded(program, bound)
    recording = TreeRecording(max_nodes or MOST_NODES)
    chosen = InterpolateOptions(
        options.properties.checks, TREE_SECONDS if timeout is None else timeout, counters=counters
    )
    interpolator = Interpolator(program, chosen, recording)
    with _stopped_by(control, interpolator.interrupt):
        recording.follow(interpolator)
    tree = tree_of(program.name, recording, interpolator, program.sources)
    drawn = tree_picture(tree)
    if picture == "dot":
        from antumbra.program.pictures.dot import pictures_dot

        return pictures_dot(program.name, [drawn])
    from antumbra.program.pictures.svg import pictures_svg

    svg = pictures_svg(program.name, [drawn], layout=draw_tree, linked=picture == "html")
    if picture == "svg":
        return svg
    from antumbra.report.tree_page import page

    return page(program.name, tree, svg)


def _abstract(
    loaded: Loaded,
    options: LoadOptions,
    picture: Picture,
    timeout: float | None,
    max_iterations: int | None,
    control: Control | None,
) -> str:
    """The last abstract transition system of an analysis, however it ended."""
    from antumbra.engines.abstract.errors import Unsupported
    from antumbra.engines.abstract.options import AbstractOptions
    from antumbra.engines.abstract.pictures import abstract_picture, analysis_view
    from antumbra.engines.abstract.refine import Refinement
    from antumbra.engines.abstract.systems.from_program import transition_system

    try:
        system = transition_system(loaded.program, options.properties.checks)
    except Unsupported as unsupported:
        raise InputError(unsupported.what, unsupported.place) from unsupported
    # Without symmetry: the picture shows every process as the paper's do.
    chosen = AbstractOptions(timeout=timeout, max_iterations=max_iterations, symmetry=False, picture=True)
    refinement = Refinement(system, chosen)
    with _stopped_by(control, refinement.interrupt):
        outcome = refinement.run()
    drawn = abstract_picture(system, outcome)
    if picture == "dot":
        from antumbra.program.pictures.dot import pictures_dot

        return pictures_dot(system.name, [drawn])
    from antumbra.program.pictures.svg import pictures_svg

    svg = pictures_svg(system.name, [drawn])
    if picture == "svg":
        return svg
    from antumbra.report.abstract_page import page

    return page(analysis_view(system, outcome), svg)


def _regions(
    loaded: Loaded,
    options: LoadOptions,
    picture: Picture,
    timeout: float | None,
    max_iterations: int | None,
    step: int | None,
    control: Control | None,
) -> str:
    """The region graphs of the engine dash: in the end, at one step, or all steps on a page."""
    from antumbra.engines.dash.pictures.view import regions_of

    checks = options.properties.checks
    regions = regions_of(loaded.program, checks, timeout, max_iterations, lambda stop: _stopped_by(control, stop))
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
        raise InputError(f"there is no procedure {procedure!r}; expected one of {', '.join(program.procedures)}")
    if picture == "svg":
        from antumbra.program.pictures.svg import cfg_svg

        return cfg_svg(program, procedure)
    from antumbra.program.pictures.dot import cfg_dot

    return cfg_dot(program, procedure)
