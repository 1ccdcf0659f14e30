"""Conditions on one input as the values that it may have: exactly those, or the condition stays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import antumbra
from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.readable import value_sets
from antumbra.bounds.readable.cubes import Cube
from antumbra.bounds.readable.value_sets import with_value_sets
from antumbra.solvers import Answer, Unknown
from antumbra.terms import Term

BITS = 6
X, Y = (T.var(name, T.bv_sort(BITS)) for name in "xy")
NOWHERE: frozenset[Term] = frozenset()


def _number(value: int) -> Term:
    return T.bv(value, BITS)


def test_the_same_values() -> None:
    random = Random(7)
    changed = 0
    for signed in (False, True) * 30:
        product = T.bvmul(T.bvadd(X, _number(random.randrange(64))), T.bvxor(X, _number(random.randrange(64))))
        odd = random.choice((T.bvult, T.bvslt))(product, _number(random.randrange(1, 20)))
        low = random.randrange(50)
        box = {X: (low, random.randrange(low + 1, 64)), Y: (3, 9)}
        other = Cube({Y: (3, 9), X: (low // 2, low // 2 + 1)})
        domain = random.choice([T.TRUE, T.bvult(X, _number(40)), T.bvult(Y, _number(5))])
        cubes = [Cube(box, (odd,)), other, Cube({X: (0, 4)})]
        found = with_value_sets(cubes, domain, frozenset({X, Y}) if signed else NOWHERE, Asker())
        changed += all(not cube.rest for cube in found)
        for x in range(64):
            for y in (2, 3, 8, 9):
                at = {X: x, Y: y}
                if T.evaluate(domain, at):
                    before, after = (any(T.evaluate(c.condition(), at) for c in each) for each in (cubes, found))
                    assert before is after
    assert changed > 10


def test_many_values_stay_a_condition() -> None:
    odd = T.eq(T.bvurem(T.bvmul(X, X), _number(5)), _number(1))
    cube = Cube({}, (odd,))
    assert with_value_sets([cube], T.TRUE, NOWHERE, Asker()) == [cube]


def test_what_is_not_decided_stays_a_condition() -> None:
    cube = Cube({}, (T.bvult(T.bvmul(X, X), T.bvadd(X, _number(2))),))
    assert with_value_sets([cube], T.TRUE, NOWHERE, Asker(seconds=lambda: 0.0)) == [cube]
    assert with_value_sets([cube], T.TRUE, NOWHERE, Asker(budget=3)) == [cube]


class Tired(Asker):
    """Answers so many questions."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.answers = answers

    def part(self, budget: int, query: int) -> Asker:
        del budget, query
        return self

    def answer(self, condition: Term) -> Answer:
        self.answers -= 1
        return Unknown("tired") if self.answers < 0 else super().answer(condition)


def test_some_borders_are_not_decided() -> None:
    few = T.bvult(T.bvmul(T.bvsub(X, _number(20)), T.bvsub(X, _number(20))), _number(5))
    cube = Cube({X: (10, 30)}, (few,))
    right = [x for x in range(64) if T.evaluate(cube.condition(), {X: x})]
    changed = 0
    for answers in range(40):
        (found,) = with_value_sets([cube], T.TRUE, NOWHERE, Tired(answers))
        assert [x for x in range(64) if T.evaluate(found.condition(), {X: x})] == right
        changed += found is not cube
    assert 0 < changed < 40


def test_conditions_on_two_inputs_stay() -> None:
    cube = Cube({}, (T.bvult(T.bvmul(X, Y), _number(3)),))
    assert with_value_sets([cube], T.TRUE, NOWHERE, Asker()) == [cube]
    assert value_sets.MOST < 10


#: Fig. 1 of the paper in small numbers, in several phrasings
_HEAD = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
"""
PHRASINGS = {
    "assume, for": """
  __VERIFIER_assume(y >= -1000 && y <= 1000);
  int tmp = 0;
  if (y >= 0) { if (x < 0) x = 0 - x; for (int i = 0; i < y; i++) tmp += i; } else tmp = y * y;
  assert(tmp > 0);
  return 0; }""",
    "return, while, reach_error": """
  if (y < -1000 || y > 1000) return 0;
  int tmp = 0, i = 0;
  if (y < 0) tmp = y * y; else while (i != y) { tmp = tmp + i; i++; }
  if (tmp <= 0) reach_error();
  return 0; }""",
    "counting down": """
  if (y > 500) return x;
  if (y < -500) return 1;
  int sum = 0;
  if (y >= 0) for (int i = y - 1; i >= 0; i--) sum += i; else sum = y * y;
  if (!(sum > 0)) reach_error();
  return 0; }""",
}


@pytest.mark.parametrize("name", PHRASINGS)
def test_figure_1_as_the_paper_answers_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "figure.c"
    file.write_text(_HEAD + PHRASINGS[name])
    result = antumbra.characterize(file)
    assert result.exact
    assert [clause.text for clause in result.clauses] == ["0 <= y <= 1", "everything else"]
    assert result.irrelevant == ("x",)


def test_figure_1_of_some_inputs(tmp_path: Path) -> None:
    text = _HEAD + PHRASINGS["assume, for"].replace("__VERIFIER_assume(y >= -1000 && y <= 1000);", "")
    file = tmp_path / "figure.c"
    file.write_text(text)
    result = antumbra.characterize(file, assume_inputs=["y=-1000..1000"])
    assert [clause.text for clause in result.clauses] == ["0 <= y <= 1", "everything else"]
