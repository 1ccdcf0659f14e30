"""Translated programs against the same programs compiled and run natively."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from antumbra.frontends.llvm import Module, TranslateOptions, build_program, prepare, read_module
from support.clang import native_answers, to_llvm
from support.concrete import Interpreter

PROGRAMS = Path(__file__).parent / "programs"
FILES = sorted(PROGRAMS.glob("*.c"))


def functions(path: Path) -> tuple[str, ...]:
    return tuple(re.findall(r"^u64 (test_\w+)\(void\)", path.read_text(), re.MULTILINE))


CASES = [(path, name) for path in FILES for name in functions(path)]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def modules(directory: Path) -> dict[Path, Module]:
    return {path: read_module(prepare(to_llvm(path, directory))) for path in FILES}


@pytest.mark.parametrize(("path", "name"), CASES, ids=[f"{p.stem}-{n}" for p, n in CASES])
def test_same_answer_as_native(path: Path, name: str, modules: dict[Path, Module], directory: Path) -> None:
    program = build_program([modules[path]], TranslateOptions(entry=name))
    outcome = Interpreter(program).run()
    assert outcome.kind == "returned", outcome
    assert outcome.values[0] == native_answers(path, functions(path), directory)[name]
