"""Guards in a normal form: variables that are known to be constants are these constants everywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra import terms as T
from antumbra.terms import Term


def under(term: Term, values: Mapping[Term, Term]) -> Term:
    """SymbolicEval: a term under a symbolic map."""
    if term.op is T.VAR:
        return values.get(term, term)
    used = {v: values[v] for v in T.free_variables(term) if v in values}
    return T.substitute(term, used) if used else term


def conjuncts(condition: Term) -> tuple[Term, ...]:
    return condition.args if condition.op is T.AND else (condition,)


def constant_of(literal: Term) -> tuple[Term, Term] | None:
    """A variable and the one value that a literal leaves it."""
    if literal.op is T.VAR:
        return literal, T.TRUE
    if literal.op is T.NOT and literal.args[0].op is T.VAR:
        return literal.args[0], T.FALSE
    if literal.op is T.EQ:
        a, b = literal.args
        if a.op is T.VAR and b.op is T.CONST:
            return a, b
    return None


def constants(literals: Iterable[Term]) -> dict[Term, Term]:
    """Variables that have just one value where all literals hold."""
    return dict(found for literal in literals if (found := constant_of(literal)) is not None)


def normal(guards: Iterable[Term]) -> dict[Term, None] | None:
    """The same condition, in conjuncts without what constants decide; None if it is false."""
    waiting = dict.fromkeys(part for guard in guards for part in conjuncts(guard) if part is not T.TRUE)
    done: dict[Term, None] = {}
    known: dict[Term, Term] = {}
    while new := {v: c for v, c in constants(waiting).items() if v not in known}:
        # said once, and put everywhere else
        done.update(dict.fromkeys(said for said in waiting if (is_ := constant_of(said)) and new.get(is_[0]) is is_[1]))
        known.update(new)
        left: dict[Term, None] = {}
        for guard in waiting:
            if guard not in done:
                value = under(guard, known)
                if value is T.FALSE:
                    return None
                if value is not T.TRUE:
                    left.update(dict.fromkeys(conjuncts(value)))
        waiting = left
    done.update(waiting)
    return None if T.FALSE in done or any(T.not_(guard) in done for guard in done) else done


def with_constants(guards: Iterable[Term], updates: Mapping[Term, Term]) -> dict[Term, Term]:
    """Assignments under guards, constants where that is what they come to; none of a variable to itself."""
    known = constants(guards)
    found: dict[Term, Term] = {}
    for variable, value in updates.items():
        under_guards = under(value, known)
        term = under_guards if under_guards.op is T.CONST else value
        if term is not variable and term is not known.get(variable):
            found[variable] = term
    return found
