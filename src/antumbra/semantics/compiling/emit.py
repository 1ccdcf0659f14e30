"""Terms to Python expressions: the text of generated code.

Run-time values are Python ints (bit-vectors, and floats as bit patterns), bools, or terms. An
expression over variables that are surely concrete is plain integer arithmetic. One that may be
symbolic uses the same text where a term's own operators do the right thing (``+ - * & | ^ <``), and
tests the class first where they do not.

The text consists of integers and of names made here: ``v3`` a local variable, ``t2`` a temporary,
``G[4]`` a global variable, ``k7`` a Python object from the constant table, and the functions of
:mod:`antumbra.semantics.runtime`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra import terms as T
from antumbra.semantics.compiling.flow import interpreted
from antumbra.terms import Op, Term

#: a term with more nodes than this is applied by substitution instead of being written out
LARGEST = 150
#: operators with optimisations of their own
_MAPS = (T.SELECT, T.STORE)


class Emitter:
    """Writes the body of one generated function."""

    def __init__(
        self,
        local_name: Callable[[Term], str],
        global_index: dict[Term, int],
        symbolic: Callable[[Term], bool],
        *,
        simplify: bool = True,
    ) -> None:
        """Without ``simplify`` terms are built as the program writes them."""
        self._simplify = simplify
        self._local_name = local_name
        self._global_index = global_index
        self._symbolic_variable = symbolic
        self.lines: list[str] = []
        self.indent = 1
        self.constants: dict[str, Any] = {}
        self._constant_names: dict[int, str] = {}
        self._temporaries = 0
        #: subterms of the running command that have a name already
        self.shared: dict[Term, str] = {}
        self._symbolic: dict[Term, bool] = {}
        self._nesting = 0
        #: upper bounds of values, by term
        self.bounds: dict[Term, int] = {}

    # ------------------------------------------------------------ text

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def constant(self, value: Any) -> str:
        """A name for a Python object in the generated function's globals."""
        name = self._constant_names.get(id(value))
        if name is None:
            name = self._constant_names[id(value)] = f"k{len(self.constants)}"
            self.constants[name] = value
        return name

    def temporary(self, expression: str) -> str:
        self._temporaries += 1
        name = f"t{self._temporaries}"
        self.line(f"{name} = {expression}")
        return name

    def begin_command(self) -> None:
        """Variables may have changed: shared subterms are computed anew."""
        self.shared.clear()

    def variable(self, term: Term) -> str:
        index = self._global_index.get(term)
        if index is None:
            return self._local_name(term)
        return f"G[{index}]"

    # ------------------------------------------------------------ expressions

    def is_symbolic(self, term: Term) -> bool:
        """May this expression's value be a term?"""
        result = self._symbolic.get(term)
        if result is None:
            if term.op is T.CONST:
                result = False
            elif term.op is T.VAR:
                result = self._symbolic_variable(term)
            else:
                result = any(self._symbolic_variable(v) for v in T.free_variables(term)) or not interpreted(term)
            self._symbolic[term] = result
        return result

    def atom(self, term: Term) -> str:
        """An expression that is cheap to repeat."""
        text = self.expression(term)
        if text.isidentifier() or text.isdigit() or text in ("True", "False"):
            return text
        name = self.temporary(text)
        self.shared[term] = name
        return name

    def expression(self, term: Term) -> str:
        """Python text that computes the term, always in parentheses or atomic."""
        if term.op is T.CONST:
            return self.literal(term)
        if term.op is T.VAR:
            return self.variable(term)
        known = self.shared.get(term)
        if known is not None:
            return known
        write = _WRITERS.get(term.op)
        if not self._simplify and term.op not in _MAPS:
            return self._plain(term)
        if write is None or (self._nesting == 0 and _large(term)):
            return self.applied(term)
        self._nesting += 1
        text = write(self, term)
        self._nesting -= 1
        return text

    def _plain(self, term: Term) -> str:
        """One operator at a time, without a look at its arguments."""
        if term.op in T.BINDERS:
            return self.applied(term)
        template = (term.op, term.sort, term.data, tuple(a.sort for a in term.args))
        return f"plain({self.constant(template)}, ({''.join(f'{self.atom(a)}, ' for a in term.args)}))"

    def literal(self, term: Term) -> str:
        value = term.data
        if value.__class__ is int or value.__class__ is bool:
            return repr(value)
        return self.constant(value)

    def applied(self, term: Term) -> str:
        """Anything else: evaluate or substitute at run time."""
        variables = tuple(sorted(T.free_variables(term), key=lambda v: v.id))
        values = "".join(f"{self.variable(v)}, " for v in variables)
        return f"apply_term({self.constant((term, variables, _interpreted(term)))}, ({values}))"


