"""Native runs tell their steps: lines, and values of variables as the source has them."""

from __future__ import annotations

from pathlib import Path

import antumbra
from antumbra.evidence.native import steps
from antumbra.evidence.native.stepping import Told
from antumbra.evidence.native.variables import Scalar, Variables
from antumbra.frontends.llvm.reading.module import Module
from antumbra.program.source import Location
from antumbra.program.steps import Step, Walk

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


def walked(tmp_path: Path, text: str) -> Walk:
    path = tmp_path / "a.c"
    path.write_text(HEAD + text, "utf-8")
    result = antumbra.check(path, out=tmp_path / "out")
    assert result.finding is not None
    assert result.finding.replayed is True
    return result.finding.walk


def at(walk: Walk, line: int) -> list[Step]:
    """Of the text behind HEAD."""
    return [step for step in walk.steps if step.location.line == line + 2]


def values(step: Step) -> dict[str, str]:
    return {change.name: change.text for change in step.changes}


def state(walk: Walk) -> dict[tuple[int, str], str]:
    """At the end, as a page computes it."""
    known: dict[tuple[int, str], str] = {}
    for step in walk.steps:
        known = {key: text for key, text in known.items() if key[0] < step.depth + (not step.enters)}
        known.update({(change.frame, change.name): change.text for change in step.changes})
    return known


EVERYTHING = """\
int total = 3;
struct pair { int left; unsigned char right[2]; };
static int twice(int by) { return by + by; }
static void set(int *where, int what) { *where = what; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct pair p = {1, {2, 3}};
  char letter = 'a';
  unsigned u = n;
  double half = n / 2.0;
  _Bool big = n > 5;
  int *where = &total;
  int *none = 0;
  for (int i = 0; i < 2; i++) {
    int n = twice(i);
    p.right[i] = n;
  }
  set(&p.left, -1);
  *where = 77;
  if (n == -6 && total) {
    letter++;
    reach_error();
  }
  return p.left + (half > u) + big + (none == where);
}
"""


def test_values_of_each_kind(tmp_path: Path) -> None:
    walk = walked(tmp_path, EVERYTHING)
    found = state(walk)
    main = {name: text for (frame, name), text in found.items() if frame == 1}
    assert main == {
        "n (line 8)": "-6",
        "n (line 17)": "2",
        "p.left": "-1",
        "p.right[0]": "0",
        "p.right[1]": "2",
        "letter": "98 'b'",
        "u": str(2**32 - 6),
        "half": "-3.0",
        "big": "false",
        "where": "&total",
        "none": "null",
        "i": "2",
    }
    assert {name: text for (frame, name), text in found.items() if not frame} == {"total": "77"}
    assert values(walk.steps[0])["total"] == "3"
    assert (walk.gap, walk.left_out) == (0, 0)


def test_frames(tmp_path: Path) -> None:
    """A function's variables begin anew in each call; what it writes through pointers is its caller's."""
    walk = walked(tmp_path, EVERYTHING)
    begun = [values(step) for step in walk.steps if step.enters and step.location.function == "twice"]
    assert begun == [{"by": "0"}, {"by": "1"}]
    (written,) = [change for step in at(walk, 4) for change in step.changes if change.name == "p.left"]
    assert (written.frame, written.text) == (1, "-1")
    assert {step.depth for step in at(walk, 3)} == {2}


def test_recursion(tmp_path: Path) -> None:
    walk = walked(
        tmp_path,
        "static int down(int n) { if (n == 0) reach_error(); return down(n - 1); }\n"
        "int main(void) { return down(__VERIFIER_nondet_int() & 3); }\n",
    )
    depths = [(step.depth, values(step).get("n")) for step in walk.steps if step.enters][1:]
    assert depths == [(2 + i, str(len(depths) - 1 - i)) for i in range(len(depths))]


def test_rounds_of_a_loop_on_one_line_are_steps(tmp_path: Path) -> None:
    walk = walked(tmp_path, "int main(void) { int x = 0; while (x < 3) x++; if (x == 3) reach_error(); return x; }\n")
    assert [text for step in walk.steps if (text := values(step).get("x"))] == ["0", "1", "2", "3"]


