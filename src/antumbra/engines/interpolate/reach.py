"""Which blocks can lead to an open target."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.interpolate.trace import Place
from antumbra.program import model as P
from antumbra.semantics.flow import successors


class Reach:
    """Over the whole program, calls and returns included, without telling call sites apart.

    A target is a block with a command that can violate one of the checks, or whose behaviour can be undefined or
    unsupported: a state is only covered if it reaches none of these either.
    """

    def __init__(self, program: P.Program, checks: frozenset[str]) -> None:
        self._leading: set[Place] = set()
        sources: dict[Place, list[Place]] = {}
        returns: dict[str, list[Place]] = {}
        sites: dict[str, list[Place]] = {}
        address_taken = [name for name in program.functions.values() if name in program.procedures]
        targets: list[Place] = []
        for name, procedure in program.procedures.items():
            for label, block in procedure.blocks.items():
                place = (name, label)
                for following in successors(block.terminator):
                    sources.setdefault((name, following), []).append(place)
                if isinstance(block.terminator, P.Stop) and block.terminator.end in (
                    P.End.UNSUPPORTED,
                    P.End.UNDEFINED,
                ):
                    targets.append(place)
                if isinstance(block.terminator, P.Return):
                    returns.setdefault(name, []).append(place)
                for command in block.commands:
                    if isinstance(command, P.Call):
                        callees = [command.callee] if isinstance(command.callee, str) else address_taken
                        for callee in callees:
                            entry = (callee, next(iter(program.procedures[callee].blocks)))
                            sources.setdefault(entry, []).append(place)
                            sites.setdefault(callee, []).append(place)
                    if _can_fail(command, checks):
                        targets.append(place)
        for callee, callers in sites.items():
            # after the call the caller's block goes on: its returns lead where the block leads
            for caller in callers:
                sources.setdefault(caller, []).extend(returns.get(callee, ()))
        while targets:
            place = targets.pop()
            if place not in self._leading:
                self._leading.add(place)
                targets.extend(sources.get(place, ()))

    def leads_to_target(self, place: Place) -> bool:
        return place in self._leading


def _can_fail(command: P.Command, checks: frozenset[str]) -> bool:
    if isinstance(command, P.Assert):
        return command.check in checks or command.check not in P.DEFINED_OTHERWISE
    if isinstance(command, P.Load | P.Store):
        return command.address.op is not T.CONST
    return isinstance(command, P.Free | P.Copy | P.Fill | P.Builtin)
