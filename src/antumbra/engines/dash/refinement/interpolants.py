"""Interpolants as split predicates, in literals that the program's own words are close to."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.solvers import UnsupportedTerm
from antumbra.terms import Term


def interpolant(reached: Sequence[Term], crossing: Sequence[Term]) -> Term | None:
    """What holds of all states of a trace and of none that crosses the frontier; None where there is none."""
    from antumbra.solvers.backends.interpolation import interpolant as craig

    try:
        return craig(reached, crossing)
    except UnsupportedTerm:
        return None
