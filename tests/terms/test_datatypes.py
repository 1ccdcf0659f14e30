"""Datatypes: values, simplification, evaluation and Z3 agree."""

from __future__ import annotations

from random import Random

import pytest
import z3

from antumbra import terms as T
from antumbra.solvers.backends.z3_terms import ValueReader, Z3Terms
from antumbra.terms.datatypes import constructors_of, datatype_sort, datatype_value, define, is_defined, unfolded_size
from antumbra.terms.values import LONGEST_TEXT, default_value, value_text

LIST = datatype_sort("List", "test of datatypes")
TREE = datatype_sort("Tree", "test of datatypes")
if not is_defined(LIST):
    define(LIST, [("Nil", []), ("Cons", [("head", TREE), ("tail", LIST)])])
    define(TREE, [("Node", [("children", LIST), ("mark", T.BOOL)]), ("Leaf", [("number", T.INT)])])
NIL, CONS = constructors_of(LIST)
NODE, LEAF = constructors_of(TREE)
VARIABLES = [T.var("x", LIST), T.var("y", LIST), T.var("t", TREE), T.var("n", T.INT), T.var("p", T.BOOL)]


def term(random: Random, sort: T.Sort, depth: int) -> T.Term:
    leaves = [v for v in VARIABLES if v.sort is sort]
    if depth == 0 or random.random() < 0.2:
        return random.choice([*leaves, T.const(default_value(sort), sort)])

    def part(s: T.Sort) -> T.Term:
        return term(random, s, depth - 1)

    if random.random() < 0.2:
        return T.ite(part(T.BOOL), part(sort), part(sort))
    if sort is LIST:
        choices = [lambda: T.construct(CONS, (part(TREE), part(LIST))), lambda: T.field(CONS, 1, part(LIST))]
    elif sort is TREE:
        choices = [lambda: T.construct(NODE, (part(LIST), part(T.BOOL))), lambda: T.construct(LEAF, (part(T.INT),))]
    elif sort is T.INT:
        choices = [lambda: T.add(part(T.INT), T.integer(1)), lambda: T.field(LEAF, 0, part(TREE))]
    else:
        choices = [
            lambda: T.is_(CONS, part(LIST)),
            lambda: T.is_(LEAF, part(TREE)),
            lambda: T.eq(part(LIST), part(LIST)),
        ]
    return random.choice(choices)()


def specified(t: T.Term, env: dict[T.Term, object]) -> bool:
    """Is every field that is asked for one that the value has?"""
    return all(T.evaluate(s.args[0], env).constructor is s.data[0] for s in T.subterms(t) if s.op is T.FIELD)


@pytest.mark.parametrize("seed", range(60))
def test_z3_agrees(seed: int) -> None:
    random = Random(seed)
    goal = term(random, random.choice([LIST, TREE, T.INT, T.BOOL]), 5)
    env = {v: T.evaluate(term(Random(seed + 1), v.sort, 3), {}) for v in VARIABLES}
    value = T.evaluate(goal, env)
    closed = T.substitute(goal, {v: T.const(x, v.sort) for v, x in env.items()})
    assert T.evaluate(closed, {}) == value or not specified(goal, env)
    if not specified(goal, env):
        return
    translate = Z3Terms()
    solver = translate.context.new_solver()
    for v, x in env.items():
        solver.add(translate.term(v) == translate.value(x, v.sort))
    handle = translate.term(goal)
    assert solver.check(handle != translate.value(value, goal.sort)) == z3.unsat
    assert solver.check() == z3.sat
    assert ValueReader(solver.model(), translate).of(handle, goal.sort) == value


def test_values_are_interned() -> None:
    one = datatype_value(LEAF, [1])
    assert datatype_value(LEAF, [1]) is one
    assert T.construct(LEAF, (T.integer(1),)).data is one


def test_equality_of_long_lists() -> None:
    x = y = T.construct(NIL, ())
    n = T.var("n", T.INT)
    for i in range(5000):
        x = T.construct(CONS, (T.construct(LEAF, (n,)), x))
        y = T.construct(CONS, (T.construct(LEAF, (T.integer(i),)), y))
    assert T.eq(x, x) is T.TRUE
    assert T.eq(x, T.construct(NIL, ())) is T.FALSE
    assert T.evaluate(T.eq(x, y), {n: 3}) is False


def test_values_that_share_their_parts_are_told_in_few_words() -> None:
    tree = datatype_value(LEAF, [0])
    for _ in range(200):
        nil = datatype_value(NIL, [])
        tree = datatype_value(NODE, [datatype_value(CONS, [tree, datatype_value(CONS, [tree, nil])]), True])
    assert len(value_text(tree)) <= LONGEST_TEXT + 1


def test_size() -> None:
    assert unfolded_size(LIST) < 10
