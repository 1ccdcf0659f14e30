"""What claims of region graphs say at a call, without a look into the callee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.program.graphs.ways import few_ways
from antumbra.program.validity.validate import written_variables
from antumbra.proofs.certificate import result
from antumbra.proofs.question import Question
from antumbra.proofs.regions import Unreachable, thawed
from antumbra.terms import Term

#: values of frozen variables that one claim is used with at one call
MOST_INSTANCES = 16


class Summaries:
    """Claims by their procedure, and what calls of each procedure write and may violate."""

    def __init__(self, program: P.Program, question: Question, claims: Iterable[Unreachable]) -> None:
        self._claims: dict[str, list[Unreachable]] = {}
        for claim in claims:
            self._claims.setdefault(claim.procedure, []).append(claim)
        calls = CallGraph(program)
        #: procedures that nothing is claimed about, and that are short enough to be executed instead
        self.executed = few_ways(program) - self._claims.keys()
        #: procedures in whose calls something may happen that the question forbids
        self.noisy = {name for name, procedure in program.procedures.items() if _may_fail(question, procedure)}
        #: global variables that calls of a procedure write
        self.written: dict[str, dict[Term, None]] = {
            name: {
                target: None
                for block in procedure.blocks.values()
                for command in block.commands
                for target in written_variables(command)
                if target in program.variables
            }
            for name, procedure in program.procedures.items()
        }
        changed = True
        while changed:
            before = len(self.noisy) + sum(map(len, self.written.values()))
            for name, callees in calls.callees.items():
                for callee in callees:
                    self.written[name].update(self.written[callee])
                    if callee in self.noisy:
                        self.noisy.add(name)
            changed = before < len(self.noisy) + sum(map(len, self.written.values()))

    def about(self, procedure: str) -> Sequence[Unreachable]:
        return self._claims.get(procedure, ())

    def instances(
        self, claim: Unreachable, scope: Mapping[Term, Term], spoken_of: Iterable[Term]
    ) -> tuple[list[dict[Term, Term]], bool]:
        """Values for the frozen variables of a claim, as a caller with these variables may mean them.

        ``spoken_of``: variables in the caller's regions, one of which is meant if no name says which. Are these all?
        """
        choices: list[list[Term]] = []
        for variable in claim.frozen:
            meant = thawed(variable)
            named = [scope[v] for v in (variable, meant) if v is not None and v in scope]
            choices.append(named or [scope[v] for v in spoken_of if v.sort is variable.sort])
        some = list(islice(_products(claim.frozen, choices), MOST_INSTANCES + 1))
        return some[:MOST_INSTANCES], len(some) <= MOST_INSTANCES

    @staticmethod
    def returned(results: Sequence[Term]) -> dict[Term, Term]:
        """What claims call results."""
        return {result(i, value.sort): value for i, value in enumerate(results)}


def _products(variables: Sequence[Term], choices: Sequence[Sequence[Term]]) -> Iterator[dict[Term, Term]]:
    for chosen in product(*choices):
        yield dict(zip(variables, chosen, strict=True))


def _may_fail(question: Question, procedure: P.Procedure) -> bool:
    """Has the procedure itself something that the question forbids?"""
    for label, block in procedure.blocks.items():
        if (procedure.name, label) in question.places:
            return True
        for command in block.commands:
            if (
                isinstance(command, P.Assert)
                and not question.defined(command.check)
                and question.forbids(command.check, command.location)
            ):
                return True
        match block.terminator:
            case P.Stop(P.End.UNSUPPORTED | P.End.BOUND):
                return True
            case P.Stop(P.End.UNDEFINED, _, location) if question.forbids("def-behavior", location):
                return True
            case _:
                pass
    return False
