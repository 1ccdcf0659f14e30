"""Many concrete runs of one program, each with values for its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra.engines.effort import COMPILED, INSTRUCTION, asked
from antumbra.program import model as P
from antumbra.semantics.contract import PathEnded
from antumbra.solvers import Chain
from antumbra.strategies.characterize.running.answering import Answering, Endings
from antumbra.strategies.characterize.running.labels import LATE, Label, Labelled
from antumbra.terms import Term

#: of one run: commands, and questions to a solver about what is no input; steps of a solver for one
MOST_COMMANDS: Final = 100_000
MOST_QUESTIONS: Final = 50
SOLVER_STEPS: Final = 20_000
#: effort of a run before its first command, in the units of engines.effort
RUN: Final = 12.0


class Runner:
    """Runs a program with given inputs. ``parameters``: canonical variables (program.inputs) of the inputs that have
    values. ``late``: runs that were not over in time."""

    def __init__(
        self,
        program: P.Program,
        checks: frozenset[str],
        parameters: Sequence[Term],
        *,
        most_commands: int = MOST_COMMANDS,
    ) -> None:
        self.parameters = tuple(parameters)
        self.most_commands = most_commands
        self.commands = 0
        self.runs = 0
        self.late = 0
        self._chain = Chain(query_steps=SOLVER_STEPS)
        self._endings = Endings(checks)
        self._machine = Answering(program, self._chain, self._endings, checks, self.parameters)

    @property
    def effort(self) -> float:
        """Of all runs so far, in steps as engines.effort has them: about a microsecond each."""
        compiled = COMPILED * self._machine.counters.compiled
        return RUN * self.runs + INSTRUCTION * self.commands + compiled + asked(self._chain.statistics)

    def run(self, values: Mapping[Term, int]) -> Labelled:
        """What the run with these values does. Values are as terms have them: unsigned, of the variable's width."""
        pending = self._machine.begin(values)
        state, region, arguments = pending.state, pending.region, pending.arguments
        functions, most = self._machine.functions, self.most_commands
        questions = self._chain.statistics
        enough = questions.queries + MOST_QUESTIONS
        over = False
        try:
            while state.steps <= most and questions.queries <= enough:
                region, arguments = functions[region](state, *arguments)
        except PathEnded:
            over = True
        self.runs += 1
        self.commands += state.steps
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