def _large(term: Term) -> bool:
    return any(a.args for a in term.args) and T.size(term) > LARGEST


def _interpreted(term: Term) -> bool:
    """Does a term without symbolic variables always have a concrete value?"""
    return all(t.op.evaluate is not None or t.op is T.CONST or t.op is T.VAR for t in T.subterms(term))


# ---------------------------------------------------------------- writers, one per operator

Writer = Callable[[Emitter, Term], str]


def _mask(width: int) -> int:
    return (1 << width) - 1


def _infix(symbol: str) -> Writer:
    def write(e: Emitter, t: Term) -> str:
        a, b = (e.expression(x) for x in t.args)
        return f"({a} {symbol} {b})"

    return write


def _wrapping(e: Emitter, t: Term) -> str:
    text = _unwrapped(e, t)
    # a sum or product that cannot reach the width needs no cut; terms cut themselves
    return text if _largest(e, t) <= _mask(t.width) else f"({text} & {_mask(t.width)})"


def _largest(e: Emitter, t: Term) -> int:
    """An upper bound of the value before it is cut to its width; too large for the width if nothing better is known."""
    known = e.bounds.get(t)
    if known is None:
        known = e.bounds[t] = _bound(e, t)
    return known


def _bound(e: Emitter, t: Term) -> int:
    op = t.op
    if op is T.CONST:
        return t.data
    if op is T.BVADD or op is T.BVMUL:
        a, b = (_largest(e, x) for x in t.args)
        if max(a, b) > _mask(t.width):
            return 2 << t.width  # the text of an operand may be uncut
        return a + b if op is T.BVADD else a * b
    if op is T.BVSUB or op is T.BVNEG:
        return 2 << t.width
    if op is T.ZERO_EXTEND:
        return min(_largest(e, t.args[0]), _mask(t.args[0].width))
    if op is T.CONCAT:
        high, low = t.args
        return min(_largest(e, high), _mask(high.width)) << low.width | _mask(low.width)
    if op is T.BVAND:
        return min(_mask(t.width), *(_largest(e, a) for a in t.args))
    return _mask(t.width)


def _unwrapped(e: Emitter, t: Term) -> str:
    """A sum or product before it is cut to its width: inner ones need not be cut."""
    symbol = _WRAPPING.get(t.op)
    if symbol is None or t in e.shared:
        return e.expression(t)
    if len(t.args) == 1:
        return f"({symbol}{_unwrapped(e, t.args[0])})"
    a, b = (_unwrapped(e, x) for x in t.args)
    return f"({a} {symbol} {b})"


def _nary_infix(symbol: str, helper: str) -> Writer:
    """Boolean connectives: short-circuit when concrete, a helper when not."""

    def write(e: Emitter, t: Term) -> str:
        # bound first: an operand that writes temporaries must do so before the expression
        parts = [e.expression(x) for x in t.args]
        if not e.is_symbolic(t):
            return "(" + f" {symbol} ".join(parts) + ")"
        result = parts[0]
        for part in parts[1:]:
            result = f"{helper}({result}, {part})"
        return result

    return write


def _not(e: Emitter, t: Term) -> str:
    if not e.is_symbolic(t):
        return f"(not {e.expression(t.args[0])})"
    a = e.atom(t.args[0])
    return f"((not {a}) if {a}.__class__ is bool else not_({a}))"


def _signed(operator: str) -> Writer:
    def write(e: Emitter, t: Term) -> str:
        sign = 1 << (t.args[0].width - 1)
        sides = [str(x.data ^ sign) if x.op is T.CONST else f"({e.expression(x)} ^ {sign})" for x in t.args]
        return f"({sides[0]} {operator} {sides[1]})"

    return write


def _equal(e: Emitter, t: Term) -> str:
    a, b = t.args
    if not e.is_symbolic(t):
        return f"({e.expression(a)} == {e.expression(b)})"
    class_name = "bool" if a.sort is T.BOOL else "int"
    left, right = e.atom(a), e.atom(b)
    tests = [f"{name}.__class__ is {class_name}" for name, x in ((left, a), (right, b)) if e.is_symbolic(x)]
    return f"({left} == {right} if {' and '.join(tests)} else eq({left}, {right}))"


def _ite(e: Emitter, t: Term) -> str:
    c, a, b = t.args
    if not e.is_symbolic(c):
        condition = e.expression(c)
        return f"({e.expression(a)} if {condition} else {e.expression(b)})"
    condition, left, right = e.atom(c), e.atom(a), e.atom(b)
    return (
        f"(({left} if {condition} else {right}) if {condition}.__class__ is bool "
        f"else ite({e.constant(t.sort)}, {condition}, {left}, {right}))"
    )


