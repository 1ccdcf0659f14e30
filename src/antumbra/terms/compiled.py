"""Evaluation by generated Python: one function per term, code shared by terms of the same shape.

A term's shape is its operators, widths and sharing, without its variables and constants: those are arguments
of the function that makes the evaluator. The text of generated code consists of our own names and integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from antumbra.terms import operators as ops
from antumbra.terms.evaluate import apply_value, evaluate
from antumbra.terms.operators import APPLY, CONST, VAR
from antumbra.terms.term import Op, Term
from antumbra.terms.traverse import subterms
from antumbra.terms.values import default_value

Evaluator = Callable[[Mapping[Any, Any]], Any]

#: terms with more distinct subterms are evaluated by the loop of :func:`antumbra.terms.evaluate.evaluate`
LIMIT: Final = 2000
#: parentheses inside one expression; Python's parser has a limit
_DEPTH: Final = 24
_SHAPES: Final = 8192

#: source text → the function it defines
_shapes: Final[dict[str, Callable[..., Evaluator]]] = {}

#: operator → text of its value; {0} {1} arguments, {m} the result's mask, {w} its width, {s} the sign bit and
#: {n} the width of the last argument
_TEXT: Final[dict[Op, str]] = {
    ops.NOT: "(not {0})",
    ops.ITE: "({1} if {0} else {2})",
    ops.EQ: "({0} == {1})",
    ops.BVADD: "({0} + {1} & {m})",
    ops.BVSUB: "({0} - {1} & {m})",
    ops.BVMUL: "({0} * {1} & {m})",
    ops.BVNEG: "(-{0} & {m})",
    ops.BVNOT: "({0} ^ {m})",
    ops.BVAND: "({0} & {1})",
    ops.BVOR: "({0} | {1})",
    ops.BVXOR: "({0} ^ {1})",
    ops.BVULT: "({0} < {1})",
    ops.BVULE: "({0} <= {1})",
    ops.BVSLT: "(({0} ^ {s}) < ({1} ^ {s}))",
    ops.BVSLE: "(({0} ^ {s}) <= ({1} ^ {s}))",
    ops.CONCAT: "({0} << {n} | {1})",
    ops.ZERO_EXTEND: "{0}",
    ops.SIGN_EXTEND: "(({0} ^ {s}) - {s} & {m})",
    ops.ADD: "({0} + {1})",
    ops.SUB: "({0} - {1})",
    ops.MUL: "({0} * {1})",
    ops.NEG: "(-{0})",
    ops.LT: "({0} < {1})",
    ops.LE: "({0} <= {1})",
    ops.BV2NAT: "{0}",
    ops.INT2BV: "({0} & {m})",
    ops.FP_TO_IEEE_BV: "{0}",
}
#: the same for operators that use their last argument twice: it must be a name
_TEXT_TWICE: Final[dict[Op, str]] = {
    ops.BVUDIV: "({0} // {1} if {1} else {m})",
    ops.BVUREM: "({0} % {1} if {1} else {0})",
    ops.BVSHL: "({0} << {1} & {m} if {1} < {w} else 0)",
    ops.BVLSHR: "({0} >> {1} if {1} < {w} else 0)",
}


def compiled(term: Term) -> Evaluator:
    """A function from an environment ({variable: value}, missing ones are zero) to the term's value."""
    known = term.evaluator
    if known is None:
        known = term.evaluator = _compile(term)
    if known is _by_loop:
        return partial(evaluate, term)
    return known


def _by_loop(_env: Mapping[Any, Any]) -> Any:
    """Marks a term that has no code. A function that knows its term would keep that term alive forever."""
    raise RuntimeError("this evaluator is only a mark")


