"""Certificates that claim anything: of loops and of recursive procedures, right and wrong, strong and weak."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs import Cell, Certificate, Contract, JoinClaim, Local, LoopClaim, at_entry, result
from antumbra.terms import Term
from interpolate.recursive_programs import BASE, COUNT, GLOBALS, LOCALS, PARAMETERS, RESULT, SIZE, WIDTH

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

    def joins(self, program: P.Program) -> Certificate:
        """Claims about what is known where blocks begin, at several depths of calls."""
        made: list[JoinClaim] = []
        cells = CELLS if program.objects else ()
        bytes_ = [T.extract(WIDTH - 1, 0, cell.variable) for cell in cells]
        calls = [
            (name, label, index)
            for name, procedure in program.procedures.items()
            for label, block in procedure.blocks.items()
            for index, command in enumerate(block.commands)
            if isinstance(command, P.Call)
        ]
        ways = [(), *((c,) for c in calls if c[0] == "main"), *((c, d) for c in calls for d in calls if c[0] == "main")]
        for callers in ways:
            for name, procedure in program.procedures.items():
                for label in procedure.blocks:
                    if self._random.random() < 0.6:
                        names = tuple(
                            Local(T.var(f"{x.data} at {at}", x.sort), at, x)
                            for x in LOCALS
                            for at in range(len(callers) + 1)
                        )
                        # many are needed for one of them to hold
                        claims = [
                            claim
                            for _ in range(self._random.choice([1, 4]))
                            for claim in self._claims([*(local.name for local in names), *GLOBALS, *bytes_])
                        ]
                        claims += [T.TRUE] if self._random.random() < 0.4 else []
                        made.append(JoinClaim(callers, name, label, tuple(claims), names, cells))
        return Certificate(joins=tuple(made))

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
