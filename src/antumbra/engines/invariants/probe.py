"""One symbolic round of a loop: what guesses are made from, and the names that they use."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.semantics.runtime import to_term
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


class Probe(Protocol):
    """``entry``: values before the first round. ``changing``: location → the unknown it holds when a round begins.
    ``samples``: the states that came back."""

    entry: Environment
    changing: dict[Term, Term]
    samples: list[Sample]

    def condition(self, guess: Term, values: Environment) -> Term:
        """A guess as a condition on inputs, in a state with these values."""
        ...


def same_value(one: Any, other: Any) -> bool:
    """Are two run-time values the same, whatever the inputs?"""
    if one is other:
        return True
    if isinstance(one, Term) or isinstance(other, Term):
        return False
    return type(one) is type(other) and isinstance(one, int) and one == other


def drop_unchanged(probe: Probe, always: Container[Term]) -> None:
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
