"""Our terms as Z3's, and Z3's values as ours: every sort and operator."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from antumbra.solvers.answers import SolverError, UnsupportedTerm
from antumbra.solvers.backends import z3_datatypes as datatypes
from antumbra.solvers.backends.tables import multiplexer, reads_table
from antumbra.solvers.backends.z3_context import current_context, z
from antumbra.terms import operators as o
from antumbra.terms.datatypes import DatatypeValue
from antumbra.terms.operators import FunctionDeclaration
from antumbra.terms.sorts import Sort
from antumbra.terms.term import Op, Term
from antumbra.terms.traverse import free_variables
from antumbra.terms.values import ArrayValue, canonical_nan, normalise

_python: Final[Any] = operator


def _equal(a: Any, b: Any) -> Any:
    return z.BoolRef(z.Z3_mk_eq(a.ctx_ref(), a.as_ast(), b.as_ast()), a.ctx)


def _conjunction(*members: Any) -> Any:
    return _junction(z.Z3_mk_and, members)


def _disjunction(*members: Any) -> Any:
    return _junction(z.Z3_mk_or, members)


def _junction(make: Callable[..., Any], members: Sequence[Any]) -> Any:
    """What z.And and z.Or do, without comparing the sorts of all members with each other: our terms are checked."""
    count = len(members)
    array = (z.Ast * count)(*[m.as_ast() for m in members])
    return z.BoolRef(make(members[0].ctx_ref(), count, array), members[0].ctx)


def _add_overflows(a: Any, b: Any) -> Any:
    return z.Not(z.And(z.BVAddNoOverflow(a, b, True), z.BVAddNoUnderflow(a, b)))


def _sub_overflows(a: Any, b: Any) -> Any:
    return z.Not(z.And(z.BVSubNoOverflow(a, b), z.BVSubNoUnderflow(a, b, True)))


def _mul_overflows(a: Any, b: Any) -> Any:
    return z.Not(z.And(z.BVMulNoOverflow(a, b, True), z.BVMulNoUnderflow(a, b)))


def _mul_overflows_unsigned(a: Any, b: Any) -> Any:
    return z.Not(z.BVMulNoOverflow(a, b, False))


def _float_operator(make: Callable[..., Any]) -> Callable[..., Any]:
    """Z3's own takes the context as its last argument, and another one where there is none."""
    return lambda *args: make(*args, args[-1].ctx)


def _absolute(a: Any) -> Any:
    return z.If(a >= 0, a, -a)


