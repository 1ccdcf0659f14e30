"""Stretches of a procedure: the blocks of a loop, and which of their commands there is machine code for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.algorithms import strongly_connected_components
from antumbra.program.spacing import overlap
from antumbra.records import dataclass
from antumbra.semantics.compiling.flow import successors, used_terms
from antumbra.semantics.compiling.shapes import Shape
from antumbra.semantics.memory.pages import WIDTHS
from antumbra.terms import Term
from antumbra.terms.native.expressions import has_type, is_translated

#: commands of a stretch
LONGEST = 1_500


@dataclass(frozen=True, slots=True)
class Stretch:
    """Blocks of one procedure, all of them on cycles. ``heads``: those that cut every cycle, where it begins first."""

    procedure: str
    blocks: tuple[str, ...]
    heads: tuple[str, ...]
    commands: int


def around(shape: Shape, head: str) -> list[Stretch]:
    """The loops that a head of a loop is in, the outermost first."""
    blocks = shape.procedure.blocks
    inside = set(blocks)
    found: list[Stretch] = []
    while True:
        edges = {
            label: [target for target in successors(blocks[label].terminator) if target in inside]
            for label in blocks
            if label in inside
        }
        component = next((set(part) for part in strongly_connected_components(edges) if head in part), set[str]())
        if len(component) < 2 and head not in edges.get(head, ()):
            return found
        body = tuple(label for label in blocks if label in component)
        first = _first(shape, body)
        heads = (first, *(label for label in body if label in shape.loop_heads and label != first))
        size = sum(len(blocks[label].commands) + 1 for label in body)
        if size <= LONGEST:
            found.append(Stretch(shape.procedure.name, body, heads, size))
        if first == head:
            return found
        inside = component - {first}


def _first(shape: Shape, body: Sequence[str]) -> str:
    """Where a loop is entered; of several such blocks the first."""
    within = set(body)
    for label, block in shape.procedure.blocks.items():
        if label not in within:
            for target in successors(block.terminator):
                if target in within:
                    return target
    return body[0]


def worthwhile(shape: Shape, stretch: Stretch, head: str, translated: Translated) -> bool:
    """Is there a round without a command that is left to Python?"""
    blocks = shape.procedure.blocks
    good = {label for label in stretch.blocks if translated.whole(blocks[label])}
    if head not in good:
        return False
    seen = {head}
    work = [head]
    while work:
        for target in successors(blocks[work.pop()].terminator):
            if target == head:
                return True
            if target in good and target not in seen:
                seen.add(target)
                work.append(target)
    return False


class Translated:
    """Which commands there is code for. ``left``: variables that are no numbers where the code is entered."""

    def __init__(self, shape: Shape, left: Collection[Term] = ()) -> None:
        self._nans = shape.nans
        self._left = left

    def usable(self, term: Term) -> bool:
        """Is there code for a term?"""
        return is_translated(term) and (not self._left or T.free_variables(term).isdisjoint(self._left))

    def target(self, variable: Term) -> bool:
        return has_type(variable.sort) and variable not in self._left

    def whole(self, block: P.Block) -> bool:
        """Is there code for all of a block?"""
        commands = block.commands
        return self.terminator(block.terminator) and all(self.command(commands, i) for i in range(len(commands)))

    def terminator(self, terminator: P.Terminator) -> bool:
        match terminator:
            case P.Goto(targets=targets):
                return len(set(targets)) == 1
            case P.Branch() | P.Switch():
                return all(map(self.usable, used_terms(terminator)))
            case P.Return() | P.Stop():
                return False

    def command(self, commands: Sequence[P.Command], index: int) -> bool:
        command = commands[index]
        match command:
            case P.Assign(targets=targets, values=values):
                if self.nan_before(commands, index) is not None:
                    condition, _, otherwise = values[0].args
                    values = (condition, otherwise)
                return all(map(self.usable, values)) and all(map(self.target, targets))
            case P.Havoc(target=target):
                # the assignment behind it is left to Python together with it
                return target in self._nans and self.command(commands, index + 1)
            case P.Assume(condition=condition) | P.Assert(condition=condition):
                return self.usable(condition)
            case P.Load(target=target, address=address):
                return command.width in WIDTHS and self.usable(address) and self.target(target)
            case P.Store(address=address, value=value):
                return command.width in WIDTHS and self.usable(address) and self.usable(value)
            case P.Builtin(targets=(target,), name=name, arguments=arguments):
                if name in P.RELATIONS:
                    truth = name == "distance" or target.sort is T.BOOL
                    return truth and all(map(self.usable, arguments)) and self.target(target)
                return name in P.OVERLAPS and self.usable(overlap(name, *arguments)) and self.target(target)
            case P.Builtin(name="stay", arguments=arguments):
                return all(map(self.usable, arguments))
            case _:
                return False

    def nan_before(self, commands: Sequence[P.Command], index: int) -> P.Havoc | None:
        """The unknown bits of a NaN that an assignment needs only if there is one."""
        before = commands[index - 1] if index else None
        return before if isinstance(before, P.Havoc) and before.target in self._nans else None
