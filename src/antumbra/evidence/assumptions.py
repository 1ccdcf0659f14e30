"""Are a program's initial assumptions consistent at all? If not, every property holds of it vacuously."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.solvers import Unknown, Unsat
from antumbra.solvers.axioms.macros import some_model
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term


def assumptions_problem(program: P.Program, deadline: Deadline) -> str | None:
    """What is wrong with axioms, unique constants, where and requires clauses before each entry; None if nothing."""
    entry = program.procedures[program.entry]
    first = next(iter(entry.blocks.values()))
    shared = [*program.axioms, *assumed_at_start(program)]
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


def assumed_at_start(program: P.Program) -> list[Term]:
    """What holds before each entry: axioms without quantifiers, unique constants, where clauses."""
    return _assumed(next(iter(program.procedures[program.entry].blocks.values())))


def _assumed(block: P.Block) -> list[Term]:
    return [c.condition for c in block.commands if isinstance(c, P.Assume)]


def _quantified(condition: Term) -> bool:
    return any(part.op in (T.FORALL, T.EXISTS, T.LAMBDA) for part in T.subterms(condition))


def _problem(conditions: list[Term], what: str, deadline: Deadline) -> str | None:
    condition = T.and_(*conditions) if conditions else T.TRUE
    if condition.op is T.CONST:
        return None if condition.data else _VACUOUS.format(what)
    answer = some_model(
        [c for c in conditions if not _quantified(c)], [c for c in conditions if _quantified(c)], deadline
    )
    if isinstance(answer, Unsat):
        return _VACUOUS.format(what)
    if isinstance(answer, Unknown):
        return f"it is not known whether {what} are consistent ({answer.reason})"
    return None


_VACUOUS = "{} are inconsistent: every property holds vacuously"