#: operators that are a function of their arguments alone
_DIRECT: Final[dict[Op, Callable[..., Any]]] = {
    o.NOT: z.Not,
    o.AND: _conjunction,
    o.OR: _disjunction,
    o.ITE: z.If,
    o.EQ: _equal,
    o.DISTINCT: z.Distinct,
    o.BVADD: _python.add,
    o.BVSUB: _python.sub,
    o.BVMUL: _python.mul,
    o.BVUDIV: z.UDiv,
    o.BVUREM: z.URem,
    o.BVSDIV: _python.truediv,
    o.BVSREM: z.SRem,
    o.BVNEG: _python.neg,
    o.BVNOT: _python.invert,
    o.BVAND: _python.and_,
    o.BVOR: _python.or_,
    o.BVXOR: _python.xor,
    o.BVSHL: _python.lshift,
    o.BVLSHR: z.LShR,
    o.BVASHR: _python.rshift,
    o.BVULT: z.ULT,
    o.BVULE: z.ULE,
    o.BVSLT: _python.lt,
    o.BVSLE: _python.le,
    o.CONCAT: z.Concat,
    o.BVSADDO: _add_overflows,
    o.BVSSUBO: _sub_overflows,
    o.BVUMULO: _mul_overflows_unsigned,
    o.BVSMULO: _mul_overflows,
    o.ADD: _python.add,
    o.SUB: _python.sub,
    o.MUL: _python.mul,
    o.NEG: _python.neg,
    o.DIV: _python.truediv,
    o.MOD: _python.mod,
    o.ABS: _absolute,
    o.LT: _python.lt,
    o.LE: _python.le,
    o.REAL_DIV: _python.truediv,
    o.TO_REAL: z.ToReal,
    o.TO_INT: z.ToInt,
    o.IS_INT: z.IsInt,
    o.BV2NAT: z.BV2Int,
    o.FP_ADD: _float_operator(z.fpAdd),
    o.FP_SUB: _float_operator(z.fpSub),
    o.FP_MUL: _float_operator(z.fpMul),
    o.FP_DIV: _float_operator(z.fpDiv),
    o.FP_FMA: _float_operator(z.fpFMA),
    o.FP_SQRT: _float_operator(z.fpSqrt),
    o.FP_REM: _float_operator(z.fpRem),
    o.FP_ROUND_TO_INTEGRAL: _float_operator(z.fpRoundToIntegral),
    o.FP_NEG: _float_operator(z.fpNeg),
    o.FP_ABS: _float_operator(z.fpAbs),
    o.FP_EQ: _float_operator(z.fpEQ),
    o.FP_LT: _float_operator(z.fpLT),
    o.FP_LE: _float_operator(z.fpLEQ),
    o.FP_IS_NAN: _float_operator(z.fpIsNaN),
    o.FP_IS_INFINITE: _float_operator(z.fpIsInf),
    o.FP_IS_ZERO: _float_operator(z.fpIsZero),
    o.FP_IS_NORMAL: _float_operator(z.fpIsNormal),
    o.FP_IS_SUBNORMAL: _float_operator(z.fpIsSubnormal),
    o.FP_IS_NEGATIVE: _float_operator(z.fpIsNegative),
    o.FP_IS_POSITIVE: _float_operator(z.fpIsPositive),
    o.FP_TO_REAL: _float_operator(z.fpToReal),
    o.SELECT: z.Select,
    o.STORE: z.Store,
}

_ROUNDING: Final[dict[str, Callable[[Any], Any]]] = {
    "RNE": z.RNE,
    "RNA": z.RNA,
    "RTP": z.RTP,
    "RTN": z.RTN,
    "RTZ": z.RTZ,
}
_ROUNDING_KINDS: Final[dict[int, str]] = {
    z.Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN: "RNE",
    z.Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY: "RNA",
    z.Z3_OP_FPA_RM_TOWARD_POSITIVE: "RTP",
    z.Z3_OP_FPA_RM_TOWARD_NEGATIVE: "RTN",
    z.Z3_OP_FPA_RM_TOWARD_ZERO: "RTZ",
}


