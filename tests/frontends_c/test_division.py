"""Divisions by constant zero: what clang's checks of divisors become."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.frontends.c.compile import compile_c, read_source
from antumbra.frontends.c.division import explicit_divisions
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties

HEAD = "extern int __VERIFIER_nondet_int(void);\n"


def compiled(folder: Path, body: str, properties: str = "unreach-call") -> str:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ int z = __VERIFIER_nondet_int(); {body} }}\n")
    return compile_c(read_source(path), LoadOptions(properties=parse_properties(properties)))


@pytest.mark.parametrize("properties", ["unreach-call", "no-overflow,division-by-zero,def-behavior"])
@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("1 / 0;", 1),
        ("1 % 0; z = 2u / 0u; return 3l % 0;", 3),
        ("return 7 / z;", 0),
        ("return z / 3;", 0),
        ("0 && 1 / 0;", 0),
        ("if (z) goto trap; return 1 / z; trap: 1 / 0;", 1),
    ],
)
def test_checks_of_divisors(properties: str, body: str, made: int, tmp_path: Path) -> None:
    ir = compiled(tmp_path, body, properties)
    assert ir.count("sdiv i32 1, 0, !dbg") == made
    assert "call void @llvm.ubsantrap" not in ir


OTHER = """define i32 @f(i1 %c) {
  br i1 %c, label %cont, label %trap
cont:
  ret i32 0
trap:
  TEXT
}
"""


@pytest.mark.parametrize(
    "text",
    [
        "ret i32 1",
        "call void @llvm.ubsantrap(i8 0)\n  unreachable",
        "call void @llvm.ubsantrap(i8 3)\n  ret i32 1",
    ],
)
def test_other_branches_stay(text: str) -> None:
    own = OTHER.replace("TEXT", "call void @llvm.ubsantrap(i8 3)\n  unreachable")
    other = OTHER.replace("TEXT", text)
    assert explicit_divisions(own) == "define i32 @f(i1 %c) {\n  br label %cont\ncont:\n  ret i32 0\n}\n"
    # labels are those of a function
    assert explicit_divisions(own + other).endswith(other)
