"""Which blocks can lead to an open target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import assert_never

from antumbra import terms as T
from antumbra.engines.backward.steps import Place
from antumbra.engines.standing import Standing
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.semantics.compiling.flow import defined, successors
from antumbra.semantics.memory.leaks import LEAKS
from antumbra.semantics.memory.lifetimes import largest
from antumbra.terms import Term


class Reach:
    """Over the whole program, calls and returns included, without telling call sites apart.

    A target is a block that is to be reached, one with a command that can violate one of the checks, or one whose
    behaviour can be undefined or unsupported: a state is only covered if it reaches none of these either.
    """

    def __init__(self, program: P.Program, checks: frozenset[str], targets: Collection[TargetPlace] = ()) -> None:
        self._checks = checks
        #: where leaks are looked for, every end counts: all returns, since calls are not told apart
        self._ends = bool(checks & LEAKS)
        self._sources: dict[Place, list[Place]] = {}
        #: what makes a block a target: assertions by check and place, targets of the user, or always
        self._reasons: dict[Place, set[object]] = {}
        self._standing = Standing(program)
        self._largest = largest(program.layout.pointer_width)
        returns: dict[str, list[Place]] = {}
        sites: dict[str, list[Place]] = {}
        address_taken = [name for name in program.functions.values() if name in program.procedures]
        for name, procedure in program.procedures.items():
            own = _own_objects(procedure)
            for label, block in procedure.blocks.items():
                place = (name, label)
                for following in successors(block.terminator):
                    self._sources.setdefault((name, following), []).append(place)
                if isinstance(block.terminator, P.Return):
                    returns.setdefault(name, []).append(place)
                self._terminator(place, block.terminator)
                for command in block.commands:
                    if isinstance(command, P.Builtin) and command.name in P.LIFE and command.arguments[0] in own:
                        continue
                    if isinstance(command, P.Call):
                        callees = [command.callee] if isinstance(command.callee, str) else address_taken
                        for callee in callees:
                            entry = (callee, next(iter(program.procedures[callee].blocks)))
                            self._sources.setdefault(entry, []).append(place)
                            sites.setdefault(callee, []).append(place)
                    self._command(place, command)
        for callee, callers in sites.items():
            # after the call the caller's block goes on: its returns lead where the block leads
            for caller in callers:
                self._sources.setdefault(caller, []).extend(returns.get(callee, ()))
        for target in targets:
            for place in target.blocks:
                self._add(place, target)
        self._leading = self._backwards()

    def _add(self, place: Place, reason: object) -> None:
        self._reasons.setdefault(place, set()).add(reason)

    def _terminator(self, place: Place, terminator: P.Terminator) -> None:
        """Can an execution end badly there?"""
        match terminator:
            case P.Stop():
                if terminator.end in (P.End.UNSUPPORTED, P.End.UNDEFINED):
                    self._add(place, None)
                elif terminator.end is P.End.EXIT and self._ends:
                    self._add(place, LEAKS)
            case P.Return():
                if self._ends:
                    self._add(place, LEAKS)
            case P.Goto() | P.Branch() | P.Switch():
                pass
            case _:
                assert_never(terminator)

    def _command(self, place: Place, command: P.Command) -> None:
        """Can it fail, or be something that is not supported?"""
        match command:
            case P.Assert():
                if command.check in self._checks:
                    self._add(place, (command.check, command.location))
                elif command.check not in P.DEFINED_OTHERWISE:
                    self._add(place, None)
            case P.Load():
                if not self._standing.has(command.address, command.target.width // 8, write=False):
                    self._add(place, None)
            case P.Store():
                if not self._standing.has(command.address, command.value.width // 8, write=True):
                    self._add(place, None)
            case P.Alloc():
                # on the heap there is no room, but on the stack that is no defined behaviour
                known = command.size.op is T.CONST and command.size.data <= self._largest
                if command.region is not P.Region.HEAP and not known:
                    self._add(place, None)
            case P.Call():
                if not isinstance(command.callee, str):
                    self._add(place, None)
            case P.Builtin() if command.name in P.OVERLAPS:
                pass
            case P.Free() | P.Copy() | P.Fill() | P.Builtin():
                self._add(place, None)
            case P.Assign() | P.Assume() | P.Havoc():
                pass
            case _:
                assert_never(command)

    def _backwards(self) -> set[Place]:
        leading: set[Place] = set()
        work = list(self._reasons)
        while work:
            place = work.pop()
            if place not in leading:
                leading.add(place)
                work.extend(self._sources.get(place, ()))
        return leading

    def leads_to_target(self, place: Place) -> bool:
        return place in self._leading

    def close_check(self, check: str, location: Location | None) -> None:
        """A violation there is known."""
        self._close({(check, location)})

    def close_blocks(self, targets: Collection[TargetPlace]) -> None:
        """These have been reached."""
        self._close(set(targets))

    def _close(self, known: set[object]) -> None:
        for place in list(self._reasons):
            self._reasons[place] -= known
            if not self._reasons[place]:
                del self._reasons[place]
        self._leading = self._backwards()


def _own_objects(procedure: P.Procedure) -> frozenset[Term]:
    """Variables that surely hold a stack object of the call: made in the first block, and never assigned again.

    Nothing can be wrong with beginning or ending its life.
    """
    made: set[Term] = set()
    entry = next(iter(procedure.blocks.values()))
    for command in entry.commands:
        if isinstance(command, P.Builtin) and command.name == "stack_mark":
            break  # what comes next may be gone before the call ends
        if isinstance(command, P.Alloc) and command.region is P.Region.STACK:
            made.add(command.target)
    if not made:
        return frozenset()
    written = Counter(
        x
        for block in procedure.blocks.values()
        for command in block.commands
        if not (isinstance(command, P.Builtin) and command.name in P.LIFE and command.targets == command.arguments)
        for x in defined(command)
    )
    again = any(entry.label in successors(block.terminator) for block in procedure.blocks.values())
    return frozenset() if again else frozenset(x for x in made if written[x] == 1)
