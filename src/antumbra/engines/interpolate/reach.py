"""Which blocks can lead to an open target."""

from __future__ import annotations

from collections.abc import Collection

from antumbra import terms as T
from antumbra.engines.interpolate.trace import Place
from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.semantics.flow import successors


class Reach:
    """Over the whole program, calls and returns included, without telling call sites apart.

    A target is a block that is to be reached, one with a command that can violate one of the checks, or one whose
    behaviour can be undefined or unsupported: a state is only covered if it reaches none of these either.
    """

    def __init__(self, program: P.Program, checks: frozenset[str], targets: Collection[TargetPlace] = ()) -> None:
        self._checks = checks
        self._sources: dict[Place, list[Place]] = {}
        #: what makes a block a target: assertions by check and place, targets of the user, or always
        self._reasons: dict[Place, set[object]] = {}
        returns: dict[str, list[Place]] = {}
        sites: dict[str, list[Place]] = {}
        address_taken = [name for name in program.functions.values() if name in program.procedures]
        for name, procedure in program.procedures.items():
            for label, block in procedure.blocks.items():
                place = (name, label)
                for following in successors(block.terminator):
                    self._sources.setdefault((name, following), []).append(place)
                if isinstance(block.terminator, P.Stop) and block.terminator.end in (
                    P.End.UNSUPPORTED,
                    P.End.UNDEFINED,
                ):
                    self._add(place, None)
                if isinstance(block.terminator, P.Return):
                    returns.setdefault(name, []).append(place)
                for command in block.commands:
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

    def _command(self, place: Place, command: P.Command) -> None:
        """Can it fail?"""
        if isinstance(command, P.Assert):
            if command.check in self._checks:
                self._add(place, (command.check, command.location))
            elif command.check not in P.DEFINED_OTHERWISE:
                self._add(place, None)
        elif isinstance(command, P.Load | P.Store):
            if command.address.op is not T.CONST:
                self._add(place, None)
        elif isinstance(command, P.Free | P.Copy | P.Fill | P.Builtin):
            self._add(place, None)

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