def test_a_long_run_keeps_its_ends(tmp_path: Path) -> None:
    """The middle is left out, and nothing that was known before it is taken for known behind it."""
    walk = walked(
        tmp_path,
        "int main(void) {\n  int before = 7;\n  unsigned x = 0;\n  for (unsigned i = 0; i < 30000; i++) {\n"
        "    x += i;\n  }\n  int after = before;\n  if (x) reach_error();\n  return after;\n}\n",
    )
    assert walk.left_out > 0
    assert len(walk.steps) <= steps.FIRST_STEPS + steps.LAST_STEPS
    assert [values(step)["x"] for step in walk.steps if "x" in values(step)][:3] == ["0", "1", "3"]
    late = walk.steps[walk.gap :]
    assert not any("before" in values(step) for step in late)
    assert values(next(step for step in reversed(late) if "i" in values(step)))["i"] == "30000"
    assert walk.steps[-1].location.line == 10


def test_bytes_that_nobody_wrote_have_no_value(tmp_path: Path) -> None:
    walk = walked(
        tmp_path,
        "struct two { int a, b; };\nstatic void fill(struct two *t) { t->a = 5; }\nint main(void) {\n"
        "  struct two one, other;\n  fill(&one);\n  other = one;\n"
        "  int *p = &other.a;\n  if (*p == 5) reach_error();\n  return 0;\n}\n",
    )
    names = {change.name for step in walk.steps for change in step.changes}
    assert {"one.a", "other.a"} <= names
    assert not {"one.b", "other.b"} & names


def test_parts_of_a_structure_that_is_in_no_memory(tmp_path: Path) -> None:
    walk = walked(
        tmp_path,
        "struct two { int a; short b; };\nint main(void) {\n  struct two one;\n  one.a = __VERIFIER_nondet_int();\n"
        "  one.b = -2;\n  if (one.a == 5 && one.b == -2) reach_error();\n  return 0;\n}\n",
    )
    assert state(walk) == {(1, "one.a"): "5", (1, "one.b"): "-2"}


def test_scalars() -> None:
    assert Scalar("signed", 2).text(0xFFFE) == "-2"
    assert Scalar("unsigned", 1).text(0x1FF) == "255"
    assert Scalar("char", 1).text(ord("\n")) == "10"
    assert Scalar("float", 4).text(0x7F800000) == "inf"
    assert Scalar("pointer", 8).text(4096) == "0x1000"


def test_nobody_asks_nobody_pays(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(f"{HEAD}int main(void) {{ reach_error(); }}\n", "utf-8")
    result = antumbra.check(path)
    assert result.finding is not None
    assert result.finding.walk == Walk()


def test_the_same_argument_again(tmp_path: Path) -> None:
    walk = walked(
        tmp_path,
        "static int same(int x) { return x; }\n"
        "int main(void) {\n  int a = same(4);\n  a += same(4);\n  if (a == 8) reach_error();\n  return 0;\n}\n",
    )
    assert [values(step) for step in walk.steps if step.enters][1:] == [{"x": "4"}, {"x": "4"}]


_ONE_VARIABLE = """\
!1 = !DILocalVariable(name: "x", scope: !2, line: 1, type: !3)
!2 = distinct !DISubprogram(name: "main")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
"""


def test_behind_a_gap_nothing_is_known() -> None:
    """The same value as before is told again."""
    debug = Module(_ONE_VARIABLE).debug
    reader = steps._Reader([None, Location("a.c", 1, 1, "main")], [Told(1)], Variables(debug))
    line, value = (1 | 1 << 4, 1, 0), (2 | 1 << 4, 0, 5)
    reader.read(iter([line, value, value]))
    reader.forget()
    reader.read(iter([line, value]))
    reader.finish()
    assert [values(step) for step in reader.steps] == [{"x": "5"}, {"x": "5"}]
