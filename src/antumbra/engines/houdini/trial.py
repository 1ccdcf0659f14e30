"""A trial: one state for all rounds of a loop. What is unknown in it, what is guessed, and who rests on whom."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from antumbra import terms as T
from antumbra.semantics.runtime import to_term
from antumbra.semantics.state import Frame, State
from antumbra.terms import Term

#: values of a state at the head of a loop, by location
Environment = dict[Term, Any]


def location_of(variable: Term, *, local: bool) -> Term:
    """The name of a variable of the program in guesses: no input, and no variable of a program, is named so."""
    return T.var(f"@{'l' if local else 'g'} {variable.data}", variable.sort)


def at_entry(location: Term) -> Term:
    """The value that a location had before the first round, as a variable of guesses."""
    return T.var(f"@entry {location.data}", location.sort)


@dataclass(frozen=True, slots=True)
class Sample:
    """A state that came back: its values, what its path has assumed since the trial began, and above what flags that
    inner loops change cannot rise."""

    values: Environment
    conditions: tuple[Term, ...]
    bounds: dict[Term, Term]


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


def same_value(one: Any, other: Any) -> bool:
    """Are two run-time values the same, whatever the inputs?"""
    if one is other:
        return True
    if isinstance(one, Term) or isinstance(other, Term):
        return False
    return type(one) is type(other) and isinstance(one, int) and one == other


def drop_unchanged(probe: Trial, always: Container[Term]) -> None:
    """Forget that locations are unknown whose value every round leaves as it was before the loop: the largest set of
    which that can be said, if the others of the set keep theirs. What is in ``always`` is known to change."""
    fixed = {x for x in probe.changing if x not in always}
    before = {x: to_term(value, x.sort) for x, value in probe.entry.items()}
    while True:
        mapping = {probe.changing[x]: before[x] for x in fixed}
        moving = {
            x
            for x in fixed
            for sample in probe.samples
            if T.substitute(to_term(sample.values[x], x.sort), mapping) is not before[x]
        }
        if not moving:
            break
        fixed -= moving

    def settled(term: Term) -> Term:
        return T.substitute(term, mapping)

    for x in fixed:
        del probe.changing[x]
    probe.samples = [
        Sample(
            {x: settled(to_term(value, x.sort)) for x, value in sample.values.items()},
            tuple(settled(c) for c in sample.conditions),
            {flag: settled(above) for flag, above in sample.bounds.items()},
        )
        for sample in probe.samples
    ]
