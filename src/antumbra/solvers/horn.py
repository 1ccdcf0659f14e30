"""Horn clauses over unknown predicates, answered by Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014; in Z3).

It is asked in a child of this process, which can be ended at any time, and within so many steps. What it answers is a
proposal: whoever uses it checks it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from antumbra import terms as T
from antumbra.records import dataclass, field
from antumbra.solvers.backends.apart import Lost, Returned, apart
from antumbra.terms import Term

#: the name of a predicate's argument in what it is found to be
_ARGUMENT: Final = "argument {}"
#: seconds of the processor for so many steps at most: what Spacer does before its search it does not count
SECONDS: Final = 4e-6
LONGEST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Use:
    """A predicate, by its number, of some values."""

    predicate: int
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """Where the conditions hold and all of ``body``, ``head`` holds; None: that is impossible."""

    body: tuple[Use, ...]
    conditions: tuple[Term, ...]
    head: Use | None


@dataclass(slots=True)
class HornProblem:
    """Predicates by the sorts of their arguments, and what is asked of them."""

    predicates: list[tuple[T.Sort, ...]] = field(default_factory=list[tuple[T.Sort, ...]])
    clauses: list[Clause] = field(default_factory=list[Clause])


@dataclass(frozen=True, slots=True)
class Solution:
    """What each predicate may be, over ``arguments_of`` it. ``steps``: what that took."""

    meanings: tuple[Term, ...]
    steps: int = 0


@dataclass(frozen=True, slots=True)
class NoSolution:
    """Spacer says that there is none (``impossible``), or does not say."""

    impossible: bool
    steps: int = 0


def arguments_of(sorts: Sequence[T.Sort]) -> tuple[Term, ...]:
    """The variables that a solution speaks of."""
    return tuple(T.var(_ARGUMENT.format(i), sort) for i, sort in enumerate(sorts))


def solve(
    problem: HornProblem, steps: int, expired: Callable[[], bool], memory_mb: float | None = None
) -> Solution | NoSolution:
    """Ask Spacer, for so many steps at most."""
    longest = LONGEST + SECONDS * steps
    answer = apart(lambda: _asked(problem, steps, plain=False), expired, memory_mb, longest)
    if isinstance(answer, Lost):  # it has met an error of its own in what it does beyond the plain algorithm
        answer = apart(lambda: _asked(problem, steps, plain=True), expired, memory_mb, longest)
    told: Any
    told, taken = answer.value if isinstance(answer, Returned) else (False, steps)
    if isinstance(told, bool):
        return NoSolution(told, taken)
    from antumbra.terms.smtlib.read import SmtlibError, parse_term

    found: list[Term] = []
    for sorts, text in zip(problem.predicates, told, strict=True):
        try:
            found.append(T.TRUE if text is None else T.simplify(parse_term(text, arguments_of(sorts))))
        except (SmtlibError, T.SortError):
            found.append(T.TRUE)
    return Solution(tuple(found), taken)


def _asked(problem: HornProblem, steps: int, *, plain: bool) -> tuple[list[str | None] | bool, int]:
    """In the child: texts of what predicates are; True if there is no solution, False if nobody knows. And how many
    steps that took."""
    with Path(os.devnull).open("w") as nowhere:  # Z3 tells of errors of its own there
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    from antumbra.solvers.backends.z3_backend import RESOURCES
    from antumbra.solvers.backends.z3_terms import Z3Terms, z

    # lemmas that are like each other suggest one for all: laws such as a + b = n need it (Krishnan et al., CAV 2020)
    z.set_param("fp.spacer.global", not plain)
    terms = Z3Terms()
    context = terms.context.handle
    made = [
        z.Function(f"p{i}", *(terms.sort(s) for s in sorts), z.BoolSort(context))
        for i, sorts in enumerate(problem.predicates)
    ]

    def used(use: Use) -> Any:
        values = [terms.term(value) for value in use.values]
        return made[use.predicate](*values)

    solver = z.SolverFor("HORN", ctx=context)
    solver.set("rlimit", min(2**31 - 1, steps * RESOURCES))
    for clause in problem.clauses:
        parts = [*(use.values for use in clause.body), clause.conditions, clause.head.values if clause.head else ()]
        free = sorted({v for part in parts for t in part for v in T.free_variables(t)}, key=lambda v: str(v.data))
        body = [*map(used, clause.body), *map(terms.term, clause.conditions)]
        head = z.BoolVal(False, context) if clause.head is None else used(clause.head)
        implied = z.Implies(z.And(*body), head) if body else head
        solver.add(z.ForAll([terms.term(v) for v in free], implied) if free else implied)
    answer = solver.check()
    taken = min(steps, terms.context.taken(solver) // RESOURCES)
    if answer != z.sat:
        return answer == z.unsat, taken
    model = solver.model()
    meanings = [
        _text(z, model, predicate, [terms.term(v) for v in arguments_of(sorts)])
        for predicate, sorts in zip(made, problem.predicates, strict=True)
    ]
    return meanings, taken


def _text(z: Any, model: Any, predicate: Any, arguments: list[Any]) -> str | None:
    """What a predicate is, as SMT-LIB text; None if that is not said in one formula."""
    found = model[predicate]
    if found is None:
        return None
    if arguments:
        try:
            found = None if found.num_entries() else z.substitute_vars(found.else_value(), *arguments)
        except z.Z3Exception:
            # it does not matter what the predicate is
            return None
    return None if found is None else found.sexpr()
