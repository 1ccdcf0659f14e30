"""LLVM IR text or bitcode to Program.

``linked`` joins modules. ``prepare`` runs LLVM's own passes and gives the text that is both translated and replayed;
``read_module`` cuts it into chunks; ``build_program`` translates what the entry reaches.
"""

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
