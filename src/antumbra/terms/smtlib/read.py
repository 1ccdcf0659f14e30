"""Reading SMT-LIB text: what :mod:`antumbra.terms.smtlib.write` writes, and what solvers answer.

Terms are interned as they are written, not simplified (:func:`antumbra.terms.traverse.simplify` does that), so
reading gives back the very term that was printed. Loops over explicit stacks: text may be nested deeply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, TypeGuard

from antumbra.records import dataclass, field
from antumbra.terms import operators as ops
from antumbra.terms.datatypes import constructors_of, datatype_sort, datatype_value, named
from antumbra.terms.leaves import FALSE, TRUE, bv, const, fp_const, function, integer, real, rm, var
from antumbra.terms.operators import CONST, FunctionDeclaration
from antumbra.terms.smtlib.apply import APPLICATIONS, INDEXED, Table, finish
from antumbra.terms.smtlib.datatypes import applications, constructor_name, define_read, tester
from antumbra.terms.smtlib.write import Printer, constructors_text, decode_name, encode_name
from antumbra.terms.sorts import BOOL, INT, REAL, RM, Sort, array_sort, bv_sort, fp_sort, uninterpreted_sort
from antumbra.terms.substitution import substitute
from antumbra.terms.term import Term, intern


class SmtlibError(ValueError):
    """The text is not SMT-LIB, or not the part of it that is read here."""


_TOKEN: Final = re.compile(r'\s+|;[^\n]*|(\(|\)|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+)')
_MODES: Final = {
    "roundNearestTiesToEven": "RNE",
    "roundNearestTiesToAway": "RNA",
    "roundTowardPositive": "RTP",
    "roundTowardNegative": "RTN",
    "roundTowardZero": "RTZ",
}
Expression = Any  # a token, or a list of expressions


def read_expressions(text: str) -> list[Expression]:
    """The text as nested lists of tokens."""
    top: list[Expression] = []
    stack: list[list[Expression]] = [top]
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise SmtlibError(f"unexpected {text[at]!r} at {at}")
        at = match.end()
        token = match.group(1)
        if token == "(":  # noqa: S105
            inner: list[Expression] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif token == ")":  # noqa: S105
            if len(stack) == 1:
                raise SmtlibError(f"unbalanced ) at {at}")
            stack.pop()
        elif token is not None:
            stack[-1].append(token)
    if len(stack) != 1:
        raise SmtlibError("the text ends inside parentheses")
    return top


@dataclass(slots=True)
class Script:
    """What a script declares and asserts."""

    assertions: list[Term] = field(default_factory=list[Term])
    variables: dict[str, Term] = field(default_factory=dict[str, Term])
    functions: dict[str, FunctionDeclaration] = field(default_factory=dict[str, FunctionDeclaration])


@dataclass(frozen=True, slots=True)
class _Macro:
    parameters: tuple[Term, ...]
    body: Term


class Reader:
    """Reads terms and commands over the symbols declared so far. ``widest``: bits of a term before it is refused."""

    def __init__(self, widest: int | None = None) -> None:
        self._widest = widest
        self._terms: dict[str, Term] = {}
        self._functions: dict[str, FunctionDeclaration | _Macro] = {}
        self._datatypes: dict[str, Sort] = {}
        #: constructors and fields
        self._built: dict[str, Callable[[list[Term]], Term]] = {}

    def declare(self, symbol: str, term: Term) -> None:
        """Give a symbol a meaning."""
        self._terms[_bare(symbol)] = term

    def declare_function(self, symbol: str, declaration: FunctionDeclaration) -> None:
        self._functions[_bare(symbol)] = declaration

    # ---- sorts

    def sort(self, expression: Expression) -> Sort:
        match expression:
            case "Bool":
                return BOOL
            case "Int":
                return INT
            case "Real":
                return REAL
            case "RoundingMode":
                return RM
            case "Float16" | "Float32" | "Float64" | "Float128":
                return {
                    "Float16": fp_sort(5, 11),
                    "Float32": fp_sort(8, 24),
                    "Float64": fp_sort(11, 53),
                    "Float128": fp_sort(15, 113),
                }[expression]
            case str() if _bare(expression) in self._datatypes:
                return self._datatypes[_bare(expression)]
            case str():
                return uninterpreted_sort(decode_name(expression))
            case ["_", "BitVec", width]:
                return bv_sort(_number(width))
            case ["_", "FloatingPoint", exponent, significand]:
                return fp_sort(_number(exponent), _number(significand))
            case ["Array", *parts] if len(parts) >= 2:
                inner = [self.sort(p) for p in parts]
                return array_sort(tuple(inner[:-1]), inner[-1])
            case _:
                raise SmtlibError(f"not a sort: {_brief(expression)}")

    # ---- terms: a stack of expressions to read and steps to take, results on another

    def term(self, expression: Expression) -> Term:
        results: list[Any] = []
        bound: dict[str, list[Term]] = {}
        work: list[Any] = [expression]
        while work:
            item = work.pop()
            if item.__class__ is str:
                results.append(self._atom(item, bound))
            elif _is_list(item):
                self._open(item, work, results, bound)
            else:
                item()
        if len(results) != 1:
            raise SmtlibError("not one term")
        return finish(results[0])

    def _atom(self, token: str, bound: dict[str, list[Term]]) -> Term:
        name = _bare(token)
        local = bound.get(name)
        if local:
            return local[-1]
        known = self._terms.get(name)
        if known is not None:
            return known
        literal = _literal(token)
        if literal is None:
            raise SmtlibError(f"unknown symbol {token}")
        return literal

    def _open(
        self, expression: list[Expression], work: list[Any], results: list[Any], bound: dict[str, list[Term]]
    ) -> None:
        match expression:
            case ["let", bindings, body]:
                self._let(bindings, body, work, results, bound)
            case ["forall" | "exists" | "lambda" as binder, variables, body]:
                self._binder(binder, variables, body, work, results, bound)
            case ["!", body, *_]:
                work.append(body)
            case ["_", *rest]:
                results.append(_indexed_constant(rest))
            case ["as", str(symbol), sort] if symbol.startswith("@"):
                results.append(const(_number(symbol[1:]), self.sort(sort)))
            case [head, *arguments]:
                apply = self._head(head)
                count = len(arguments)

                def step() -> None:
                    values = results[len(results) - count :] if count else []
                    if count:
                        del results[len(results) - count :]
                    result = apply(values)
                    if self._widest is not None and finish(result).sort.width > self._widest:
                        raise SmtlibError(f"a term has more than {self._widest} bits")
                    results.append(result)

                work.append(step)
                work.extend(reversed(arguments))
            case _:
                raise SmtlibError(f"not a term: {_brief(expression)}")

    def _head(self, head: Expression) -> Callable[[list[Any]], Any]:
        match head:
            case str():
                name = _bare(head)
                declared = self._functions.get(name)
                if isinstance(declared, FunctionDeclaration):
                    return lambda values: intern(ops.APPLY, tuple(map(finish, values)), declared)
                if declared is not None:
                    macro = declared
                    return lambda values: substitute(
                        macro.body, dict(zip(macro.parameters, map(finish, values), strict=True))
                    )
                built = self._built.get(decode_name(head))
                if built is not None:
                    return lambda values: built(list(map(finish, values)))
                known = APPLICATIONS.get(name)
                if known is not None:
                    return known
            case ["_", "is", str(constructor)]:
                for sort in self._datatypes.values():
                    test = tester(sort, decode_name(constructor))
                    if test is not None:
                        return lambda values: test(list(map(finish, values)))
            case ["_", str(name), *indices]:
                indexed = INDEXED.get(name)
                if indexed is not None:
                    return indexed(*map(_number, indices))
            case ["as", "const", sort]:
                target = self.sort(sort)
                return lambda values: _constant_array(target, finish(values[0]))
            case _:
                pass
        raise SmtlibError(f"unknown operator {_brief(head)}")

    def _let(
        self,
        bindings: list[Expression],
        body: Expression,
        work: list[Any],
        results: list[Any],
        bound: dict[str, list[Term]],
    ) -> None:
        names = [_bare(b[0]) for b in bindings]

        def bind() -> None:
            values = results[len(results) - len(names) :]
            del results[len(results) - len(names) :]
            for name, value in zip(names, values, strict=True):
                bound.setdefault(name, []).append(finish(value))

        def unbind() -> None:
            for name in names:
                bound[name].pop()

        work.extend((unbind, body, bind))
        work.extend(b[1] for b in reversed(bindings))

    def _binder(
        self,
        binder: str,
        variables: list[Expression],
        body: Expression,
        work: list[Any],
        results: list[Any],
        bound: dict[str, list[Term]],
    ) -> None:
        names = [_bare(v[0]) for v in variables]
        terms = tuple(var(decode_name(v[0]), self.sort(v[1])) for v in variables)
        for name, term in zip(names, terms, strict=True):
            bound.setdefault(name, []).append(term)
        patterns: list[list[Expression]] = []
        if _is_list(body) and body and body[0] == "!":
            attributes: list[Expression] = body[2:]
            patterns = [attributes[i + 1] for i in range(0, len(attributes) - 1, 2) if attributes[i] == ":pattern"]
            body = body[1]
        count = 1 + sum(map(len, patterns))

        def close() -> None:
            args = tuple(map(finish, results[len(results) - count :]))
            del results[len(results) - count :]
            for name in names:
                bound[name].pop()
            if binder == "lambda":
                results.append(intern(ops.LAMBDA, args, terms))
            else:
                op = ops.FORALL if binder == "forall" else ops.EXISTS
                results.append(intern(op, args, (terms, tuple(map(len, patterns)))))

        work.append(close)
        for pattern in reversed(patterns):
            work.extend(reversed(pattern))
        work.append(body)

    # ---- commands

    def command(self, expression: Expression, out: Script) -> None:
        match expression:
            case ["declare-const", str(symbol), sort]:
                self._declare_variable(symbol, self.sort(sort), out)
            case ["declare-fun", str(symbol), arguments, sort]:
                if arguments:
                    sorts = tuple(self.sort(a) for a in arguments)
                    declaration = function(decode_name(symbol), sorts, self.sort(sort))
                    self.declare_function(symbol, declaration)
                    out.functions[_bare(symbol)] = declaration
                else:
                    self._declare_variable(symbol, self.sort(sort), out)
            case ["define-fun", str(symbol), parameters, _, body]:
                self._define(symbol, parameters, body)
            case ["assert", body]:
                out.assertions.append(self.term(body))
            case ["declare-sort", str(), *_]:
                pass
            case ["declare-datatypes", names, bodies]:
                self._declare_datatypes([n[0] for n in names], bodies)
            case [("set-logic" | "set-info" | "set-option" | "check-sat" | "get-model" | "get-value" | "exit"), *_]:
                pass
            case _:
                raise SmtlibError(f"unknown command {_brief(expression)}")

    def _declare_datatypes(self, names: list[str], bodies: list[Any]) -> None:
        """All names first: bodies may mention any of them."""
        for name, body in zip(names, bodies, strict=True):
            known = named(decode_name(name))
            # scripts of ours name datatypes that are known
            alike = known is not None and read_expressions(constructors_text(known)) == [body]
            self._datatypes[_bare(name)] = known if known and alike else datatype_sort(decode_name(name), str(body))
        read = [
            [(decode_name(c[0]), [(decode_name(f[0]), self.sort(f[1])) for f in c[1:]]) for c in body]
            for body in bodies
        ]
        for name, constructors in zip(names, read, strict=True):
            sort = self._datatypes[_bare(name)]
            define_read(sort, constructors)
            self._built |= applications(sort)
            for constructor in constructors_of(sort):
                if not constructor.sorts:
                    text = encode_name(constructor_name(constructor))
                    self.declare(text, const(datatype_value(constructor, ()), sort))

    def _declare_variable(self, symbol: str, sort: Sort, out: Script) -> None:
        variable = var(decode_name(symbol), sort)
        self.declare(symbol, variable)
        out.variables[_bare(symbol)] = variable

    def _define(self, symbol: str, parameters: list[Expression], body: Expression) -> None:
        if not parameters:
            self.declare(symbol, self.term(body))
            return
        terms = tuple(var(decode_name(p[0]), self.sort(p[1])) for p in parameters)
        hidden = {_bare(p[0]): self._terms.get(_bare(p[0])) for p in parameters}
        for parameter, term in zip(parameters, terms, strict=True):
            self.declare(parameter[0], term)
        self._functions[_bare(symbol)] = _Macro(terms, self.term(body))
        for name, old in hidden.items():
            if old is None:
                del self._terms[name]
            else:
                self._terms[name] = old


def _is_list(expression: Expression) -> TypeGuard[list[Any]]:
    return isinstance(expression, list)


def _bare(symbol: str) -> str:
    return symbol[1:-1] if symbol.startswith("|") else symbol


def _brief(expression: Expression) -> str:
    text = str(expression)
    return text if len(text) < 80 else text[:80] + "…"


def _number(token: Expression) -> int:
    if isinstance(token, str) and token.isdigit():
        return int(token)
    raise SmtlibError(f"not a number: {_brief(token)}")


_DECIMAL: Final = re.compile(r"\d+\.\d+")


def _literal(token: str) -> Term | None:
    if token == "true":  # noqa: S105
        return TRUE
    if token == "false":  # noqa: S105
        return FALSE
    if token.startswith("#b"):
        return bv(int("0" + token[1:], 0), len(token) - 2)
    if token.startswith("#x"):
        return bv(int("0" + token[1:], 0), 4 * (len(token) - 2))
    if token.isdigit():
        return integer(int(token))
    if _DECIMAL.fullmatch(token):
        return real(Fraction(token))
    if token in ("RNE", "RNA", "RTP", "RTN", "RTZ"):
        return rm(token)
    return rm(_MODES[token]) if token in _MODES else None


def _indexed_constant(parts: list[Expression]) -> Term:
    match parts:
        case [str(name), width] if name.startswith("bv") and name[2:].isdigit():
            return bv(int(name[2:]), _number(width))
        case ["NaN" | "+oo" | "-oo" | "+zero" | "-zero" as name, exponent, significand]:
            sort = fp_sort(_number(exponent), _number(significand))
            infinite = ((1 << sort.exponent) - 1) << (sort.significand - 1)
            magnitude = {"NaN": infinite | 1, "+oo": infinite, "-oo": infinite}.get(name, 0)
            return fp_const(magnitude | (name.startswith("-") << (sort.width - 1)), sort)
        case _:
            raise SmtlibError(f"unknown constant {_brief(parts)}")


def _constant_array(sort: Sort, value: Term) -> Any:
    if value.op is CONST:
        return Table(sort, value.data, {})
    return intern(ops.CONST_ARRAY, (value,), sort)


def parse_script(text: str) -> Script:
    """Read a script."""
    reader = Reader()
    script = Script()
    for expression in read_expressions(text):
        reader.command(expression, script)
    return script


def parse_term(text: str, variables: Iterable[Term] = (), functions: Iterable[FunctionDeclaration] = ()) -> Term:
    """Read one term over the given variables and functions."""
    reader = Reader()
    printer = Printer()
    for variable in variables:
        reader.declare(printer.symbol(variable), variable)
    for declaration in functions:
        reader.declare_function(printer.symbol(declaration), declaration)
    expressions = read_expressions(text)
    if len(expressions) != 1:
        raise SmtlibError("not one term")
    return reader.term(expressions[0])
