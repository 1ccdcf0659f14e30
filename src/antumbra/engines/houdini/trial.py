"""A trial: one state for all rounds of a loop. What is unknown in it, what is guessed, and who rests on whom."""

from __future__ import annotations

from typing import Any

from antumbra import terms as T
from antumbra.engines.invariants.probe import Environment, Sample, at_entry, same_value
from antumbra.records import dataclass, field
from antumbra.semantics.runtime import to_term
from antumbra.semantics.state import Frame, State
from antumbra.terms import Term


@dataclass(slots=True, eq=False)
class Trial:
    """``probing``: only to see what a round does; nothing is claimed of such states, so assertions are not asked."""

    region: int
    #: the state before the first round
    before: State
    arguments: tuple[Any, ...]
    entry: Environment
    outer: Trial | None
    probing: bool
    #: location → the unknown it holds
    changing: dict[Term, Term] = field(default_factory=dict[Term, Term])
    #: conditions over locations and their values at entry
    guesses: list[Term] = field(default_factory=list[Term])
    #: conditions of the path when the rounds begin
    depth: int = 0
    samples: list[Sample] = field(default_factory=list[Sample])
    #: locations that turned out to change
    changed: dict[Term, None] = field(default_factory=dict[Term, None])
    #: replaced by another: what rests on it is void
    void: bool = False

    @property
    def silent(self) -> bool:
        """Does this state rest on a probe?"""
        trial: Trial | None = self
        while trial is not None:
            if trial.probing:
                return True
            trial = trial.outer
        return False

    @property
    def lost(self) -> bool:
        """Does this state rest on something that was replaced?"""
        trial: Trial | None = self
        while trial is not None:
            if trial.void:
                return True
            trial = trial.outer
        return False

    def condition(self, guess: Term, values: Environment) -> Term:
        """A guess as a condition on inputs, in a state with these values."""
        mapping: dict[Term, Term] = {}
        for location, value in values.items():
            mapping[location] = to_term(value, location.sort)
        for location, value in self.entry.items():
            mapping[at_entry(location)] = to_term(value, location.sort)
        free = T.free_variables(guess)
        return T.substitute(guess, {v: mapping[v] for v in free if v in mapping})


def same_frames(one: Frame | None, other: Frame | None) -> bool:
    """Are the callers and their saved values the same?"""
    while one is not None and other is not None:
        if one is other:
            return True
        if one[0] != other[0] or len(one[1]) != len(other[1]):
            return False
        if not all(same_value(a, b) for a, b in zip(one[1], other[1], strict=True)):
            return False
        one, other = one[2], other[2]
    return one is other
