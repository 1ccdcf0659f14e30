"""From C or LLVM text to a Program in one call, for tests."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from antumbra.frontends.llvm import TranslateOptions, build_program, prepare, read_module
from antumbra.program.model import Command, End, Program, Stop
from support.clang import to_llvm

TRIPLE = 'target triple = "x86_64-unknown-linux-gnu"\n'
LAYOUT = 'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'


def from_c(text: str, *flags: str, library: bool = False, **options: Any) -> Program:
    """``library``: the text may use the names that only models may use."""
    with tempfile.TemporaryDirectory() as folder:
        module = read_module(prepare(to_llvm(text, Path(folder), *flags), library=library))
    return build_program([module], TranslateOptions(**options))


def from_llvm(text: str, **options: Any) -> Program:
    return build_program([read_module(prepare(LAYOUT + TRIPLE + text))], TranslateOptions(**options))


def commands(program: Program, kind: type, procedure: str = "main") -> list[Any]:
    """The commands of a kind in a procedure, in order."""
    blocks = program.procedures[procedure].blocks.values()
    return [c for block in blocks for c in block.commands if isinstance(c, kind)]


def all_commands(program: Program) -> list[Command]:
    return [c for p in program.procedures.values() for b in p.blocks.values() for c in b.commands]


def stops(program: Program, end: End) -> list[str]:
    """What the stops of a kind say."""
    blocks = [b for p in program.procedures.values() for b in p.blocks.values()]
    return [b.terminator.detail for b in blocks if isinstance(b.terminator, Stop) and b.terminator.end is end]