def _checked(concrete: Callable[[str, Term], str], symbolic: Callable[[str, Term], str]) -> Writer:
    """A unary operation whose text for ints does not fit terms."""

    def write(e: Emitter, t: Term) -> str:
        if not e.is_symbolic(t):
            return concrete(e.expression(t.args[0]), t)
        a = e.atom(t.args[0])
        return f"({concrete(a, t)} if {a}.__class__ is int else {symbolic(a, t)})"

    return write


def _extract_int(a: str, t: Term) -> str:
    high, low = t.data
    shifted = f"{a} >> {low}" if low else a
    return f"({shifted})" if high + 1 == t.args[0].width else f"({shifted} & {_mask(high - low + 1)})"


def _sign_extend_int(a: str, t: Term) -> str:
    sign = 1 << (t.args[0].width - 1)
    return f"(({a} ^ {sign}) - {sign} & {_mask(t.width)})"


def _concat(e: Emitter, t: Term) -> str:
    high, low = t.args
    if not e.is_symbolic(t):
        return f"({e.expression(high)} << {low.width} | {e.expression(low)})"
    return f"concat({high.width}, {low.width}, {e.expression(high)}, {e.expression(low)})"


def _shift(name: str) -> Writer:
    def write(e: Emitter, t: Term) -> str:
        a, amount = t.args
        width = t.width
        if amount.op is T.CONST and amount.data < width and not e.is_symbolic(a):
            text = e.expression(a)
            sign = 1 << (width - 1)
            match name:
                case "bvshl":
                    return f"({text} << {amount.data} & {_mask(width)})"
                case "bvlshr":
                    return f"({text} >> {amount.data})"
                case _:
                    return f"(({text} ^ {sign}) - {sign} >> {amount.data} & {_mask(width)})"
        return f"{name}({width}, {e.expression(a)}, {e.expression(amount)})"

    return write


def _sized(name: str) -> Writer:
    def write(e: Emitter, t: Term) -> str:
        a, b = (e.expression(x) for x in t.args)
        return f"{name}({t.args[0].width}, {a}, {b})"

    return write


def _complement(e: Emitter, t: Term) -> str:
    return f"({e.expression(t.args[0])} ^ {_mask(t.width)})"


def _number(name: str) -> Writer:
    """Integers and reals, which do not wrap."""

    def write(e: Emitter, t: Term) -> str:
        parts = [e.expression(x) for x in t.args]
        result = parts[0]
        for part in parts[1:]:
            result = f"{name}({result}, {part})"
        return result

    return write


def _select(e: Emitter, t: Term) -> str:
    sorts = e.constant(tuple(x.sort for x in t.args[1:]))
    return f"select({sorts}, {', '.join(e.expression(x) for x in t.args)})"


def _store(e: Emitter, t: Term) -> str:
    return f"map_store({e.constant(t.sort)}, {', '.join(e.expression(x) for x in t.args)})"


_WRAPPING: dict[Op, str] = {T.BVADD: "+", T.BVSUB: "-", T.BVMUL: "*", T.BVNEG: "-"}

_WRITERS: dict[Op, Writer] = {
    T.BVADD: _wrapping,
    T.BVSUB: _wrapping,
    T.BVMUL: _wrapping,
    T.BVNEG: _wrapping,
    T.BVAND: _infix("&"),
    T.BVOR: _infix("|"),
    T.BVXOR: _infix("^"),
    T.BVNOT: _complement,
    T.BVULT: _infix("<"),
    T.BVULE: _infix("<="),
    T.BVSLT: _signed("<"),
    T.BVSLE: _signed("<="),
    T.BVUDIV: _sized("bvudiv"),
    T.BVUREM: _sized("bvurem"),
    T.BVSDIV: _sized("bvsdiv"),
    T.BVSREM: _sized("bvsrem"),
    T.BVSHL: _shift("bvshl"),
    T.BVLSHR: _shift("bvlshr"),
    T.BVASHR: _shift("bvashr"),
    T.EQ: _equal,
    T.NOT: _not,
    T.AND: _nary_infix("and", "and_"),
    T.OR: _nary_infix("or", "or_"),
    T.ITE: _ite,
    T.EXTRACT: _checked(_extract_int, lambda a, t: f"extract({t.data[0]}, {t.data[1]}, {a})"),
    T.ZERO_EXTEND: _checked(lambda a, _: a, lambda a, t: f"zero_extend({t.width - t.args[0].width}, {a})"),
    T.SIGN_EXTEND: _checked(_sign_extend_int, lambda a, t: f"sign_extend({t.width - t.args[0].width}, {a})"),
    T.CONCAT: _concat,
    T.ADD: _number("add"),
    T.SUB: _number("sub"),
    T.MUL: _number("mul"),
    T.LT: _number("lt"),
    T.LE: _number("le"),
    T.SELECT: _select,
    T.STORE: _store,
}
