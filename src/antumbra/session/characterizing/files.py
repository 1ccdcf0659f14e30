"""The files of a characterization: bounds in three languages, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from antumbra.report.bounds.c_source import c_source
from antumbra.report.bounds.json_bounds import bounds_text
from antumbra.report.bounds.picture.document import characterization_svg
from antumbra.report.bounds.picture.figures import figures_of
from antumbra.report.bounds.picture.page import characterization_html
from antumbra.report.bounds.smtlib import smtlib_bounds
from antumbra.report.characterization import Characterization, Clause
from antumbra.session.parts import Folder


def pictures(result: Characterization, seconds: Callable[[], float | None]) -> dict[str, str]:
    """By the names of their files."""
    figures = figures_of(result, seconds=seconds)
    return {
        "characterization.svg": characterization_svg(result, figures),
        "characterization.html": characterization_html(result, figures),
    }


def write(folder: Folder, result: Characterization, clauses: tuple[Clause, ...], drawn: Mapping[str, str]) -> None:
    """Raises WriteError."""
    folder.write("bounds.json", bounds_text(result))
    folder.write("bounds.smt2", smtlib_bounds(result.cfc, integers=result.integers))
    folder.write("bounds.c", c_source(result.cfc, integers=result.integers, clauses=clauses))
    for name, text in drawn.items():
        folder.write(name, text)
    if result.crash:
        folder.write("crash.txt", result.crash)
