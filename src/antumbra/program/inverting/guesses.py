"""Ranks that loops may have, from the conditions under which they go on. A guess need not be right: with_ranks writes
it into the program as an assertion, and whoever runs that finds out.

=====================================  =================================================================
goes on while                          guess
=====================================  =================================================================
a < b, a ≤ b                           how far a is from b, and zero where the loop is left
a ≠ b                                  b − a and a − b, divided by steps c of what they are made of
a = b                                  one, and zero where the loop is left
any of them                            a, b and their magnitudes (x >>= 1, x /= 10)
=====================================  =================================================================
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.inverting.measures import Head, Rank, has_value, loop_heads
from antumbra.program.restricting.assuming import conjuncts
from antumbra.program.validity.validate import written_variables
from antumbra.terms import Term

#: guesses for one loop
MOST = 24


def guessed_ranks(program: P.Program) -> dict[Head, list[Rank]]:
    """Of every loop that an execution may come to, likely ones first; all over variables that have a value there."""
    found: dict[Head, list[Rank]] = {}
    for name, head in loop_heads(program):
        procedure = program.procedures[name]
        known = has_value(procedure, program.variables)[head]
        guesses = dict.fromkeys(
            (guess,)
            for guess in _guesses(procedure, head)
            if guess.op is not T.CONST and T.free_variables(guess) <= known
        )
        found[name, head] = list(guesses)[:MOST]
    return found


def _guesses(procedure: P.Procedure, head: str) -> Iterator[Term]:
    flow = FlowGraph(procedure)
    body = flow.loops.loop(head).body
    found = [(label, _goes_on(procedure.blocks[label], frozenset(body))) for label in body]
    tests = [(label, test) for label, test in found if test is not None]
    # tests at the head first: its variables are those of the test
    tests.sort(key=lambda item: item[0] != head)
    atoms = [atom for _, test in tests for atom in conjuncts(test)]
    steps = _steps(procedure, body)
    for atom in atoms:
        yield from _distances(atom, steps)
    for atom in atoms:
        yield from _sides(atom)


def _goes_on(block: P.Block, body: frozenset[str]) -> Term | None:
    """The condition under which a block does not leave the loop, over values at the block's beginning."""
    match block.terminator:
        case P.Branch(condition, then, otherwise) if (then in body) != (otherwise in body):
            stay = condition if then in body else T.not_(condition)
        case _:
            return None
    for command in reversed(block.commands):
        if isinstance(command, P.Assign):
            stay = T.substitute(stay, dict(zip(command.targets, command.values, strict=True)))
        elif not T.free_variables(stay).isdisjoint(written_variables(command)):
            return None
    return stay


def _steps(procedure: P.Procedure, body: tuple[str, ...]) -> list[int]:
    """Constants by which something in the loop grows."""
    found: dict[int, None] = {}
    for label in body:
        for command in procedure.blocks[label].commands:
            if isinstance(command, P.Assign):
                for value in command.values:
                    if value.op is T.BVADD and value.args[1].op is T.CONST:
                        number = value.args[1].data
                        found[number - ((number >> (value.width - 1)) << value.width)] = None
    return list(found)[:4]


def _distances(atom: Term, steps: list[int]) -> Iterator[Term]:
    negated = atom.op is T.NOT
    test = atom.args[0] if negated else atom
    if len(test.args) != 2 or test.args[0].sort.kind not in ("bv", "int"):
        return
    a, b = test.args
    if test.op is T.EQ:
        if not negated:
            yield T.ite(atom, T.bv(1, 1), T.bv(0, 1))
        elif a.sort.kind == "bv":
            yield from _apart(a, b, steps)
        else:
            yield from (T.sub(b, a), T.sub(a, b))
        return
    strict = test.op in (T.BVSLT, T.BVULT, T.LT)
    if not strict and test.op not in (T.BVSLE, T.BVULE, T.LE):
        return
    if negated:
        a, b, strict = b, a, not strict
    if a.sort.kind == "int":
        yield T.sub(b, a) if strict else T.add(T.sub(b, a), T.const(1, T.INT))
        return
    # in one bit more, so that the whole range fits
    gap = T.zero_extend(1, T.bvsub(b, a))
    far = gap if strict else T.bvadd(gap, T.bv(1, gap.width))
    yield T.ite(atom, far, T.bv(0, gap.width))


def _apart(a: Term, b: Term, steps: list[int]) -> Iterator[Term]:
    """Of numbers that become equal: b − a counts down by c if a grows by c."""
    width = a.width
    for step in steps:
        if step % 2:
            yield T.bvmul(T.bvsub(b, a), T.bv(pow(step, -1, 1 << width), width))
        elif step > 0:
            yield T.bvsub(b, a)
        else:
            yield T.bvsub(a, b)
    yield from (T.bvsub(b, a), T.bvsub(a, b))


def _sides(atom: Term) -> Iterator[Term]:
    test = atom.args[0] if atom.op is T.NOT else atom
    for side in test.args:
        if side.sort.kind == "bv" and side.width > 1:
            yield side
            yield T.ite(T.bvslt(side, T.bv(0, side.width)), T.bvneg(side), side)
        elif side.sort is T.INT:
            yield side
            yield T.ite(T.lt(side, T.const(0, T.INT)), T.neg(side), side)
