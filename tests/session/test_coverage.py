"""Coverage and excerpts of everything that is the user's: headers, included files, linked files, bitcode."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from antumbra.cli import main
from antumbra.evidence.testcase import from_json
from antumbra.frontends.c.compile import compile_c, read_source
from antumbra.frontends.llvm.preparing.passes import llvm
from antumbra.frontends.options import LoadOptions
from antumbra.report.text import render

FILES = {
    "inc/util.h": "static inline int clamp(int x) {\n  if (x > 9)\n    return 9;\n  return x;\n}\n",
    "part.c": "static int part(int v) { return v == 4; }\nint never(int v) {\n  return v ? part(v) : 0;\n}\n",
    "a.c": '#include "util.h"\n#include <string.h>\n#include "part.c"\nint other(int);\n'
    "extern int __VERIFIER_nondet_int(void);\n"
    'int main(void) { int x = clamp(__VERIFIER_nondet_int()); return part(x) + other(x) + (int)strlen("x"); }\n',
    "b.c": '#include "util.h"\nint other(int x) {\n  int y = clamp(x < 0 ? 0 : x);\n  char a[9];\n'
    "  a[y] = 1;\n  return a[y];\n}\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_file_of_the_user(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "a.c", "b.c", "-I", "inc", "--out", "out"]) == 1
    text = capsys.readouterr().out
    assert "  > 5 |   a[y] = 1;\n" in text
    lcov = (project / "out" / "coverage.info").read_text()
    assert [line[3:] for line in lcov.splitlines() if line.startswith("SF:")] == ["a.c", "b.c", "inc/util.h", "part.c"]
    assert "FNDA:0,never\n" in lcov
    # the header's function is in both files, and counts once
    util = lcov.split("SF:inc/util.h\n")[1].split("end_of_record")[0]
    assert util.splitlines() == [
        "FN:1,clamp", "FNDA:1,clamp", "FNF:1", "FNH:1", *(f"BRDA:2,{n},{side},1" for n, side in _sides(util)),
        "BRF:2", "BRH:2", "DA:2,1", "DA:3,1", "DA:4,1", "DA:5,1", "LF:4", "LH:4",
    ]  # fmt: skip
    page = (project / "out" / "coverage.html").read_text()
    assert page.count("<details") == 8
    assert "int y = clamp(x &lt; 0 ? 0 : x);" in page


def _sides(record: str) -> list[tuple[str, str]]:
    rows = [line.removeprefix("BRDA:").split(",") for line in record.splitlines() if line.startswith("BRDA")]
    return [(row[1], row[2]) for row in rows]


def test_a_part_of_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["explore", "a.c", "b.c", "-I", "inc", "--quiet", "--json"]
    result = antumbra.explore("a.c", link=["b.c"], include_dirs=["inc"], coverage_of=["other", "inc/*"])
    assert {file: sorted(data.functions) for file, data in result.covered.items()} == {
        "b.c": ["other"],
        "inc/util.h": ["clamp"],
    }
    assert main([*call, "--coverage-of", "utl.h"]) == 3
    assert "no file or function of the program matches 'utl.h'; did you mean inc/util.h" in capsys.readouterr().err
    assert not list(project.glob("antumbra-out*"))


def bitcode(path: Path, **options: object) -> bytes:
    return llvm.parse_assembly(compile_c(read_source(path), LoadOptions(**options))).as_bitcode()  # pyright: ignore[reportArgumentType]


def test_bitcode(project: Path) -> None:
    (project / "b.bc").write_bytes(bitcode(Path("b.c"), include_dirs=("inc",)))
    (project / "b.c").rename("moved.c")
    result = antumbra.explore("a.c", link=["b.bc"], include_dirs=["inc"])
    assert sorted(result.covered) == ["a.c", "b.c", "inc/util.h", "part.c"]
    assert result.covered["b.c"].functions["other"].hits == 1
    assert "b.c" not in result.sources
    (project / "moved.c").rename("b.c")
    result = antumbra.explore("b.bc", entry="other")
    assert "  > 5 |   a[y] = 1;" in render(result)


@pytest.mark.parametrize("name", ["secret.txt", "link.c", "folder.c"])
def test_only_sources_are_read(project: Path, name: str) -> None:
    """Bitcode says which file it is from; that gets no other file of the user's into a report."""
    (project / "secret.txt").write_text("the password\n" * 9)
    (project / "link.c").symlink_to("secret.txt")
    (project / "folder.c").mkdir()
    text = compile_c(read_source(Path("b.c")), LoadOptions(include_dirs=("inc",))).replace("b.c", name)
    (project / "b.ll").write_text(text)
    result = antumbra.explore("b.ll", entry="other")
    assert result.location is not None
    assert result.location.file == name
    assert "password" not in render(result)
    assert name not in result.sources


def test_what_is_covered_has_a_test(tmp_path: Path) -> None:
    """Also where all paths end at one place that is known to fail: what comes before it is news."""
    cases = "".join(f"  if (x == {n}) i = {n + 9};\n" for n in range(1, 7))
    program = tmp_path / "program.c"
    program.write_text(
        "int nondet_int(void);\nint a[4];\nint main(void) {\n"
        f"  int x = nondet_int(), i = 9;\n{cases}  return a[i];\n}}\n"
    )
    result = antumbra.explore(program, out=tmp_path / "out")
    assert result.coverage is not None
    assert result.coverage.branches_covered == result.coverage.branches_total == 12
    tests = [from_json(file.read_text()) for file in (tmp_path / "out" / "tests").glob("*.json")]
    assert {item.value for test in tests for item in test.inputs} >= set(range(1, 7))


def test_branches_of_the_compiler_are_not_the_users(tmp_path: Path) -> None:
    """Where the scope of ``y`` ends, clang's code asks how it was left."""
    program = tmp_path / "program.c"
    program.write_text(
        "int nondet_int(void);\nint main(void) {\n  for (int i = 0; i < 3; i++) {\n    int y = nondet_int();\n"
        "    if (y > 7)\n      continue;\n    if (y > i)\n      return 1;\n  }\n  return 0;\n}\n"
    )
    result = antumbra.explore(program, out=tmp_path / "out")
    assert result.coverage is not None
    assert result.coverage.branches_covered == result.coverage.branches_total == 6