class Z3Terms:
    """Translations of one backend, kept by term."""

    def __init__(self) -> None:
        self.context: Final = current_context()
        self._z3: Final = self.context.handle
        self._handles: dict[Term, Any] = {}
        self._sorts: dict[Sort, Any] = {}
        self._functions: dict[FunctionDeclaration, Any] = {}
        self._made: dict[DatatypeValue, Any] = {}
        #: elements of uninterpreted sorts that occur as constants: different numbers are different elements
        self.tokens: dict[Sort, dict[int, Any]] = {}

    def sort(self, sort: Sort) -> Any:
        """A sort's translation."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._make_sort(sort)
        return found

    def _make_sort(self, sort: Sort) -> Any:
        match sort.kind:
            case "bool":
                return z.BoolSort(self._z3)
            case "bv":
                return z.BitVecSort(sort.width, self._z3)
            case "int":
                return z.IntSort(self._z3)
            case "real":
                return z.RealSort(self._z3)
            case "fp":
                return z.FPSort(sort.exponent, sort.significand, self._z3)
            case "rm":
                return z.RNE(self._z3).sort()
            case "array" if sort.element is not None:
                return z.ArraySort(*(self.sort(s) for s in sort.index), self.sort(sort.element))
            case "uninterpreted":
                return z.DeclareSort(sort.name, self._z3)
            case "datatype":
                datatypes.declare(sort, self._sorts, self.sort, self._z3)
                return self._sorts[sort]
            case _:
                raise UnsupportedTerm(f"Z3 has no sort {sort!r}")

    def value(self, value: Any, sort: Sort) -> Any:
        """A constant."""
        match sort.kind:
            case "bool":
                return z.BoolVal(value, self._z3)
            case "bv":
                return z.BitVecVal(value, sort.width, self._z3)
            case "int":
                return z.IntVal(value, self._z3)
            case "real":
                return z.RealVal(Fraction(value), self._z3)
            case "fp":
                return z.fpBVToFP(z.BitVecVal(value, sort.width, self._z3), self.sort(sort), self._z3)
            case "rm":
                return _ROUNDING[value](self._z3)
            case "array":
                return self._table(value)
            case "datatype":
                return datatypes.written(value, self._made, self.sort, self.value)
            case _:
                tokens = self.tokens.setdefault(sort, {})
                if value not in tokens:
                    tokens[value] = z.FreshConst(self.sort(sort), f"element{value}")
                return tokens[value]

    def _table(self, value: ArrayValue) -> Any:
        sort = value.sort
        if sort.element is None:
            raise SolverError("a table without element sort")
        handle = self._constant_array(sort, self.value(value.default, sort.element))
        for key, entry in value.entries.items():
            keys: tuple[Any, ...] = (key,) if len(sort.index) == 1 else key
            index = [self.value(k, s) for k, s in zip(keys, sort.index, strict=True)]
            handle = z.Store(handle, *index, self.value(entry, sort.element))
        return handle

    def _element(self, table: ArrayValue, index: Any) -> Any:
        element = table.sort.element
        if element is None:
            raise SolverError("a table without element sort")

        def choose(bit: int, high: Any, low: Any) -> Any:
            return z.If(z.Extract(bit, bit, index) == 1, high, low)

        return multiplexer(table, index.size(), lambda value: self.value(value, element), choose, z.eq)

    def _constant_array(self, sort: Sort, value: Any) -> Any:
        if len(sort.index) == 1:
            return z.K(self.sort(sort.index[0]), value)
        return z.Lambda([z.FreshConst(self.sort(s)) for s in sort.index], value)

    def term(self, term: Term) -> Any:
        """A term's translation."""
        handles = self._handles
        stack = [term]
        while stack:
            node = stack[-1]
            if node not in handles:
                # a table that is only read becomes no array: Z3 would take it apart store by store
                args = node.args[1:] if reads_table(node) else node.args
                missing = [a for a in args if a not in handles]
                if missing:
                    stack.extend(missing)
                    continue
                handles[node] = self._node(node, [handles[a] for a in args])
            stack.pop()
        return handles[term]

    def _node(self, term: Term, args: list[Any]) -> Any:
        op = term.op
        if reads_table(term):
            return self._element(term.args[0].data, args[0])
        direct = _DIRECT.get(op)
        if direct is not None:
            return direct(*args)
        if op is o.VAR:
            return z.Const(term.data, self.sort(term.sort))
        if op is o.CONST:
            return self.value(term.data, term.sort)
        if op is o.EXTRACT:
            return z.Extract(*term.data, args[0])
        if op is o.ZERO_EXTEND:
            return z.ZeroExt(term.data, args[0])
        if op is o.SIGN_EXTEND:
            return z.SignExt(term.data, args[0])
        if op is o.INT2BV:
            return z.Int2BV(args[0], term.data)
        if op is o.CONST_ARRAY:
            return self._constant_array(term.sort, args[0])
        if op is o.APPLY:
            return self._function(term.data)(*args)
        if op in o.BINDERS:
            return self._binder(term, args)
        if op is o.CONSTRUCT:
            return datatypes.construct(self.sort(term.sort), term.data, args)
        if op is o.FIELD:
            constructor, position = term.data
            return self.sort(constructor.datatype).accessor(constructor.number, position)(args[0])
        if op is o.IS:
            return self.sort(term.data.datatype).recognizer(term.data.number)(args[0])
        return self._float(term, args)

    def _float(self, term: Term, args: list[Any]) -> Any:
        op = term.op
        if op is o.FP_FROM_BV:
            return z.fpBVToFP(args[0], self.sort(term.sort), self._z3)
        if op is o.FP_TO_FP:
            return z.fpFPToFP(args[0], args[1], self.sort(term.sort), self._z3)
        if op is o.FP_FROM_SBV:
            return z.fpSignedToFP(args[0], args[1], self.sort(term.sort), self._z3)
        if op is o.FP_FROM_UBV:
            return z.fpUnsignedToFP(args[0], args[1], self.sort(term.sort), self._z3)
        if op is o.FP_TO_SBV:
            return z.fpToSBV(args[0], args[1], self.sort(term.sort), self._z3)
        if op is o.FP_TO_UBV:
            return z.fpToUBV(args[0], args[1], self.sort(term.sort), self._z3)
        if op is o.FP_TO_IEEE_BV:
            nan = z.BitVecVal(canonical_nan(term.args[0].sort), term.width, self._z3)
            return z.If(z.fpIsNaN(args[0], self._z3), nan, z.fpToIEEEBV(args[0], self._z3))
        raise UnsupportedTerm(f"Z3 has no operator {op.name}")

    def _function(self, declaration: FunctionDeclaration) -> Any:
        found = self._functions.get(declaration)
        if found is None:
            sorts = [*(self.sort(s) for s in declaration.arguments), self.sort(declaration.result)]
            found = self._functions[declaration] = z.Function(declaration.name, *sorts)
        return found

    def _binder(self, term: Term, args: list[Any]) -> Any:
        variables = [self.term(v) for v in o.bound_variables(term)]
        if term.op is o.LAMBDA:
            return z.Lambda(variables, args[0])
        patterns: list[Any] = []
        at = 1
        for count in term.data[1]:
            # Z3 complains on the terminal about patterns that do not mention a bound variable
            found = frozenset[Term]().union(*(free_variables(a) for a in term.args[at : at + count]))
            if found.issuperset(o.bound_variables(term)):
                patterns.append(z.MultiPattern(*args[at : at + count]))
            at += count
        make = z.ForAll if term.op is o.FORALL else z.Exists
        try:
            return make(variables, args[0], patterns=patterns)
        except z.Z3Exception:
            # a pattern that Z3 cannot match; patterns are hints
            return make(variables, args[0])


