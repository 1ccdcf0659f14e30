"""Many concrete runs of one program, each with values for its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra.program import model as P
from antumbra.semantics.contract import PathEnded
from antumbra.solvers import Chain
from antumbra.strategies.characterize.running.answering import Answering, Endings
from antumbra.strategies.characterize.running.labels import LATE, Label, Labelled
from antumbra.terms import Term

#: steps of one run
MOST_STEPS: Final = 100_000
#: steps of a run that a question to the solver counts as, and the steps that a solver may take for one
QUERY_STEPS: Final = 1_000
SOLVER_STEPS: Final = 20_000
#: steps that a run costs before its first command
START_STEPS: Final = 50


class Runner:
    """Runs a program with given inputs. ``parameters``: canonical variables (program.inputs) of the inputs that have
    values. ``steps`` and ``runs`` count what was done so far, ``late`` the runs that were not over in time."""

    def __init__(
        self,
        program: P.Program,
        checks: frozenset[str],
        parameters: Sequence[Term],
        *,
        most_steps: int = MOST_STEPS,
    ) -> None:
        self.parameters = tuple(parameters)
        self.most_steps = most_steps
        self.steps = 0
        self.runs = 0
        self.late = 0
        self._chain = Chain(query_steps=SOLVER_STEPS)
        self._endings = Endings(checks)
        self._machine = Answering(program, self._chain, self._endings, checks, self.parameters)

    def run(self, values: Mapping[Term, int]) -> Labelled:
        """What the run with these values does. Values are as terms have them: unsigned, of the variable's width."""
        pending = self._machine.begin(values)
        state, region, arguments = pending.state, pending.region, pending.arguments
        functions, most = self._machine.functions, self.most_steps
        questions, before = self._chain.statistics, self._chain.statistics.queries
        over = False
        try:
            while state.steps + QUERY_STEPS * (questions.queries - before) <= most:
                region, arguments = functions[region](state, *arguments)
        except PathEnded:
            over = True
        self.runs += 1
        self.steps += START_STEPS + state.steps + QUERY_STEPS * (questions.queries - before)
        if not over:
            self.late += 1
        return self._label(over)

    def _label(self, over: bool) -> Labelled:
        labels = self._endings.labels
        if not labels:
            return LATE if not over else Labelled(Label.UNKNOWN, detail="nothing was told of its end")
        if over and all(label == labels[0] for label in labels):
            return labels[0]
        # some executions with these inputs ended like this, others not: what is no input decides
        return Labelled(Label.UNKNOWN, detail="more than its inputs decides how it ends")
