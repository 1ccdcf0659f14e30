"""Declarations that a front end left out because nothing uses them: could they forbid a violation that was found?

An axiom without a symbol in common with the rest changes nothing, unless it contradicts itself, or what is said
elsewhere about the size of a sort: then no execution exists, and every property holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from antumbra import terms as T
from antumbra.evidence.assumptions import assumed_at_start
from antumbra.program import model as P
from antumbra.records import dataclass
from antumbra.solvers import Unsat
from antumbra.solvers.axioms.macros import some_model
from antumbra.solvers.backends.full_model import FullModel
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Consistent:
    """An execution that satisfies everything exists."""


@dataclass(frozen=True, slots=True)
class Inconsistent:
    """No execution satisfies all that is declared."""


@dataclass(frozen=True, slots=True)
class Open:
    """Nobody knows."""

    reason: str


def left_out(
    program: P.Program, whole: P.Program, conditions: Sequence[Term], deadline: Deadline
) -> Consistent | Inconsistent | Open:
    """Whether the conditions of a path agree with what the ``whole`` program declares besides."""
    names = _names(program)
    kept = _declared(program)
    known = frozenset(kept)
    dropped = [t for t in _declared(whole) if t not in known]
    new = [reason for reason, policy in whole.externals.items() if policy == "weakened"]
    old = [reason for reason, policy in program.externals.items() if policy == "weakened"]
    if len(new) > len(old):
        return Open(f"not all of them are understood: {next(r for r in new if r not in old)}")
    if not dropped:
        return Consistent()
    path = [*conditions, *(T.substitute(t, names) for t in kept)]
    rest = [T.substitute(t, names) for t in dropped]
    answer = some_model(path, rest, deadline)
    if isinstance(answer, FullModel):
        return Consistent()
    if isinstance(answer, Unsat):
        return Inconsistent()
    alone = some_model((), rest, deadline)
    if isinstance(alone, Unsat):
        return Inconsistent()
    if isinstance(alone, FullModel) and not _symbols(path) & _symbols(rest):
        return Consistent()
    return Open(answer.reason)


def _declared(program: P.Program) -> list[Term]:
    """Conjuncts of the assumptions of a whole program."""
    found: list[Term] = []
    work = [*program.axioms, *assumed_at_start(program)]
    for term in work:
        if term.op is T.AND:
            work.extend(term.args)
        else:
            found.append(term)
    return found


def _names(program: P.Program) -> dict[Term, Term]:
    """Global variables → the unknowns that they are at the start of a path, as the machine names them."""
    found: dict[Term, Term] = {}
    for variable, value in program.variables.items():
        if value is None:
            sort = variable.sort
            kind = T.bv_sort(sort.width) if sort.kind == "fp" else sort
            unknown = T.var(f"i{len(found)} {kind!r}", kind)
            found[variable] = unknown if sort.kind != "fp" else T.fp_from_bv(unknown, sort)
    return found


def _symbols(terms: Sequence[Term]) -> set[Any]:
    """Variables, functions without meaning, and sorts whose size is not known."""
    found: set[Any] = set()
    for part in T.subterms(*terms):
        if part.op is T.VAR:
            found.add(part)
        elif part.op is T.APPLY:
            found.add(part.data)
        if part.sort.kind == "uninterpreted":
            found.add(part.sort)
    return found
