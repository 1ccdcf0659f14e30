"""Values that nobody reads: most objects are written first, and what they held before need not be unknown."""

from __future__ import annotations

from collections.abc import Collection

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.program.validity.validate import written_variables
from antumbra.terms import Term


def tidy(blocks: dict[str, P.Block], unknowns: Collection[Term], contents: Collection[Term], shared: set[Term]) -> None:
    """Leave out writes of ``contents`` and ``unknowns`` that are overwritten, or never read, in the same block.

    ``shared``: the contents that calls may read.
    """
    readers: dict[Term, set[str]] = {unknown: set() for unknown in unknowns}
    for label, block in blocks.items():
        for part in (*block.commands, block.terminator):
            for variable in _read(part):
                if variable in readers:
                    readers[variable].add(label)
    for label, block in blocks.items():
        dead = {unknown for unknown, where in readers.items() if where <= {label}}
        dead -= _read(block.terminator)
        kept: list[P.Command] = []
        for command in reversed(block.commands):
            found = _living(command, dead)
            if found is None:
                continue
            kept.append(found)
            dead.update(v for v in written_variables(found) if v in contents or v in readers)
            if isinstance(found, P.Call):
                dead -= shared
            dead -= _read(found)
        block.commands[:] = reversed(kept)


def _living(command: P.Command, dead: set[Term]) -> P.Command | None:
    """A command without what it writes in vain."""
    if isinstance(command, P.Havoc):
        return None if command.target in dead else command
    if isinstance(command, P.Assign) and not dead.isdisjoint(command.targets):
        pairs = [(t, v) for t, v in zip(command.targets, command.values, strict=True) if t not in dead]
        if not pairs:
            return None
        return P.Assign(tuple(t for t, _ in pairs), tuple(v for _, v in pairs), command.location)
    return command


def _read(part: P.Command | P.Terminator) -> set[Term]:
    """The variables that a command reads: what it writes comes first among its terms."""
    written = () if isinstance(part, P.Goto | P.Branch | P.Switch | P.Return | P.Stop) else written_variables(part)
    found: set[Term] = set()
    for term in operands(part)[len(written) :]:
        found |= T.free_variables(term)
    return found
