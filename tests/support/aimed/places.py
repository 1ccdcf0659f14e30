"""Programs with many places, some of them dead: reachability of each, and every error of a run.

Assertions and divisions are passed by some runs and failed by others, before and after the places.
"""

from __future__ import annotations

from random import Random

from support.aimed import memory_programs, objects
from support.aimed import syntax as S
from support.aimed.interpreter import TooLargeError, truth

STYLES = memory_programs.STYLES
VARIABLES = ("x", "y", "w")


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = Random(f"places {seed}")
        self.marks = 0

    def mark(self) -> S.Stmt:
        if self.random.random() < 0.3:
            return S.Error()
        self.marks += 1
        return S.Mark(self.marks)

    def number(self) -> S.Expr:
        random = self.random
        v = S.Var(random.choice([*VARIABLES, "c", "i"]))
        n = S.Num(random.choice([0, 1, 1, 2, 3]))
        return random.choice([n, v, S.Bin("+", v, n), S.Bin("-", v, n), S.Choose(S.Bin("==", v, n), n, S.Num(1))])

    def condition(self) -> S.Expr:
        random = self.random
        left = S.Var(random.choice([*VARIABLES, "c", "i"]))
        if random.random() < 0.15:
            return S.Bin("==", S.Get(S.Var("p"), S.Num(random.choice([0, 1, 3]))), S.Num(random.choice([0, 1])))
        return S.Bin(random.choice(["==", "!=", "<", ">="]), left, S.Num(random.choice([0, 1, 1, 2, 3])))

    def statement(self, depth: int) -> S.Body:
        random = self.random
        kinds = ["set", "set", "divide", "assert", "put", "branch", "branch", "branch", "noise", "forget"]
        kind = random.choice(kinds + ["loop", "unknown"] * (depth > 0))
        match kind:
            case "set":
                return (S.Set(random.choice(VARIABLES), self.number()),)
            case "forget":
                return memory_programs.forget(random, random.choice(["c", "i"]))
            case "divide":
                return (S.Divide(random.choice(VARIABLES), S.Num(10), self.number()),)
            case "assert":
                return (S.Assert(self.condition()),)
            case "put":
                index = random.choice([S.Num(0), S.Num(3), S.Num(4), S.Var(random.choice(VARIABLES))])
                return (S.Put(S.Var("p"), index, self.number()),)
            case "branch":
                then = (*self.body(depth - 1), self.mark()) if depth else (self.mark(),)
                other = self.body(depth - 1) if depth and random.random() < 0.5 else ()
                return (S.If(self.condition(), then, other, random.choice(["if", "if", "switch", "goto"])),)
            case "loop":
                return (S.Repeat(f"k{depth}", S.Num(random.choice([1, 2, 3])), self.body(depth - 1)),)
            case "unknown":
                v = random.choice(VARIABLES)
                step = S.If(S.Bin("<", S.Var(v), S.Num(2)), (S.Set(v, S.Bin("+", S.Var(v), S.Num(1))),))
                return (S.Unknown((step,)),)
            case _:
                return objects.noise(random, 3)

    def body(self, depth: int) -> S.Body:
        body: S.Body = ()
        for _ in range(self.random.choice([1, 2, 2, 3])):
            body = (*body, *self.statement(depth))
        return body

    def chain(self) -> S.Body:
        """A number by a branch; assertions or divisions that some of its values fail; places that the others reach."""
        random = self.random
        x = S.Var("x")
        low, high = random.sample([0, 1, 2], 2)
        body: list[S.Stmt] = [S.Input("c", 2), S.Input("i", 2)]
        body.append(S.If(S.Var("c"), (S.Set("x", S.Num(low)),), (S.Set("x", S.Num(high)),), random.choice(STYLES)))
        if random.random() < 0.8:  # further paths that end in the same violation
            body.append(S.If(S.Var("i"), (S.Set("y", S.Num(1)),), (S.Set("y", S.Num(2)),)))
        body += objects.noise(random, 3)
        for _ in range(random.choice([1, 1, 2])):
            off = S.Bin("-", x, S.Num(random.choice([0, 0, low, high])))
            body.append(random.choice([S.Divide("w", S.Num(10), off), S.Assert(S.Bin("!=", off, S.Num(0)))]))
        for _ in range(random.choice([1, 2])):
            inner: S.Body = (self.mark(), S.Divide("w", S.Num(20), S.Bin("-", x, S.Num(random.choice([low, high])))))
            body.append(S.If(S.Bin("==", x, S.Num(random.choice([low, high]))), inner))
        # what tells those paths apart is read at last, or they would be one
        body.append(S.If(S.Bin("==", S.Var("y"), S.Num(1)), (self.mark(),)))
        return (*body, self.mark())

    def program(self, seed: int) -> S.Program:
        random = self.random
        if random.random() < 0.5:
            extra: tuple[tuple[str, S.Type], ...] = tuple((name, "int") for name in VARIABLES)
            return memory_programs.program(random, f"places chain {seed}", self.chain(), extra=extra)
        made = objects.make(objects.anything(random), "p", "n")
        body = (S.Input("c", 2), S.Input("i", random.choice([2, 3])), *made)
        for _ in range(random.choice([2, 3])):
            body = (*body, *self.body(2))
        body = (*body, *self.statement(0), self.mark())
        extra = tuple((name, "int") for name in (*VARIABLES, "k1", "k2"))
        return memory_programs.program(random, f"places {seed}", body, extra=extra)


def generate(seed: int) -> S.Program:
    for attempt in range(1000):
        maker = Maker(seed * 1000 + attempt)
        program = maker.program(seed)
        try:
            runs = truth(program).runs
        except TooLargeError:
            continue
        if any(run.event is None for run in runs) and (maker.marks or "Error" in str(program)):
            return program
    raise AssertionError(seed)
