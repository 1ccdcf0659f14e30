"""Craig interpolants of bit-vectors, by Bitwuzla: what one side says in the words that both have.

An interpolant comes back as a term of ours and is not believed: whoever uses it asks whether it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final

from antumbra import terms as T
from antumbra.solvers.answers import UnsupportedTerm
from antumbra.solvers.backends.bitwuzla_terms import translator, z
from antumbra.solvers.backends.callbacks import called_by_solver
from antumbra.solvers.backends.circuits import Circuits
from antumbra.terms import Term

_K: Final[Any] = z.Kind
#: polls of the solver before it is stopped
MOST_POLLS: Final = 4_000
#: bits and arithmetic of both sides beyond which circuits take too long to build: meanwhile nobody is polled
LARGE: Final = 50_000
#: nodes of an interpolant that is worth having
LARGEST: Final = 2_000


def interpolant(first: Sequence[Term], second: Sequence[Term], *, most_polls: int = MOST_POLLS) -> Term | None:
    """``I`` with ``first => I`` and ``I => not second`` over variables of both; None if there is none, or none in time.

    Raises UnsupportedTerm for terms that Bitwuzla does not know.
    """
    size = Circuits().new((*first, *second))
    if size.bits + 4 * size.steps > LARGE:
        return None
    known = translator()
    polls = 0

    def stop() -> bool:
        nonlocal polls
        polls += 1
        return polls > most_polls

    options = z.Options()
    options.set(z.Option.PRODUCE_INTERPOLANTS, True)
    solver = z.Bitwuzla(known.manager, options)
    solver.configure_terminator(called_by_solver(stop))
    one, other = (known.term(T.and_(*side)) for side in (first, second))
    solver.assert_formula(one)
    solver.assert_formula(other)
    if solver.check_sat() != z.Result.UNSAT:
        return None
    found = solver.get_interpolant([one])
    variables = {str(v.data): v for side in (first, second) for term in side for v in T.free_variables(term)}
    return _read(found, variables)


def _turned(op: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    return lambda a, b: op(b, a)


_MAKE: Final[dict[Any, Callable[..., Term]]] = {
    _K.NOT: T.not_,
    _K.AND: T.and_,
    _K.OR: T.or_,
    _K.IMPLIES: T.implies,
    _K.ITE: T.ite,
    _K.EQUAL: T.eq,
    _K.IFF: T.eq,
    _K.BV_NOT: T.bvnot,
    _K.BV_NEG: T.bvneg,
    _K.BV_ULT: T.bvult,
    _K.BV_ULE: T.bvule,
    _K.BV_UGT: _turned(T.bvult),
    _K.BV_UGE: _turned(T.bvule),
    _K.BV_SLT: T.bvslt,
    _K.BV_SLE: T.bvsle,
    _K.BV_SGT: _turned(T.bvslt),
    _K.BV_SGE: _turned(T.bvsle),
    _K.BV_SHL: T.bvshl,
    _K.BV_SHR: T.bvlshr,
    _K.BV_ASHR: T.bvashr,
    _K.BV_SUB: T.bvsub,
    _K.BV_UDIV: T.bvudiv,
    _K.BV_UREM: T.bvurem,
    _K.BV_SDIV: T.bvsdiv,
    _K.BV_SREM: T.bvsrem,
    _K.ARRAY_SELECT: T.select,
    _K.ARRAY_STORE: T.store,
}
#: kinds with any number of arguments that ours take two by two
_CHAINS: Final[dict[Any, Callable[[Term, Term], Term]]] = {
    _K.BV_ADD: T.bvadd,
    _K.BV_MUL: T.bvmul,
    _K.BV_AND: T.bvand,
    _K.BV_OR: T.bvor,
    _K.BV_XOR: T.bvxor,
    _K.BV_CONCAT: T.concat,
    _K.XOR: lambda a, b: T.not_(T.eq(a, b)),
}


def _read(root: Any, variables: dict[str, Term]) -> Term | None:
    """A term of Bitwuzla as ours; None if it is too large, or has what we do not read."""
    done: dict[int, Term] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        if node.id() in done:
            stack.pop()
            continue
        children = list(node.children())
        missing = [child for child in children if child.id() not in done]
        if missing:
            stack += missing
            continue
        made = _node(node, [done[child.id()] for child in children], variables)
        if made is None or len(done) > LARGEST:
            return None
        done[node.id()] = made
        stack.pop()
    return done[root.id()]


def _node(node: Any, arguments: list[Term], variables: dict[str, Term]) -> Term | None:
    kind = node.kind()
    if node.is_value():
        sort = node.sort()
        if sort.is_bool():
            return T.boolean(node.is_true())
        return T.bv(int(node.value(2), 2), sort.bv_size()) if sort.is_bv() else None
    if node.is_const():
        return variables.get(str(node.symbol()))
    make = _MAKE.get(kind)
    if make is not None:
        return make(*arguments)
    chain = _CHAINS.get(kind)
    if chain is not None:
        return reduce(chain, arguments)
    match kind:
        case _K.BV_EXTRACT:
            high, low = node.indices()
            return T.extract(high, low, arguments[0])
        case _K.BV_ZERO_EXTEND:
            return T.zero_extend(node.indices()[0], arguments[0])
        case _K.BV_SIGN_EXTEND:
            return T.sign_extend(node.indices()[0], arguments[0])
        case _K.BV_COMP:
            return T.ite(T.eq(*arguments), T.bv(1, 1), T.bv(0, 1))
        case _:
            return None


__all__ = ["UnsupportedTerm", "interpolant"]
