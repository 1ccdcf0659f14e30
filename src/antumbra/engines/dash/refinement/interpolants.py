"""Interpolants as split predicates, in literals that the program's own words are close to."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.invariants import farkas
from antumbra.solvers import UnsupportedTerm
from antumbra.terms import Term


def interpolant(reached: Sequence[Term], crossing: Sequence[Term]) -> Term | None:
    """What holds of all states of a trace and of none that crosses the frontier; None where there is none.

    Bit-vectors are Bitwuzla's; of other numbers it is what Farkas's lemma gives.
    """
    from antumbra.solvers.backends.interpolation import interpolant as craig

    kinds = {part.sort.kind for part in T.subterms(*reached, *crossing)}
    if kinds & {"int", "real"}:
        return farkas.interpolant(reached, crossing)
    if not kinds <= {"bv", "bool"}:
        return None
    try:
        return craig(reached, crossing)
    except UnsupportedTerm:
        return None
