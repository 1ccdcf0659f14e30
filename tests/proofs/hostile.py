"""Certificates that claim anything: of loops and of recursive procedures, right and wrong, strong and weak."""

from __future__ import annotations

from random import Random

from tests.interpolate.recursive_programs import BASE, COUNT, GLOBALS, LOCALS, PARAMETERS, RESULT, SIZE, WIDTH

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs import Cell, Certificate, Contract, LoopClaim, at_entry, result
from antumbra.terms import Term

CELLS = tuple(Cell(T.var(f"cell {i}", T.bv_sort(8)), T.bv(BASE + i, 64), 1) for i in range(SIZE))


class Hostile:
    """Claims about a program of ``recursive_programs``."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def certificate(self, program: P.Program) -> Certificate:
        loops: list[LoopClaim] = []
        contracts: list[Contract] = []
        cells = CELLS if program.objects else ()
        bytes_ = [T.extract(WIDTH - 1, 0, cell.variable) for cell in cells]
        then = [T.extract(WIDTH - 1, 0, at_entry(cell.variable)) for cell in cells]
        for name, procedure in program.procedures.items():
            here = [*LOCALS, *GLOBALS, *map(at_entry, (*LOCALS, *GLOBALS)), *bytes_]
            loops += [
                LoopClaim(name, head, self._claims(here), cells) for head in sorted(FlowGraph(procedure).loop_heads)
            ]
            if name != "main" and self._random.random() < 0.9:
                given = [*PARAMETERS, *GLOBALS, *bytes_]
                returned = [*given, *map(at_entry, GLOBALS), *then, result(0, RESULT.sort), result(0, RESULT.sort)]
                contracts.append(Contract(name, self._claims(given), self._claims(returned), cells))
        return Certificate(tuple(loops), contracts=tuple(contracts))

    def _claims(self, values: list[Term]) -> tuple[Term, ...]:
        if self._random.random() < 0.15:
            return (T.FALSE,)
        return tuple(self._claim(values) for _ in range(self._random.choice([0, 1, 3, 12])))

    def _claim(self, values: list[Term]) -> Term:
        pick = self._random.choice
        compare = pick([T.eq, T.eq, T.bvule, T.bvsle, lambda a, b: T.not_(T.eq(a, b))])
        other = pick([T.bv(self._random.randrange(COUNT), WIDTH), pick(values), T.bvadd(pick(values), pick(values))])
        made = compare(pick(values), other)
        return T.or_(made, self._claim(values)) if self._random.random() < 0.2 else made
