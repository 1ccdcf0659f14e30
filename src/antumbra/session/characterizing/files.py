"""The files of a characterization: bounds in three languages, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from antumbra.report.bounds.c_source import c_source
from antumbra.report.bounds.json_bounds import bounds_text
from antumbra.report.bounds.picture.document import characterization_svg
from antumbra.report.bounds.picture.figures import figures_of
from antumbra.report.bounds.picture.page import characterization_html
from antumbra.report.bounds.smtlib import smtlib_bounds
from antumbra.report.characterization import Characterization, Clause


def pictures(result: Characterization, seconds: Callable[[], float | None]) -> dict[str, str]:
    """By the names of their files."""
    figures = figures_of(result, seconds=seconds)
    return {
        "characterization.svg": characterization_svg(result, figures),
        "characterization.html": characterization_html(result, figures),
    }


def texts(
    result: Characterization, clauses: tuple[Clause, ...], drawn: Mapping[str, str]
) -> dict[str, Callable[[], str]]:
    """What each file says, by its name. The bounds themselves first: whoever waits no longer has them."""
    made: dict[str, Callable[[], str]] = {
        "bounds.json": lambda: bounds_text(result),
        "bounds.smt2": lambda: smtlib_bounds(result.cfc, integers=result.integers),
        "bounds.c": lambda: c_source(result.cfc, integers=result.integers, clauses=clauses),
        **{name: partial(str, text) for name, text in drawn.items()},
    }
    if result.crash:
        made["crash.txt"] = partial(str, result.crash)
    return made
