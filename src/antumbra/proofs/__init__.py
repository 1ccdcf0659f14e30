"""Proofs as values, and their independent check.

What an engine proved is checked here from the program form alone: this package knows terms, solvers and programs, no
engine and nothing of how engines execute. A checker answers confirmed, refuted or unchecked; refuted is our own error.
The check itself is in ``proofs.check``, which most runs load late or not at all.
"""

from antumbra.proofs.answer import Answer, Confirmed, Given, Refuted, Unchecked, Witness
from antumbra.proofs.certificate import Cell, Certificate, Contract, LoopClaim, at_entry, result
from antumbra.proofs.question import Budget, Question

__all__ = [
    "Answer",
    "Budget",
    "Cell",
    "Certificate",
    "Confirmed",
    "Contract",
    "Given",
    "LoopClaim",
    "Question",
    "Refuted",
    "Unchecked",
    "Witness",
    "at_entry",
    "result",
]
