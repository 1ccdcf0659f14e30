"""What values within a loop are, in terms of the variables at its head.

Only guesses are made of it: where a variable has several values some of them may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs.certificate import Cell
from antumbra.records import dataclass
from antumbra.terms import Term

#: values that a variable may have, and how far back they are looked for
MOST_VALUES = 4
DEEPEST = 24


@dataclass(frozen=True, slots=True)
class Access:
    """A load or store in a block; ``value`` is what is stored."""

    label: str
    address: Term
    width: int
    value: Term | None
    target: Term | None


class Text:
    """A procedure: who gives its variables their values."""

    def __init__(self, procedure: P.Procedure) -> None:
        self.procedure = procedure
        self.graph = FlowGraph(procedure)
        self.given: dict[Term, list[tuple[str, Term | P.Load | None]]] = {}
        self.accesses: list[Access] = []
        #: addresses that are compared: the commands' arguments
        self.compared: list[tuple[str, Term, Term]] = []
        self.pointers: set[Term] = set()
        for kind, parameter in zip(procedure.kinds, procedure.parameters, strict=False):
            if kind == "p":
                self.pointers.add(parameter)
        for label, block in procedure.blocks.items():
            for command in block.commands:
                self._note(label, command)

    def _note(self, label: str, command: P.Command) -> None:
        match command:
            case P.Assign():
                for target, value in zip(command.targets, command.values, strict=True):
                    self.given.setdefault(target, []).append((label, value))
            case P.Load():
                self.given.setdefault(command.target, []).append((label, command))
                width = command.target.sort.width // 8
                self.accesses.append(Access(label, command.address, width, None, command.target))
            case P.Store():
                self.accesses.append(Access(label, command.address, command.value.sort.width // 8, command.value, None))
            case P.Havoc():
                self.given.setdefault(command.target, []).append((label, None))
            case P.Alloc():
                self.given.setdefault(command.target, []).append((label, None))
                self.pointers.add(command.target)
            case P.Call() | P.Builtin():
                for target in command.targets:
                    self.given.setdefault(target, []).append((label, None))
                if isinstance(command, P.Builtin) and command.name in ("same_address", "below"):
                    self.compared.append((label, command.arguments[0], command.arguments[1]))
            case _:
                pass

    def terms(self) -> Iterator[tuple[str, Term]]:
        """Terms that may compare something, with their blocks."""
        for label, block in self.procedure.blocks.items():
            for command in block.commands:
                match command:
                    case P.Assign():
                        yield from ((label, value) for value in command.values)
                    case P.Assume() | P.Assert():
                        yield label, command.condition
                    case _:
                        pass
            if isinstance(block.terminator, P.Branch):
                yield label, block.terminator.condition


class Unfolding:
    """Of one loop. ``cells``: what was loaded, as a variable."""

    def __init__(self, text: Text, head: str) -> None:
        self.text = text
        self.head = head
        forest = text.graph.loops
        self.body = frozenset(forest.loop(head).body)
        self._inner = [
            frozenset(forest.loop(other).body) for other in forest.heads if other in self.body and other != head
        ]
        #: variables that differ from round to round
        self.moving = [
            x
            for x, given in text.given.items()
            if any(label in self.body for label, _ in given) and self._from_outside(x, given)
        ]
        self.cells: dict[Term, Cell] = {}
        self._loaded: dict[tuple[Term, int], Term] = {}
        self._known: dict[Term, list[Term]] = {}
        self._open: set[Term] = set()

    def _from_outside(self, x: Term, given: list[tuple[str, Term | P.Load | None]]) -> bool:
        return x in self.text.procedure.parameters or any(label not in self.body for label, _ in given)

    def values(self, term: Term) -> list[Term]:
        """What a term may be, over variables at the head and ``cells``; none if that is not known."""
        free = sorted(T.free_variables(term), key=lambda v: v.id)
        ways = [self._of(x) for x in free]
        found: dict[Term, None] = {}
        for way in product(*ways):
            found[T.substitute(term, dict(zip(free, way, strict=True)))] = None
            if len(found) >= MOST_VALUES:
                break
        return list(found)

    def _of(self, x: Term) -> list[Term]:
        known = self._known.get(x)
        if known is not None:
            return known
        given = self.text.given.get(x, [])
        inside = [each for each in given if each[0] in self.body]
        if not inside or len(inside) < len(given) or x in self.text.procedure.parameters:
            return [x]
        if x in self._open or len(self._open) > DEEPEST:
            return []
        for body in self._inner:  # what an inner loop begins with
            begun = [each for each in inside if each[0] not in body]
            inside = begun or inside
        self._open.add(x)
        found: dict[Term, None] = {}
        for _, value in inside:
            found.update(dict.fromkeys(self._given(value)))
        self._open.discard(x)
        self._known[x] = list(found)[:MOST_VALUES]
        return self._known[x]

    def _given(self, value: Term | P.Load | None) -> list[Term]:
        if value is None:
            return []
        if isinstance(value, P.Load):
            return [self._cell(address, value.target.sort) for address in self.values(value.address)]
        return self.values(value)

    def _cell(self, address: Term, sort: T.Sort) -> Term:
        made = self._loaded.get((address, sort.width))
        if made is None:
            made = T.var(f"cell {len(self._loaded)} of {self.head}", sort)
            self._loaded[address, sort.width] = made
            self.cells[made] = Cell(made, address, sort.width // 8)
        return made

    def next(self, x: Term) -> list[Term]:
        """What a moving variable becomes in a round."""
        found: dict[Term, None] = {}
        for label, value in self.text.given.get(x, []):
            if label in self.body:
                found.update(dict.fromkeys(self._given(value)))
        return list(found)[:MOST_VALUES]

    def step(self, x: Term) -> int | None:
        """By how much it grows where it does, if that is always the same."""
        steps = {T.bvsub(value, x) for value in self.next(x)} if x.sort.kind == "bv" else set[Term]()
        numbers = {_signed(step) for step in steps if step.op is T.CONST and step.data}
        return numbers.pop() if len(numbers) == 1 and all(step.op is T.CONST for step in steps) else None

    def always_steps(self, x: Term) -> bool:
        return all(T.bvsub(value, x).op is T.CONST and value is not x for value in self.next(x))

    def begins(self, x: Term) -> list[Term]:
        """What a moving variable is before the first round, if that is a number."""
        given = [value for label, value in self.text.given.get(x, []) if label not in self.body]
        return [value for value in given if isinstance(value, T.Term) and value.op is T.CONST]


def _signed(number: Term) -> int:
    half = 1 << (number.sort.width - 1)
    return number.data - 2 * half if number.data >= half else number.data
