"""LLVM IR text or bitcode to Program.

``linked`` joins modules. ``prepare`` runs LLVM's own passes and gives the text that is both translated and replayed;
``read_module`` cuts it into chunks; ``build_program`` translates what the entry reaches. Names are loaded
at their first use: whoever only wants to know what functions are called does not pay for LLVM.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from antumbra.frontends.llvm.options import TranslateOptions
    from antumbra.frontends.llvm.preparing.joining import linked
    from antumbra.frontends.llvm.preparing.passes import VERSION, as_text, prepare
    from antumbra.frontends.llvm.preparing.prune import prune
    from antumbra.frontends.llvm.reading.functions import functions_of
    from antumbra.frontends.llvm.reading.module import Module, read_module
    from antumbra.frontends.llvm.translating.translate import build_program

__all__ = [
    "VERSION",
    "Module",
    "TranslateOptions",
    "as_text",
    "build_program",
    "functions_of",
    "linked",
    "prepare",
    "prune",
    "read_module",
]

_HOMES = {
    "options": ("TranslateOptions",),
    "preparing.joining": ("linked",),
    "preparing.passes": ("VERSION", "as_text", "prepare"),
    "preparing.prune": ("prune",),
    "reading.functions": ("functions_of",),
    "reading.module": ("Module", "read_module"),
    "translating.translate": ("build_program",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"antumbra.frontends.llvm.{home}"), name)
    raise AttributeError(f"module 'antumbra.frontends.llvm' has no attribute {name!r}")
