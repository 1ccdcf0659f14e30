"""The last net: concrete runs, compared with the bounds. One run on the wrong side is an error of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from antumbra import terms as T
from antumbra.bounds.asking import holds
from antumbra.bounds.cfc import Cfc, Side
from antumbra.program import model as P
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.terms import Term

#: runs, and effort of all of them
RUNS = 300
STEPS = 2_000_000
#: commands of one run
MOST_COMMANDS = 30_000

#: is there no time left?
Late = Callable[[], bool]


def _never() -> bool:
    return False


def disagreement(program: P.Program, checks: frozenset[str], cfc: Cfc, seed: int, late: Late = _never) -> str | None:
    """What a run does that the bounds exclude; None if no such run was found, or it is late."""
    variables = [parameter.variable for parameter in cfc.parameters]
    if any(variable.sort.kind not in ("bv", "bool") for variable in variables):
        return None
    runner = Runner(program, checks, variables, most_commands=MOST_COMMANDS)
    random = Random(seed)  # noqa: S311 - choices, not secrets
    sides = {Side.MUST: cfc.lower, Side.SAFE: T.not_(cfc.upper)}
    for _ in range(RUNS):
        values = dict(_vector(random, variables))
        if runner.effort > STEPS or late():
            return None
        if not holds(cfc.domain, values):
            continue
        side = runner.run(values).side
        for said, region in sides.items():
            if side is not None and side is not said and holds(region, values):
                given = ", ".join(f"{p.identifier} = {values[p.variable]}" for p in cfc.parameters)
                return f"a run with {given} is on the other side of what is said to be {said.value}"
    return None


def _vector(random: Random, variables: Sequence[Term]) -> Iterator[tuple[Term, int]]:
    """Values near borders of types and near zero, and others."""
    for variable in variables:
        width = 1 if variable.sort.kind == "bool" else variable.sort.width
        top = 1 << width
        kind = random.randrange(4)
        if kind == 0:
            value = random.choice((0, 1, 2, top - 1, top // 2, top // 2 - 1))
        elif kind == 1:
            value = (1 << random.randrange(width)) + random.randrange(-2, 3)
        elif kind == 2:
            value = random.randrange(-20, 130)
        else:
            value = random.randrange(top)
        yield variable, value % top
