"""Solvers as judges of terms: is a simplified term equal to the raw one in every model?"""

from __future__ import annotations

from collections.abc import Sequence

import bitwuzla
import z3

from antumbra import terms as T
from antumbra.terms import smtlib

Pair = tuple[T.Term, T.Term]

#: pairs in one question: a solver is not started for each of them, and few are not harder together
CHUNK = 16


def differs(raw: T.Term, simple: T.Term) -> T.Term:
    """raw != simple, exactly as written."""
    return T.intern(T.NOT, (T.intern(T.EQ, (raw, simple)),))


def bitwuzla_sat(assertions: Sequence[T.Term]) -> bool:
    options = bitwuzla.Options()
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    text = smtlib.script(assertions).replace("(check-sat)\n", "")
    parser.parse(text, True, False)
    return _decide(str(parser.bitwuzla().check_sat()).lower())


def z3_sat(assertions: Sequence[T.Term]) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 20000)
    solver.from_string(smtlib.script(assertions))
    return _decide(str(solver.check()))


def _decide(answer: str) -> bool:
    if "unsat" in answer:
        return False
    if "unknown" in answer:
        raise RuntimeError("the solver gave up")
    return True


def prove_equal(pairs: Sequence[Pair], sat=bitwuzla_sat, chunk: int = CHUNK) -> int:
    """Raise unless each pair is equal in every model; returns how many pairs were not the same term already."""
    open_pairs = [(raw, simple) for raw, simple in dict.fromkeys(pairs) if raw is not simple]
    for raw, simple in open_pairs:
        if raw.sort is not simple.sort:
            raise AssertionError(f"sorts differ: {raw!r} became {simple!r}")
    for at in range(0, len(open_pairs), chunk):
        part = open_pairs[at : at + chunk]
        goals = [differs(raw, simple) for raw, simple in part]
        goal = goals[0] if len(goals) == 1 else T.intern(T.OR, tuple(goals))
        if sat([goal]):
            for (raw, simple), single in zip(part, goals, strict=True):
                if sat([single]):
                    raise AssertionError(f"not equal:\n  {raw!r}\n  {simple!r}")
            raise AssertionError("some pair differs, yet none alone")
    return len(open_pairs)
