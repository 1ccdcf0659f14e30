"""Every model is evaluated on our own terms before anyone believes it."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.solvers.answers import Model, SolverError
from antumbra.solvers.chain.shape import condition_note
from antumbra.terms.term import Term


def check_model(assertions: Sequence[Term], model: Model) -> None:
    """Raise unless every assertion that can be evaluated is true."""
    for assertion in assertions:
        note = condition_note(assertion)
        if not note.opaque and not note.holds(model):
            raise SolverError(f"the model does not satisfy {assertion!r}")
