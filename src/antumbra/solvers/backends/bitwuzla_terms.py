"""Our terms as Bitwuzla's. One term manager for the process, so that a term's ``handle`` is its translation."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import bitwuzla

from antumbra.solvers.answers import SolverError, UnsupportedTerm
from antumbra.solvers.backends.tables import multiplexer, reads_table
from antumbra.terms import operators as o
from antumbra.terms.operators import FunctionDeclaration
from antumbra.terms.sorts import FLOAT16, FLOAT32, FLOAT64, FLOAT128, Sort
from antumbra.terms.term import Op, Term
from antumbra.terms.values import ArrayValue, canonical_nan, normalise

#: Bitwuzla's binding has no types to check against
z: Final[Any] = bitwuzla
_K: Final[Any] = z.Kind

#: operators that are one kind with the same arguments
_DIRECT: Final[dict[Op, Any]] = {
    o.NOT: _K.NOT,
    o.AND: _K.AND,
    o.OR: _K.OR,
    o.ITE: _K.ITE,
    o.EQ: _K.EQUAL,
    o.DISTINCT: _K.DISTINCT,
    o.BVADD: _K.BV_ADD,
    o.BVSUB: _K.BV_SUB,
    o.BVMUL: _K.BV_MUL,
    o.BVUDIV: _K.BV_UDIV,
    o.BVUREM: _K.BV_UREM,
    o.BVSDIV: _K.BV_SDIV,
    o.BVSREM: _K.BV_SREM,
    o.BVNEG: _K.BV_NEG,
    o.BVNOT: _K.BV_NOT,
    o.BVAND: _K.BV_AND,
    o.BVOR: _K.BV_OR,
    o.BVXOR: _K.BV_XOR,
    o.BVSHL: _K.BV_SHL,
    o.BVLSHR: _K.BV_SHR,
    o.BVASHR: _K.BV_ASHR,
    o.BVULT: _K.BV_ULT,
    o.BVULE: _K.BV_ULE,
    o.BVSLT: _K.BV_SLT,
    o.BVSLE: _K.BV_SLE,
    o.CONCAT: _K.BV_CONCAT,
    o.BVSADDO: _K.BV_SADD_OVERFLOW,
    o.BVSSUBO: _K.BV_SSUB_OVERFLOW,
    o.BVUMULO: _K.BV_UMUL_OVERFLOW,
    o.BVSMULO: _K.BV_SMUL_OVERFLOW,
    o.FP_ADD: _K.FP_ADD,
    o.FP_SUB: _K.FP_SUB,
    o.FP_MUL: _K.FP_MUL,
    o.FP_DIV: _K.FP_DIV,
    o.FP_FMA: _K.FP_FMA,
    o.FP_SQRT: _K.FP_SQRT,
    o.FP_REM: _K.FP_REM,
    o.FP_ROUND_TO_INTEGRAL: _K.FP_RTI,
    o.FP_NEG: _K.FP_NEG,
    o.FP_ABS: _K.FP_ABS,
    o.FP_EQ: _K.FP_EQUAL,
    o.FP_LT: _K.FP_LT,
    o.FP_LE: _K.FP_LEQ,
    o.FP_IS_NAN: _K.FP_IS_NAN,
    o.FP_IS_INFINITE: _K.FP_IS_INF,
    o.FP_IS_ZERO: _K.FP_IS_ZERO,
    o.FP_IS_NORMAL: _K.FP_IS_NORMAL,
    o.FP_IS_SUBNORMAL: _K.FP_IS_SUBNORMAL,
    o.FP_IS_NEGATIVE: _K.FP_IS_NEG,
    o.FP_IS_POSITIVE: _K.FP_IS_POS,
}

#: operators with a target float sort or a width
_TO_FLOAT: Final = {
    o.FP_FROM_BV: _K.FP_TO_FP_FROM_BV,
    o.FP_TO_FP: _K.FP_TO_FP_FROM_FP,
    o.FP_FROM_SBV: _K.FP_TO_FP_FROM_SBV,
    o.FP_FROM_UBV: _K.FP_TO_FP_FROM_UBV,
}
_WITH_NUMBER: Final = {
    o.ZERO_EXTEND: _K.BV_ZERO_EXTEND,
    o.SIGN_EXTEND: _K.BV_SIGN_EXTEND,
    o.FP_TO_SBV: _K.FP_TO_SBV,
    o.FP_TO_UBV: _K.FP_TO_UBV,
}
#: the float formats that this build of Bitwuzla vouches for
_FORMATS: Final = (FLOAT16, FLOAT32, FLOAT64, FLOAT128)
_BINDERS: Final = {o.FORALL: _K.FORALL, o.EXISTS: _K.EXISTS, o.LAMBDA: _K.LAMBDA}


class Translator:
    """Terms of one term manager. Unsupported terms raise :class:`UnsupportedTerm`, each time."""

    def __init__(self) -> None:
        self.manager: Final = z.TermManager()
        self._sorts: dict[Sort, Any] = {}
        self._functions: dict[FunctionDeclaration, Any] = {}
        self._modes: Final = {
            name: self.manager.mk_rm_value(getattr(z.RoundingMode, name))
            for name in ("RNE", "RNA", "RTP", "RTN", "RTZ")
        }
        #: bound variables have handles of their own while a binder's body is translated
        self._unsupported: dict[Term, str] = {}
        #: term of the bits of a float → what defines it
        self.definitions: dict[Term, Any] = {}
        self._special: Final[dict[Op, Callable[[Term], Any]]] = {
            o.CONST: lambda t: self.value(t.data, t.sort),
            o.VAR: lambda t: self.manager.mk_const(self.sort(t.sort), t.data),
            o.EXTRACT: lambda t: self.manager.mk_term(_K.BV_EXTRACT, [t.args[0].handle], list(t.data)),
            o.SELECT: self._select,
            o.STORE: self._store,
            o.CONST_ARRAY: lambda t: self.manager.mk_const_array(self.sort(t.sort), t.args[0].handle),
            o.APPLY: self._apply,
            o.FP_TO_IEEE_BV: self._ieee_bits,
        }

    def sort(self, sort: Sort) -> Any:
        """A sort's translation."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._make_sort(sort)
        return found

    def _make_sort(self, sort: Sort) -> Any:
        manager = self.manager
        match sort.kind:
            case "bool":
                return manager.mk_bool_sort()
            case "bv":
                return manager.mk_bv_sort(sort.width)
            case "fp" if sort in _FORMATS:
                return manager.mk_fp_sort(sort.exponent, sort.significand)
            case "rm":
                return manager.mk_rm_sort()
            case "array" if len(sort.index) == 1 and sort.element is not None:
                if sort.index[0].kind == "array" or sort.element.kind == "array":
                    raise UnsupportedTerm(f"Bitwuzla takes no nested arrays ({sort!r})")
                return manager.mk_array_sort(self.sort(sort.index[0]), self.sort(sort.element))
            case _:
                raise UnsupportedTerm(f"Bitwuzla has no sort {sort!r}")

    def value(self, value: Any, sort: Sort) -> Any:
        """A constant."""
        manager = self.manager
        match sort.kind:
            case "bool":
                return manager.mk_true() if value else manager.mk_false()
            case "bv":
                return manager.mk_bv_value(self.sort(sort), value)
            case "fp" if sort in _FORMATS:
                fraction = sort.significand - 1
                parts = (
                    (1, value >> (sort.width - 1)),
                    (sort.exponent, value >> fraction & ((1 << sort.exponent) - 1)),
                    (fraction, value & ((1 << fraction) - 1)),
                )
                return manager.mk_fp_value(*(manager.mk_bv_value(manager.mk_bv_sort(w), v) for w, v in parts))
            case "rm":
                return self._modes[value]
            case "array":
                return self._table(value)
            case _:
                raise UnsupportedTerm(f"Bitwuzla has no sort {sort!r}")

    def _table(self, value: ArrayValue) -> Any:
        sort = value.sort
        element = sort.element
        if len(sort.index) != 1 or element is None:
            raise UnsupportedTerm("Bitwuzla takes no arrays with several indices")
        handle = self.manager.mk_const_array(self.sort(sort), self.value(value.default, element))
        for key, entry in value.entries.items():
            handle = self.manager.mk_term(
                _K.ARRAY_STORE, [handle, self.value(key, sort.index[0]), self.value(entry, element)]
            )
        return handle

    def term(self, term: Term) -> Any:
        """A term's translation, kept in its handle."""
        if term.handle is not None:
            return term.handle
        if term in self._unsupported:
            raise UnsupportedTerm(self._unsupported[term])
        stack = [term]
        try:
            while stack:
                node = stack[-1]
                if node.handle is not None:
                    stack.pop()
                    continue
                missing = [a for a in node.args if a.handle is None]
                if node.op is o.SELECT and node.args[0].op is o.CONST and node.args[0] in missing:
                    missing.remove(node.args[0])
                if missing:
                    stack.extend(missing)
                    continue
                node.handle = self._node(node)
                stack.pop()
        except (UnsupportedTerm, z.BitwuzlaException) as error:
            # what its wheel was built without it says by an exception
            self._unsupported[term] = str(error)
            raise UnsupportedTerm(str(error)) from error
        return term.handle

    def _node(self, term: Term) -> Any:
        op = term.op
        kind = _DIRECT.get(op)
        mk = self.manager.mk_term
        if kind is not None:
            if op is o.EQ and term.args[0].sort.kind == "array" and any(map(_on_constant, term.args)):
                raise UnsupportedTerm("Bitwuzla does not decide equality of constant arrays")
            return mk(kind, [a.handle for a in term.args])
        special = self._special.get(op)
        if special is not None:
            return special(term)
        if op in _WITH_NUMBER:
            return mk(_WITH_NUMBER[op], [a.handle for a in term.args], [term.data])
        if op in _TO_FLOAT:
            return mk(_TO_FLOAT[op], [a.handle for a in term.args], [term.sort.exponent, term.sort.significand])
        if op in _BINDERS:
            return self._binder(term)
        raise UnsupportedTerm(f"Bitwuzla has no operator {op.name}")

    def _select(self, term: Term) -> Any:
        if len(term.args) != 2:
            raise UnsupportedTerm("Bitwuzla takes no arrays with several indices")
        array, index = term.args
        if reads_table(term):
            return self._multiplexer(array.data, index)
        return self.manager.mk_term(_K.ARRAY_SELECT, [array.handle, index.handle])

    def _multiplexer(self, table: ArrayValue, index: Term) -> Any:
        element = table.sort.element
        if element is None:
            raise SolverError("a table without element sort")
        mk, of_index = self.manager.mk_term, index.handle

        def choose(bit: int, high: Any, low: Any) -> Any:
            test = mk(_K.EQUAL, [mk(_K.BV_EXTRACT, [of_index], [bit, bit]), self._one])
            return mk(_K.ITE, [test, high, low])

        return multiplexer(table, index.width, lambda value: self.value(value, element), choose, operator.eq)

    @property
    def _one(self) -> Any:
        return self.manager.mk_bv_value(self.manager.mk_bv_sort(1), 1)

    def _store(self, term: Term) -> Any:
        if len(term.args) != 3:
            raise UnsupportedTerm("Bitwuzla takes no arrays with several indices")
        return self.manager.mk_term(_K.ARRAY_STORE, [a.handle for a in term.args])

    def _apply(self, term: Term) -> Any:
        declaration: FunctionDeclaration = term.data
        handle = self._functions.get(declaration)
        if handle is None:
            if declaration.arguments:
                sort = self.manager.mk_fun_sort(
                    [self.sort(s) for s in declaration.arguments], self.sort(declaration.result)
                )
            else:
                sort = self.sort(declaration.result)
            handle = self._functions[declaration] = self.manager.mk_const(sort, declaration.name)
        if not term.args:
            return handle
        return self.manager.mk_term(_K.APPLY, [handle, *(a.handle for a in term.args)])

    def _ieee_bits(self, term: Term) -> Any:
        """Bitwuzla has no such operator: fresh bits, defined by the float they make."""
        number = term.args[0]
        bits = self.manager.mk_const(self.manager.mk_bv_sort(term.width), f"bits of float {term.id}")
        mk = self.manager.mk_term
        sort = number.sort
        back = mk(_K.FP_TO_FP_FROM_BV, [bits], [sort.exponent, sort.significand])
        nan = self.manager.mk_bv_value(self.manager.mk_bv_sort(term.width), canonical_nan(sort))
        canonical = mk(_K.IMPLIES, [mk(_K.FP_IS_NAN, [number.handle]), mk(_K.EQUAL, [bits, nan])])
        self.definitions[term] = mk(_K.AND, [mk(_K.EQUAL, [back, number.handle]), canonical])
        return bits

    def _binder(self, term: Term) -> Any:
        if term.op is o.LAMBDA:
            raise UnsupportedTerm("lambdas are arrays with us and functions in Bitwuzla")
        mk = self.manager.mk_term
        variables = o.bound_variables(term)
        fresh = [self.manager.mk_var(self.sort(v.sort), v.data) for v in variables]
        body = self.manager.substitute_term(
            term.args[0].handle, {self.term(v): new for v, new in zip(variables, fresh, strict=True)}
        )
        return mk(_BINDERS[term.op], [*fresh, body])

    def definitions_in(self, term: Term) -> list[Any]:
        """The definitions that a term's translation relies on."""
        if not self.definitions:
            return []
        seen = {term}
        order = [term]
        for node in order:
            for arg in node.args:
                if arg not in seen:
                    seen.add(arg)
                    order.append(arg)
        return [self.definitions[node] for node in order if node in self.definitions]


