"""Proofs as values, and their independent check.

What an engine proved is checked here from the program form alone: this package knows terms, solvers and programs, no
engine and nothing of how engines execute. A checker answers confirmed, refuted or unchecked; refuted is our own error.
"""

from antumbra.proofs.answer import Answer, Confirmed, Refuted, Unchecked

__all__ = ["Answer", "Confirmed", "Refuted", "Unchecked"]
