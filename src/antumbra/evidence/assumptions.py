"""Are a program's initial assumptions consistent at all? If not, every property holds of it vacuously."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.solvers import Unknown, Unsat
from antumbra.solvers.deadline import Deadline
from antumbra.solvers.full_model import full_model
from antumbra.terms import Term


def assumptions_problem(program: P.Program, deadline: Deadline) -> str | None:
    """What is wrong with axioms, unique constants, where and requires clauses before each entry; None if nothing."""
    entry = program.procedures[program.entry]
    first = next(iter(entry.blocks.values()))
    shared = [*program.axioms, *_assumed(first)]
    problem = _problem(shared, "the axioms and unique constants", deadline)
    if problem is not None:
        return problem
    for block in entry.blocks.values():
        if block is first:
            continue
        calls = [c.callee for c in block.commands if isinstance(c, P.Call)]
        name = f"the initial assumptions of {calls[0]}" if calls else "the initial assumptions"
        problem = _problem([*shared, *_assumed(block)], name, deadline)
        if problem is not None:
            return problem
    return None


def _assumed(block: P.Block) -> list[Term]:
    return [c.condition for c in block.commands if isinstance(c, P.Assume)]


def _problem(conditions: list[Term], what: str, deadline: Deadline) -> str | None:
    condition = T.and_(*conditions) if conditions else T.TRUE
    if condition.op is T.CONST:
        return None if condition.data else _VACUOUS.format(what)
    answer = full_model(conditions, deadline)
    if isinstance(answer, Unsat):
        return _VACUOUS.format(what)
    if isinstance(answer, Unknown):
        return f"it is not known whether {what} are consistent ({answer.reason})"
    return None


_VACUOUS = "{} are inconsistent: every property holds vacuously"
