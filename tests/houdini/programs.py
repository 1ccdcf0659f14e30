"""Programs with loops whose number of rounds nobody knows: what proves them, and twins that are wrong."""

from __future__ import annotations

PRELUDE = """\
function {:bvbuiltin "bvadd"} add(bv32, bv32): bv32;
function {:bvbuiltin "bvmul"} mul(bv32, bv32): bv32;
function {:bvbuiltin "bvult"} ult(bv32, bv32): bool;
function {:bvbuiltin "bvule"} ule(bv32, bv32): bool;
function data(bv32): bv32;
const watched: bv32;
var written: bool;
var shared: [bv1][bv32]bv32;
"""

#: a log of one thread's writes, as race checkers keep it: "at", the other thread's "other", and a bound of the loop
_WRITES = """\
procedure main(me: bv32, you: bv32, n: bv32)
  requires ult(me, 64bv32) && ult(you, 64bv32) && me != you;
  requires !written;
  modifies written, shared;
{
  var i: bv32;
  i := 0bv32;
  while (ult(i, n)) {
    written := if watched == (AT[me]) then true else written;
    assert !(written && watched == (AT[you]));
    shared[1bv1][AT[me]] := data(shared[1bv1][AT[you]]);
    i := add(i, STEP);
  }
}
"""


def writes(at: str, step: str = "1bv32") -> str:
    """``at``: the index that thread ``t`` writes in round ``i``."""
    text = _WRITES.replace("STEP", step)
    for thread in ("me", "you"):
        text = text.replace(f"AT[{thread}]", at.replace("t", thread))
    return text


#: name → (text, is it safe?)
PROGRAMS: dict[str, tuple[str, bool]] = {
    "counter": (
        """procedure main(n: bv32) { var i, s: bv32; i := 0bv32; s := 0bv32;
           while (ult(i, n)) { i := add(i, 1bv32); s := add(s, 1bv32); } assert i == n && s == i; }""",
        True,
    ),
    "counter that skips the bound": (
        """procedure main(n: bv32) { var i: bv32; i := 0bv32;
           while (ult(i, n)) { i := add(i, 2bv32); } assert i == n; }""",
        False,
    ),
    "two integers in step": (
        """procedure main(n: int) requires n >= 0; { var i, s: int; i := 0; s := 0;
           while (i < n) { i := i + 1; s := s + 2; } assert s == 2 * n; }""",
        True,
    ),
    "two integers in step, one down": (
        """procedure main(n: int) requires n >= 0; { var i, s: int; i := n; s := 5;
           while (i > 0) { i := i - 1; if (*) { s := s + 3; } else { s := s + 3; } } assert s == 5 + 3 * n; }""",
        True,
    ),
    "two integers that are not in step": (
        """procedure main(n: int) requires n >= 0; { var i, s: int; i := 0; s := 0;
           while (i < n) { i := i + 1; s := s + 2; if (s == 20) { s := s + 1; } } assert s == 2 * n; }""",
        False,
    ),
    "two words in step": (
        """procedure main(n: bv32) { var i, s: bv32; i := 0bv32; s := 7bv32;
           while (ult(i, n)) { i := add(i, 1bv32); s := add(s, 4294967293bv32); }
           assert add(s, mul(3bv32, i)) == 7bv32; }""",
        True,
    ),
    "integers": (
        """procedure main(n: int) requires n >= 0;
           { var i: int; i := 0; while (i < n) { i := i + 1; } assert i == n; }""",
        True,
    ),
    "sum that is never negative": (
        """procedure main(n: int) { var i, s: int; i, s := 0, 0;
           while (i < n) { s := s + i; i := i + 1; } assert s >= 0 && i >= 0; }""",
        True,
    ),
    "own element": (writes("t"), True),
    "own column of each row": (writes("add(mul(i, 64bv32), t)"), True),
    "own row": (writes("add(mul(t, 64bv32), i)").replace("ult(i, n)", "ult(i, 64bv32)"), True),
    "row that is too long": (writes("add(mul(t, 64bv32), i)").replace("ult(i, n)", "ult(i, 65bv32)"), False),
    "every 64th element": (writes("add(i, t)", "64bv32"), True),
    "every 32nd element": (writes("add(i, t)", "32bv32"), False),
    "the same element": (writes("i"), False),
    "only one thread writes": (
        writes("i")
        .replace("watched ==", "me == 0bv32 && watched ==")
        .replace("(written &&", "(written && you == 0bv32 &&"),
        True,
    ),
    "loop in a loop": (
        """procedure main(me: bv32, you: bv32, n: bv32) requires me != you && !written; modifies written;
           { var i, j: bv32; i := 0bv32;
             while (ult(i, n)) { j := 0bv32;
               while (ult(j, i)) { written := written || watched == me; assert !(written && watched == you);
                 j := add(j, 1bv32); }
               i := add(i, 1bv32); }
             assert written ==> watched == me; }""",
        True,
    ),
    "loop in a loop that forgets": (
        """procedure main(me: bv32, you: bv32, n: bv32) requires me != you && !written; modifies written;
           { var i, j, at: bv32; i := 0bv32; at := me;
             while (ult(i, n)) { j := 0bv32;
               while (ult(j, i)) { written := written || watched == at; j := add(j, 1bv32); }
               at := you; i := add(i, 1bv32); }
             assert written ==> watched == me; }""",
        False,
    ),
    "what stays equal": (
        """procedure main(n: bv32) { var i, j: bv32; var p, q: bool; i := 0bv32; j := 0bv32; p := true; q := true;
           while (p || q) { p := p && ult(i, n); q := q && ult(j, n); assert p == q;
             i := if p then add(i, 1bv32) else i; j := if q then add(j, 1bv32) else j; } }""",
        True,
    ),
    "invariant of the program": (
        """procedure main(n: int) { var i, j: int; i, j := 0, 0;
           while (i < n) invariant j == 2 * i; { i := i + 1; j := j + 2; } assert j == 2 * i; }""",
        True,
    ),
    "invariant that does not stay": (
        """procedure main(n: int) { var i, j: int; i, j := 0, 0;
           while (i < n) invariant j == 2 * i; { i := i + 1; j := j + 3; } }""",
        False,
    ),
    "called again and again": (
        """procedure count(n: bv32) returns (i: bv32) { i := 0bv32; while (ult(i, n)) { i := add(i, 1bv32); } }
           procedure {:entrypoint} main(n: bv32) { var a, b: bv32;
             call a := count(n); call b := count(a); assert a == n && b == n; }""",
        True,
    ),
    "fails in the second call only": (
        """procedure count(n: bv32) returns (i: bv32) { i := 0bv32; while (ult(i, n)) { i := add(i, 1bv32); } }
           procedure {:entrypoint} main(n: bv32) { var a, b: bv32;
             call a := count(n); call b := count(add(a, 1bv32)); assert b == n; }""",
        False,
    ),
    "endless": ("procedure main() { var i: int; i := 0; while (true) { i := i + 1; assert i > 0; } }", True),
    "fails in round five": (
        "procedure main() { var i: int; i := 0; while (true) { i := i + 1; assert i != 5; } }",
        False,
    ),
}
