"""What the check of all claims of a region graph has in common: values, and what is impossible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims.summaries import Summaries
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.regions import Unreachable
from antumbra.proofs.state import State
from antumbra.solvers import Model, Unknown
from antumbra.terms import Term

#: variables whose values a reason gives
MOST_SHOWN = 8
NOTHING: Mapping[Term, Term] = {}


class Broken(Exception):  # noqa: N818 - an answer, not an error
    """The claims do not hold together, and where."""

    def __init__(self, what: str, location: Location | None = None) -> None:
        super().__init__(f"{what} at {location}" if location else what)
        self.location = location


class Grounds:
    """For one program and all claims about it."""

    def __init__(self, program: P.Program, judge: Judge, claims: Sequence[Unreachable]) -> None:
        self.program = program
        self.question = judge.question
        self.summaries = Summaries(program, judge.question, claims)
        self._judge = judge
        self._world = judge.world
        self._world.statics()  # from now on it knows what is known of their addresses
        written = {v for name in program.procedures for v in self.summaries.written[name]}
        #: a global variable that nobody writes is what it was in the beginning
        self._constants = {v: self._first(v) for v in program.variables if v not in written}
        # axioms are about the beginning: later those are true that speak of nothing that changes
        lasting = [a for a in program.axioms if all(v in self._constants for v in T.free_variables(a))]
        judge.axioms = [self.valued(axiom, self._constants) for axiom in lasting]

    def unknown(self, sort: T.Sort) -> Term:
        if sort.kind == "fp":
            return T.fp_from_bv(self._world.unknown("unknown", T.bv_sort(sort.width)), sort)
        return self._world.unknown("unknown", sort)

    def _first(self, variable: Term) -> Term:
        value = self.program.variables[variable]
        return self.unknown(variable.sort) if value is None else self._world.relocated(value)

    def initial(self) -> dict[Term, Term]:
        """The global variables in the beginning."""
        changing = [v for v in self.program.variables if v not in self._constants]
        return {**self._constants, **{v: self._first(v) for v in changing}}

    def later(self) -> dict[Term, Term]:
        """The global variables at any time."""
        return self.after({v: v for v in self.program.variables}, self.program.variables)

    def after(self, before: Mapping[Term, Term], written: Iterable[Term]) -> dict[Term, Term]:
        """The global variables when some may have been written."""
        unknown = {v: self.unknown(v.sort) for v in written if v not in self._constants}
        return {**before, **self._constants, **unknown}

    def valued(self, term: Term, values: Mapping[Term, Term]) -> Term:
        """A term of the program or of a claim, with values for its variables. All of them have one."""
        term = self._world.relocated(term)
        return T.substitute(term, {v: values[v] for v in T.free_variables(term) if v not in self._world.of_base})

    def exclude(
        self, state: State, goal: Term, what: str, location: Location | None, shown: Mapping[Term, Term] = NOTHING
    ) -> None:
        """Of the executions of a state none has the goal. ``what``: what else is the case, with values of ``shown``."""
        found = self._judge.model(state, goal) if self._judge.possible_alone(state, goal) else None
        if isinstance(found, Unknown):
            raise NotUnderstood(f"the solver does not decide whether {what} ({found.reason})", location)
        if found is not None and state.abstract:
            raise NotUnderstood(f"{state.abstract}: {what}", location)
        if found is not None:
            raise Broken(what + _example(shown, found), location)

    def possible(self, state: State) -> bool:
        """Undecided counts as yes."""
        return self._judge.possible(state)


def _example(shown: Mapping[Term, Term], model: Model) -> str:
    """For people: values with which it happens."""
    try:
        parts = [f"{v.data} = {T.value_text(T.evaluate(t, model))}" for v, t in list(shown.items())[:MOST_SHOWN]]
    except T.EvaluationError:
        return ""
    return f", for example with {', '.join(parts)}" if parts else ""
