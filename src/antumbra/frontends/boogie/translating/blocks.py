"""Blocks under construction."""

from __future__ import annotations

from antumbra.program import model as P


class BlockBuilder:
    """One block is open at a time; ``end`` closes it. Labels made here start with ``@``, as no name of a program.

    Where nothing can be reached commands are dropped.
    """

    def __init__(self) -> None:
        self._blocks: dict[str, P.Block] = {}
        self._label: str | None = None
        self._numbers: dict[str, int] = {}
        self.commands: list[P.Command] = []

    @property
    def open(self) -> bool:
        return self._label is not None

    @property
    def position(self) -> tuple[str, int]:
        """The open block, and how many commands it has."""
        return self._label or "", len(self.commands)

    def fresh(self, name: str) -> str:
        self._numbers[name] = self._numbers.get(name, 0) + 1
        return f"@{name}{self._numbers[name]}"

    def start(self, label: str) -> None:
        if self._label is not None:
            self.end(P.Goto((label,)))
        self._label = label if label not in self._blocks else f"{label}@"
        self.commands = []

    def add(self, command: P.Command) -> None:
        self.commands.append(command)

    def end(self, terminator: P.Terminator) -> None:
        if self._label is None:
            return
        self._blocks[self._label] = P.Block(self._label, self.commands, terminator)
        self._label = None

    def finish(self) -> dict[str, P.Block]:
        """The blocks that can be reached."""
        blocks = self._blocks
        first = next(iter(blocks))
        seen = {first}
        work = [first]
        while work:
            for target in targets(blocks[work.pop()].terminator):
                if target not in seen:
                    seen.add(target)
                    work.append(target)
        return {label: block for label, block in blocks.items() if label in seen}


def targets(terminator: P.Terminator) -> tuple[str, ...]:
    match terminator:
        case P.Goto():
            return terminator.targets
        case P.Branch():
            return (terminator.then, terminator.otherwise)
        case _:
            return ()