def _compile(term: Term) -> Evaluator:
    order: list[Term] = []
    for t in subterms(term):
        order.append(t)
        if len(order) > LIMIT or (t.op.evaluate is None and t.args and t.op is not APPLY):
            return _by_loop
    source, values = _Code(term, order).result()
    make = _shapes.get(source)
    if make is None:
        if len(_shapes) >= _SHAPES:
            _shapes.clear()
        namespace: dict[str, Any] = {}
        exec(source, namespace)  # noqa: S102 - our own text: names we make and integers
        make = _shapes[source] = namespace["make"]
    return make(*values)


class _Code:
    """The text for one term: locals for shared and deep parts, the rest nested in expressions."""

    def __init__(self, root: Term, order: list[Term]) -> None:
        self._parameters: list[str] = []
        self._values: list[Any] = []
        self._lines: list[str] = []
        self._text: dict[Term, str] = {}
        self._depth: dict[Term, int] = {}
        self._root = root
        uses: dict[Term, int] = {}
        for t in order:
            for a in t.args:
                uses[a] = uses.get(a, 0) + 1
        for t in order:
            self._add(t, uses.get(t, 0) > 1)

    def result(self) -> tuple[str, list[Any]]:
        lines = [f"def make({', '.join(self._parameters)}):", " def value(env):", "  get = env.get"]
        lines.extend(self._lines)
        lines.append(f"  return {self._text[self._root]}")
        lines.append(" return value")
        return "\n".join(lines), self._values

    def _parameter(self, value: Any) -> str:
        name = f"p{len(self._values)}"
        self._parameters.append(name)
        self._values.append(value)
        return name

    def _local(self, text: str) -> str:
        name = f"v{len(self._lines)}"
        self._lines.append(f"  {name} = {text}")
        return name

    def _name(self, term: Term) -> str:
        """The argument's text, made a name if it is an expression."""
        text = self._text[term]
        if not text.isidentifier():
            text = self._text[term] = self._local(text)
            self._depth[term] = 0
        return text

    def _add(self, term: Term, shared: bool) -> None:
        if term.op is CONST:
            self._text[term] = self._parameter(term.data)
            self._depth[term] = 0
            return
        if term.op is VAR:
            zero = default_value(term.sort)
            fallback = str(zero) if zero is False or zero.__class__ is int else self._parameter(zero)
            text = f"get({self._parameter(term)}, {fallback})"
            depth = 1
        else:
            text = self._operation(term)
            depth = 1 + max(self._depth[a] for a in term.args)
        if shared or depth > _DEPTH:
            text, depth = self._local(text), 0
        self._text[term] = text
        self._depth[term] = depth

    def _operation(self, term: Term) -> str:
        op = term.op
        template = _TEXT.get(op)
        if template is None:
            template = _TEXT_TWICE.get(op)
            if template is not None:
                for a in term.args:
                    self._name(a)
        texts = [self._text[a] for a in term.args]
        if template is not None:
            last = term.args[-1].width
            return template.format(*texts, m=term.sort.mask, w=term.width, n=last, s=1 << (last - 1) if last else 0)
        if op is ops.AND:
            return f"({' and '.join(texts)})"
        if op is ops.OR:
            return f"({' or '.join(texts)})"
        if op is ops.EXTRACT:
            high, low = term.data
            shifted = f"({texts[0]} >> {low})" if low else texts[0]
            return shifted if high == term.args[0].width - 1 else f"({shifted} & {term.sort.mask})"
        if op is ops.SELECT:
            key = texts[1] if len(texts) == 2 else f"({', '.join(texts[1:])})"
            return f"{texts[0]}.get({key})"
        if op is ops.STORE:
            key = texts[1] if len(texts) == 3 else f"({', '.join(texts[1:-1])})"
            return f"{texts[0]}.set({key}, {texts[-1]})"
        if op is APPLY:
            return f"{self._parameter(partial(apply_value, term.data))}(env, [{', '.join(texts)}])"
        if op.evaluate is None:
            raise RuntimeError(f"{op.name} has no evaluator")
        helper = partial(op.evaluate, term.sort, term.data, tuple(a.sort for a in term.args))
        return f"{self._parameter(helper)}({', '.join(texts)})"
