"""Transitions as blocks: one for each element that an index may mean, and for each new value of a finite variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra import terms as T
from antumbra.frontends.guarded.cases import MOST_CASES, cases, lifted
from antumbra.frontends.guarded.defined import Need
from antumbra.frontends.guarded.properties import STATES
from antumbra.frontends.guarded.scope import Cell
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.records import dataclass, replace
from antumbra.terms import Term

#: choices of elements and finite values that become blocks; where there are more, variables get what they get
MOST_CHOICES = 64


@dataclass(frozen=True, slots=True)
class Step:
    """One transition of one process, with known elements. ``finite`` are assignments to finite variables, ``numbers``
    to integers; None is any value. ``copies`` are values of other finite variables of the same type."""

    name: str
    guard: Term
    numbers: tuple[tuple[Cell, Term | None], ...]
    finite: tuple[tuple[Cell, Term | None], ...]
    move: tuple[tuple[Cell, int], ...]
    place: Location
    copies: tuple[tuple[Cell, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """A transition of the file for one process: ``here`` is where it can be taken, if its condition holds as well.
    ``asked`` must hold ``here``, or the condition has no value; ``needs`` when the transition is taken."""

    name: str
    here: Term
    guard: Term
    asked: Sequence[Need]
    needs: Sequence[Need]
    steps: Sequence[Step]
    place: Location


def blocks(one: Steps, taken: set[str]) -> Iterator[P.Block]:
    """First what must hold, in a block that leads nowhere."""
    for text, where, needed in (("defined", one.here, one.asked), ("in range", one.guard, _needed(one))):
        checks: list[P.Command] = [
            P.Assert(n.good, "assert", n.message, n.place) for n in dict.fromkeys(needed) if n.good is not T.TRUE
        ]
        if checks:
            commands: list[P.Command] = [P.Assume(where, one.place), *checks]
            yield P.Block(_fresh(f"{one.name} {text}", taken), commands, P.Stop(P.End.SILENT, location=one.place))
    most = MOST_CHOICES // max(1, len(one.steps))
    for step in one.steps:
        for pure in _without_choices(step):
            yield from _choices(pure, taken, most)


def _needed(one: Steps) -> list[Need]:
    """With the ranges of what is assigned."""
    found = list(one.needs)
    for step in one.steps:
        for target, value in step.finite:
            if value is not None and target.type == "range":
                inside = inside_range(target, value)
                if inside is not T.TRUE:
                    message = f"{target.term.data} leaves its range {target.low}..{target.high}"
                    good = inside if step.guard is one.guard else T.implies(step.guard, inside)
                    found.append(Need(good, message, step.place))
    return found


def inside_range(target: Cell, value: Term) -> Term:
    return T.and_(lifted(T.le, T.integer(target.low), value), lifted(T.le, value, T.integer(target.high)))


def _without_choices(step: Step) -> list[Step]:
    """Integers get sums of variables: a step for each element that they may depend on."""
    found = [step]
    for place, (target, value) in enumerate(step.numbers):
        split = None if value is None else cases(value)
        if split is None or len(split) == 1 or len(split) * len(found) > MOST_CASES:
            continue
        found = [
            replace(
                one,
                guard=T.and_(one.guard, where),
                numbers=(*one.numbers[:place], (target, pure), *one.numbers[place + 1 :]),
            )
            for one in found
            for where, pure in split
        ]
    return [one for one in found if one.guard is not T.FALSE]


def _choices(step: Step, taken: set[str], most: int) -> Iterator[P.Block]:
    """A block for each choice of the finite variables' new values: then these are constants, and stay explicit."""
    choices: list[tuple[str, Term, tuple[tuple[Cell, int], ...]]] = [("", step.guard, step.move)]
    direct: list[tuple[Cell, Term]] = list(step.copies)
    for target, value in step.finite:
        if value is not None and len(choices) * (target.high - target.low + 1) > most and value.op is not T.CONST:
            if target.type == "range":
                choices = [(text, T.and_(guard, inside_range(target, value)), moves) for text, guard, moves in choices]
                direct.append((target, T.int2bv(target.term.width, T.sub(value, T.integer(target.low)))))
            else:
                direct.append((target, value))
            continue
        choices = [
            (
                f"{text} {target.term.data}={new}" if value is None or value.op is not T.CONST else text,
                both,
                (*moves, (target, new)),
            )
            for text, guard, moves in choices
            for new in range(target.low, target.high + 1)
            if (both := T.and_(guard, _takes(target, value, new))) is not T.FALSE
        ]
    for text, guard, moves in choices:
        name = _fresh(step.name + text, taken)
        commands: list[P.Command] = [P.Assume(guard, step.place)]
        targets = [target.term for target, _ in moves] + [target.term for target, _ in direct]
        news = [target.constant(new) for target, new in moves] + [value for _, value in direct]
        for target, value in step.numbers:
            targets.append(target.term)
            if value is None:
                unknown = T.var(f"{name}!{target.term.data}", T.INT)
                commands.append(P.Havoc(unknown, P.Source.INPUT, target.term.data, "int", step.place))
                value = unknown
            news.append(value)
        if targets:
            commands.append(P.Assign(tuple(targets), tuple(news), step.place))
        yield P.Block(name, commands, P.Goto((STATES,)))


def _takes(target: Cell, value: Term | None, new: int) -> Term:
    if value is None:
        return T.TRUE
    if target.type == "bool":
        return T.eq(value, T.boolean(bool(new)))
    return lifted(T.eq, value, T.integer(new))


def _fresh(name: str, taken: set[str]) -> str:
    found, number_ = name, 2
    while found in taken:
        found, number_ = f"{name}~{number_}", number_ + 1
    taken.add(found)
    return found
