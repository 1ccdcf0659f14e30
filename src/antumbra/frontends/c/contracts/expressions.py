"""Conditions of contracts, in CBMC's words or in ACSL's, as C.

CBMC's are C with implications, quantifiers and a few functions, and are evaluated as C evaluates them. Numbers of ACSL
are whole numbers without bounds: they are calculated with in 128 bits, and where these might not do the execution
stops as unsupported. Floating-point numbers are C's in both.

A quantifier becomes a loop over the range that its condition gives its variable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from antumbra.frontends.c.contracts.memory import Memory, Range
from antumbra.frontends.c.contracts.quantifiers import QUANTIFIERS, Spoken, bare
from antumbra.frontends.c.contracts.tokens import Token, group_end, spelled, split
from antumbra.frontends.errors import InputError
from antumbra.records import dataclass, field

#: binary operators from the loosest on; those above all of them: conditional, equivalence, implication
_LEVELS: Final = (
    ("||",), ("^^",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip
_LOGICAL: Final = ("||", "^^", "&&")
_COMPARING: Final = ("==", "!=", "<", "<=", ">", ">=")
_RISING: Final = ("<", "<=", "==")
_FALLING: Final = (">", ">=", "==")
_PREFIXES: Final = ("-", "+", "!", "~", "*", "&")
_FORBIDDEN: Final = ("=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "#", "##", "@", "`")
_TYPE_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        """void char short int long float double signed unsigned _Bool struct union enum const volatile __int128
    integer boolean real""",
    )
)
_MACHINE: Final = frozenset(("char", "short", "int", "long", "signed", "unsigned"))
_LOGIC_TYPES: Final = {"integer": "_BitInt(128)", "boolean": "_Bool", "real": "long double"}
OLD: Final = ("\\old", "__CPROVER_old")
_RESULT: Final = ("\\result", "__CPROVER_return_value")
_CONSTANTS: Final = {"\\true": "1", "\\false": "0", "\\null": "((void *)0)"}
RESULT: Final = "__antumbra_result"


@dataclass(frozen=True, slots=True)
class Value:
    """C text; ``plain``: a number as it is written, which has no bounds of a type to fear."""

    text: str
    plain: bool = False
    truth: bool = False  #: a comparison or the like that stands in no brackets
    low: str = ""  #: of a sum or a product: text whose lowest 64 bits are the value's

    @property
    def lowest(self) -> str:
        """Floating-point numbers stay what they are."""
        return self.low or f"({self.text} + 0ULL)"


Reading = Callable[[], Value]


@dataclass(slots=True)
class Scope:
    """What conditions of one contract share. ``olds``: name → text, to be evaluated when the function is called."""

    parameters: Sequence[str]
    olds: dict[str, str] = field(default_factory=dict[str, str])
    memory: Memory = field(default_factory=Memory)
    checks: list[str] = field(default_factory=list[str])  #: that the compiler makes
    counter: int = 0

    def fresh(self, what: str) -> str:
        self.counter += 1
        return f"__antumbra_{what}_{self.counter}"


class Translator:
    """Of the conditions in one clause. ``before``: it is evaluated when the function is called."""

    def __init__(self, scope: Scope, *, acsl: bool, before: bool) -> None:
        self._scope = scope
        self._acsl = acsl
        self._before = before
        self._in_old = False
        self._bound: list[str] = []
        self._tokens: list[Token] = []
        self._at = 0
        self._end: Token | None = None
        self._top = False  #: what is read now is all of the condition

    def condition(self, found: list[Token], at: Token) -> str:
        """The C expression. Raises InputError at the first thing that is not understood."""
        return self._whole(found, at, self._conditional).text

    def statement(self, found: list[Token], at: Token, function: str) -> str:
        """A call of ``function`` with the condition; of a quantifier, one for each value of its variable."""
        if found and found[0].text in QUANTIFIERS and QUANTIFIERS[found[0].text]:
            return self._whole(found, at, lambda: self._quantifier(function)).text
        self._top = len(found) > 1 and found[1].text == "(" and group_end(found, 1) == len(found)
        return f"{function}(({self.condition(found, at)}) != 0);"

    def _whole(self, found: list[Token], at: Token, read: Reading) -> Value:
        kept = self._tokens, self._at, self._end
        self._tokens, self._at, self._end = found, 0, at
        value = read()
        if self._at < len(found):
            raise self._wrong(f"{found[self._at].text!r} is not understood here")
        self._tokens, self._at, self._end = kept
        return value

    # ---------------------------------------------------------------- tokens

    @property
    def _next(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _take(self) -> Token:
        if self._at >= len(self._tokens):
            raise self._wrong("the condition ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, text: str) -> Token:
        if self._next != text:
            raise self._wrong(f"expected {text!r}, found {self._next or 'the end'!r}")
        return self._take()

    def _group(self) -> list[Token]:
        """What stands in the brackets that come now."""
        start = self._at
        self._at = group_end(self._tokens, start)
        return self._tokens[start + 1 : self._at - 1]

    def _wrong(self, text: str) -> InputError:
        where = self._tokens[min(self._at, len(self._tokens) - 1)] if self._tokens else self._end
        return InputError(f"contract: {text}", where.place if where is not None else None)

    # ---------------------------------------------------------------- logic

    def _conditional(self) -> Value:
        condition = self._equivalence()
        if self._next != "?":
            return condition
        self._take()
        yes = self._conditional()
        self._expect(":")
        return Value(f"(({condition.text}) ? {self._wide(yes)} : {self._wide(self._conditional())})")

    def _equivalence(self) -> Value:
        value = self._implication()
        while self._next == "<==>":
            self._take()
            value = Value(f"(!({value.text}) == !({self._implication().text}))", truth=True)
        return value

    def _implication(self) -> Value:
        value = self._binary(0)
        if self._next != "==>":
            return value
        self._take()
        return Value(f"(!({value.text}) || ({self._implication().text}))", truth=True)

    def _binary(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self._prefixed()
        values, operators = [self._binary(level + 1)], list[Token]()
        while self._next in _LEVELS[level] and self._tokens[self._at].kind == "symbol":
            operators.append(self._take())
            values.append(self._binary(level + 1))
        if not operators:
            return values[0]
        if operators[0].text in _COMPARING and self._acsl:
            return self._chain(values, operators)
        value = values[0]
        for operator, other in zip(operators, values[1:], strict=True):
            value = self._joined(operator, value, other)
        return value

    def _joined(self, operator: Token, one: Value, other: Value) -> Value:
        sign = operator.text
        if sign == "^^":
            return Value(f"(!({one.text}) != !({other.text}))", truth=True)
        if sign in _LOGICAL:
            return Value(f"(({one.text}) {sign} ({other.text}))", truth=True)
        if not self._acsl:
            return Value(f"(({one.text}) {sign} ({other.text}))", truth=sign in _COMPARING)
        low = f"({one.lowest} {sign} {other.lowest})" if sign in ("+", "-", "*") else ""
        if sign in ("*", "<<", ">>"):
            name = {"*": "times", "<<": "left", ">>": "right"}[sign]
            return Value(f"__antumbra_{name}({self._wide(one)}, {self._wide(other)})", low=low)
        return Value(f"({self._wide(one)} {sign} {self._wide(other)})", low=low)

    def _chain(self, values: list[Value], operators: list[Token]) -> Value:
        """``a <= b < c`` of ACSL means both."""
        signs = [operator.text for operator in operators]
        if len(signs) > 1 and not (all(s in _RISING for s in signs) or all(s in _FALLING for s in signs)):
            raise InputError(f"contract: {' '.join(signs)} do not go in one direction", operators[1].place)
        if any(value.truth for value in values):
            raise InputError("contract: comparisons of comparisons need brackets", operators[0].place)
        sides = [value.text if value.plain else self._wide(value) for value in values]
        parts = [f"({one} {sign} {other})" for one, sign, other in zip(sides, signs, sides[1:], strict=False)]
        return Value(f"({' && '.join(parts)})", truth=True)

    def _wide(self, value: Value) -> str:
        """A whole number in 128 bits; what is none stays what it is."""
        return f"({value.text} + (_BitInt(128))0)" if self._acsl else f"({value.text})"

    # ---------------------------------------------------------------- operands

    def _prefixed(self) -> Value:
        sign = self._next
        if sign in _FORBIDDEN:
            raise self._wrong(f"{sign!r} changes something, which a contract must not")
        if sign in _PREFIXES and self._tokens[self._at].kind == "symbol":
            self._take()
            operand = self._prefixed()
            if sign == "!":
                return Value(f"(!({operand.text}))", truth=True)
            if sign in "-~" and self._acsl:
                return Value(f"({sign}{self._wide(operand)})", low=f"({sign}{operand.lowest})")
            return Value(f"({sign}({operand.text}))")
        if sign in ("sizeof", "_Alignof", "__alignof__"):
            self._take()
            if self._next == "(":
                return Value(f"{sign}({_raw(self._group())})", plain=not self._acsl)
            return Value(f"{sign}({self._prefixed().text})")
        if sign == "(" and self._is_cast():
            kinds = [t.text for t in self._group()]
            words = " ".join(_LOGIC_TYPES.get(kind, kind) if self._acsl else kind for kind in kinds)
            value = self._prefixed()
            # of a sum that is cast to a machine's integers no more bits are needed than these have
            return Value(f"(({words})({value.low if value.low and _MACHINE.issuperset(kinds) else value.text}))")
        return self._postfixed(self._primary())

    def _is_cast(self) -> bool:
        end = group_end(self._tokens, self._at)
        inner = self._tokens[self._at + 1 : end - 1]
        if not inner or end >= len(self._tokens) or any(token.kind == "number" for token in inner):
            return False
        if inner[0].text in _TYPE_WORDS:
            return True
        names = all(token.kind == "id" or token.text == "*" for token in inner)
        after = self._tokens[end]
        begins = after.kind in ("id", "number", "text") or after.text in ("(", "!", "~")
        return names and inner[0].kind == "id" and not inner[0].text.startswith(("\\", "__CPROVER")) and begins

    def _primary(self) -> Value:
        token = self._take()
        if token.kind in ("number", "text"):
            texts = [token.text]
            while token.kind == "text" and self._at < len(self._tokens) and self._tokens[self._at].kind == "text":
                texts.append(self._take().text)
            return Value(" ".join(texts), plain=token.kind == "number")
        if token.text == "(":
            self._at -= 1
            value = self._whole(self._group(), token, self._conditional)
            return Value(f"({value.text})", value.plain, low=value.low)
        if token.kind != "id":
            self._at -= 1
            raise self._wrong(f"{token.text!r} begins no value")
        if token.text in QUANTIFIERS:
            self._at -= 1
            return self._quantifier(None)
        if token.text in _CONSTANTS and self._acsl:
            return Value(_CONSTANTS[token.text], plain=True)
        if token.text in _RESULT:
            if self._before:
                raise InputError("contract: there is no result yet when the function is called", token.place)
            return Value(RESULT)
        if token.text in OLD:
            return self._old(token)
        if (memory := self._memory(token)) is not None:
            return memory
        if token.text.startswith("\\"):
            raise InputError(f"contract: {token.text} is not read", token.place)
        if self._acsl and self._next == "(":
            raise InputError(f"contract: {token.text}, a function of ACSL's own, is not read", token.place)
        return Value(token.text)

    def _postfixed(self, value: Value) -> Value:
        while self._next in ("[", "(", ".", "->"):
            sign = self._next
            if sign == "[":
                group = self._group()
                if len(split(group, "..")) > 1:
                    raise self._wrong("a range of elements belongs into \\valid(…)")
                index = self._whole(group, group[0] if group else self._take(), self._conditional)
                value = Value(f"{value.text}[{index.text}]")
            elif sign == "(":
                arguments = [
                    self._whole(part, part[0], self._conditional).text for part in split(self._group(), ",") if part
                ]
                value = Value(f"{value.text}({', '.join(arguments)})")
            else:
                self._take()
                value = Value(f"{value.text}{sign}{self._take().text}")
        if self._next in _FORBIDDEN:
            raise self._wrong(f"{self._next!r} changes something, which a contract must not")
        return value

    def _old(self, token: Token) -> Value:
        if self._next != "(":
            raise self._wrong(f"expected {token.text}(…)")
        group = self._group()
        if self._before:
            return Value(f"({self._whole(group, token, self._conditional).text})")
        if self._in_old:
            raise InputError(f"contract: {token.text} within {token.text} is not read", token.place)
        if any(part.text in self._bound for part in group):
            raise InputError(f"contract: {token.text} of what a quantifier's variable is in is not read", token.place)
        self._in_old = True
        text = self._whole(group, token, self._conditional).text
        self._in_old = False
        if RESULT in text:
            raise InputError(f"contract: there is no result yet in {token.text}", token.place)
        name = self._scope.fresh("old")
        self._scope.olds[name] = text
        return Value(name)

    # ---------------------------------------------------------------- memory

    def _memory(self, token: Token) -> Value | None:
        """``\\valid(…)``, ``__CPROVER_is_fresh(…)`` and their kin."""
        memory, top = self._scope.memory, self._top
        kind = memory.kind_of(token.text)
        if kind is None or self._next != "(":
            return None
        self._top = False
        group = split(self._group(), ",")
        if kind == "separated":
            return Value(memory.separated([self._range(part, token) for part in group]), truth=True)
        if self._acsl:
            ranges = [self._range(part, token) for part in group]
        else:
            ranges = [self._sized(group, token)]
        for each in ranges:
            if self._before and each.base in self._bound:
                raise InputError(f"contract: {token.text} of a quantifier's variable is not read", token.place)
        return Value(
            memory.valid(token, kind, ranges, self._scope.parameters, required=self._before, top=top), truth=True
        )

    def _sized(self, group: list[list[Token]], token: Token) -> Range:
        """``(pointer, bytes)`` of CBMC."""
        if len(group) not in (1, 2) or not all(group):
            raise InputError(f"contract: expected {token.text}(POINTER, SIZE)", token.place)
        pointer = self._whole(group[0], token, self._conditional).text
        if len(group) == 1:
            return Range(pointer, _name(group[0]), f"sizeof(*({pointer}))", f"sizeof(*({pointer}))", spelled(group[0]))
        size = self._whole(group[1], token, self._conditional).text
        factors = split(group[1], "*")
        element = next((part for part in factors if part and part[0].text == "sizeof"), None)
        step = _raw(element) if element is not None and len(split(group[1], "+")) == 1 else "1"
        return Range(pointer, _name(group[0]), size, step, spelled(group[0]))

    def _range(self, part: list[Token], token: Token) -> Range:
        """A set of places of ACSL's: ``p``, ``p + (a .. b)``, ``&p[a .. b]``, ``p[a .. b]``."""
        part = bare(part)
        if not part:
            raise InputError(f"contract: expected {token.text}(POINTER)", token.place)
        for at, each in enumerate(part):
            if each.text in "([" and group_end(part, at) == len(part):
                bounds = split(part[at + 1 : -1], "..")
                if len(bounds) == 2:
                    added = each.text == "(" and at > 1 and part[at - 1].text == "+"
                    taken = each.text == "[" and at > 1 and part[0].text == "&"
                    if not (added or taken) or not all(bounds):
                        break
                    pointer = part[: at - 1] if added else part[1:at]
                    return self._elements(pointer, bounds, token)
                break
        if any(each.text == ".." for each in part):
            raise InputError("contract: this set of places is not read; expected p + (a .. b)", part[0].place)
        pointer = self._whole(part, token, self._conditional).text
        size = f"sizeof(*({pointer}))"
        return Range(pointer, _name(part), size, size, spelled(part))

    def _elements(self, part: list[Token], bounds: list[list[Token]], token: Token) -> Range:
        pointer = self._whole(part, token, self._conditional).text
        first, last = (self._whole(bound, token, self._conditional) for bound in bounds)
        size = f"sizeof(*({pointer}))"
        count = f"({self._wide(last)} + 1)"
        begin = "0" if first.text == "0" else self._wide(first)
        extent = f"__antumbra_times({count}, (_BitInt(128)){size})"
        if begin == "0":
            return Range(pointer, _name(part), extent, size, spelled(part))
        start = f"__antumbra_times({begin}, (_BitInt(128)){size})"
        return Range(pointer, _name(part), extent, size, spelled(part), start)

    # ---------------------------------------------------------------- quantifiers

    def _quantifier(self, function: str | None) -> Value:
        """``function``: called with the condition for each value, as a statement; else the whole is an expression."""
        token = self._take()
        every = QUANTIFIERS[token.text]
        if token.text.startswith("\\"):
            start = self._at
            while self._next not in (";", ""):
                self._take()
            binder, body = self._tokens[start : self._at], []
            self._expect(";")
            body = self._tokens[self._at :]
            self._at = len(self._tokens)
        else:
            if self._next != "{":
                raise self._wrong(f"expected {token.text} {{ TYPE NAME; CONDITION }}")
            inside = split(self._group(), ";")
            if len(inside) < 2 or any(inside[2:]):
                raise InputError(f"contract: expected {token.text} {{ TYPE NAME; CONDITION }}", token.place)
            binder, body = inside[0], inside[1]
        return Value(self._loop(token, binder, body, function, every=every), truth=True)

    def _loop(self, token: Token, binder: list[Token], body: list[Token], function: str | None, *, every: bool) -> str:
        variables = split(binder, ",")
        if len(variables[0]) < 2 or variables[0][-1].kind != "id":
            raise InputError(f"contract: expected {token.text} TYPE NAME; CONDITION", token.place)
        if len(variables) > 1:
            raise InputError("contract: a quantifier over several variables is not read; nest them", token.place)
        name = variables[0][-1].text
        words = " ".join(each.text for each in variables[0][:-1])
        type_ = "long long" if words == "integer" and self._acsl else words
        if name in self._scope.parameters or name in self._bound:
            raise InputError(f"contract: there is another {name} already", variables[0][-1].place)
        self._bound.append(name)
        spoken = Spoken(lambda part: self._whole(part, token, self._conditional).text, token, acsl=self._acsl)
        low, high = spoken.bounds(name, type_, body, every=every)
        self._scope.checks += spoken.checks
        condition = self._whole(body, token, self._conditional).text
        self._bound.pop()
        if low is None:
            low = "0"
            check = f'_Static_assert(({type_})-1 > 0, "the range of {name} has no lower bound"); '
        else:
            check = ""
        index, last = self._scope.fresh("index"), self._scope.fresh("last")
        head = f"{check}_BitInt(128) {last} = {high}; for (long long {index} = {low}; {index} <= {last}; {index}++)"
        inner = f"{type_} {name} = ({type_}){index};"
        if function is not None:
            return f"{{ {head} {{ {inner} {function}(({condition}) != 0); }} }}"
        found = self._scope.fresh("found")
        test = f"if ({'!' if every else ''}({condition})) {{ {found} = {int(not every)}; break; }}"
        return f"__extension__ ({{ _Bool {found} = {int(every)}; {head} {{ {inner} {test} }} {found}; }})"


def _name(found: list[Token]) -> str:
    """The variable that a pointer is, if it is one as it stands."""
    found = bare(found)
    return found[0].text if len(found) == 1 and found[0].kind == "id" else ""


def _raw(found: list[Token]) -> str:
    return " ".join(token.text for token in found)
