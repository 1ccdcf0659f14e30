"""``python -m antumbra``."""

from __future__ import annotations

from antumbra.cli import program

if __name__ == "__main__":
    program()
