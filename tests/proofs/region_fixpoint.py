"""Proofs by regions for programs of any form: the smallest closed sets of states, found by enumeration.

Calls of a procedure are not told apart: each may return whatever one of them returns, with the global variables that
none writes. These sets are the smallest ones that are closed, so that nothing may be missing in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs import Question, result
from antumbra.proofs.regions import Place, Region, Unreachable
from antumbra.terms import Term
from proofs.region_truth import Micro, Returned, Run, Steps, Values

States = list[dict[Term, Any]]


class Fixpoint(Steps):
    """``most``: states that are looked at; ``whole`` if there are no more."""

    def __init__(self, program: P.Program, question: Question, most: int = 3_000) -> None:
        super().__init__(program, question)
        self._written = _written(program)
        initial = tuple(v.data for v in program.variables.values() if v is not None)
        self.entries: dict[str, dict[tuple[Values, Values], None]] = {n: {} for n in program.procedures}
        self.returns: dict[str, dict[Returned, None]] = {n: {} for n in program.procedures}
        self.entries[program.entry][(), initial] = None
        before = -1
        self.whole = True
        while self.whole and before < self._known():
            before = self._known()
            self.runs = {name: self._run(name) for name in program.procedures}
            self.whole = sum(len(run.moves) for run in self.runs.values()) < most
            for name, run in self.runs.items():
                self.returns[name].update(dict.fromkeys(r for found in run.returns.values() for r in sorted(found)))
        self.wrong = any(run.wrong for run in self.runs.values())

    def _known(self) -> int:
        return sum(map(len, (*self.entries.values(), *self.returns.values())))

    def _run(self, name: str) -> Run:
        procedure = self._program.procedures[name]
        run = Run(("", 0, (), ()))
        todo: list[Micro] = []
        for given, held in self.entries[name]:
            own = {**dict.fromkeys(self._own[name]), **dict(zip(procedure.parameters, given, strict=True))}
            todo.append((next(iter(procedure.blocks)), 0, tuple(own.values()), held))
        while todo:
            state = todo.pop()
            if state not in run.moves:
                run.moves[state] = list(self._steps(procedure, state, run))
                todo += run.moves[state]
        return run

    def _called(self, name: str, given: Values, held: Values) -> tuple[Iterable[Returned], bool]:
        self.entries[name][given, held] = None
        kept = [i for i, v in enumerate(self._globals) if v not in self._written[name]]
        return [r for r in self.returns[name] if all(r[1][i] == held[i] for i in kept)], False

    # ------------------------------------------------------------ as a proof

    def proof(self, side: Callable[[dict[Term, Any]], bool]) -> tuple[Unreachable, ...]:
        """Regions at starts and heads of loops, in two parts each: states for which ``side`` is true, and others."""
        return tuple(self._claim(name, side) for name in self._program.procedures if self.entries[name])

    def _claim(self, name: str, side: Callable[[dict[Term, Any]], bool]) -> Unreachable:
        procedure, run = self._program.procedures[name], self.runs[name]
        labels = [label for label in procedure.blocks if label in FlowGraph(procedure).loop_heads]
        labels = list(dict.fromkeys((next(iter(procedure.blocks)), *labels)))
        parts: dict[tuple[Place, bool], list[Micro]] = {}
        number: dict[Micro, int] = {}
        for state in sorted(run.moves, key=repr):
            if state[1] == 0 and state[0] in labels:
                key = ((name, state[0], 0), side(self.values(name, state)))
                parts.setdefault(key, []).append(state)
                number[state] = list(parts).index(key)
        regions = tuple(
            Region(i, place, one_of([self.values(name, state) for state in states]))
            for i, ((place, _), states) in enumerate(parts.items())
        )
        links = {(i, number[to]): None for state, i in number.items() for to in self._next(run, state, number)}
        returned = [
            {
                **{result(i, r.sort): v for i, (r, v) in enumerate(zip(procedure.results, values, strict=True))},
                **self._held(held),
            }
            for values, held in self.returns[name]
        ]
        begun = [
            {**dict(zip(procedure.parameters, given, strict=True)), **self._held(held)}
            for given, held in self.entries[name]
        ]
        return Unreachable(name, T.not_(one_of(returned)), True, T.not_(one_of(begun)), (), regions, tuple(links))

    def values(self, name: str, state: Micro) -> dict[Term, Any]:
        """Variables that have been written."""
        own = {v: x for v, x in zip(self._own[name], state[2], strict=True) if x is not None}
        return {**own, **self._held(state[3])}

    @staticmethod
    def _next(run: Run, state: Micro, places: dict[Micro, int]) -> list[Micro]:
        found, seen, todo = list[Micro](), set[Micro](), list(run.moves[state])
        while todo:
            other = todo.pop()
            if other in places:
                found.append(other)
            elif other not in seen:
                seen.add(other)
                todo += run.moves[other]
        return found


def one_of(states: States) -> Term:
    """True of these states only. All have values for the same variables."""
    if not states:
        return T.FALSE
    variables = list(states[0])
    return _tree(frozenset(tuple(state[v] for v in variables) for state in states), tuple(variables))


def _tree(rows: frozenset[Values], variables: tuple[Term, ...]) -> Term:
    if not variables:
        return T.TRUE
    first, rest = variables[0], variables[1:]
    found: dict[frozenset[Values], list[Term]] = {}
    for value in sorted({row[0] for row in rows}):
        below = frozenset(row[1:] for row in rows if row[0] == value)
        found.setdefault(below, []).append(T.eq(first, T.const(value, first.sort)))
    return T.or_(*(T.and_(T.or_(*equal), _tree(below, rest)) for below, equal in found.items()))


def _written(program: P.Program) -> dict[str, set[Term]]:
    """Global variables that calls of each procedure may write."""
    written: dict[str, set[Term]] = {name: set() for name in program.procedures}
    for _ in range(len(written) + 1):
        for name, procedure in program.procedures.items():
            for command in (c for block in procedure.blocks.values() for c in block.commands):
                match command:
                    case P.Assign(targets):
                        written[name].update(targets)
                    case P.Havoc(target):
                        written[name].add(target)
                    case P.Call(targets, callee):
                        written[name].update(targets)
                        written[name] |= written[str(callee)] & set(program.variables)
                    case _:
                        pass
    return written
