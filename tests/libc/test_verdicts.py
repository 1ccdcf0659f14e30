"""Functions with a meaning, end to end: twins that differ in one respect, and what must stay unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from support.size import FULL

HEAD = "void reach_error(void); int __VERIFIER_nondet_int(void);\n"


def programs() -> dict[str, tuple[str, list[str]]]:
    """Name → text, and verdict, reason, property."""
    sections = (Path(__file__).parent / "verdicts.txt").read_text().split("\n=== ")[1:]
    found: dict[str, tuple[str, list[str]]] = {}
    for section in sections:
        title, text = section.split("\n", 1)
        name, *rest = (part.strip() for part in title.split("|"))
        found[name] = text, rest
    return found


PROGRAMS = programs()


# the check of the proof about roots takes seconds; by day its wrong twin is enough
@pytest.mark.parametrize("name", [name for name in PROGRAMS if FULL or name != "errno of roots"])
def test_verdict(name: str, tmp_path: Path) -> None:
    text, (verdict, reason, *property_) = PROGRAMS[name]
    path = tmp_path / "program.c"
    path.write_text(HEAD + text + "\n")
    result = antumbra.check(path, property=property_[0] if property_ else None, timeout=60)
    assert result.verdict.value == verdict, result.reason
    assert reason in (result.reason or "")


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("define i32 @antumbra.unknown.i32() {\n  ret i32 0\n}\n", "call i32 @antumbra.unknown.i32()"),
        ("declare i32 @antumbra.unknown.i32()\n", "call i32 @antumbra.unknown.i32()"),
        ("@antumbra.x = global i32 0\n", "load i32, ptr @antumbra.x"),
    ],
)
def test_names_of_ours_are_refused(text: str, use: str, tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    path.write_text(f"{text}define i32 @main() {{\n  %x = {use}\n  ret i32 %x\n}}\n")
    with pytest.raises(antumbra.InputError, match=r"names that begin with antumbra\."):
        antumbra.check(path)


def test_registers_like_ours_keep_their_calls(tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    path.write_text(
        "@g = global i32 0\ndeclare void @reach_error()\n"
        "define i32 @f() {\n  store i32 1, ptr @g\n  ret i32 0\n}\n"
        "define i32 @main() {\n  %antu.1.x = call i32 @f()\n  %v = load i32, ptr @g\n  %c = icmp eq i32 %v, 1\n"
        "  br i1 %c, label %bad, label %good\nbad:\n  call void @reach_error()\n  br label %good\n"
        "good:\n  ret i32 0\n}\n"
    )
    assert antumbra.check(path, timeout=60).verdict.value == "unsafe"
