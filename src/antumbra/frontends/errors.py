"""What a front end raises when its input is wrong. Nothing else leaves a front end but our own bugs."""

from __future__ import annotations

from antumbra.program.errors import InputError, suggestion

__all__ = ["InputError", "suggestion"]
