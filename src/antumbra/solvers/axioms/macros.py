"""Models of quantified axioms that a solver does not find by itself: functions with a definition that we guess.

A function becomes a template (a constant, an argument plus a constant, …) with exceptions where the path applies it.
With every application replaced by its definition, axioms speak of arithmetic alone, and a solver mostly sees at once
whether they hold. A guess only makes the formulas stronger, so a model under it is a model; that there is none says
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from antumbra.solvers.answers import Unknown, Unsat
from antumbra.solvers.backends.full_model import FullModel, full_model
from antumbra.solvers.deadline import Deadline
from antumbra.terms import operators as o
from antumbra.terms.leaves import boolean, var
from antumbra.terms.making import make
from antumbra.terms.operators import FunctionDeclaration, bound_variables
from antumbra.terms.simplify.arith import add, le
from antumbra.terms.simplify.array import exists, forall, lambda_
from antumbra.terms.simplify.boolean import and_, eq, ite
from antumbra.terms.simplify.bv import bvadd
from antumbra.terms.sorts import Sort
from antumbra.terms.substitution import substitute
from antumbra.terms.term import Term
from antumbra.terms.traverse import free_variables, subterms

#: steps of one guess, guesses in all, and exceptions of one function
ATTEMPT: Final = 1_000_000
ATTEMPTS: Final = 12
EXCEPTIONS: Final = 8

#: applications in all that are written out for each guess
APPLICATIONS: Final = 2_000

#: steps for the solver's own model before we guess
FIRST: Final = 1_000_000

#: parameters and what the function is for them
Macro = tuple[tuple[Term, ...], Term]
Macros = dict[FunctionDeclaration, Macro]


def some_model(
    conditions: Sequence[Term], axioms: Sequence[Term], deadline: Deadline, elements: Sequence[Term] = ()
) -> FullModel | Unsat | Unknown:
    """A model of all of them that also interprets functions: the solver's own, or one with definitions we guess.

    ``elements`` as in :func:`full_model`.
    """
    assertions = [*conditions, *axioms]
    found = full_model(assertions, deadline.part(FIRST), elements)
    if not isinstance(found, Unknown):
        return found
    guessed = macro_model(conditions, axioms, deadline, elements)
    return guessed if isinstance(guessed, FullModel) else full_model(assertions, deadline, elements)


def macro_model(
    conditions: Sequence[Term], axioms: Sequence[Term], deadline: Deadline, elements: Sequence[Term] = ()
) -> FullModel | Unknown:
    """A model of the conditions and axioms with guessed definitions of their functions."""
    assertions = [*conditions, *axioms]
    functions = _functions(assertions)
    bound = {v for a in assertions for t in subterms(a) if t.op in o.BINDERS for v in bound_variables(t)}
    if sum(1 for t in subterms(*assertions) if t.op is o.APPLY) > APPLICATIONS:
        return Unknown("too many applications of functions for a guess")
    if not functions or any(not free_variables(c).isdisjoint(bound) for c in conditions):
        return Unknown("no definition of the functions is known")
    for guess in _guesses(functions):
        if deadline.passed:
            break
        macros = _with_exceptions(guess, conditions)
        expanded = [expand(a, macros) for a in assertions]
        found = full_model(expanded, deadline.part(ATTEMPT), elements)
        if isinstance(found, FullModel):
            return found.with_definitions(lambda term, macros=macros: expand(term, macros), deadline)
    return Unknown("no definition of the functions is known")


def _functions(assertions: Sequence[Term]) -> list[FunctionDeclaration]:
    found: dict[FunctionDeclaration, None] = {}
    for assertion in assertions:
        for t in subterms(assertion):
            if t.op is o.APPLY:
                found[t.data] = None
    return list(found)


def _guesses(functions: list[FunctionDeclaration]) -> Iterator[Macros]:
    """All functions by their first template, then by their second …, then one at a time by another than the rest."""
    options = {f: list(_templates(f)) for f in functions}
    longest = max(len(templates) for templates in options.values())
    count = 0
    for number in range(longest):
        count += 1
        yield {f: templates[min(number, len(templates) - 1)] for f, templates in options.items()}
    for base in range(min(2, longest)):
        for function, templates in options.items():
            for template in templates:
                count += 1
                if count > ATTEMPTS:
                    return
                rest = {f: those[min(base, len(those) - 1)] for f, those in options.items()}
                yield rest | {function: template}


def _templates(function: FunctionDeclaration) -> Iterator[Macro]:
    parameters = tuple(var(f"{function.name}!{i}", sort) for i, sort in enumerate(function.arguments))
    result = function.result
    constant = var(f"{function.name}!constant", result)
    if result.kind == "bool":
        yield parameters, boolean(True)
        yield parameters, boolean(False)
        if len(parameters) > 1 and parameters[0].sort is parameters[1].sort:
            yield parameters, eq(parameters[0], parameters[1])
        return
    same = [parameter for parameter in parameters if parameter.sort is result]
    plus = _plus(result)
    for parameter in same:
        yield parameters, parameter if plus is None else plus(parameter, constant)
    yield parameters, constant
    if len(same) > 1 and result.kind in ("int", "real"):
        first, second = same[:2]
        order = le(first, second)
        yield parameters, add(ite(order, second, first), constant)
        yield parameters, add(ite(order, first, second), constant)
        yield parameters, add(first, second, constant)


def _plus(sort: Sort) -> Callable[[Term, Term], Term] | None:
    if sort.kind in ("int", "real"):
        return add
    return bvadd if sort.mask else None


def _with_exceptions(guess: Macros, conditions: Sequence[Term]) -> Macros:
    """Where the conditions apply a function, it may have any value."""
    macros = dict(guess)
    exceptions: dict[FunctionDeclaration, list[tuple[Term, Term]]] = {f: [] for f in guess}
    for t in subterms(*conditions):
        if t.op is not o.APPLY or len(exceptions[t.data]) >= EXCEPTIONS:
            continue
        parameters, template = guess[t.data]
        known = exceptions[t.data]
        here = and_(*(eq(p, expand(a, macros)) for p, a in zip(parameters, t.args, strict=True)))
        known.append((here, var(f"{t.data.name}!at{len(known)}", t.sort)))
        body = template
        for test, value in reversed(known):
            body = ite(test, value, body)
        macros[t.data] = (parameters, body)
    return macros


def expand(term: Term, macros: Macros) -> Term:
    """The term with every application replaced by the function's definition. Triggers go: they name applications."""
    done: dict[Term, Term] = {}
    for t in subterms(term):
        if not t.args:
            done[t] = t
            continue
        arguments = tuple(done[a] for a in t.args)
        if t.op is o.APPLY and t.data in macros:
            parameters, body = macros[t.data]
            done[t] = substitute(body, dict(zip(parameters, arguments, strict=True)))
        elif t.op is o.FORALL:
            done[t] = forall(bound_variables(t), arguments[0])
        elif t.op is o.EXISTS:
            done[t] = exists(bound_variables(t), arguments[0])
        elif t.op is o.LAMBDA:
            done[t] = lambda_(bound_variables(t), arguments[0])
        else:
            done[t] = make(t.op, arguments, t.data)
    return done[term]
