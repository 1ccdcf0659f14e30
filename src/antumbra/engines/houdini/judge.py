"""Which of many conditions surely hold on a path: few queries for all of them, and little time for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra import terms as T
from antumbra.engines.houdini.trial import Trial
from antumbra.semantics.runtime import to_term
from antumbra.solvers import AxiomChain, PathCondition, Sat, Unknown, Unsat
from antumbra.solvers.chain.shape import condition_note, variable_note
from antumbra.terms import Term

#: conditions that are asked about in one query
TOGETHER = 16
#: questions about all conditions together, and those among them that stay open; what is left then does not surely hold
MOST_QUESTIONS = 400
MOST_OPEN = 64


class Judge:
    """Asks the chain, with short limits: a guess that takes long is given up."""

    def __init__(self, chain: AxiomChain) -> None:
        self._chain = chain

    def holds(self, path: PathCondition, condition: Term) -> bool:
        """Does the condition surely hold?"""
        return not self.refuted(path, [condition])

    def refuted(self, path: PathCondition, conditions: list[Term]) -> set[Term]:
        """Those that do not surely hold."""
        result = self.unlikely(path, conditions)
        left = [c for c in conditions if c not in result and c.op is not T.CONST]
        groups = [left[i : i + TOGETHER] for i in range(0, len(left), TOGETHER)]
        questions = unanswered = 0
        with self._chain.hurried():
            while groups:
                group = [c for c in groups.pop() if c not in result]
                if not group:
                    continue
                if questions >= MOST_QUESTIONS or unanswered >= MOST_OPEN:
                    result.update(group)
                    continue
                questions += 1
                answer = self._chain.check(path, T.not_(T.and_(*group)))
                unanswered += isinstance(answer, Unknown)
                if isinstance(answer, Unsat):
                    continue
                wrong = _false_in(answer.model, left) if isinstance(answer, Sat) else set[Term]()
                if wrong & set(group):
                    result |= wrong
                    groups.append([c for c in group if c not in wrong])
                elif len(group) == 1:
                    result.add(group[0])
                else:
                    half = len(group) // 2
                    groups += [group[:half], group[half:]]
        return result

    def unlikely(self, path: PathCondition, conditions: list[Term]) -> set[Term]:
        """Those that are false in the one model at hand."""
        result = {c for c in conditions if c is T.FALSE}
        left = [c for c in conditions if c.op is not T.CONST]
        return result | _false_in(path.model, left) if path.doubt is None else result

    def with_values(self, path: PathCondition, trial: Trial) -> PathCondition:
        """The path with the model in which the trial's unknowns have the values from before the loop: it satisfies
        all guesses that held there."""
        if path.doubt is not None:
            return path
        model = path.model
        values: dict[Any, Any] = {}
        for location, fresh in trial.changing.items():
            term = to_term(trial.entry[location], location.sort)
            if location.sort.kind in ("bv", "bool", "int", "real") and not _opaque(term):
                values[variable_note(fresh)] = T.evaluate(term, model)
        return path.revalued(values) if values else path


def _opaque(term: Term) -> bool:
    """Is there something in a term that variables alone do not decide?"""
    return any(t.op.evaluate is None and t.op not in (T.CONST, T.VAR) for t in T.subterms(term))


def _false_in(model: Mapping[Term, Any], conditions: list[Term]) -> set[Term]:
    result: set[Term] = set()
    for condition in conditions:
        note = condition_note(condition)
        if note.true_in({v.term: model.get(v.term, v.default) for v in note.variables}) is False:
            result.add(condition)
    return result
