"""Random programs that ask for inputs in a loop, and all that they can come to, by trying every value."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from antumbra import terms as T
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.terms import Term

INPUT = 4  #: bits
A, B = T.var("a", T.bv(0, 3).sort), T.var("b", T.bv(0, 4).sort)
C = T.var("c", T.BOOL)
X, Y = T.var("x", T.bv(0, INPUT).sort), T.var("y", T.bv(0, INPUT).sort)
K, R, GIVEN, RESULT = (T.var(name, T.bv(0, 4).sort) for name in ("k", "r", "given", "result"))
CHECKS = frozenset({"unreach-call"})


@dataclass(slots=True)
class Machine:
    program: P.Program
    targets: list[TargetPlace] = field(default_factory=list[TargetPlace])


class Builder:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines = 0

    def location(self) -> Location:
        self.lines += 1
        return Location("machine.c", self.lines)

    def one_of(self, *things: Any) -> Any:
        return self.chance.choice(things)

    def number(self, width: int) -> Term:
        return T.bv(self.chance.randrange(1 << width), width)

    def wide(self, names: Sequence[Term]) -> Term:
        """A number of four bits."""
        one = self.chance.choice(names)
        match self.chance.randrange(8):
            case 0:
                return self.number(4)
            case 1:
                return T.bvadd(one, self.number(4))
            case 2:
                return T.bvadd(one, B)
            case 3:
                return T.bvsub(B, one)
            case 4:
                return T.zero_extend(1, A)
            case 5:
                return T.ite(self.condition(names), one, self.number(4))
            case 6:
                return T.bvurem(one, T.bv(3, 4))
            case _:
                return one

    def condition(self, names: Sequence[Term]) -> Term:
        compare = self.one_of(T.eq, T.bvult, T.bvule, T.bvslt, T.bvsle)
        one = self.chance.choice(names)
        match self.chance.randrange(9):
            case 0:
                return T.and_(self.condition(names), T.eq(A, self.number(3)))
            case 1:
                return T.or_(T.not_(C), compare(one, self.number(4)))
            case 2:
                return compare(T.bvadd(one, self.number(4)), self.number(4))
            case 3:
                return compare(B, one)
            case 4:
                return compare(T.sign_extend(4, one), T.bv(self.one_of(3, 250, 7, 128, 17), 8))
            case 5:
                return compare(T.zero_extend(4, T.bvadd(one, B)), self.number(8))
            case 6:
                return T.eq(T.extract(0, 0, one), T.bv(1, 1))
            case 7:
                return T.not_(compare(self.number(4), one))
            case _:
                return compare(one, self.number(4))

    def command(self, names: Sequence[Term], local: Term) -> P.Command:
        match self.chance.randrange(12):
            case 0:
                return P.Assert(self.condition(names), "unreach-call", "assertion", self.location())
            case 1:
                return P.Assume(T.or_(C, self.condition(names)))
            case 2 | 3:
                return P.Assign((C,), (self.condition(names),))
            case 4 | 5:
                return P.Assign((A,), (self.one_of(self.number(3), T.bvadd(A, T.bv(1, 3)), T.extract(2, 0, local)),))
            case 6:
                return P.Assign((A, local), (T.extract(2, 0, local), T.zero_extend(1, A)))
            case 7:
                return P.Assign((B,), (self.one_of(self.number(4), local, T.bvadd(B, T.bv(3, 4))),))
            case _:
                return P.Assign((local,), (self.wide(names),))

    def blocks(
        self, prefix: str, count: int, names: Sequence[Term], local: Term, last: P.Terminator
    ) -> Iterator[P.Block]:
        for n in range(count):
            commands = [self.command(names, local) for _ in range(self.chance.randrange(3))]
            later = [f"{prefix}{m}" for m in range(n + 1, count)]
            end: P.Terminator = last
            if later:
                end = P.Branch(self.condition(names), self.chance.choice(later), self.chance.choice(later))
                if self.chance.random() < 0.25:
                    cases = tuple((v, self.chance.choice(later)) for v in self.chance.sample(range(16), 3))
                    end = P.Switch(self.chance.choice(names), cases, self.chance.choice(later))
            yield P.Block(f"{prefix}{n}", commands, end)


def machine(seed: int) -> Machine:
    make = Builder(seed)
    ask = P.Havoc(X, P.Source.INPUT, "input", "int", make.location())
    body = list(make.blocks("m", make.chance.randrange(3, 8), (X, K, B), K, P.Goto(("head",))))
    start: list[P.Command] = [P.Assign((K,), (T.bv(0, 4),))]
    procedures: dict[str, P.Procedure] = {}
    if make.chance.random() < 0.6:
        call = P.Call((R,), "helper", (make.one_of(X, K, B),), make.location())
        chosen = make.chance.choice(body)
        chosen.commands.insert(make.chance.randrange(len(chosen.commands) + 1), call)
        start.append(P.Assign((R,), (T.bv(0, 4),)))
        body[-1].commands.append(P.Assign((K,), (make.one_of(R, K),)))
        inside = list(
            make.blocks("h", make.chance.randrange(2, 4), (GIVEN, B), GIVEN, P.Return((make.wide((GIVEN, B)),)))
        )
        if make.chance.random() < 0.4:
            inside[0].commands.insert(0, P.Havoc(Y, P.Source.INPUT, "other", "int", make.location()))
            inside[0].commands.insert(1, P.Assign((GIVEN,), (make.one_of(Y, T.bvadd(Y, GIVEN), GIVEN),)))
        procedures["helper"] = P.Procedure("helper", (GIVEN,), (RESULT,), {b.label: b for b in inside})
    head = [P.Block("entry", start, P.Goto(("head",))), P.Block("head", [ask], P.Goto(("m0",)))]
    main = P.Procedure("main", (), (), {b.label: b for b in (*head, *body)})
    variables: dict[Term, Term | None] = {A: make.number(3), B: make.number(4), C: T.TRUE}
    program = P.Program("machine", "llvm", {"main": main, **procedures}, "main", P.Layout(64), variables)
    targets = [
        TargetPlace(label, make.location(), ((procedure.name, label),))
        for procedure in program.procedures.values()
        for label in procedure.blocks
        if label[0] in "mh" and make.chance.random() < 0.5
    ]
    return Machine(program, targets)


# ---------------------------------------------------------------- by trying


class Ended(Exception):
    pass


@dataclass(slots=True)
class Runner:
    """One execution: ``inputs`` are given in turn; where there is none left, the state is kept."""

    program: P.Program
    met: set[tuple[str, Location | str | None]] = field(default_factory=set)

    def run(self, start: Any, value: int | None) -> Any:
        """From a state at an input (or the beginning) to the next one; None if the execution ends."""
        if start is None:
            shared = {v: T.evaluate(i, {}) for v, i in self.program.variables.items() if i is not None}
            frames: list[list[Any]] = [["main", next(iter(self.program.procedures["main"].blocks)), 0, {}]]
        else:
            shared, frames = dict(start[0]), [[n, b, i, dict(v)] for n, b, i, v in start[1]]
            frame = frames[-1]
            command = self.program.procedures[frame[0]].blocks[frame[1]].commands[frame[2]]
            frame[3][command.target] = value
            frame[2] += 1
        steps = 0
        while True:
            steps += 1
            assert steps < 10_000
            frame = frames[-1]
            block = self.program.procedures[frame[0]].blocks[frame[1]]
            if frame[2] == 0:
                self.met.add(("place", f"{frame[0]} {frame[1]}"))
            if frame[2] < len(block.commands):
                command = block.commands[frame[2]]
                if isinstance(command, P.Havoc):
                    kept = tuple((n, b, i, tuple(sorted(v.items(), key=str))) for n, b, i, v in frames)
                    return tuple(sorted(shared.items(), key=str)), kept
                frame[2] += 1
                if not self._command(command, shared, frames):
                    return None
            elif not self._end(block.terminator, shared, frames):
                return None

    def _value(self, term: Term, shared: dict[Term, Any], frames: list[list[Any]]) -> Any:
        return T.evaluate(term, {**shared, **frames[-1][3]})

    def _command(self, command: P.Command, shared: dict[Term, Any], frames: list[list[Any]]) -> bool:
        match command:
            case P.Assign(targets, values):
                found = [self._value(v, shared, frames) for v in values]
                for target, value in zip(targets, found, strict=True):
                    (shared if target in shared else frames[-1][3])[target] = value
            case P.Assume(condition):
                return bool(self._value(condition, shared, frames))
            case P.Assert(condition, location=location):
                if not self._value(condition, shared, frames):
                    self.met.add(("check", location))
                    return False
            case P.Call(_, str(callee), arguments):
                procedure = self.program.procedures[callee]
                values = [self._value(a, shared, frames) for a in arguments]
                frames.append(
                    [callee, next(iter(procedure.blocks)), 0, dict(zip(procedure.parameters, values, strict=True))]
                )
        return True

    def _end(self, end: P.Terminator, shared: dict[Term, Any], frames: list[list[Any]]) -> bool:
        match end:
            case P.Goto((target,)):
                label = target
            case P.Branch(condition, then, otherwise):
                label = then if self._value(condition, shared, frames) else otherwise
            case P.Switch(value, cases, default):
                label = dict(cases).get(self._value(value, shared, frames), default)
            case P.Return(values):
                found = [self._value(v, shared, frames) for v in values]
                frames.pop()
                frame = frames[-1]
                call = self.program.procedures[frame[0]].blocks[frame[1]].commands[frame[2] - 1]
                for target, value in zip(call.targets, found, strict=True):
                    (shared if target in shared else frame[3])[target] = value
                return True
            case _:
                raise Ended
        frames[-1][1:3] = [label, 0]
        return True


def everything(program: P.Program) -> set[tuple[str, Location | str | None]]:
    """All places and violations of all executions."""
    runner = Runner(program)
    first = runner.run(None, None)
    seen, todo = {first}, [first]
    while todo:
        state = todo.pop()
        for value in range(1 << INPUT):
            after = runner.run(state, value)
            if after is not None and after not in seen:
                seen.add(after)
                todo.append(after)
    return runner.met
