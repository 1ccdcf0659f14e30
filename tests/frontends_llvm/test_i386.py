"""The same programs for i386: other pointers, other layout, other va_list, same answers modulo 2^32."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from antumbra.frontends.llvm import Module, TranslateOptions, build_program, prepare, read_module
from support.clang import native_answers, to_llvm
from support.concrete import Interpreter

PATH = Path(__file__).parent / "programs" / "abi.c"
FUNCTIONS = tuple(re.findall(r"^u64 (test_\w+)\(void\)", PATH.read_text(), re.MULTILINE))


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("i386")


@pytest.fixture(scope="module")
def module(directory: Path) -> Module:
    return read_module(prepare(to_llvm(PATH, directory, "--target=x86-linux-gnu")))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_same_answer_modulo_word(name: str, module: Module, directory: Path) -> None:
    program = build_program([module], TranslateOptions(entry=name))
    assert program.layout.pointer_width == 32
    outcome = Interpreter(program).run()
    assert outcome.kind == "returned", outcome
    assert outcome.values[0] == native_answers(PATH, FUNCTIONS, directory)[name] % 2**32
