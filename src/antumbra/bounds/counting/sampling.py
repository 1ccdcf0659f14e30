"""Random models of a condition, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from math import prod
from random import Random
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Parameter
from antumbra.bounds.counting.boxes import boxes_of, drawn
from antumbra.bounds.counting.models import assignments, independent, ranges
from antumbra.bounds.counting.truth import is_open, size_of, top_of
from antumbra.solvers.chain.domains import Bounds
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term

#: an input: values of parameters' variables; floats are their bits, integers of C unsigned
Vector = dict[Term, Any]

#: so many combinations are tried one by one, and all models kept
_FEW: Final = 1 << 14
#: random values that are tried before a solver is asked
_THROWS: Final = 200
#: distances from a wanted integer that a model may have
_WINDOWS: Final = (1000, 10, 0)


def sample(
    condition: Term,
    parameters: Sequence[Parameter],
    number: int,
    seed: int = 0,
    *,
    asker: Asker | None = None,
    deadline: Deadline | None = None,
) -> tuple[Vector, ...]:
    """Up to ``number`` different inputs for which the condition holds, which speaks of parameters only; fewer where
    there are no more, or no more were found before the deadline. The same for the same seed, if the deadline is far.

    Every input is as likely as every other where all comparisons are about one parameter, where models are few enough
    to list, and where random values fit soon enough. Elsewhere a solver is led to random values as far as the condition
    lets it, which is diverse but not uniform. Integers without bounds are drawn near the condition's borders.
    """
    random = Random(seed)  # noqa: S311 - nothing secret
    limits = deadline or Deadline(None)
    asked = asker or Asker(seconds=lambda: 0.0 if limits.stopped() else limits.seconds)
    sources = [_draws(part, random, asked) for part in independent(condition)]
    mentioned = frozenset[Term]().union(*(T.free_variables(part) for part in independent(condition)))
    rest = [p.variable for p in parameters if p.variable not in mentioned]
    sources.append(_anything(rest, random))
    found: dict[tuple[Any, ...], Vector] = {}
    for models in islice(zip(*sources, strict=False), 20 * number + 50):
        if len(found) >= number or limits.passed:
            break
        values = dict(chain.from_iterable(model.items() for model in models))
        vector = {p.variable: values[p.variable] for p in parameters}
        found.setdefault(tuple(vector.values()), vector)
    return tuple(found.values())


def _anything(variables: Sequence[Term], random: Random) -> Iterator[Vector]:
    """Of sorts without numbers, always the same value."""
    while True:
        yield {v: _any_value(v, (0, top_of(v.sort) or 0), random) for v in variables}


def _any_value(variable: Term, values: Bounds, random: Random) -> Any:
    return drawn(values, variable, random) if top_of(variable.sort) else T.default_value(variable.sort)


def _draws(condition: Term, random: Random, asker: Asker) -> Iterator[Vector]:
    variables = sorted(T.free_variables(condition), key=lambda v: str(v.data))
    boxes = boxes_of(condition, variables)
    if boxes is not None:
        return boxes.draws(random)
    within = ranges(condition, variables)
    if within is None or is_open(condition):
        return _led(condition, dict.fromkeys(variables, ()), random, asker)
    sizes = [size_of(values, v.sort) for v, values in within.items()]
    if 0 in sizes:
        return iter(())
    if None in sizes:
        return _led(condition, within, random, asker)
    if prod(size or 0 for size in sizes) <= _FEW:
        return _listed(condition, within, random)
    return _thrown(condition, within, random, asker)


def _listed(condition: Term, within: dict[Term, Bounds], random: Random) -> Iterator[Vector]:
    holds = T.compiled(condition)
    models = [dict(env) for env in assignments(within) if holds(env)]
    while models:
        yield random.choice(models)


def _thrown(condition: Term, within: dict[Term, Bounds], random: Random, asker: Asker) -> Iterator[Vector]:
    holds = T.compiled(condition)
    missed = 0
    while missed < _THROWS:
        env = {variable: drawn(values, variable, random) for variable, values in within.items()}
        missed += 1
        if holds(env):
            missed = 0
            yield env
    yield from _led(condition, within, random, asker)


def _led(condition: Term, within: Mapping[Term, Bounds], random: Random, asker: Asker) -> Iterator[Vector]:
    """The solver is asked for a model at random values; wishes that contradict the condition are dropped by halves of
    unsatisfiable cores. When there are no others left, models come again."""
    models: list[Vector] = []
    found: list[Term] = [condition]
    while True:
        wishes: list[Term] = []
        for variable, values in within.items():
            wishes += _wishes(variable, values, random)
        model = asker.model(T.and_(*found, *wishes))
        while model is None and wishes:
            core = asker.core([*found, *wishes])
            blamed = [wish for wish in wishes if core is not None and wish in core]
            if not blamed:
                break
            dropped = frozenset(random.sample(blamed, (len(blamed) + 1) // 2))
            wishes = [wish for wish in wishes if wish not in dropped]
            model = asker.model(T.and_(*found, *wishes))
        if model is None:
            break
        values = {v: value_in(model, v) for v in within}
        models.append(values)
        found.append(T.not_(T.and_(*(T.eq(v, T.const(value, v.sort)) for v, value in values.items()))))
        yield values
    while models:
        yield random.choice(models)


def value_in(model: Mapping[Term, Any], variable: Term) -> Any:
    """What a model leaves out is zero."""
    return model[variable] if variable in model else T.default_value(variable.sort)


def _wishes(variable: Term, values: Bounds, random: Random) -> Iterator[Term]:
    """What makes the variable have a random value, in parts that can be given up."""
    if not values:
        return
    value = drawn(values, variable, random)
    if variable.sort is T.INT:
        for far in _WINDOWS:
            yield T.and_(T.le(T.integer(value - far), variable), T.le(variable, T.integer(value + far)))
    elif variable.sort is T.BOOL:
        yield variable if value else T.not_(variable)
    else:
        for bit in range(variable.width):
            yield T.eq(T.extract(bit, bit, variable), T.bv(value >> bit & 1, 1))
