"""Reads terms in the notation of :mod:`antumbra.program.text.term_printing`, exactly: nothing is simplified."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from antumbra.program.text import notation as N
from antumbra.terms import leaves
from antumbra.terms import operators as O
from antumbra.terms.sorts import BOOL, INT, REAL, RM, Sort, array_sort, bv_sort, fp_sort, uninterpreted_sort
from antumbra.terms.term import Op, SortError, Term, intern
from antumbra.terms.values import ROUNDING_MODES, ArrayValue
from support.program_text.tokens import Token, Tokens, whole

#: parentheses within parentheses; the printer stays far below
DEEPEST: Final = 40

_SORTS: Final[dict[str, Sort]] = {"bool": BOOL, "int": INT, "real": REAL, "rm": RM}
_FLOATS: Final = {name: fp_sort(*format_) for format_, name in N.FLOAT_NAMES.items()}
#: symbol → operators that it may mean, told apart by the sort of the left operand
_BINARY: Final[dict[str, dict[str, Op]]] = {}
_LEVELS: Final[dict[str, int]] = {N.NOT_EQUAL: N.COMPARISON}
for _op, _infix in {**N.INFIX, **N.ROUNDED}.items():
    _LEVELS[_infix.symbol] = _infix.level
    if _op in (O.ADD, O.SUB, O.MUL):
        _kinds = ("int", "real")
    else:
        _kinds = ("bv",) if _infix.symbol in ("+", "-", "*") else ("",)
    for _kind in _kinds:
        _BINARY.setdefault(_infix.symbol, {})[_kind] = _op


class TermReader:
    """Reads terms from ``tokens``; ``scope`` gives the variables that are written by their name alone."""

    def __init__(self, tokens: Tokens, scope: Mapping[str, Term]) -> None:
        self.tokens = tokens
        self.scope = scope
        self._bound: list[dict[str, Term]] = []
        self._lets: dict[str, Term] = {}
        self._depth = 0

    def term(self) -> Term:
        """One whole term, with its lets."""
        self._lets = {}
        if self.tokens.accept("let"):
            while True:
                token = self.tokens.peek
                if token.kind != "let":
                    raise self.tokens.expected("a let name such as '#1'")
                self.tokens.next()
                self.tokens.expect("=")
                value = self._expression(N.OR_LEVEL)
                self._lets[token.text] = value
                if not self.tokens.accept(","):
                    break
            self.tokens.expect("in")
        return self._expression(N.OR_LEVEL)

    def terms(self, close: str) -> tuple[Term, ...]:
        """Terms between commas up to the word ``close``, which is read too."""
        found: list[Term] = []
        if self.tokens.accept(close):
            return ()
        while True:
            found.append(self.term())
            if self.tokens.accept(close):
                return tuple(found)
            if not self.tokens.accept(","):
                raise self.tokens.expected(f"',' or '{close}'")

    def variable(self) -> Term:
        """A variable as target of a command."""
        token = self.tokens.peek
        if token.kind not in ("name", "quoted") or (token.kind == "name" and token.text in N.RESERVED):
            raise self.tokens.expected("a variable")
        return self._variable(self.tokens.name("a variable"), token)

    # ------------------------------------------------------------ sorts

    def sort(self) -> Sort:
        tokens = self.tokens
        if tokens.accept("["):
            self._enter()
            index = [self.sort()]
            while tokens.accept(","):
                index.append(self.sort())
            tokens.expect("]")
            element = self.sort()
            self._depth -= 1
            return array_sort(tuple(index), element)
        token = tokens.peek
        name = tokens.name("a sort")
        if token.kind == "name":
            if name in _SORTS:
                return _SORTS[name]
            if name in _FLOATS:
                return _FLOATS[name]
            try:
                if name.startswith("bv") and name[2:].isdecimal():
                    return bv_sort(int(name[2:]))
                exponent, _, significand = name.removeprefix("fp").partition("_")
                if name.startswith("fp") and exponent.isdecimal() and significand.isdecimal():
                    return fp_sort(int(exponent), int(significand))
            except ValueError as error:
                raise tokens.error(token, str(error)) from None
            if name in N.RESERVED:
                raise tokens.error(token, f"expected a sort, found {name!r}")
        return uninterpreted_sort(name)

    # ------------------------------------------------------------ operators

    def _expression(self, level: int) -> Term:
        """Binary operators at ``level`` and above."""
        left = self._prefix()
        while True:
            token = self.tokens.peek
            found = _LEVELS.get(token.text) if token.kind in ("symbol", "name") else None
            if found is None or found < level:
                return left
            if found in (N.OR_LEVEL, N.AND_LEVEL):
                left = self._chain(left, token, found)
                continue
            self.tokens.next()
            right = self._expression(found + 1)
            left = self._binary(token, left, right)
            if found == N.COMPARISON and _LEVELS.get(self.tokens.peek.text) == N.COMPARISON:
                raise self.tokens.expected("the end of the comparison, or parentheses around it")

    def _chain(self, left: Term, token: Token, level: int) -> Term:
        """``a && b && c``: one operator with three arguments."""
        args = [left]
        while self.tokens.accept(token.text):
            args.append(self._expression(level + 1))
        return self._intern(token, O.AND if token.text == "&&" else O.OR, tuple(args))

    def _binary(self, token: Token, left: Term, right: Term) -> Term:
        if token.text == N.NOT_EQUAL:
            return self._intern(token, O.NOT, (self._intern(token, O.EQ, (left, right)),))
        meanings = _BINARY[token.text]
        op = meanings.get("") or meanings.get(left.sort.kind)
        if op is None:
            raise self.tokens.error(token, f"{token.text!r} does not take {N.sort_text(left.sort)}")
        args = (leaves.rm("RNE"), left, right) if op in N.ROUNDED else (left, right)
        return self._intern(token, op, args)

    def _intern(self, token: Token, op: Op, args: tuple[Term, ...], data: Any = None) -> Term:
        try:
            return intern(op, args, data)
        except (SortError, ValueError) as error:
            raise self.tokens.error(token, f"{token.text!r}: {error}") from None

    def _prefix(self) -> Term:
        tokens = self.tokens
        signs: list[Token] = []
        while tokens.is_word("!", "-"):
            following = tokens.ahead()
            if tokens.peek.text == "-" and following.kind == "number" and following.start == tokens.peek.end:
                break
            signs.append(tokens.next())
        term = self._postfix()
        for sign in reversed(signs):
            op = O.NOT if sign.text == "!" else O.BVNEG if term.sort.kind == "bv" else O.NEG
            term = self._intern(sign, op, (term,))
        return term

    def _postfix(self) -> Term:
        tokens = self.tokens
        term = self._atom()
        while tokens.is_word("["):
            token = tokens.next()
            if tokens.peek.kind == "number" and tokens.ahead().text == ":":
                high = tokens.natural("a bit number")
                tokens.expect(":")
                low = tokens.natural("a bit number")
                tokens.expect("]")
                term = self._intern(token, O.EXTRACT, (term,), (high, low))
                continue
            args = [term, self._nested()]
            while tokens.accept(","):
                args.append(self._nested())
            if tokens.accept(":="):
                args.append(self._nested())
                tokens.expect("]")
                term = self._intern(token, O.STORE, tuple(args))
            else:
                if not tokens.is_word("]"):
                    raise tokens.expected("',', ':=' or ']'")
                tokens.next()
                term = self._intern(token, O.SELECT, tuple(args))
        return term

    def _nested(self) -> Term:
        """A term inside brackets of any kind."""
        self._enter()
        term = self._expression(N.OR_LEVEL)
        self._depth -= 1
        return term

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.tokens.error(self.tokens.peek, f"more than {DEEPEST} brackets inside each other: use let")

    # ------------------------------------------------------------ atoms

    def _atom(self) -> Term:
        tokens = self.tokens
        token = tokens.peek
        match token.kind:
            case "number":
                return self._number(tokens.next(), negative=False)
            case "let":
                tokens.next()
                if token.text not in self._lets:
                    raise tokens.error(token, f"{token.text} is not defined before its use")
                return self._lets[token.text]
            case "quoted":
                return self._named(tokens.name("a name"), token)
            case "symbol" if token.text == "-":
                tokens.next()
                return self._number(tokens.next(), negative=True)
            case "symbol" if token.text == "(":
                tokens.next()
                return self._parenthesised()
            case "name":
                if token.text in N.RESERVED or (token.text in O.TABLE and tokens.ahead().text == "("):
                    return self._word(tokens.next())
                return self._named(tokens.name("a name"), token)
            case _:
                raise tokens.expected("a term")

    def _parenthesised(self) -> Term:
        tokens = self.tokens
        token = tokens.peek
        if tokens.accept("if"):
            condition = self._nested()
            tokens.expect("then")
            then = self._nested()
            tokens.expect("else")
            term = self._intern(token, O.ITE, (condition, then, self._nested()))
        elif tokens.is_word("forall", "exists", "lambda"):
            term = self._binder(tokens.next())
        else:
            term = self._nested()
        if not tokens.is_word(")"):
            raise tokens.expected("an operator or ')'")
        tokens.next()
        return term

    def _binder(self, token: Token) -> Term:
        tokens = self.tokens
        variables: list[Term] = []
        while True:
            name = tokens.name("a bound variable")
            tokens.expect(":")
            variables.append(leaves.var(name, self.sort()))
            if not tokens.accept(","):
                break
        tokens.expect("::")
        self._bound.append({variable.data: variable for variable in variables})
        triggers: list[Term] = []
        counts: list[int] = []
        while tokens.is_word("{"):
            tokens.next()
            before = len(triggers)
            while True:
                triggers.append(self._nested())
                if not tokens.accept(","):
                    break
            tokens.expect("}")
            counts.append(len(triggers) - before)
        body = self._nested()
        self._bound.pop()
        if token.text == "lambda":
            if triggers:
                raise tokens.error(token, "a lambda has no triggers")
            return self._intern(token, O.LAMBDA, (body,), tuple(variables))
        op = O.FORALL if token.text == "forall" else O.EXISTS
        return self._intern(token, op, (body, *triggers), (tuple(variables), tuple(counts)))

    def _named(self, name: str, token: Token) -> Term:
        """A variable, or a call of an uninterpreted function."""
        if self.tokens.is_word("'"):
            self.tokens.next()
            sort = self.sort()
            if not self.tokens.is_word("("):
                return leaves.var(name, sort)
            args = self._arguments()
            declaration = leaves.function(name, [argument.sort for argument in args], sort)
            return self._intern(token, O.APPLY, args, declaration)
        return self._variable(name, token)

    def _variable(self, name: str, token: Token) -> Term:
        if self.tokens.is_word("'"):
            self.tokens.next()
            return leaves.var(name, self.sort())
        for level in reversed(self._bound):
            if name in level:
                return level[name]
        variable = self.scope.get(name)
        if variable is None:
            raise self.tokens.error(token, f"variable {N.name_text(name)} is not declared here")
        return variable

    def _arguments(self) -> tuple[Term, ...]:
        tokens = self.tokens
        tokens.expect("(")
        found: list[Term] = []
        if tokens.accept(")"):
            return ()
        while True:
            found.append(self._nested())
            if tokens.accept(")"):
                return tuple(found)
            if not tokens.accept(","):
                raise tokens.expected("',' or ')'")

    def _word(self, token: Token) -> Term:
        """A literal or operator that is a word."""
        tokens = self.tokens
        word = token.text
        if word in ("true", "false"):
            return leaves.boolean(word == "true")
        if word in ROUNDING_MODES:
            return leaves.rm(word)
        if word in ("float", "element", "array"):
            tokens.expect("{")
            sort = self.sort()
            tokens.expect("}")
            tokens.expect("(")
            value = self._value(sort) if word != "array" else self._table(sort)
            tokens.expect(")")
            return self._constant(token, value, sort)
        op = O.TABLE.get(word)
        if op is None or op in (O.CONST, O.VAR):
            raise tokens.error(token, f"expected a term, found {word!r}")
        data: Any = None
        if op in N.NUMBERED or op in N.SORTED:
            tokens.expect("{")
            data = tokens.natural("a number of bits") if op in N.NUMBERED else self.sort()
            tokens.expect("}")
        elif op in O.BINDERS or op in (O.APPLY, O.EXTRACT):
            raise tokens.error(token, f"{word!r} is not written like a function")
        return self._intern(token, op, self._arguments(), data)

    # ------------------------------------------------------------ literals

    def _constant(self, token: Token, value: Any, sort: Sort) -> Term:
        try:
            return leaves.const(value, sort)
        except (SortError, ValueError, TypeError) as error:
            raise self.tokens.error(token, str(error)) from None

    def _number(self, token: Token, *, negative: bool) -> Term:
        try:
            return self._numeral(token, -1 if negative else 1)
        except ValueError as error:
            raise self.tokens.error(token, str(error)) from None

    def _numeral(self, token: Token, sign: int) -> Term:
        text = token.text
        if "bv" in text:
            digits, _, width = text.rpartition("bv")
            value, bits = whole(digits), whole(width)
            if value >> bits and not (sign < 0 and value == 1 << bits):
                raise ValueError(f"{digits} does not fit into {width} bits")
            return leaves.bv(sign * value, bits)
        if "//" in text:
            top, bottom = map(whole, text.split("//"))
            if not bottom:
                raise ValueError("a fraction's denominator is not zero")
            return leaves.real(Fraction(sign * top, bottom))
        if "." in text or ("e" in text and not text.startswith("0x")):
            return leaves.real(sign * Fraction(text))
        return leaves.integer(sign * whole(text))

    def _value(self, sort: Sort) -> Any:
        """The value inside ``float{…}(…)`` or ``element{…}(…)``."""
        tokens = self.tokens
        if sort.kind != "fp":
            return tokens.natural("the number of an element")
        negative = tokens.accept("-") is not None
        top = 1 << (sort.width - 1) if negative else 0
        exponent = ((1 << sort.exponent) - 1) << (sort.significand - 1)
        if tokens.accept("inf"):
            return top | exponent
        if tokens.accept("nan"):
            return exponent | 1 << (sort.significand - 2)
        token = tokens.peek
        if token.kind != "number" or "bv" in token.text:
            raise tokens.expected("a number, inf or nan")
        tokens.next()
        if token.text.startswith("0x"):
            return int(token.text, 16)
        code = {32: "<f", 64: "<d"}.get(sort.width)
        if code is None:
            raise tokens.error(token, f"a float of sort {N.sort_text(sort)} is written by its bits, 0x…")
        try:
            return top | int.from_bytes(struct.pack(code, float(token.text)), "little")
        except OverflowError:
            raise tokens.error(token, f"{token.text} is too large for {N.sort_text(sort)}") from None

    def _table(self, sort: Sort) -> ArrayValue:
        """``default; key -> value, …``"""
        tokens = self.tokens
        element = sort.element
        if element is None:
            raise tokens.error(tokens.peek, f"{N.sort_text(sort)} is not an array sort")
        default = self._literal(element)
        entries: dict[Any, Any] = {}
        if tokens.accept(";"):
            while True:
                if len(sort.index) == 1:
                    key = self._literal(sort.index[0])
                else:
                    tokens.expect("(")
                    parts: list[Any] = []
                    for position, index in enumerate(sort.index):
                        if position:
                            tokens.expect(",")
                        parts.append(self._literal(index))
                    tokens.expect(")")
                    key = tuple(parts)
                tokens.expect("->")
                entries[key] = self._literal(element)
                if not tokens.accept(","):
                    break
        return ArrayValue(sort, default, entries)

    def _literal(self, sort: Sort) -> Any:
        token = self.tokens.peek
        term = self._prefix()
        if term.op is not O.CONST or term.sort is not sort:
            raise self.tokens.error(token, f"expected a literal of sort {N.sort_text(sort)}")
        return term.data
