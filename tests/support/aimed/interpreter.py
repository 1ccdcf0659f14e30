"""The truth: a reference interpreter that tries every input and every unknown content.

It knows nothing of Antumbra. Objects have a size, a region, bytes, an owner and a life. What a program leaves open is a
choice; all sequences of choices are run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from support.aimed import syntax as S

#: values tried for a byte that may be anything; programs compare bytes with 0 to 7 only
CONTENTS = (0, 1, 2, 3, 4, 5, 6, 7, 255)
#: runs of one program before it is given up
MOST = 4_000
Event = Literal["valid-deref", "valid-free", "unreach-call", "assert", "division-by-zero"]


class TooLargeError(Exception):
    """The program has more runs than we want to enumerate, or one without an end."""


@dataclass(eq=False)
class Object:
    size: int
    region: Literal["heap", "stack", "global", "constant"]
    cells: list[int | None]  #: None: may be anything
    alive: bool = True
    untracked: bool = False  #: ``alloca``: native sanitizers do not see its end


@dataclass(frozen=True)
class Pointer:
    object: Object
    offset: int


#: what a pointer made from NULL points to
NOWHERE = Object(0, "global", [])
Value = int | Pointer | S.Func | None


class Ended(Exception):
    def __init__(self, event: Event, statement: S.Stmt, native: bool = True) -> None:
        self.event: Event = event
        self.statement, self.native = statement, native


class Returned(Exception):
    def __init__(self, value: Value) -> None:
        self.value = value


@dataclass
class Frame:
    values: dict[str, Value]
    arrays: dict[str, Object]
    owned: list[Object] = field(default_factory=list)


@dataclass(frozen=True)
class Run:
    """One run: what it read, how it ended (None: it returned), and what it passed."""

    inputs: tuple[int, ...]
    event: Event | None
    statement: S.Stmt | None
    marks: frozenset[int]
    leaks: bool
    native: bool  #: sanitizers can see it: no content was chosen, no ``alloca`` outlived


@dataclass(frozen=True)
class Truth:
    runs: tuple[Run, ...]

    @property
    def events(self) -> frozenset[Event]:
        return frozenset(run.event for run in self.runs if run.event)

    @property
    def places(self) -> frozenset[tuple[Event, S.Stmt]]:
        return frozenset((run.event, run.statement) for run in self.runs if run.event and run.statement)

    @property
    def marks(self) -> frozenset[int]:
        return frozenset(mark for run in self.runs for mark in run.marks)

    @property
    def leaks(self) -> bool:
        return any(run.leaks for run in self.runs)


def truth(program: S.Program) -> Truth:
    """All runs. Raises ``TooLargeError``."""
    runs: list[Run] = []
    prefix: list[int] = []
    while True:
        if len(runs) >= MOST:
            raise TooLargeError
        machine = Machine(program, prefix)
        runs.append(machine.run())
        taken = machine.taken
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return Truth(tuple(runs))
        prefix = [choice for choice, _ in taken]
        prefix[-1] += 1


class Machine:
    def __init__(self, program: S.Program, prefix: list[int]) -> None:
        self.program = program
        self.functions = {function.name: function for function in program.functions}
        self.prefix = prefix
        self.taken: list[tuple[int, int]] = []
        self.inputs: list[int] = []
        self.marks: set[int] = set()
        self.native = True
        self.steps = 0
        self.heap: list[Object] = []
        self.arrays = {
            a.name: Object(
                a.size,
                "constant" if a.constant else "global",
                [*a.content, *[0] * (a.size - len(a.content))],
            )
            for a in program.arrays
        }
        self.globals: dict[str, Value] = {name: _initial(kind) for name, kind in program.variables}
        self.frames: list[Frame] = []
        self.here: S.Stmt = S.Return()

    def run(self) -> Run:
        event: Event | None = None
        statement, leaks = None, False
        try:
            self.call(self.program.main, ())
            leaks = self._leaks()
        except Ended as ended:
            event, statement = ended.event, ended.statement
            self.native = self.native and ended.native
        return Run(tuple(self.inputs), event, statement, frozenset(self.marks), leaks, self.native)

    def choose(self, count: int) -> int:
        place = len(self.taken)
        choice = self.prefix[place] if place < len(self.prefix) else 0
        self.taken.append((choice, count))
        return choice

    def _leaks(self) -> bool:
        """Whether a heap object is neither freed nor reachable from globals when ``main`` has returned."""
        kept = {id(v.object) for v in self.globals.values() if isinstance(v, Pointer)}
        if self.program.storage in ("statics", "arrays"):
            kept |= {id(v.object) for v in self.last.values() if isinstance(v, Pointer)}
        return any(o.alive and id(o) not in kept for o in self.heap)

    def call(self, function: S.Function, arguments: tuple[Value, ...]) -> Value:
        if len(self.frames) > 40:
            raise TooLargeError
        names = [name for name, _ in function.parameters]
        values: dict[str, Value] = {name: _initial(kind) for name, kind in function.variables}
        values.update(zip(names, arguments, strict=True))
        arrays = {name: Object(size, "stack", [None] * size) for name, size in function.arrays}
        frame = Frame(values, arrays, list(arrays.values()))
        self.frames.append(frame)
        try:
            self.body(function.body)
            result: Value = 0
        except Returned as returned:
            result = returned.value
        self.frames.pop()
        self.last = frame.values
        for item in frame.owned:
            item.alive = False
        return result

    # expressions

    def value(self, e: S.Expr) -> Value:
        match e:
            case S.Num(n):
                return n
            case S.Null():
                return None
            case S.Var(name):
                frame = self.frames[-1].values
                return frame[name] if name in frame else self.globals[name]
            case S.Array(name):
                frame = self.frames[-1].arrays
                return Pointer(frame[name] if name in frame else self.arrays[name], 0)
            case S.Func():
                return e
            case S.Choose(cond, then, other):
                return self.value(then if self.value(cond) else other)
            case S.Get(pointer, index):
                return self.load(self.at(pointer, index))
            case S.Bin(op, left, right):
                return self.binary(op, left, right)

    def number(self, e: S.Expr) -> int:
        value = self.value(e)
        assert isinstance(value, int), e
        return value

    def at(self, pointer: S.Expr, index: S.Expr) -> Pointer | None:
        base, offset = self.value(pointer), self.number(index)
        return Pointer(base.object, base.offset + offset) if isinstance(base, Pointer) else None

    def binary(self, op: str, left: S.Expr, right: S.Expr) -> Value:
        if op == "&&":
            return int(bool(self.value(left)) and bool(self.value(right)))
        if op == "||":
            return int(bool(self.value(left)) or bool(self.value(right)))
        a, b = self.value(left), self.value(right)
        if isinstance(a, Pointer) and op == "+":
            assert isinstance(b, int)
            return Pointer(a.object, a.offset + b)
        if a is None and op == "+":
            return Pointer(NOWHERE, b) if isinstance(b, int) and b else None
        if op in ("==", "!="):
            return int((a == b) == (op == "=="))
        assert isinstance(a, int), left
        assert isinstance(b, int), right
        return OPERATORS[op](a, b)

    # memory

    def check(self, p: Value, write: bool = False) -> Pointer:
        if not isinstance(p, Pointer):
            raise Ended("valid-deref", self.here)
        o = p.object
        if not o.alive:
            raise Ended("valid-deref", self.here, not o.untracked)
        if not 0 <= p.offset < o.size or (write and o.region == "constant"):
            # beside an object may lie another one: sanitizers see what is near
            raise Ended("valid-deref", self.here, 0 <= p.offset < o.size + 8)
        return p

    def load(self, place: Value) -> int:
        p = self.check(place)
        cell = p.object.cells[p.offset]
        if cell is None:
            self.native = False
            cell = CONTENTS[self.choose(len(CONTENTS))]
            p.object.cells[p.offset] = cell
        return cell

    def store(self, place: Value, value: int | None) -> None:
        p = self.check(place, write=True)
        p.object.cells[p.offset] = value if value is None else value & 255

    def raw(self, place: Value) -> int | None:
        p = self.check(place)
        return p.object.cells[p.offset]

    def set(self, name: str, value: Value) -> None:
        frame = self.frames[-1].values
        (frame if name in frame else self.globals)[name] = value

    # statements

    def body(self, body: S.Body) -> None:
        for statement in body:
            self.here = statement
            self.steps += 1
            if self.steps > 5_000:
                raise TooLargeError
            self.step(statement)

    def step(self, s: S.Stmt) -> None:
        match s:
            case S.Set(name, value):
                self.set(name, self.value(value))
            case S.Put(pointer, index, value):
                number = self.number(value)
                self.store(self.at(pointer, index), number)
            case S.Input(name, count, _):
                choice = self.choose(count)
                self.inputs.append(choice)
                self.set(name, choice)
            case S.If(cond, then, other, _):
                self.body(then if self.value(cond) else other)
            case S.Repeat(name, rounds, body, _):
                self.repeat(s, name, rounds, body)
            case S.Unknown(body):
                rounds = self.choose(SETTLED_CHOICES)
                for _ in range(rounds):
                    self.inputs.append(1)
                    self.body(body)
                self.inputs.append(0)
            case S.Noise():
                pass
            case S.Allocate(name, how, size):
                self.set(name, Pointer(self.allocate(how, self.number(size)), 0))
            case S.Reallocate(name, pointer, size):
                self.set(name, self.reallocate(self.value(pointer), self.number(size)))
            case S.Free(pointer):
                self.free(self.value(pointer))
            case S.Fill(pointer, value, count):
                base, byte = self.value(pointer), self.number(value)
                for place in self.range(base, self.number(count)):
                    self.store(place, byte)
            case S.Copy(to, source, count):
                self.copy(self.value(to), self.value(source), self.number(count))
            case S.Length(name, pointer):
                self.set(name, self.length(self.value(pointer)))
            case S.Symbolic(pointer, count, _):
                self.native = False
                for place in self.range(self.value(pointer), count):
                    self.store(place, None)
            case S.Error():
                raise Ended("unreach-call", s)
            case S.Assert(cond):
                if not self.value(cond):
                    raise Ended("assert", s)
            case S.Divide(name, left, right):
                a, b = self.number(left), self.number(right)
                if b == 0:
                    raise Ended("division-by-zero", s)
                self.set(name, int(a / b))
            case S.Call(name, function, arguments):
                self.enter(s, name, function, arguments)
            case S.Return(value):
                raise Returned(0 if value is None else self.value(value))
            case S.Mark(number):
                self.marks.add(number)

    def repeat(self, s: S.Repeat, name: str, rounds: S.Expr, body: S.Body) -> None:
        i = 0
        while True:
            self.set(name, i)
            self.here = s
            if i >= self.number(rounds):
                return
            self.body(body)
            i += 1

    def enter(self, s: S.Stmt, name: str | None, function: S.Expr, arguments: tuple[S.Expr, ...]) -> None:
        target = self.value(function)
        given = tuple(self.value(a) for a in arguments)
        if not isinstance(target, S.Func):
            raise Ended("valid-deref", s)
        result = self.call(self.functions[target.name], given)
        if name is not None:
            self.set(name, result)

    def range(self, base: Value, count: int) -> list[Value]:
        """The places of a block, the whole of which is checked first."""
        if count < 0:
            raise Ended("valid-deref", self.here)
        if not isinstance(base, Pointer):
            if count:
                raise Ended("valid-deref", self.here)
            return []
        places: list[Value] = [Pointer(base.object, base.offset + i) for i in range(count)]
        for place in places:
            self.check(place)
        return places

    def copy(self, to: Value, source: Value, count: int) -> None:
        bytes_ = [self.raw(place) for place in self.range(source, count)]
        for place, byte in zip(self.range(to, count), bytes_, strict=True):
            self.store(place, byte)

    def length(self, p: Value) -> int:
        count = 0
        if not isinstance(p, Pointer):
            raise Ended("valid-deref", self.here)
        while self.load(Pointer(p.object, p.offset + count)):
            count += 1
        return count

    def allocate(self, how: str, size: int) -> Object:
        made = Object(size, "stack" if how == "alloca" else "heap", [0 if how == "calloc" else None] * size)
        if how == "alloca":
            made.untracked = True
            self.frames[-1].owned.append(made)
        else:
            self.heap.append(made)
        return made

    def free(self, p: Value) -> None:
        if p is None:
            return
        if not isinstance(p, Pointer) or p.offset or p.object.region != "heap" or not p.object.alive:
            raise Ended("valid-free", self.here)
        p.object.alive = False

    def reallocate(self, p: Value, size: int) -> Pointer:
        cells = list(p.object.cells) if isinstance(p, Pointer) else []
        self.free(p)
        made = self.allocate("malloc", size)
        made.cells[: len(cells)] = cells[:size]
        return Pointer(made, 0)


SETTLED_CHOICES = S.SETTLED + 1
OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "<": lambda a, b: int(a < b),
    ">=": lambda a, b: int(a >= b),
}


def _initial(kind: S.Type) -> Value:
    return 0 if kind == "int" else None
