"""Interpolants as split predicates, in literals that the program's own words are close to."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.solvers import UnsupportedTerm
from antumbra.terms import Term


def interpolant(reached: Sequence[Term], crossing: Sequence[Term]) -> Term | None:
    """What holds of all states of a trace and of none that crosses the frontier; None where there is none."""
    from antumbra.solvers.backends.interpolation import interpolant as craig

    if not all(part.sort.kind in ("bv", "bool") for term in (*reached, *crossing) for part in T.subterms(term)):
        return None
    try:
        return craig(reached, crossing)
    except UnsupportedTerm:
        return None
