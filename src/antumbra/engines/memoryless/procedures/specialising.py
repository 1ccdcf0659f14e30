"""Procedures for each object that they are called with: what a call writes is then what its own pointers lead to.

A procedure with a pointer parameter accesses, as far as the points-to analysis knows, all objects that any call hands
over. Where calls hand over different ones, each kind of call gets a copy of the procedure. What a copy calls is judged
anew, until nothing changes: pointers may come through several procedures. A recursive call that hands on what it was
given is one of the copy itself. All of that has a bound; where it ends, calls stay with the procedure for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import is_
from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.pointers.offsets import Offsets
from antumbra.engines.memoryless.pointers.pointsto import PointsTo
from antumbra.engines.memoryless.pointers.sites import Site, Sites
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.records import dataclass, field, replace

#: how many procedures a pointer may come through
MOST_ROUNDS: Final = 6
#: commands of all copies, and of those of one procedure
MOST_COMMANDS: Final = 20_000
MOST_OF_ONE: Final = 6_000

#: what a call hands over: for each argument the objects that it may point to, and where in them
Given = tuple[tuple[tuple[int, Offsets], ...], ...]


@dataclass(slots=True)
class Specialised:
    """``origins``: copy → the procedure that it is a copy of."""

    program: P.Program
    origins: dict[str, str] = field(default_factory=dict[str, str])


def specialised(program: P.Program) -> Specialised:
    """A program that does the same, with more procedures."""
    found = _Specialising(program)
    for _ in range(MOST_ROUNDS):
        if not found.round():
            break
    return found.result()


class _Specialising:
    def __init__(self, program: P.Program) -> None:
        self._original = program
        self.program = program
        self.origins: dict[str, str] = {}
        self._copies: dict[tuple[str, Given], str] = {}
        #: allocation in a copy → the one that it is a copy of: else recursion would hand on ever new objects
        self._made: dict[int, int] = {}
        self._names = Fresh(program.procedures)
        self._left = MOST_COMMANDS
        #: procedures of which there are as many copies as there may be
        self._full: set[str] = set()

    def round(self) -> bool:
        """Whether calls were given procedures of their own."""
        program = self.program
        sites = Sites(program)
        points = PointsTo(program, sites)
        given: dict[int, tuple[str, Given]] = {}
        kinds: dict[str, dict[Given, None]] = {}
        reachable = _reachable(program, (program.entry,), points)
        for name in reachable:
            for command in _calls(program.procedures[name]):
                callee = self._callee(command, points)
                if callee is not None:
                    origin = self.origins.get(callee, callee)
                    handed = tuple(self._identified(points.of(name, a)) for a in command.arguments)
                    given[id(command)] = (origin, handed)
                    kinds.setdefault(origin, {})[handed] = None
        several = [origin for origin, found in kinds.items() if len(found) > 1 and self._worth(origin)]
        procedures = dict(program.procedures)
        for origin in several:
            self._copy(origin, kinds[origin], procedures)
        changed = False
        for name in reachable:
            procedure = self._called(procedures[name], points, given)
            changed |= procedure is not procedures[name]
            procedures[name] = procedure
        changed |= len(procedures) > len(program.procedures)
        self.program = replace(program, procedures=procedures)
        return changed

    def result(self) -> Specialised:
        """Without procedures that nobody calls any more, since every call has a copy, or another one."""
        program = self.program
        called = _reachable(program, (program.entry, *program.functions.values()), None)
        unused = {name for name in (*self.origins, *self.origins.values()) if name not in called}
        kept = {name: procedure for name, procedure in program.procedures.items() if name not in unused}
        origins = {copy: origin for copy, origin in self.origins.items() if copy in kept}
        return Specialised(replace(program, procedures=kept), origins)

    def _callee(self, command: P.Call, points: PointsTo) -> str | None:
        """Who is called, if that is one procedure."""
        if isinstance(command.callee, str):
            return command.callee
        reached = points.reached[id(command)]
        if len(reached) != 1:
            return None
        name = next(iter(reached))
        addresses = [at for at, found in self.program.functions.items() if found == name]
        callee = self.program.procedures[name]
        fits = (
            [a.sort for a in command.arguments] == [p.sort for p in callee.parameters]
            and [t.sort for t in command.targets] == [r.sort for r in callee.results]
            and command.kinds == callee.kinds
        )
        return name if fits and len(addresses) == 1 else None

    def _worth(self, origin: str) -> bool:
        """May copies of a procedure differ?"""
        return origin != self.program.entry and origin not in self._full

    def _copy(self, origin: str, kinds: dict[Given, None], procedures: dict[str, P.Procedure]) -> None:
        procedure = self._original.procedures[origin]
        size = sum(1 + len(block.commands) for block in procedure.blocks.values())
        known = sum(1 for name, _ in self._copies if name == origin)
        new = [handed for handed in kinds if (origin, handed) not in self._copies]
        if size * len(new) > self._left or size * (known + len(new)) > MOST_OF_ONE:
            self._full.add(origin)
            return
        self._left -= size * len(new)
        for handed in new:
            name = self._names(f"{origin} for {known + 1}")
            known += 1
            self._copies[origin, handed] = name
            self.origins[name] = origin
            blocks = {
                label: P.Block(label, [replace(command) for command in block.commands], block.terminator)
                for label, block in procedure.blocks.items()
            }
            procedures[name] = replace(procedure, name=name, blocks=blocks)
            for label, block in procedure.blocks.items():
                pairs = zip(blocks[label].commands, block.commands, strict=True)
                self._made.update((id(new), id(old)) for new, old in pairs if isinstance(new, P.Alloc))

    def _identified(self, targets: dict[Site, Offsets]) -> tuple[tuple[int, Offsets], ...]:
        """What is pointed to, by what stays the same from round to round and from copy to copy."""
        found: dict[int, Offsets] = {}
        for site, offsets in targets.items():
            made = id(site.alloc)
            key = site.static.address if site.static is not None else -self._made.get(made, made)
            found[key] = found[key].joined(offsets) if key in found else offsets
        return tuple(sorted(found.items(), key=lambda pair: pair[0]))

    def _called(self, procedure: P.Procedure, points: PointsTo, given: dict[int, tuple[str, Given]]) -> P.Procedure:
        """A procedure that calls copies."""
        blocks: dict[str, P.Block] = {}
        changed = False
        for label, block in procedure.blocks.items():
            commands = [new for command in block.commands for new in self._command(command, points, given)]
            same = len(commands) == len(block.commands) and all(map(is_, commands, block.commands))
            changed |= not same
            blocks[label] = block if same else P.Block(label, commands, block.terminator)
        return replace(procedure, blocks=blocks) if changed else procedure

    def _command(
        self, command: P.Command, points: PointsTo, given: dict[int, tuple[str, Given]]
    ) -> Iterator[P.Command]:
        if not isinstance(command, P.Call) or id(command) not in given:
            yield command
            return
        key = given[id(command)]
        callee = self._copies.get(key)
        if callee is None or callee == command.callee:
            yield command
            return
        if not isinstance(command.callee, str):
            name = self._callee(command, points)
            address = next(at for at, found in self.program.functions.items() if found == name)
            right = T.eq(command.callee, T.const(address, command.callee.sort))
            message = "call of something that is not a function"
            yield P.Assert(right, "valid-deref", message, command.location)
        yield replace(command, callee=callee, kinds="")


def _calls(procedure: P.Procedure) -> Iterator[P.Call]:
    for block in procedure.blocks.values():
        for command in block.commands:
            if isinstance(command, P.Call):
                yield command


def _reachable(program: P.Program, first: Iterable[str], points: PointsTo | None) -> dict[str, None]:
    """The procedures that calls lead to; with ``points`` those through pointers, too."""
    found = dict.fromkeys(name for name in first if name in program.procedures)
    work = list(found)
    while work:
        for command in _calls(program.procedures[work.pop()]):
            through = () if points is None else points.reached.get(id(command), ())
            for callee in (command.callee,) if isinstance(command.callee, str) else through:
                if callee not in found:
                    found[callee] = None
                    work.append(callee)
    return found
