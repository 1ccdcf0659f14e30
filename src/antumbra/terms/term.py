"""Terms: immutable, interned, sort-checked at birth. Equality is identity.

Terms are built only by the functions of :mod:`antumbra.terms.build` (which simplify) or by
:func:`intern` (which does not). Generated code mixes Python ints with terms, so a bit-vector term also
takes the arithmetic operators ``+ - * & | ^ ~ < <= > >=`` (unsigned) with an int or a term
on the other side; an int is read modulo the term's width. ``==`` stays identity, and the truth
value of a term raises: a symbolic condition must be decided by a solver, never by ``if``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from antumbra.terms.sorts import Sort


class Op:
    """One row of the operator table (:mod:`antumbra.terms.operators`)."""

    __slots__ = ("arity", "commutative", "evaluate", "name", "smtlib", "sort_of")

    def __init__(
        self,
        name: str,
        arity: int,
        sort_of: Callable[[tuple[Term, ...], Any], Sort],
        evaluate: Callable[..., Any] | None,
        smtlib: str,
        commutative: bool = False,
    ) -> None:
        self.name: Final = name
        #: number of arguments, -1 for any
        self.arity: Final = arity
        #: (args, data) → sort of the result; raises SortError when the arguments do not fit
        self.sort_of: Final = sort_of
        #: (sort, data, arg sorts, *argument values) → value; None where there is no fixed meaning
        self.evaluate: Final = evaluate
        self.smtlib: Final = smtlib
        self.commutative: Final = commutative

    def __repr__(self) -> str:
        return self.name


class SortError(TypeError):
    """A term was built from arguments whose sorts do not fit."""


class Term:
    """A node: operator, arguments, and ``data`` (a constant's value, a variable's name, indices).

    Values of constants: bool for bool; unsigned int for bit-vectors; int for int; Fraction for
    real; for floats the IEEE bit pattern as an int (one canonical quiet NaN); ArrayValue for arrays;
    a RoundingMode name for rm.
    """

    __slots__ = ("__weakref__", "args", "data", "evaluator", "free", "handle", "id", "note", "op", "sort", "width")

    def __init__(self, op: Op, args: tuple[Term, ...], data: Any, sort: Sort, number: int) -> None:
        self.op: Final = op
        self.args: Final = args
        self.data: Final = data
        self.sort: Final = sort
        #: bits, for bit-vectors and floats; else 0
        self.width: Final = sort.width
        #: creation number: a deterministic order
        self.id: Final = number
        # caches, filled by whoever owns them
        self.free: frozenset[Term] | None = None  # traverse.free_variables
        self.evaluator: Callable[..., Any] | None = None  # evaluate.compiled
        self.handle: Any = None  # solver translation
        self.note: Any = None  # normal forms of the solver chain

    def __bool__(self) -> bool:
        raise TypeError("the truth value of a term is not known here")

    if TYPE_CHECKING:
        # installed by antumbra.terms.arithmetic. A result that is constant comes back as a Python value.
        def __add__(self, other: Term | int) -> Any: ...
        def __radd__(self, other: int) -> Any: ...
        def __sub__(self, other: Term | int) -> Any: ...
        def __rsub__(self, other: int) -> Any: ...
        def __mul__(self, other: Term | int) -> Any: ...
        def __rmul__(self, other: int) -> Any: ...
        def __and__(self, other: Term | int) -> Any: ...
        def __rand__(self, other: int) -> Any: ...
        def __or__(self, other: Term | int) -> Any: ...
        def __ror__(self, other: int) -> Any: ...
        def __xor__(self, other: Term | int) -> Any: ...
        def __rxor__(self, other: int) -> Any: ...
        def __neg__(self) -> Any: ...
        def __invert__(self) -> Any: ...
        def __lt__(self, other: Term | int) -> Any: ...
        def __le__(self, other: Term | int) -> Any: ...
        def __gt__(self, other: Term | int) -> Any: ...
        def __ge__(self, other: Term | int) -> Any: ...


def install(methods: dict[str, Callable[..., Any]]) -> None:
    """Methods that are written in terms of what is built on terms, bound straight into the class: one call less."""
    for name, method in methods.items():
        setattr(Term, name, method)


_table: Final[dict[tuple[Any, ...], Term]] = {}
_numbers = count(1)


def intern(op: Op, args: tuple[Term, ...], data: Any = None, sort: Sort | None = None) -> Term:
    """The one term with this operator, arguments and data; checks sorts when it is new."""
    key = (op, args, data) if sort is None else (op, args, data, sort)
    term = _table.get(key)
    if term is None:
        if op.arity >= 0 and len(args) != op.arity:
            raise SortError(f"{op.name} takes {op.arity} arguments, not {len(args)}")
        term = Term(op, args, data, op.sort_of(args, data) if sort is None else sort, next(_numbers))
        _table[key] = term
    return term
