"""What a bound may rest on: each program has an input of which a careless characterization says too much.

Mathematical integers, because the last net (concrete runs) looks at machine integers only. What the second opinion has
to take back is a mistake, too.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

import antumbra
from antumbra import terms as T
from antumbra.bounds.cfc import Side
from antumbra.report.bounds.json_bounds import bounds_text
from antumbra.report.characterization import Characterization

MUST, SAFE = Side.MUST, Side.SAFE
#: what explores paths alone
PATHS = ("possible", "generalize", "grow")
#: what follows single inputs
FOLLOWED = ("definite", "generalize", "grow")

#: more than --max-inputs 1 is read behind x = 3
CUT = """
procedure main(x: int) {
  var y, z: int;
  if (x == 3) { havoc y; havoc z; assert z != 4; } else { assert x != 5; }
}
"""
UNWRITTEN = "procedure main(x: int) { var u: int; assert u != 5 || x > 3; }"
FUNCTION = """
function f(int) returns (int);
procedure main(x: int) { if (f(x) == 0) { assert x < 3; } else { assert x < 5; } }
"""
CHOICE = "procedure main(x: int) { if (*) { assert x != 3; } else { assert x != 4; } assert x != 5; }"
#: the other way may fail for z = x, and nobody has looked
CHOICE_CUT = """
procedure main(x: int) {
  var y, z: int;
  if (*) { assert x != 3; } else { havoc y; havoc z; assert z != x; }
}
"""
#: nothing happens to x = 5: every way begins with an assumption that is false
NO_WAY = """
procedure main(x: int) {
  var u: int;
  if (*) { assume x < u; assume u < 2; assert false; } else { assume x == 7; }
}
"""
BRANCHES = """
procedure main(x: int, y: int, z: int) {
  var n: int;
  n := 0;
  if (x > 3) { n := n + 1; }
  if (y > 3) { n := n + 2; }
  if (z > 3) { n := n + 4; }
  assert n != 5;
  assert n != 2;
  assert n != 7;
}
"""
#: no execution has a constant above 5
SETTLED = """
const c: int;
axiom (forall x: int :: x > 5 ==> c != x);
procedure main(n: int) { assert n < 3; assert c <= 3 || n < 9; }
"""
#: a condition with a quantifier on an input, which no value decides by computing
ALL_BELOW = """
procedure main(n: int, m: [int]int)
  requires (forall i: int :: 0 <= i && i < 3 ==> n > i);
{ assert n != 7; }
"""
EVEN = """
procedure main(n: int) {
  var k: int where (exists j: int :: k == 2 * j);
  havoc k;
  assert k != 3 && k != 4;
}
"""
#: paths that end early, and a last one that has their beginnings
EARLY = """
procedure main(x: int, y: int, z: int) {
  if (x > 3) { return; }
  if (y > 3) { return; }
  if (z > 3) { return; }
  assert false;
}
"""


def characterized(text: str, **settings: Any) -> Characterization:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "p.bpl"
        file.write_text(text, "utf-8")
        result = antumbra.characterize(file, **settings)
    assert result.crash is None
    assert "internal error" not in (result.reason or "")
    return result


def test_a_path_that_was_cut_says_nothing() -> None:
    result = characterized(CUT, max_inputs=1, without=PATHS)
    assert [result.contains([x, 0]) for x in (3, 4, 5)] == [None, SAFE, MUST]
    assert not result.exact


def test_what_nobody_wrote_decides_nothing() -> None:
    result = characterized(UNWRITTEN, without=PATHS)
    assert [result.contains([x]) for x in (3, 4)] == [None, SAFE]


def test_functions_are_nobodys_input() -> None:
    result = characterized(FUNCTION, without=PATHS)
    assert [result.contains([x]) for x in (2, 3, 4, 5)] == [SAFE, None, None, MUST]
    assert not any(term.op is T.APPLY for side in (result.cfc.lower, result.cfc.upper) for term in T.subterms(side))


def test_constants_that_axioms_speak_of_are_nobodys_input() -> None:
    """A region of such a constant may hold values that it never has."""
    for without in (PATHS, ()):
        result = characterized(SETTLED, without=without, timeout=20)
        assert [parameter.name for parameter in result.cfc.parameters] == ["n"]
        assert [result.contains([n]) for n in (2, 3, 9)] == [SAFE, MUST, MUST]


def test_quantifiers_in_conditions_are_asked_about() -> None:
    result = characterized(ALL_BELOW)
    assert [result.contains([n]) for n in (2, 3, 7, 8)] == [SAFE, SAFE, MUST, SAFE]
    assert result.neighbours
    assert "else" in bounds_text(result)
    found = characterized(EVEN)
    assert [found.contains([0, k]) for k in (2, 3)] == [SAFE, SAFE]
    assert found.contains([0, 4]) is not SAFE


def test_one_way_of_several_says_nothing() -> None:
    result = characterized(CHOICE, without=PATHS)
    assert [result.contains([x]) for x in (2, 3, 4, 5)] == [SAFE, None, None, MUST]


def test_ways_that_were_cut_count() -> None:
    result = characterized(CHOICE_CUT, max_inputs=1, without=PATHS)
    assert [result.contains([x, 0]) for x in (3, 4)] == [None, None]


def test_an_input_without_an_execution_does_not_fail() -> None:
    result = characterized(NO_WAY, without=PATHS)
    assert result.contains([5]) is not MUST
    assert result.contains([7]) is not MUST


def test_a_search_that_ended_early_settles_nothing() -> None:
    result = characterized(BRANCHES, max_paths=2, without=PATHS)
    assert not result.exact


def test_conditions_of_paths_are_whole() -> None:
    """Paths with the same beginning: of each all of it counts."""
    for text, failing in ((BRANCHES, (2, 5, 7)), (EARLY, (0,))):
        result = characterized(text, without=PATHS)
        for number in range(8):
            x, y, z = (9 if number & bit else 0 for bit in (1, 2, 4))
            assert result.contains([x, y, z]) is (MUST if number in failing else SAFE)


@pytest.mark.parametrize("text", [CUT, UNWRITTEN, CHOICE], ids=["cut", "unwritten", "choice"])
def test_what_is_followed_is_held_to_the_same(text: str) -> None:
    """The same with paths that are followed because something fails there."""
    result = characterized(text, max_inputs=1, without=FOLLOWED, timeout=60)
    rest = [0] * (len(result.cfc.parameters) - 1)
    assert result.contains([3, *rest]) is None
    assert result.contains([5, *rest]) in (MUST if text is CUT else None, SAFE if text is UNWRITTEN else None)


def test_only_the_domain_is_spoken_of() -> None:
    result = characterized("procedure main(x: int) { assert x < 3; }", assume_inputs=["x=0..5"])
    assert [result.contains([x]) for x in (2, 4, 9)] == [SAFE, MUST, None]


def test_what_depends_on_memory_comes_to_an_end() -> None:
    """Regions that are known are not asked about again, or the turns have no end."""
    result = characterized("procedure main(x: int) { var u: int; if (u > 3) { assert x < 2; } else { assert x < 6; } }")
    assert [result.contains([x]) for x in (1, 2, 5, 6)] == [SAFE, None, None, MUST]
    assert len(result.cfc.pieces) < 20


def test_maps_have_no_neighbours() -> None:
    result = characterized("procedure main(m: [int]int, x: int) { assert m[x] != 3; }")
    assert result.exact


BY_CHANCE = """
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), unwritten[2];
  if (x > 10) {
    if (unwritten[x & 1] == 5)
      reach_error();
    else
      reach_error();
  }
  if (x == 3)
    reach_error();
}
"""


def test_where_it_fails_is_not_said_where_nobody_chooses(tmp_path: Path) -> None:
    """Every input fails at one of two places, and is one input."""
    path = tmp_path / "chance.c"
    path.write_text(BY_CHANCE)
    result = antumbra.characterize(path, timeout=60)
    assert result.exact
    assert [failure.location.line for failure in result.cfc.failures if failure.location] == [13]
    assert result.count().least == result.count().most == (1 << 31) - 11 + 1


TYPES = """
type T;
const a: T; const b: T; const m: [int]T;
function below(x: T, y: T): bool;
procedure main(x: int) { assert below(a, b) || x != 3; assert m[x] == a || x != 5; }
"""


def test_inputs_that_have_no_order(tmp_path: Path) -> None:
    """Nothing is learned of values that are not compared, and that is no error."""
    path = tmp_path / "types.bpl"
    path.write_text(TYPES)
    result = antumbra.characterize(path, timeout=20)
    assert result.crash is None
    assert not result.exact
