"""Variables of procedures that may still be read: what another holds does not matter any more."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.program.graphs.flow import targets_of
from antumbra.proofs.state import Frame
from antumbra.records import replace
from antumbra.terms import Term


def written(command: P.Command) -> tuple[Term, ...]:
    """Variables that a command gives values."""
    match command:
        case P.Assign() | P.Call() | P.Builtin():
            return command.targets
        case P.Havoc() | P.Load() | P.Alloc():
            return (command.target,)
        case P.Assume() | P.Assert() | P.Store() | P.Free() | P.Copy() | P.Fill():
            return ()


def _read(node: P.Command | P.Terminator) -> set[Term]:
    """At least the variables that are read."""
    match node:
        case P.Assign():
            terms = node.values
        case P.Call():
            terms = node.arguments if isinstance(node.callee, str) else (node.callee, *node.arguments)
        case P.Builtin():
            terms = node.arguments
        case P.Load():
            terms = (node.address,)
        case P.Alloc():
            terms = (node.size,)
        case P.Havoc():
            terms = ()
        case _:
            terms = operands(node)
    return {v for term in terms for v in T.free_variables(term)}


def _before(commands: list[P.Command], alive: set[Term]) -> set[Term]:
    for command in reversed(commands):
        alive = (alive - set(written(command))) | _read(command)
    return alive


class Living:
    """Answers for the procedures of a program."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, set[Term]]] = {}

    def _entries(self, procedure: P.Procedure) -> dict[str, set[Term]]:
        """Variables that may be read from the beginning of a block on."""
        found = self._known.get(procedure.name)
        if found is None:
            found = {label: set[Term]() for label in procedure.blocks}
            changed = True
            while changed:
                changed = False
                for label in reversed(procedure.blocks):
                    now = _before(procedure.blocks[label].commands, self._after(procedure.blocks[label], found))
                    if len(now) > len(found[label]):
                        found[label] = now
                        changed = True
            self._known[procedure.name] = found
        return found

    @staticmethod
    def _after(block: P.Block, entries: dict[str, set[Term]]) -> set[Term]:
        alive = _read(block.terminator)
        for label in targets_of(block.terminator):
            alive |= entries[label]
        return alive

    def only(self, frame: Frame, *, top: bool) -> Frame:
        """An active procedure with the variables that it may still read. Another than the top one is at a call."""
        entries = self._entries(frame.procedure)
        block = frame.procedure.blocks[frame.label]
        rest = block.commands[frame.index if top else frame.index + 1 :]
        alive = _before(rest, self._after(block, entries))
        return replace(frame, values={x: value for x, value in frame.values.items() if x in alive})
