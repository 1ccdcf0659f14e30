"""What a Boogie program takes for granted: the rows of the table of assumptions that apply to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from antumbra import terms as T
from antumbra.frontends.boogie.translating.world import World
from antumbra.program import model as P
from antumbra.program.assumptions import Assumption, assume
from antumbra.program.graphs.flow import FlowGraph

#: rows that only need the names of what they are about
_NAMED = ("entry-requires", "axioms", "specifications", "free-contracts")


def granted(world: World, procedures: Mapping[str, P.Procedure]) -> Iterator[Assumption]:
    for row in _NAMED:
        if names := world.granted.get(row):
            yield assume(row, names)
    if places := _assumed(procedures, world.granted.get("assumed", {})):
        yield assume("assumed", places)
    for value in dict.fromkeys(world.candidates.values()):
        yield assume("existential", value=str(value.data).lower(), word="on" if value is T.TRUE else "off")
    for text in world.granted.get("trusted", ()):
        yield assume("trusted", (text,))


def _assumed(procedures: Mapping[str, P.Procedure], written: Mapping[str, None]) -> dict[str, None]:
    """Assume statements, but for those that are one side of a branch: the other side is checked, too."""
    found: dict[str, None] = {}
    for procedure in procedures.values():
        before: dict[str, tuple[str, ...]] | None = None
        for label, block in procedure.blocks.items():
            for number, command in enumerate(block.commands):
                if not isinstance(command, P.Assume) or command.condition is T.TRUE or command.location is None:
                    continue
                place = f"line {command.location.line}"
                if place not in written:
                    continue
                if number == 0:
                    before = before if before is not None else FlowGraph(procedure).predecessors
                    sources = before.get(label, ())
                    if sources and all(isinstance(procedure.blocks[s].terminator, P.Branch) for s in sources):
                        continue
                found[place] = None
    return found
