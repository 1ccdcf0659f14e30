"""Which systems are finite, and where in a packed state each variable is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.records import dataclass
from antumbra.terms import Term

#: bits of a variable; what has more is no enumeration of values but a number
WIDEST: Final = 16
#: words of a state
MOST_WORDS: Final = 32
#: how large numbers may get between the variables
LARGEST: Final = 1 << 60

#: what there is code for
OPERATIONS: Final = frozenset(
    {
        T.CONST,
        T.VAR,
        T.NOT,
        T.AND,
        T.OR,
        T.ITE,
        T.EQ,
        T.ADD,
        T.SUB,
        T.NEG,
        T.MUL,
        T.MOD,
        T.LT,
        T.LE,
        T.BVULT,
        T.BVULE,
        T.BV2NAT,
        T.INT2BV,
        T.ZERO_EXTEND,
    }
)


class NotFinite(Exception):  # noqa: N818 - it is an answer
    """The states of a system cannot be enumerated, and why."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where a variable is."""

    word: int
    shift: int
    width: int

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1


class Layout:
    """The places of variables in a state: none crosses the border of a word of 64 bits. Raises NotFinite."""

    def __init__(self, variables: Sequence[Term]) -> None:
        self.fields: dict[Term, Field] = {}
        word, used = 0, 0
        for variable in variables:
            width = 1 if variable.sort is T.BOOL else variable.sort.width if variable.sort.kind == "bv" else 0
            if not 0 < width <= WIDEST:
                raise NotFinite(f"{variable.data} has too many values")
            if used + width > 64:
                word, used = word + 1, 0
            self.fields[variable] = Field(word, used, width)
            used += width
        self.words = word + 1
        if self.words > MOST_WORDS:
            raise NotFinite("a state has too many variables")

    def packed(self, values: Mapping[Term, int]) -> tuple[int, ...]:
        words = [0] * self.words
        for variable, field in self.fields.items():
            words[field.word] |= (int(values[variable]) & field.mask) << field.shift
        return tuple(words)

    def values(self, words: Sequence[int]) -> dict[Term, int]:
        return {v: words[f.word] >> f.shift & f.mask for v, f in self.fields.items()}


def finite(system: TransitionSystem) -> Layout:
    """The layout of a system all of whose variables and inputs are finite. Raises NotFinite."""
    layout = Layout((*system.control, *system.data))
    for transition in (*system.initial, *system.transitions):
        if transition.inputs:
            raise NotFinite(f"{transition.name} takes an input")
    terms = [p.good for p in system.properties]
    for transition in system.transitions:
        terms += [transition.guard, *transition.updates.values()]
    within(terms)
    return layout


def within(terms: Iterable[Term]) -> None:
    """Is there code for the terms, and do machine words hold all their numbers? Raises NotFinite."""
    bounds: dict[Term, tuple[int, int]] = {}
    for whole in terms:
        for term in T.subterms(whole):
            if term in bounds:
                continue
            if term.op not in OPERATIONS:
                raise NotFinite(f"there is no code for {term.op.name}")
            low, high = bounds[term] = _bounds(term, [bounds[a] for a in term.args])
            if low < -LARGEST or high > LARGEST:
                raise NotFinite("numbers get too large")


def _bounds(term: Term, args: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Between which numbers the values of a term are."""
    op = term.op
    if op is T.CONST:
        return int(term.data), int(term.data)
    if op is T.ITE:
        return min(args[1][0], args[2][0]), max(args[1][1], args[2][1])
    if op is T.ADD:
        return args[0][0] + args[1][0], args[0][1] + args[1][1]
    if op is T.SUB:
        return args[0][0] - args[1][1], args[0][1] - args[1][0]
    if op is T.NEG:
        return -args[0][1], -args[0][0]
    if op is T.MUL:
        corners = [a * b for a in args[0] for b in args[1]]
        return min(corners), max(corners)
    if op is T.MOD:
        divisor = term.args[1]
        if divisor.op is not T.CONST or int(divisor.data) < 1:
            raise NotFinite("a divisor is no positive number")
        return 0, int(divisor.data) - 1
    if op in (T.BV2NAT, T.ZERO_EXTEND):
        return args[0]
    if term.sort is T.BOOL:
        return 0, 1
    if term.sort.kind == "bv" and term.sort.width <= 62:
        return 0, (1 << term.sort.width) - 1
    raise NotFinite(f"there is no code for values of sort {term.sort!r}")