def _on_constant(array: Term) -> bool:
    """Whether an array is a constant one with some stores."""
    while array.op is o.STORE:
        array = array.args[0]
    return array.op in (o.CONST, o.CONST_ARRAY)


@cache
def translator() -> Translator:
    """The one translator of this process: an interning table like that of the terms."""
    return Translator()


def read_value(handle: Any, sort: Sort) -> Any:
    """Our value of a Bitwuzla value term."""
    match sort.kind:
        case "bool":
            return bool(handle.value())
        case "bv":
            return int(handle.value(16), 16)
        case "fp":
            return normalise(int(handle.value(2, False), 2), sort)
        case "rm":
            return handle.value().name
        case "array":
            return _read_array(handle, sort)
        case _:
            raise SolverError(f"a Bitwuzla value of sort {sort!r}")


def _read_array(handle: Any, sort: Sort) -> ArrayValue:
    element = sort.element
    if element is None:
        raise SolverError("an array without element sort")
    entries: dict[Any, Any] = {}
    while handle.kind() == _K.ARRAY_STORE:
        array, index, value = handle.children()
        # the outermost store wins
        entries.setdefault(read_value(index, sort.index[0]), read_value(value, element))
        handle = array
    if handle.kind() != _K.CONST_ARRAY:
        raise SolverError(f"Bitwuzla's array value is a {handle.kind()}")
    return ArrayValue(sort, read_value(handle.children()[0], element), entries)
