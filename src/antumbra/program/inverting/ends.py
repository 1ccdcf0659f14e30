"""The inverted program: a failure ends an execution quietly, and whatever else ends one violates a check.

An execution of the original fails, ends without a failure, or runs for ever. The inverted program is safe if and only
if none ends without a failure; that one runs for ever is for ``measures`` to exclude.

====================================================  ===============================================================
in the original                                       in the inverted program
====================================================  ===============================================================
an assertion of the property                          an assumption
an assertion that nobody asks for                     nothing if it is in DEFINED_OTHERWISE, else what it was: undefined
                                                      behaviour, which forbids the proof
an implicit check (IMPLICIT: accesses, ``free``)      what it was: whoever runs the program takes it for a quiet end
                                                      (``quiet``; engines: ``close``; ``proofs.Question.quiet``)
an assumption                                         an assertion of ENDED: an input that breaks it does not fail
return from the entry, ``exit``, ``abort``, silent    an assertion of ENDED that fails
undefined behaviour reached                           quiet if the property asks for it, else what it was
unsupported, a bound                                  what it was
a choice between ways that all begin with an          an assertion of ENDED that there is a way, and the choice: a way
assumption                                            whose assumption is false does not exist
====================================================  ===============================================================

Values that are no inputs (uninitialised memory, addresses, choices) are nondeterminism in both: every execution of an
input must fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh
from antumbra.program.graphs.flow import targets_of
from antumbra.program.source import Location
from antumbra.records import dataclass, replace
from antumbra.terms import Term

#: the check that an end without a failure violates. The inverted program has no other assertion of it
ENDED: Final = "unreach-call"
#: checks that commands make without an assertion
IMPLICIT: Final = frozenset({"valid-deref", "valid-free", "def-behavior"})
#: checks of heap objects in the end
_LEAKS: Final = frozenset({"valid-memtrack", "valid-memcleanup"})


class NotInverted(Exception):  # noqa: N818 - not an error: nothing is proved about this program in this way
    """What ends without a failure cannot be told in the program form."""

    def __init__(self, reason: str, location: Location | None = None) -> None:
        super().__init__(f"{reason} at {location}" if location else reason)
        self.reason = reason
        self.location = location


@dataclass(frozen=True, slots=True)
class Inverted:
    """``checks`` are to be asked of ``program``. A violation of one of ``quiet`` is a failure of the original and ends
    an execution quietly; a violation of ENDED, and only that, is an execution that does not fail. Undefined behaviour
    outside ``checks``, and whatever else is not analysed, forbids the proof as ever."""

    program: P.Program
    checks: frozenset[str]
    quiet: frozenset[str]


def inverted(program: P.Program, checks: frozenset[str]) -> Inverted:
    """The program turned around, for a property of these checks. Raises NotInverted with a reason."""
    quiet = checks & IMPLICIT
    if checks & _LEAKS:
        _refuse_heap(program)
    called = _called(program)
    procedures = {name: _Inverter(p, checks, ends=False).procedure() for name, p in program.procedures.items()}
    entry = program.procedures[program.entry]
    name = program.entry
    if name in called:
        # its returns are ends only in the outermost call
        name = Fresh(program.procedures)(f"{name} @outermost")
    procedures[name] = replace(_Inverter(entry, checks, ends=True).procedure(), name=name)
    return Inverted(replace(program, procedures=procedures, entry=name), quiet | {ENDED}, quiet)


def _refuse_heap(program: P.Program) -> None:
    """Whether an end leaks is told by engines only where the program ends."""
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            for command in block.commands:
                if isinstance(command, P.Alloc) and command.region is P.Region.HEAP:
                    raise NotInverted("whether heap objects are left in the end", command.location)


def _called(program: P.Program) -> set[str]:
    """Procedures that may be called by others."""
    found = set(program.functions.values())
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            found.update(c.callee for c in block.commands if isinstance(c, P.Call) and isinstance(c.callee, str))
    return found


class _Inverter:
    def __init__(self, procedure: P.Procedure, checks: frozenset[str], *, ends: bool) -> None:
        self._old = procedure
        self._checks = checks
        self._ends = ends
        self._fresh = Fresh(procedure.blocks)
        self._edges: dict[str, P.Block] = {}

    def procedure(self) -> P.Procedure:
        blocks = {label: self._block(block) for label, block in self._old.blocks.items()}
        return replace(self._old, blocks={**blocks, **self._edges})

    def _block(self, block: P.Block) -> P.Block:
        commands = [made for command in block.commands for made in self._command(command)]
        terminator = self._terminator(block.terminator, commands)
        return P.Block(block.label, commands, terminator)

    def _command(self, command: P.Command) -> Iterator[P.Command]:
        match command:
            case P.Assume(condition, location):
                yield P.Assert(condition, ENDED, "an assumption is false", location)
            case P.Assert(condition, check, _, location) if check in self._checks:
                yield P.Assume(condition, location)
            case P.Assert(_, check) if check in P.DEFINED_OTHERWISE:
                return
            case _:
                yield command

    def _terminator(self, node: P.Terminator, commands: list[P.Command]) -> P.Terminator:
        match node:
            case P.Goto():
                return self._choice(node, commands)
            case P.Branch() | P.Switch():
                return node
            case P.Return(_, location):
                if self._ends:
                    commands.append(P.Assert(T.FALSE, ENDED, "the program returns", location))
                return node
            case P.Stop(end, _, location):
                match end:
                    case P.End.EXIT | P.End.ABORT | P.End.SILENT:
                        commands.append(P.Assert(T.FALSE, ENDED, f"the program ends ({end.value})", location))
                    case P.End.UNDEFINED:
                        if "def-behavior" in self._checks:
                            commands.append(P.Assume(T.FALSE, location))
                            return P.Stop(P.End.SILENT, location=location)
                    case P.End.UNSUPPORTED | P.End.BOUND:
                        pass
                return node

    def _choice(self, node: P.Goto, commands: list[P.Command]) -> P.Goto:
        """A way whose first assumption is false does not exist, if another does: it is a guard, and no rejection."""
        targets = targets_of(node)
        if len(targets) == 1:
            return node
        guards = [self._guard(label) for label in targets]
        if all(guard is None for guard in guards):
            return node
        found = [guard for guard in guards if guard is not None]
        if len(found) < len(guards):
            raise NotInverted("a choice of which only some ways begin with an assumption", node.location)
        commands.append(P.Assert(T.or_(*found), ENDED, "no way to go on", node.location))
        ways: list[str] = []
        for label, guard in zip(targets, found, strict=True):
            way = self._fresh(f"to {label}")
            self._edges[way] = P.Block(way, [P.Assume(guard, node.location)], P.Goto((label,), node.location))
            ways.append(way)
        return replace(node, targets=tuple(ways))

    def _guard(self, label: str) -> Term | None:
        first = next(iter(self._old.blocks[label].commands), None)
        return first.condition if isinstance(first, P.Assume) else None
