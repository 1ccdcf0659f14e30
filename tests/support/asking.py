"""Small random programs that ask for inputs, all of their runs, and random conditions on the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.inputs import InputName, InputPlace, place_of
from antumbra.program.source import Location
from antumbra.terms import Term
from support.concrete import Interpreter, Outcome

#: variables; inputs are bits, or a few values
WORD = T.bv_sort(4)
CHECKS = frozenset({"assert"})


class _Generator:
    """Structured code over two globals and a local input; loops run a fixed number of times."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.blocks: dict[str, P.Block] = {}
        self.commands: list[P.Command] = []
        self.label = "b0"
        self.globals = [T.var("a", WORD), T.var("b", WORD)]
        self.width = 1 + seed % 2
        self.sort = T.bv_sort(self.width)
        self.x = T.var("x", self.sort)
        self.lines = 0
        self.loops = 0

    def end(self, terminator: P.Terminator, following: str) -> None:
        self.blocks[self.label] = P.Block(self.label, self.commands, terminator)
        self.label, self.commands = following, []

    def new(self) -> str:
        self.lines += 1
        return f"b{self.lines}"

    def value(self) -> Term:
        a, b = self.globals
        x = T.zero_extend(4 - self.width, self.x)
        return self.random.choice(
            [a, b, x, T.bvadd(a, x), T.bvmul(b, x), T.bvxor(a, b), T.bv(self.random.randrange(9), 4)]
        )

    def condition(self) -> Term:
        relation = self.random.choice([T.eq, T.bvult, T.bvule, lambda p, q: T.not_(T.eq(p, q))])
        return relation(self.value(), self.value())

    def havoc(self) -> P.Havoc:
        self.lines += 1
        return P.Havoc(self.x, P.Source.INPUT, "nondet", "int", Location("t.c", self.lines, 1, "main"))

    def statement(self, depth: int) -> None:
        kind = self.random.randrange(10)
        if kind < 3:
            self.commands.append(self.havoc())
        elif kind < 5:
            self.commands.append(P.Assign((self.random.choice(self.globals),), (self.value(),)))
        elif kind == 5:
            self.commands.append(P.Call((self.x,), "ask", ()))
        elif kind == 6:
            if self.random.random() < 0.5:
                self.commands.append(P.Assume(self.condition()))
            elif self.random.random() < 0.3:
                self.check()
        elif kind < 8 and depth:
            then, otherwise, join = self.new(), self.new(), self.new()
            self.end(P.Branch(self.condition(), then, otherwise), then)
            self.body(depth - 1)
            self.end(P.Goto((join,)), otherwise)
            self.body(depth - 1)
            self.end(P.Goto((join,)), join)
        elif depth and self.loops < 2:
            self.loops += 1
            count, most = T.var(f"i{self.loops}", WORD), T.bv(self.random.randrange(2, 6 - self.width), 4)
            head, inside, out = self.new(), self.new(), self.new()
            self.commands.append(P.Assign((count,), (T.bv(0, 4),)))
            self.end(P.Goto((head,)), head)
            self.end(P.Branch(T.bvult(count, most), inside, out), inside)
            self.body(0)
            self.commands.append(P.Assign((count,), (T.bvadd(count, T.bv(1, 4)),)))
            self.end(P.Goto((head,)), out)

    def check(self) -> None:
        self.lines += 1
        self.commands.append(P.Assert(self.condition(), "assert", "fails", Location("t.c", self.lines, 1, "main")))

    def body(self, depth: int) -> None:
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth)

    def program(self) -> P.Program:
        self.commands += [P.Assign((self.x,), (T.bv(0, self.width),)), self.havoc()]
        for _ in range(8 // self.width):
            self.statement(2)
        self.check()
        self.end(P.Return(), "")
        y = T.var("y", self.sort)
        ask = P.Havoc(y, P.Source.INPUT, "ask", "int", Location("t.c", 999, 1, "ask"))
        procedures = {
            "main": P.Procedure("main", (), (), self.blocks),
            "ask": P.Procedure("ask", (), (T.var("r", self.sort),), {"e": P.Block("e", [ask], P.Return((y,)))}),
        }
        variables: dict[Term, Term | None] = {g: T.bv(0, 4) for g in self.globals}
        return P.Program("t", "c", procedures, "main", P.Layout(64, first_free=0x100000), variables)


def generate(seed: int) -> P.Program:
    return _Generator(seed).program()


@dataclass(frozen=True)
class Run:
    """What was asked for, in canonical variables, and how it ended."""

    inputs: Mapping[Term, int]
    outcome: Outcome


def runs(program: P.Program, most: int = 300) -> list[Run] | None:
    """All runs of a deterministic program, or None if there are too many."""
    found: list[Run] = []
    work: list[tuple[int, ...]] = [()]
    while work:
        given = work.pop()
        run = run_with(program, given)
        if len(run.inputs) > len(given):
            width = list(run.inputs)[len(given)].width
            work += [(*given, value) for value in range(1 << width)]
        else:
            found.append(run)
        if len(found) + len(work) > most:
            return None
    return found


@cache
def _variable(place: InputPlace, number: int) -> Term:
    return InputName(place, number).variable


def run_with(program: P.Program, given: Sequence[int], checks: frozenset[str] = CHECKS) -> Run:
    """The run with these inputs, in the order in which they are asked for; further ones are zero."""
    asked: dict[InputPlace, int] = {}
    inputs: dict[Term, int] = {}

    def choose(havoc: P.Havoc) -> Any:
        place = place_of(havoc)
        asked[place] = asked.get(place, 0) + 1
        value = given[len(inputs)] & ((1 << place.sort.width) - 1) if len(inputs) < len(given) else 0
        inputs[_variable(place, asked[place])] = value
        return value

    outcome = Interpreter(program, choose, checks).run()
    return Run(inputs, outcome)


def random_condition(random: Random, variables: Sequence[Term]) -> Term:
    """Clauses over one to three inputs."""
    return T.and_(T.TRUE, *_clauses(random, variables))


def _clauses(random: Random, variables: Sequence[Term]) -> Iterator[Term]:
    for _ in range(random.randrange(1, 4)):
        literals: list[Term] = []
        for _ in range(random.randrange(1, 3)):
            left = random.choice(variables)
            right = random.choice([random.choice(variables), T.bv(random.randrange(1 << left.width), left.width)])
            relation = random.choice([T.eq, T.bvult, T.bvule])
            literals.append(random.choice([T.not_, lambda t: t])(relation(left, right)))
        yield random.choice([T.or_(*literals), T.not_(T.or_(*literals))])
