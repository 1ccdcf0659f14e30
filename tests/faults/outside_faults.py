"""What other code may run of a program, without one of the ways in which it comes to it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import antumbra
from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm.library import known, outside
from antumbra.frontends.llvm.preparing import passes, prune
from frontends_llvm import test_preparing
from support.faults import Fault

PROGRAMS = Path(__file__).parents[1] / "programs" / "externals"


def _unsafe(name: str, asked: str = "unreach-call") -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name  # where nothing was kept under its name
        path.write_text((PROGRAMS / name).read_text("utf-8"), "utf-8")
        result = antumbra.check(path, engine="explore", property=asked, check_proofs=False, max_paths=20)
        assert result.verdict.value != "safe"


def given_away() -> None:
    _unsafe("error_call_given_away.c")


def assertion_given_away() -> None:
    _unsafe("assertion_given_away.c", "assert")


def _refused(text: str, why: str) -> None:
    said = ""
    try:
        passes.prepare(test_preparing.MAIN + text, "name.ll", roots=("main",))
    except InputError as error:
        said = error.message
    assert why in said


def in_a_section() -> None:
    _refused('@early = global ptr @main, section ".init_array"\n', "section")


def resolver() -> None:
    call = "define i32 @other() {\n  %r = call i32 @chosen()\n  ret i32 %r\n}\n@table = global ptr @other\n"
    used = '@llvm.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"\n'
    _refused(f"@chosen = ifunc i32 (), ptr @resolver\n{test_preparing.RESOLVER}{call}{used}", "ifunc")


FAULTS = [
    Fault(
        "functions that others call",
        "an error function is one",
        outside.hooks_of,
        "known.reports_failure(symbol.name, options)",
        "False",
        (given_away, assertion_given_away),
    ),
    Fault(
        "functions that others call",
        "so is what is called when an assertion fails",
        known.reports_failure,
        "name in names.ASSERTION_FAILS",
        "False",
        (assertion_given_away,),
    ),
    Fault(
        "functions that others call",
        "what runs by its section is looked for",
        passes.prepare,
        "(found := run_by_section(text)) is not None",
        "False",
        (in_a_section,),
    ),
    Fault(
        "functions that others call",
        "what runs by its section is kept",
        prune.prune,
        "wanted.append(found)",
        "pass",
        (in_a_section,),
    ),
    Fault(
        "functions that others call",
        "a resolver is no alias",
        passes.prepare,
        "(found := _IFUNC.search(text))",
        "False",
        (resolver,),
    ),
]
