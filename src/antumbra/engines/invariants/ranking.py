"""Which of the guessed ranks a loop has: those that every way through one round lowers, whatever the values were.

Inner loops, calls, memory and inputs may do anything to what they write. So a rank that stands this decreases in every
execution; where none does, a proof may need more than one round to see it, and the guesses stay guesses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.confirming import Prover
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.program.inverting.guesses import guessed_ranks
from antumbra.program.inverting.measures import Head, Rank, decreases
from antumbra.program.validity.validate import written_variables
from antumbra.records import dataclass, field
from antumbra.terms import Term

#: ways through a round
MOST_WAYS: Final = 32


@dataclass(frozen=True, slots=True)
class Ranks:
    """``shown``: ranks that decrease from any values. ``open``: loops of which none is known, with their guesses."""

    shown: dict[Head, Rank] = field(default_factory=dict[Head, Rank])
    open: dict[Head, list[Rank]] = field(default_factory=dict[Head, list[Rank]])


def ranks_of(program: P.Program, prover: Prover | None = None) -> Ranks:
    """Of every loop that an execution may come to. Nothing of it has to be believed: with_ranks makes it assertions."""
    prover = prover or Prover(steps=40_000)
    result = Ranks()
    for (name, head), guesses in guessed_ranks(program).items():
        ways = list(_ways(program, program.procedures[name], head))
        for rank in guesses:
            if len(ways) <= MOST_WAYS and all(_lowered(rank, way, prover) for way in ways):
                result.shown[name, head] = rank
                break
        else:
            result.open[name, head] = guesses
    return result


def _lowered(rank: Rank, way: _Way, prover: Prover) -> bool:
    after = tuple(T.substitute(t, {v: way.values[v] for v in T.free_variables(t) if v in way.values}) for t in rank)
    return prover.certain(way.conditions, decreases(after, rank))


@dataclass(frozen=True, slots=True)
class _Way:
    label: str
    values: dict[Term, Term]
    conditions: tuple[Term, ...]


def _ways(program: P.Program, procedure: P.Procedure, head: str) -> Iterator[_Way]:
    """The ways from the head to the head again, one more than are looked at if there are many."""
    flow = FlowGraph(procedure)
    body = set(flow.loops.loop(head).body)
    numbers = count()
    found = 0
    work = [_Way(head, {}, ())]
    while work and found <= MOST_WAYS:
        way = work.pop()
        values, conditions = dict(way.values), list(way.conditions)
        if way.label != head and way.label in flow.loop_heads:
            for label in flow.loops.loop(way.label).body:
                for command in procedure.blocks[label].commands:
                    _forget(values, _may_write(program, command), numbers)
        for command in procedure.blocks[way.label].commands:
            match command:
                case P.Assign(targets, given):
                    values.update(zip(targets, [_value(values, term) for term in given], strict=True))
                case P.Assume(condition) | P.Assert(condition):
                    # an assertion that fails and lets the execution go on would be another way: it is not assumed
                    if isinstance(command, P.Assume) or command.check not in P.DEFINED_OTHERWISE:
                        conditions.append(_value(values, condition))
                case _:
                    _forget(values, _may_write(program, command), numbers)
        for label, condition in _next(procedure.blocks[way.label].terminator, values):
            if label == head:
                found += 1
                yield _Way(label, values, (*conditions, condition))
            elif label in body and not (label in flow.loop_heads and way.label in flow.loops.loop(label).body):
                # back to an inner head: what all of its rounds may do is done already
                work.append(_Way(label, values, (*conditions, condition)))


def _next(terminator: P.Terminator, values: dict[Term, Term]) -> Iterator[tuple[str, Term]]:
    match terminator:
        case P.Branch(condition, then, otherwise):
            value = _value(values, condition)
            yield then, value
            yield otherwise, T.not_(value)
        case _:
            yield from ((label, T.TRUE) for label in targets_of(terminator))


def _value(values: dict[Term, Term], term: Term) -> Term:
    own = {v: values[v] for v in T.free_variables(term) if v in values}
    return T.substitute(term, own) if own else term


def _may_write(program: P.Program, command: P.Command) -> list[Term]:
    written = list(written_variables(command))
    return [*written, *program.variables] if isinstance(command, P.Call) else written


def _forget(values: dict[Term, Term], written: list[Term], numbers: Iterator[int]) -> None:
    for variable in written:
        values[variable] = T.var(f"any {next(numbers)}", variable.sort)
