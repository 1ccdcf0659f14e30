"""States, predicates and traces in the user's words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Family
from antumbra.engines.abstract.exploring.states import Abstract
from antumbra.engines.abstract.exploring.trace import Trace
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.inline import without_copy
from antumbra.engines.abstract.systems.system import TransitionSystem
from antumbra.program.steps import TraceStep
from antumbra.proofs.proof import AbstractState
from antumbra.terms import Term

_RELATIONS = {"le": "<=", "gt": ">", "eq": "=", "ne": "!="}


def predicate_text(literal: Term) -> str:
    """A literal as a user would write it: ``x <= y + 1``."""
    parts = linear.parts_of(literal)
    if parts is None:
        atom, sign = linear.positive(literal)
        text = str(atom.data) if atom.op is T.VAR else repr(atom)
        return text if sign else f"!({text})" if atom.op is not T.VAR else f"!{text}"
    relation, entries, bound = parts
    left = [(str(v.data) if v.op is T.VAR else repr(v), c) for v, c in entries if c > 0]
    right = [(str(v.data) if v.op is T.VAR else repr(v), -c) for v, c in entries if c < 0]
    if relation == "le" and bound < 0 and right:
        # x - y <= -1 reads better as x < y
        return f"{_sum(left)} < {_sum(right, bound + 1)}"
    if relation == "gt" and bound < 0 and right:
        return f"{_sum(left)} >= {_sum(right, bound + 1)}"
    return f"{_sum(left)} {_RELATIONS[relation]} {_sum(right, bound)}"


def _sum(entries: Sequence[tuple[str, int]], constant: int = 0) -> str:
    parts = [name if factor == 1 else f"{factor}*{name}" for name, factor in entries]
    if not parts:
        return str(constant)
    text = " + ".join(parts)
    if constant:
        text += f" {'+' if constant > 0 else '-'} {abs(constant)}"
    return text


def control_texts(system: TransitionSystem, control: Sequence[int]) -> list[str]:
    """Control values: locations by name (``P[1]@critical``), others as ``x = 1``."""
    found: list[str] = []
    for variable, value in zip(system.control, control, strict=True):
        found.append(_assignment(system, variable, value))
    return found


def _assignment(system: TransitionSystem, variable: Term, value: int) -> str:
    name, shown = value_text(system, variable, value)
    if name.endswith("@"):
        return f"{name}{shown}"
    if variable.sort is T.BOOL:
        return name if value else f"!{name}"
    return f"{name} = {shown}"


def value_text(system: TransitionSystem, variable: Term, value: int) -> tuple[str, int | str]:
    """A variable's name and value."""
    labels = system.labels.get(variable)
    name = plain_name(system, variable)
    if labels is not None and value < len(labels):
        label = labels[value]
        return name, int(label) if label.removeprefix("-").isdecimal() else label
    if variable.sort is T.BOOL:
        return name, "true" if value else "false"
    return name, value


def plain_name(system: TransitionSystem, variable: Term) -> str:
    """The variable as the user wrote it: without the call that inlining put before it, where that is no loss."""
    name = without_copy(str(variable.data))
    same = [v for v in (*system.control, *system.data) if without_copy(str(v.data)) == name]
    return name if len(same) == 1 else str(variable.data)


def part_names(family: Family) -> str:
    """Like parts by name: ``P[1], P[2]``."""
    return ", ".join(re.split(r"[@.]", str(part[0].data))[0] for part in family.parts)


def shown_state(system: TransitionSystem, predicates: Sequence[Term], state: Abstract) -> AbstractState:
    holds = tuple(bool(state.bits >> k & 1) for k in range(len(predicates)))
    literals = [predicate_text(p if held else T.not_(p)) for p, held in zip(predicates, holds, strict=True)]
    control = tuple(value_text(system, v, value) for v, value in zip(system.control, state.control, strict=True))
    return AbstractState(control, holds, ", ".join([*control_texts(system, state.control), *literals]))


def shown_trace(system: TransitionSystem, trace: Trace) -> tuple[TraceStep, ...]:
    return tuple(
        TraceStep(
            without_copy(step.name) if number else "initial",
            step.inputs,
            tuple(value_text(system, variable, value) for variable, value in step.values),
            step.place,
        )
        for number, step in enumerate(trace.steps)
    )