class ValueReader:
    """Values of one Z3 model."""

    def __init__(self, model: Any, terms: Z3Terms, decide: Callable[[Any], bool | None] | None = None) -> None:
        """``decide``: whether a closed formula that Z3 left in a value is true."""
        self._model: Final = model
        self._decide: Final = decide
        #: element of an uninterpreted sort, as text → our number
        self._elements: dict[Sort, dict[str, int]] = {}
        self._made: dict[int, tuple[Any, Any]] = {}
        #: numbers that were given here → Z3's elements
        self.elements: dict[Sort, dict[int, Any]] = {}
        for sort, tokens in terms.tokens.items():
            named = self._elements.setdefault(sort, {})
            for number, handle in tokens.items():
                named[str(model.eval(handle, model_completion=True))] = number

    def of(self, handle: Any, sort: Sort) -> Any:
        """The value of a term."""
        value = self._model.eval(handle, model_completion=True)
        try:
            return self._read(value, sort)
        except UnsupportedTerm:
            if self._decide is None:
                raise
        return self._read(self._decided(value, self._decide), sort)

    @staticmethod
    def _decided(value: Any, decide: Callable[[Any], bool | None]) -> Any:
        """The value with the truth of its closed quantifiers in their place."""
        for formula in _closed_quantifiers(value):
            truth = decide(formula)
            if truth is None:
                raise UnsupportedTerm(f"Z3's value has a quantifier: {formula}")
            value = z.substitute(value, (formula, z.BoolVal(truth, value.ctx)))
        return z.simplify(value)

    def _read(self, value: Any, sort: Sort) -> Any:
        match sort.kind:
            case "bool":
                if not (z.is_true(value) or z.is_false(value)):
                    raise UnsupportedTerm(f"Z3's value {value} is neither true nor false")
                return z.is_true(value)
            case "bv" | "int":
                if not (z.is_bv_value(value) or z.is_int_value(value)):
                    raise UnsupportedTerm(f"Z3's value {value} is not a number")
                return value.as_long()
            case "real":
                if not z.is_rational_value(value):
                    raise UnsupportedTerm(f"Z3's value {value} is not rational")
                return Fraction(value.numerator_as_long(), value.denominator_as_long())
            case "fp":
                if not z.is_fp_value(value):
                    raise UnsupportedTerm(f"Z3's value {value} is not a float")
                if value.isNaN():
                    return canonical_nan(sort)
                return normalise(z.simplify(z.fpToIEEEBV(value, value.ctx)).as_long(), sort)
            case "rm":
                if value.decl().kind() not in _ROUNDING_KINDS:
                    raise UnsupportedTerm(f"Z3's value {value} is not a rounding mode")
                return _ROUNDING_KINDS[value.decl().kind()]
            case "array":
                return self._array(value, sort)
            case "datatype":
                return datatypes.read(value, sort, self._made, self._read)
            case _:
                if not z.is_const(value):
                    raise UnsupportedTerm(f"Z3's value {value} is not an element")
                named = self._elements.setdefault(sort, {})
                text = str(value)
                if text not in named:
                    named[text] = max(named.values(), default=-1) + 1
                    self.elements.setdefault(sort, {})[named[text]] = value
                return named[text]

    def _array(self, value: Any, sort: Sort) -> ArrayValue:
        element = sort.element
        if element is None:
            raise SolverError("an array without element sort")
        entries: dict[Any, Any] = {}
        while z.is_store(value):
            array, *index, entry = value.children()
            entries.setdefault(self._key(index, sort), self._read(entry, element))
            value = array
        if z.is_K(value):
            return ArrayValue(sort, self._read(value.arg(0), element), entries)
        if z.is_as_array(value):
            meaning = self._model[z.get_as_array_func(value)]
            for i in range(meaning.num_entries()):
                row = meaning.entry(i)
                index = [row.arg_value(k) for k in range(row.num_args())]
                entries.setdefault(self._key(index, sort), self._read(row.value(), element))
            return ArrayValue(sort, self._read(meaning.else_value(), element), entries)
        if z.is_quantifier(value) and value.is_lambda() and not _has_bound(value.body()):
            return ArrayValue(sort, self._read(value.body(), element), entries)
        raise UnsupportedTerm("Z3's array value is not a table")

    def _key(self, index: Sequence[Any], sort: Sort) -> Any:
        keys = tuple(self._read(i, s) for i, s in zip(index, sort.index, strict=True))
        return keys[0] if len(keys) == 1 else keys


def _closed_quantifiers(value: Any) -> list[Any]:
    """Quantified formulas in a value, outermost ones, without variables that are bound outside of them."""
    found: list[Any] = []
    stack = [value]
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if node.get_id() in seen:
            continue
        seen.add(node.get_id())
        if z.is_quantifier(node) and not node.is_lambda():
            found.append(node)
        else:
            # what is below a lambda may speak of its variables
            stack.extend(() if z.is_quantifier(node) else node.children())
    return found


def _has_bound(body: Any) -> bool:
    stack = [body]
    while stack:
        node = stack.pop()
        if z.is_var(node):
            return True
        stack.extend(node.children())
    return False
