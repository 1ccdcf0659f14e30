"""A reference interpreter of Programs: real integers, byte memory, one execution.

It is slow and direct on purpose: differential tests compare every other way of executing a program with
this one. Values are Python values as terms have them (bool, unsigned int, float bits).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from antumbra import terms as T
from antumbra.program.model import (
    CHECKS,
    Alloc,
    Assert,
    Assign,
    Assume,
    Branch,
    Builtin,
    Call,
    Command,
    Copy,
    End,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    Procedure,
    Program,
    Region,
    Return,
    Stop,
    Store,
    Switch,
)
from antumbra.program.source import Location
from antumbra.terms import Term

#: a havoc and its target's sort → the value to take
Chooser = Callable[[Havoc], Any]


@dataclass(frozen=True)
class Outcome:
    """How the execution ended. ``kind``: returned, stopped, violation, undefined, blocked or too-long."""

    kind: str
    values: tuple[Any, ...] = ()
    end: End | None = None
    check: str = ""
    message: str = ""
    location: Location | None = None


class _Ended(Exception):
    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


@dataclass
class _Object:
    address: int
    data: bytearray
    region: Region
    name: str
    alive: bool = True


@dataclass
class _Frame:
    procedure: Procedure
    values: dict[Term, Any]
    block: str
    at: int = 0
    targets: tuple[Term, ...] = ()
    objects: list[_Object] = field(default_factory=list)


class Memory:
    """Objects on pages of their own, found by address."""

    def __init__(self, program: Program, fill: int) -> None:
        self._page = 1 << program.layout.page_bits
        self._next = program.layout.first_free
        self._fill = fill
        self._starts: list[int] = []
        self._objects: list[_Object] = []
        for static in sorted(program.objects, key=lambda o: o.address):
            data = bytearray([fill if static.unknown else 0]) * static.size
            for offset, width, value in static.cells:
                data[offset : offset + width] = value.to_bytes(width, "little")
            self._add(_Object(static.address, data, static.region, static.name))

    def _add(self, item: _Object) -> _Object:
        self._starts.append(item.address)
        self._objects.append(item)
        return item

    def allocate(self, size: int, region: Region, zeroed: bool, name: str) -> _Object:
        if size > 1 << 28:
            raise _Ended(Outcome("too-long", message="a huge object"))
        item = _Object(self._next, bytearray([0 if zeroed else self._fill]) * size, region, name)
        self._next += (max(size, 1) + self._page - 1) // self._page * self._page + self._page
        return self._add(item)

    @property
    def leaked(self) -> bool:
        """Is there a heap object that nobody has freed?"""
        return any(item.alive and item.region is Region.HEAP for item in self._objects)

    @property
    def next_place(self) -> int:
        return self._next

    def live(self, address: int, alive: bool) -> None:
        """A stack object begins a life, with new bytes, or ends it."""
        item = self.find(address)
        if item is None or item.address != address or item.region is not Region.STACK:
            raise _Ended(Outcome("too-long", message="the scope of something that is no local object"))
        item.alive = alive
        item.data[:] = bytes([self._fill]) * len(item.data)

    def find(self, address: int) -> _Object | None:
        place = bisect_right(self._starts, address) - 1
        return self._objects[place] if place >= 0 else None

    def access(self, address: int, size: int, write: bool, location: Location | None) -> tuple[_Object, int]:
        item = self.find(address)
        inside = item is not None and address + size <= item.address + len(item.data)
        if item is None or not inside or not item.alive or item.region is Region.CODE:
            raise _violation("valid-deref", f"no object of {size} bytes at {address:#x}", location)
        if write and item.region is Region.CONSTANT:
            raise _violation("valid-deref", "a constant is written", location)
        return item, address - item.address

    def read(self, address: int, size: int, location: Location | None) -> bytes:
        if not size:
            return b""
        item, offset = self.access(address, size, False, location)
        return bytes(item.data[offset : offset + size])

    def write(self, address: int, data: bytes, location: Location | None) -> None:
        if data:
            item, offset = self.access(address, len(data), True, location)
            item.data[offset : offset + len(data)] = data


def _violation(check: str, message: str, location: Location | None) -> _Ended:
    return _Ended(Outcome("violation", check=check, message=message, location=location))


class Interpreter:
    """Runs a program once.

    ``checks`` are the properties of the run: others end it as undefined, except overflow, which goes on. ``choose``
    supplies unknown values (default zero); bytes of fresh memory are ``fill``.
    """

    def __init__(
        self,
        program: Program,
        choose: Chooser = lambda havoc: False if havoc.target.sort is T.BOOL else 0,
        checks: frozenset[str] = frozenset(CHECKS) - {"no-overflow"},
        fill: int = 0,
        limit: int = 2_000_000,
    ) -> None:
        self._program = program
        self._choose = choose
        self._checks = checks
        self._limit = limit
        self.memory = Memory(program, fill)
        self.globals: dict[Term, Any] = {}
        for variable, value in program.variables.items():
            self.globals[variable] = 0 if value is None else value.data
        self.trace: list[str] = []
        self._frames: list[_Frame] = []

    def run(self) -> Outcome:
        self._enter(self._program.entry, (), ())
        try:
            for _ in range(self._limit):
                if (values := self._step()) is not None:
                    return Outcome("returned", values)
        except _Ended as ended:
            return ended.outcome
        return Outcome("too-long")

    # ------------------------------------------------------------ steps

    def _enter(self, name: str, arguments: tuple[Any, ...], targets: tuple[Term, ...]) -> None:
        procedure = self._program.procedures[name]
        values = dict(zip(procedure.parameters, arguments, strict=True))
        self._frames.append(_Frame(procedure, values, next(iter(procedure.blocks)), 0, targets))
        self.trace.append(name)

    def _step(self) -> tuple[Any, ...] | None:
        frame = self._frames[-1]
        block = frame.procedure.blocks[frame.block]
        if frame.at < len(block.commands):
            frame.at += 1
            self._command(frame, block.commands[frame.at - 1])
            return None
        frame.at = 0
        match block.terminator:
            case Goto(targets=targets):
                frame.block = targets[0]
            case Branch(condition=condition, then=then, otherwise=otherwise):
                frame.block = then if self._value(frame, condition) else otherwise
            case Switch(value=value, cases=cases, default=default):
                number = self._value(frame, value)
                frame.block = next((label for case, label in cases if case == number), default)
            case Return(values=values):
                return self._leave(frame, tuple(self._value(frame, v) for v in values))
            case Stop(end=end, detail=detail, location=location):
                raise _Ended(Outcome("stopped", end=end, message=detail, location=location))
        return None

    def _leave(self, frame: _Frame, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        for item in frame.objects:
            item.alive = False
        self._frames.pop()
        if not self._frames:
            return values
        if frame.targets:
            for target, value in zip(frame.targets, values, strict=True):
                self._assign(self._frames[-1], target, value)
        return None

    def _value(self, frame: _Frame, term: Term) -> Any:
        if term.op is T.CONST:
            return term.data
        if term.op is T.VAR:
            return self.globals[term] if term in self.globals else frame.values[term]
        names = T.free_variables(term)
        env = {v: self.globals[v] if v in self.globals else frame.values[v] for v in names}
        return T.evaluate(term, env)

    def _assign(self, frame: _Frame, target: Term, value: Any) -> None:
        if target in self.globals:
            self.globals[target] = value
        else:
            frame.values[target] = value

    def _command(self, frame: _Frame, command: Command) -> None:
        def value(term: Term) -> Any:
            return self._value(frame, term)

        match command:
            case Assign(targets=targets, values=terms):
                for target, new in zip(targets, [value(t) for t in terms], strict=True):
                    self._assign(frame, target, new)
            case Assume(condition=condition):
                if not value(condition):
                    raise _Ended(Outcome("blocked", location=command.location))
            case Assert(condition=condition):
                self._assert(command, value(condition))
            case Havoc(target=target):
                self._assign(frame, target, self._choose(command))
            case Call():
                self._call(frame, command)
            case Load(target=target, address=address):
                data = self.memory.read(value(address), target.width // 8, command.location)
                self._assign(frame, target, int.from_bytes(data, "little"))
            case Store(address=address, value=stored):
                data = value(stored).to_bytes(stored.width // 8, "little")
                self.memory.write(value(address), data, command.location)
            case Alloc(target=target, size=size, region=region):
                item = self.memory.allocate(value(size), region, command.zeroed, command.name)
                if region is Region.STACK:
                    frame.objects.append(item)
                self._assign(frame, target, item.address)
            case Free(address=address):
                self._free(value(address), command.location)
            case Copy(destination=destination, source=source, size=size):
                data = self.memory.read(value(source), value(size), command.location)
                self.memory.write(value(destination), data, command.location)
            case Fill(destination=destination, byte=byte, size=size):
                self.memory.write(value(destination), bytes([value(byte)]) * value(size), command.location)
            case Builtin():
                self._builtin(frame, command, [value(a) for a in command.arguments])

    def _assert(self, command: Assert, holds: bool) -> None:
        if holds:
            return
        if command.check in self._checks:
            raise _violation(command.check, command.message, command.location)
        if command.check != "no-overflow":
            raise _Ended(Outcome("undefined", check=command.check, message=command.message, location=command.location))

    def _call(self, frame: _Frame, command: Call) -> None:
        name = command.callee
        if isinstance(name, Term):
            address = self._value(frame, name)
            if address not in self._program.functions:
                raise _violation("valid-deref", f"no function at {address:#x}", command.location)
            name = self._program.functions[address]
        self._enter(name, tuple(self._value(frame, a) for a in command.arguments), command.targets)

    def _free(self, address: int, location: Location | None) -> None:
        if not address:
            return
        item = self.memory.find(address)
        if item is None or item.address != address or item.region is not Region.HEAP or not item.alive:
            raise _violation("valid-free", f"{address:#x} is no live heap object", location)
        item.alive = False

    def _builtin(self, frame: _Frame, command: Builtin, arguments: list[Any]) -> None:
        match command.name:
            case "object_size" | "object_base":
                item = self.memory.find(arguments[0])
                if item is None or not item.alive:
                    raise _violation("valid-deref", "no object", command.location)
                answer = len(item.data) if command.name == "object_size" else item.address
                self._assign(frame, command.targets[0], answer)
            case "is_symbolic":
                self._assign(frame, command.targets[0], 0)
            case "number_of" | "pointer_of":  # one layout among many: objects lie where we put them
                self._assign(frame, command.targets[0], arguments[0])
            case "same_address":
                self._assign(frame, command.targets[0], arguments[0] == arguments[1])
            case "below":
                self._assign(frame, command.targets[0], arguments[0] < arguments[1])
            case "distance":
                width = command.targets[0].width
                self._assign(frame, command.targets[0], (arguments[0] - arguments[1]) % (1 << width))
            case "overlap" | "overlap_in_part":
                one, size, other, length = arguments
                near = one < other + length and other < one + size and size > 0 and length > 0
                self._assign(frame, command.targets[0], near and (command.name == "overlap" or one != other))
            case "stay":
                pass
            case "begin_life" | "new_life" | "end_life":
                self.memory.live(arguments[0], command.name != "end_life")
                if command.targets:  # a use of a pointer to a former life is not seen
                    self._assign(frame, command.targets[0], arguments[0])
            case "stack_mark":
                self._assign(frame, command.targets[0], self.memory.next_place)
            case "stack_restore":
                for item in frame.objects:
                    item.alive = item.alive and item.address < arguments[0]
            case "check_access":
                self.memory.read(arguments[0], arguments[1], command.location)
            case _:
                pass  # inputs and unknown effects: memory stays as it is
