"""Branches that depend on memory or variables that were never written: two executions that differ in nothing else part.

What a program does with such values (copies, sums, masks) is no error; that its way depends on them is one. So each
unknown of that kind gets another value, which is as good as the first for all that the path has asked so far, and the
question is whether the branch could go another way with those.
"""

from __future__ import annotations

from typing import Final

from antumbra import terms as T
from antumbra.program.model import OTHERWISE, UNCHOSEN, Source
from antumbra.semantics.contract import Recorder
from antumbra.semantics.ends import Ended
from antumbra.semantics.state import State, Unknown
from antumbra.solvers import Chain, PathCondition
from antumbra.solvers import Unknown as SolverUnknown
from antumbra.terms import Term

CHECK: Final = "uninitialized"


def used(chain: Chain, recorder: Recorder, state: State, value: Term, site: int) -> None:
    """A branch on the value: tell of it if it depends on what was never written. The path goes on as it is."""
    others = _others(state)
    here = T.free_variables(value)
    if here.isdisjoint(others):
        return
    same = [T.substitute(c, others) for c in state.path.conditions() if not T.free_variables(c).isdisjoint(others)]
    parted = chain.assume(state.path, T.and_(T.not_(T.eq(value, T.substitute(value, others))), *same))
    if isinstance(parted, PathCondition):
        parted = chain.confirm(parted)
    if isinstance(parted, SolverUnknown):
        recorder.cut(state, Ended.SOLVER, parted.reason, site)
    elif parted is not None:
        _tell(recorder, state, parted, others, here, site)


def _others(state: State) -> dict[Term, Term]:
    """Unknowns that nobody wrote, each with a variable for its other value."""
    found = [u.variable for u in state.unknowns() if u.source is Source.UNINITIALISED and u.name not in UNCHOSEN]
    return {v: T.var(f"{v.data}{OTHERWISE}", v.sort) for v in found if v is not None}


def _tell(
    recorder: Recorder, state: State, parted: PathCondition, others: dict[Term, Term], here: frozenset[Term], site: int
) -> None:
    """The violation, with both values of each such unknown."""
    kept, count = state.inputs, state.input_count
    names: dict[str, None] = {}
    for u in state.unknowns():
        if u.variable is None or u.variable not in others:
            continue
        if u.variable in here:
            names[u.name] = None
        name = f"{u.name}{OTHERWISE}"
        other = Unknown(others[u.variable], Source.MACHINE, name, u.type_name, u.location, u.width, caller=u.caller)
        state.add_input(other)
    message = f"a branch depends on {', '.join(names)}, which was never written"
    recorder.violated(state, parted, CHECK, message, site)
    state.inputs, state.input_count = kept, count
