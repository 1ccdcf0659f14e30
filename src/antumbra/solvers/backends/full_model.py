"""Models with meanings for functions: what running a program concretely under a solver's answer needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra.solvers.answers import OUT_OF_TIME, SolverError, Unknown, Unsat, UnsupportedTerm
from antumbra.solvers.backends.z3_backend import Quantified, checked
from antumbra.solvers.backends.z3_context import Context
from antumbra.solvers.backends.z3_terms import ValueReader, Z3Terms, z
from antumbra.solvers.deadline import Deadline
from antumbra.terms import operators as o
from antumbra.terms.operators import FunctionDeclaration
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

#: steps of one question
LONGEST: Final = 30_000_000


class FullModel:
    """Values of variables and functions, and the truth of formulas under them."""

    def __init__(
        self, solution: Any, terms: Z3Terms, deadline: Deadline, define: Callable[[Term], Term] | None = None
    ) -> None:
        """``define`` replaces functions that have a definition; the solution gives the others."""
        self._define: Final[Callable[[Term], Term]] = define or (lambda term: term)
        self._solution: Final = solution
        self._terms: Final = terms
        self._reader: Final = ValueReader(solution, terms, self._decide)
        self._deadline: Final = deadline

    def with_definitions(self, define: Callable[[Term], Term], deadline: Deadline) -> FullModel:
        """The same values, and functions as ``define`` says."""
        return FullModel(self._solution, self._terms, deadline, define)

    def value(self, variable: Term) -> Any:
        """Raises UnsupportedTerm when Z3's value is not one of ours."""
        return self._read(variable)

    def applied(self, application: Term) -> Any:
        """The value of a function at constants."""
        return self._read(self._define(application))

    def _read(self, term: Term) -> Any:
        value = self._reader.of(self._terms.term(term), term.sort)
        # in formulas to come, the number of an element is this model's element
        for sort, elements in self._reader.elements.items():
            self._terms.tokens.setdefault(sort, {}).update(elements)
        return value

    def holds(self, formula: Term) -> bool | None:
        """Whether a formula without free variables is true; None if that could not be found out."""
        return self._decide(self._solution.eval(self._terms.term(self._define(formula)), model_completion=True))

    def _decide(self, found: Any) -> bool | None:
        """The truth of a closed formula of Z3's that was evaluated already."""
        if z.is_true(found):
            return True
        if z.is_false(found):
            return False
        # what is left has quantifiers, and functions only as the model defines them
        context = self._terms.context
        solver = context.new_solver()
        for sort in self._solution.sorts():
            # the model is a structure of its own: uninterpreted sorts have these elements and no others
            elements = self._solution.get_universe(sort)
            if elements:
                x = z.Const("x!universe", sort)
                solver.add(z.Distinct(*elements), z.ForAll([x], z.Or([x == e for e in elements])))
        for declaration in self._solution.decls():
            if declaration.arity() == 0:
                value = self._solution[declaration]
                if not isinstance(value, z.FuncInterp) and value is not None:
                    solver.add(declaration() == value)
        solver.push()
        solver.add(z.Not(found))
        if _checked(context, solver, self._deadline) == z.unsat:
            return True
        solver.pop()
        solver.add(found)
        return False if _checked(context, solver, self._deadline) == z.unsat else None


def _checked(context: Context, solver: Any, deadline: Deadline, *, quantified: bool = True) -> Any:
    if deadline.passed:
        return z.unknown
    left = deadline.steps
    steps = LONGEST if left is None else min(LONGEST, left)
    result, taken = checked(context, solver, deadline.seconds, deadline.stopped, steps, quantified=quantified)
    deadline.spend(taken)
    return result


def full_model(
    assertions: Sequence[Term], deadline: Deadline, elements: Sequence[Term] = ()
) -> FullModel | Unsat | Unknown:
    """A model of all assertions that also interprets functions.

    ``elements``: constants of sorts without meaning that will be asked about, and must be elements of the model.
    """
    terms = Z3Terms()
    solver = terms.context.new_solver()
    try:
        handles = [terms.term(a) for a in assertions]
        for element in elements:
            terms.term(element)
    except (UnsupportedTerm, SolverError) as error:
        return Unknown(str(error))
    for tokens in terms.tokens.values():
        if len(tokens) > 1:
            solver.add(z.Distinct(*tokens.values()))
    solver.add(*handles)
    try:
        result = _checked(terms.context, solver, deadline, quantified=Quantified().among(assertions))
    except z.Z3Exception as error:
        return Unknown(f"z3: {error}")
    if result == z.unsat:
        return Unsat(tuple(assertions))
    if result != z.sat:
        return OUT_OF_TIME if deadline.late else Unknown(f"z3: {solver.reason_unknown()}")
    return FullModel(solver.model(), terms, deadline)


def functions_of(terms: Sequence[Term]) -> list[FunctionDeclaration]:
    """Functions without meaning that occur, in order of their first occurrence."""
    found: dict[FunctionDeclaration, None] = {}
    for term in terms:
        for t in subterms(term):
            if t.op is o.APPLY:
                found[t.data] = None
    return list(found)


def variables_of(terms: Sequence[Term]) -> list[Term]:
    found: dict[Term, None] = {}
    for term in terms:
        for v in sorted(free_variables(term), key=lambda t: t.id):
            found[v] = None
    return list(found)


__all__ = ["FullModel", "Sort", "full_model", "functions_of", "variables_of"]
