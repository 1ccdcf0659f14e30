"""Antumbra: closing in on a program's failures from both sides.

``antumbra.check(path)`` gives the same results as the command line. Names are loaded when they are first used, so
that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antumbra.version import __version__

if TYPE_CHECKING:
    from antumbra.api import (
        Characterization,
        Check,
        Finding,
        Input,
        InputError,
        Invariant,
        Proof,
        Result,
        Status,
        Verdict,
        characterize,
        check,
        explore,
        replay,
        show,
        validate,
    )

__all__ = [
    "Characterization",
    "Check",
    "Finding",
    "Input",
    "InputError",
    "Invariant",
    "Proof",
    "Result",
    "Status",
    "Verdict",
    "__version__",
    "characterize",
    "check",
    "explore",
    "replay",
    "show",
    "validate",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        from antumbra import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
