"""Evidence: tests in the formats people use, and native replay of what the analysis claims.

``Replayer(modules, options).run(test)`` repeats a test as native code; ``write_tests(folder, tests, origin)`` writes
tests into an ``OutputFolder``. Names are loaded at their first use: a run that replays nothing does not pay for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from antumbra.evidence.folder import FolderError, Origin, OutputFolder, write_tests
    from antumbra.evidence.replay import Replayed, Replayer, ReplayOptions
    from antumbra.evidence.testcase import TestCase, TestFormatError

__all__ = [
    "FolderError",
    "Origin",
    "OutputFolder",
    "ReplayOptions",
    "Replayed",
    "Replayer",
    "TestCase",
    "TestFormatError",
    "write_tests",
]

_HOMES = {
    "folder": ("FolderError", "Origin", "OutputFolder", "write_tests"),
    "replay": ("ReplayOptions", "Replayed", "Replayer"),
    "testcase": ("TestCase", "TestFormatError"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"antumbra.evidence.{home}"), name)
    raise AttributeError(f"module 'antumbra.evidence' has no attribute {name!r}")
