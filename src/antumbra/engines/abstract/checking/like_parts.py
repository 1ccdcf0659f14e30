"""For the independent check of a proof: the symmetry that it uses is there, and how permutations move states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Family, Step, Turn, images, is_turn, well_formed
from antumbra.engines.abstract.checking.rules import Rule
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.proof import Proof
from antumbra.terms import Term

_Value = TypeVar("_Value")


class NotAlike(Exception):  # noqa: N818 - it says what is wrong with a proof
    """The proof uses a symmetry that is not there, and which."""


class Permutation:
    """A permutation of like parts as a map of states."""

    def __init__(self, control: Sequence[Term], data: Sequence[Term], families: Sequence[Family], turn: Turn) -> None:
        names: dict[Term, Term] = {}
        values: dict[Term, dict[int, int]] = {}
        for family, order in zip(families, turn, strict=True):
            names |= family.sources(order)
            values |= family.renamed(order)
        self._control = [(control.index(names.get(v, v)), values.get(v, {})) for v in control]
        self._data = [data.index(names.get(v, v)) for v in data]

    def control(self, control: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(values.get(control[k], control[k]) for k, values in self._control)

    def data(self, row: Sequence[_Value]) -> tuple[_Value, ...]:
        return tuple(row[k] for k in self._data)


class LikeParts:
    """The families of a proof. ``holds`` tells whether a formula holds for all values."""

    def __init__(
        self, control: Sequence[Term], data: Sequence[Term], proof: Proof, holds: Callable[[Term], bool]
    ) -> None:
        self._control = control
        self._data = data
        self._proof = proof
        self._holds = holds
        self._numbers = {p: k for k, p in enumerate(proof.predicates)}
        self._known: dict[Turn, Permutation] = {}
        self._exchanges: dict[tuple[int, int], Callable[[Abstract], Abstract]] = {}
        self.identity = Permutation(control, data, (), ())

    def check(self, rules: Sequence[Rule], location: Term, tick: Callable[[], None]) -> None:
        """Exchanging neighbours maps every rule to a rule, so every permutation does. Raises NotAlike."""
        families, variables = self._proof.families, frozenset((*self._control, *self._data))
        steps = [
            Step((r.source, r.target), r.guard, {v: u for v, u in r.values.items() if v in variables}, r.unknowns)
            for r in rules
        ]
        seen: set[Term] = set()
        for family in families:
            mine = {v for part in family.parts for v in part}
            if not well_formed(family) or not mine <= variables:
                raise NotAlike("the parts of a family do not correspond")
            if any(p not in self._control or p is location for p, _ in family.pointers):
                raise NotAlike("only control variables can name parts")
            mine |= {p for p, _ in family.pointers}
            if mine & seen:
                # Permutations of two families must not get in each other's way.
                raise NotAlike("two families share a variable")
            seen |= mine
            for place in range(len(family.parts) - 1):
                tick()
                if images(steps, family, place, place + 1, self._holds) is None:
                    raise NotAlike("exchanging two parts does not map the program to itself")

    def permutation(self, turn: Turn) -> Permutation:
        found = self._known.get(turn)
        if found is None:
            if not is_turn(self._proof.families, turn):
                raise NotAlike("a step of the exploration is no permutation of like parts")
            found = self._known[turn] = Permutation(self._control, self._data, self._proof.families, turn)
        return found

    def closed(self, state: Abstract) -> bool:
        """Whether the state lies in the orbit of one of the closed set: the proof says which permutations to try.

        Only exchanges of neighbours are used, of which it is known that they map the program to itself, so that
        nothing but the state that they lead to counts.
        """
        closed = self._proof.closed
        if state in closed:
            return True
        if not self._proof.families or not closed:
            return False
        for turn in self._proof.ways(state):
            if not is_turn(self._proof.families, turn):
                raise NotAlike("a way to the closed set is no permutation of like parts")
            if self._turned(state, turn) in closed:
                return True
        return False

    def _turned(self, state: Abstract, turn: Turn) -> Abstract:
        """The parts in that order, by exchanging neighbours."""
        for number, order in enumerate(turn):
            line = list(range(len(order)))
            for place, part in enumerate(order):
                for k in range(line.index(part), place, -1):
                    line[k - 1], line[k] = line[k], line[k - 1]
                    state = self._exchange(number, k - 1)(state)
        return state

    def _exchange(self, number: int, place: int) -> Callable[[Abstract], Abstract]:
        """What exchanging a part of a family with the next one does to abstract states."""
        found = self._exchanges.get((number, place))
        if found is None:
            turn = [tuple(range(len(f.parts))) for f in self._proof.families]
            order = list(turn[number])
            order[place], order[place + 1] = order[place + 1], order[place]
            turn[number] = tuple(order)
            permutation = self.permutation(tuple(turn))
            after = dict(zip(self._data, permutation.data(self._data), strict=True))
            tables = _tables([self._image(T.substitute(p, after)) for p in self._proof.predicates])

            def exchanged(state: Abstract) -> Abstract:
                bits, rest = 0, state.bits
                for table in tables:
                    bits ^= table[rest & 255]
                    rest >>= 8
                return Abstract(permutation.control(state.control), bits)

            found = self._exchanges[number, place] = exchanged
        return found

    def _image(self, instance: Term) -> tuple[int, bool]:
        """Which predicate it is, or the negation of which."""
        for same, sign in ((instance, True), (T.not_(instance), False)):
            if same in self._numbers:
                return self._numbers[same], sign
        for number, predicate in enumerate(self._proof.predicates):
            if T.free_variables(predicate) == T.free_variables(instance):
                if self._holds(T.eq(instance, predicate)):
                    return number, True
                if self._holds(T.eq(instance, T.not_(predicate))):
                    return number, False
        raise NotAlike("the predicates are not closed under exchange of parts")


def _tables(images: Sequence[tuple[int, bool]]) -> list[list[int]]:
    """Predicate k becomes the truth of ``images[k]`` (which, and whether not negated): by bytes of the old truths."""
    to = [0] * len(images)
    flips = 0
    for number, (source, sign) in enumerate(images):
        to[source] |= 1 << number
        flips |= 0 if sign else 1 << number
    tables: list[list[int]] = []
    for start in range(0, max(1, len(images)), 8):
        table = [0]
        for mask in to[start : start + 8]:
            table += [entry ^ mask for entry in table]
        tables.append(table)
    tables[0] = [entry ^ flips for entry in tables[0]]
    return tables
