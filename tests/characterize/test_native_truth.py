"""The judge of characterizations: what heads of programs say is what native code does, and wrong bounds are seen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from support.characterize.generator import LIMIT, generate
from support.characterize.native import Bounds, End, build
from support.characterize.program import Program
from support.characterize.vectors import compared, constants
from support.size import some

PROGRAMS = Path(__file__).parents[2] / "benchmarks" / "characterize" / "programs"
FILES = sorted(PROGRAMS.rglob("*.c"))

LOOP = """\
// inputs: unsigned char a, signed char b
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  signed char b = __VERIFIER_nondet_schar();
  __VERIFIER_assume(a != 7);
  while (a == 9) ;
  if (a > 9 && b < -100) reach_error();
  return 100 / (a - 3);
}
"""
BOUNDS = """\
_Bool must_fail(unsigned char a, signed char b) { return MUST; }
_Bool may_fail(unsigned char a, signed char b) { return MAY; }
"""


@pytest.mark.parametrize("file", FILES[:: some(18, 1)], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_heads_say_what_native_code_does(file: Path, tmp_path: Path) -> None:
    program = Program(str(file.relative_to(PROGRAMS)), file.read_text("utf-8"))
    assert program.text.startswith("// expect: fails ")
    assert program.slots
    assert program.truth is not None or program.hard
    answered = compared(build(program, tmp_path), constants(program.text), Random(program.name), number=600, pairs=20)
    assert [(vector, told.disagreement) for vector, told in answered if told.disagreement] == []
    decided = {told.end for _, told in answered}
    assert decided & {End.OK, End.FAILS} or not program.native


def test_ends_are_told_apart(tmp_path: Path) -> None:
    executable = build(Program("loop", LOOP), tmp_path, limit=1000)
    vectors = [(10, -101), (10, -100), (7, 0), (9, 0), (3, 0), (0, 0)]
    ends = [told.end for told in executable.ask(vectors)]
    assert ends == [End.FAILS, End.OK, End.EXCLUDED, End.LATE, End.UNDEFINED, End.OK]


@pytest.mark.parametrize(
    ("must", "may", "words"),
    [
        ("a > 9 && b < -100", "a > 9 && b < -100", None),
        ("a > 11 && b < -101", "a > 5 && b < -99", None),
        ("0", "1", None),
        ("a > 8 && b < -100", "1", None),  # a == 9 runs for ever: nobody has seen that it does not fail
        ("a > 6 && b < -100", "1", "an input in MUST that does not fail"),
        ("a > 9 && b < -99", "1", "an input in MUST that does not fail"),
        ("0", "a > 10 && b < -100", "an input in SAFE that fails"),
        ("0", "a > 9 && b < -101", "an input in SAFE that fails"),
        ("a > 9 && b < -100", "a > 9 && b < -100 && a != 200", "an input in MUST and in SAFE"),
    ],
)
def test_wrong_bounds_are_seen(must: str, may: str, words: str | None, tmp_path: Path) -> None:
    program = Program("loop", LOOP)
    file = tmp_path / "bounds.c"
    file.write_text(BOUNDS.replace("MUST", must).replace("MAY", may))
    executable = build(program, tmp_path, Bounds(file, program.slots), limit=1000)
    counts = executable.enumerate([(0, 255), (-128, 127)])
    assert counts.vectors == 65536
    assert counts.fails == 246 * 28
    assert (counts.wrong > 0) == (words is not None)
    # constants of bounds help: what they say of one value alone is looked at
    said = {told.disagreement for _, told in compared(executable, constants(LOOP, must, may), Random(1))}
    assert said == {None} if words is None else words in said


def test_generated_programs_compile_and_are_the_same_twice(tmp_path: Path) -> None:
    """Every run has an end, or none within the limit; some programs fail for some inputs only."""
    telling = 0
    for seed in range(some(3, 60)):
        made = generate(seed)
        assert made.program.text == generate(seed).program.text
        counts = build(made.program, tmp_path, limit=LIMIT).enumerate(made.ranges)
        size = 1
        for low, high in made.ranges:
            size *= high - low + 1
        assert counts.vectors == size
        assert counts.undefined == 0
        telling += 0 < counts.fails < counts.vectors
    assert telling
