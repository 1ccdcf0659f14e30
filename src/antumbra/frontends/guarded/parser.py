"""From tokens to syntax: recursive descent, with errors that say what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.tokens import Token, tokens

#: parentheses and prefix operators inside one another before we give up
DEEPEST = 100

#: binary operators, weakest first; comparisons do not chain, implication groups to the right
_LEVELS = (("=>",), ("||",), ("&&",), ("=", "==", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "%"))
#: of channels
_FUNCTIONS = ("len", "empty", "full", "head")
_Part = TypeVar("_Part")


def parse(text: str, file: str) -> S.File:
    return _Parser(tokens(text, file)).file()


class _Parser:
    def __init__(self, words: list[Token]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0

    # ---------------------------------------------------------------- tokens

    @property
    def _now(self) -> Token:
        return self._words[self._at]

    def _next(self) -> Token:
        word = self._now
        if word.kind != "end":
            self._at += 1
        return word

    def _sees(self, *texts: str) -> bool:
        return self._now.kind in ("sign", "keyword") and self._now.text in texts

    def _take(self, text: str) -> bool:
        if self._sees(text):
            self._at += 1
            return True
        return False

    def _fail(self, expected: str) -> InputError:
        return InputError(f"expected {expected}, found {self._now.shown}", self._now.place)

    def _want(self, text: str, why: str = "") -> Token:
        if not self._sees(text):
            raise self._fail(f"{text!r}{why}")
        return self._next()

    def _name(self, what: str) -> Token:
        if self._now.kind != "name":
            hint = " (a keyword cannot be one)" if self._now.kind == "keyword" else ""
            raise self._fail(f"{what}{hint}")
        return self._next()

    # ---------------------------------------------------------------- declarations

    def file(self) -> S.File:
        parameters: list[S.Parameter] = []
        enumerations: list[S.Enumeration] = []
        channels: list[S.Channel] = []
        variables: list[S.Variable] = []
        processes: list[S.Process] = []
        transitions: list[S.Transition] = []
        initial: list[S.Expression] = []
        properties: list[S.Property] = []
        while self._now.kind != "end":
            if self._sees("param"):
                parameters.append(self._parameter())
            elif self._sees("var"):
                variables += self._variables()
            elif self._sees("process"):
                processes.append(self._process())
            elif self._take("init"):
                initial.append(self._expression())
                self._want(";", " after the initial condition")
            elif self._sees("property"):
                properties.append(self._property())
            elif self._declares("enum"):
                enumerations.append(self._enumeration())
            elif self._declares("channel"):
                channels.append(self._channel())
            elif self._now.kind == "name" or self._sees("for", "when", "do"):
                transitions.append(self._transition(in_process=False))
            else:
                raise self._fail("param, enum, var, channel, process, init, property or a transition")
        return S.File(
            tuple(parameters),
            tuple(enumerations),
            tuple(channels),
            tuple(variables),
            tuple(processes),
            tuple(transitions),
            tuple(initial),
            tuple(properties),
        )

    def _parameter(self) -> S.Parameter:
        self._want("param")
        name = self._name("the parameter's name")
        self._want("=", " and the parameter's value")
        value = self._expression()
        self._want(";", " after the parameter")
        return S.Parameter(name.text, value, name.place)

    def _declares(self, word: str) -> bool:
        """A word that is no keyword, before a name."""
        return self._now.kind == "name" and self._now.text == word and self._words[self._at + 1].kind == "name"

    def _enumeration(self) -> S.Enumeration:
        self._next()
        name = self._name("the enumeration's name")
        self._want("{", " and the values of the enumeration")
        values = [self._name("a value's name").text]
        while self._take(","):
            values.append(self._name("a value's name").text)
        self._want("}", " after the values")
        return S.Enumeration(name.text, tuple(values), name.place)

    def _channel(self) -> S.Channel:
        self._next()
        name, over = self._variable_name()
        self._want("(", " and how many messages the channel holds")
        capacity = self._expression()
        self._want(")")
        if self._now.text != "of":
            raise self._fail("'of' and the types of a message")
        self._next()
        types = [self._type()]
        while self._take(","):
            types.append(self._type())
        self._want(";", " after the channel")
        return S.Channel(name.text, over, capacity, tuple(types), name.place)

    def _type(self) -> S.Type:
        if self._sees("int", "bool"):
            return self._next().text
        after = self._words[self._at + 1]
        if self._now.kind == "name" and after.kind in ("sign", "end") and after.text in ("", "=", ",", ";"):
            name = self._next()
            return S.TypeName(name.text, name.place)
        return self._range("int, bool, an enumeration or a range such as 1..3")

    def _variables(self) -> list[S.Variable]:
        self._want("var")
        found: list[S.Variable] = []
        while True:
            names = [self._variable_name()]
            while self._take(","):
                names.append(self._variable_name())
            self._want(":", " and the variable's type")
            kind = self._type()
            initial = None
            if self._take("="):
                initial = self._expression()
            found += [S.Variable(n.text, over, kind, initial, n.place) for n, over in names]
            if self._take(";"):
                return found
            self._want(",", " or ';' after the variable")

    def _variable_name(self) -> tuple[Token, S.Range | None]:
        name = self._name("a variable's name")
        over = None
        if self._take("["):
            over = self._range("the range of the index, such as 1..N")
            self._want("]")
        return name, over

    def _range(self, expected: str) -> S.Range:
        place = self._now.place
        if not (self._now.kind in ("number", "name") or self._sees("-", "(")):
            raise self._fail(expected)
        low = self._binary(4)
        self._want("..", " of a range")
        return S.Range(low, self._binary(4), place)

    def _binder(self) -> tuple[str, S.Range, S.Expression | None]:
        """``j: 1..N [where condition]``."""
        name = self._name("a variable of the range")
        self._want(":", " and a range")
        over = self._range("a range such as 1..N")
        return name.text, over, self._expression() if self._take("where") else None

    def _process(self) -> S.Process:
        self._want("process")
        name = self._name("the process's name")
        variable, over = "", None
        if self._take("["):
            variable = self._name("the parameter of the process").text
            self._want(":", " and a range")
            over = self._range("a range such as 1..N")
            self._want("]")
        self._want("{", " and the body of the process")
        variables: list[S.Variable] = []
        locations: list[str] = []
        transitions: list[S.Transition] = []
        while not self._take("}"):
            if self._sees("var"):
                variables += self._variables()
            elif self._take("location"):
                locations.append(self._name("a location's name").text)
                while self._take(","):
                    locations.append(self._name("a location's name").text)
                self._want(";", " after the locations")
            elif self._now.kind == "name" or self._sees("for", "when", "do"):
                transitions.append(self._transition(in_process=True))
            else:
                raise self._fail("var, location, a transition or '}'")
        return S.Process(name.text, variable, over, tuple(variables), tuple(locations), tuple(transitions), name.place)

    def _transition(self, *, in_process: bool) -> S.Transition:
        place = self._now.place
        label, variable, over, where, target = "", "", None, None, ""
        sources: list[str] = []
        if self._now.kind == "name" and self._words[self._at + 1].text == ":":
            label = self._next().text
            self._next()
        if self._take("for"):
            variable, over, where = self._binder()
        if in_process and self._now.kind == "name":
            sources.append(self._next().text)
            while self._take(","):
                sources.append(self._name("a location's name").text)
            self._want("->", " and the location it leads to")
            target = self._name("a location's name").text
        guard = self._expression() if self._take("when") else None
        actions = self._actions() if self._take("do") else ()
        if not self._sees(";"):
            raise self._fail("';' after the transition" if actions else "when, do or ';' after the transition")
        self._next()
        return S.Transition(label, variable, over, where, tuple(sources), target, guard, actions, place)

    def _actions(self) -> tuple[S.Action, ...]:
        found = [self._action()]
        while self._take(","):
            found.append(self._action())
        return tuple(found)

    def _action(self) -> S.Action:
        place = self._now.place
        if self._declares("send"):
            self._next()
            channel, values = self._message(self._expression)
            return S.Send(channel, tuple(values), place)
        if self._declares("receive"):
            self._next()
            channel, targets = self._message(self._target)
            return S.Receive(channel, tuple(targets), place)
        if self._take("forall"):
            self._deeper(self._now)
            variable, over, where = self._quantifier()
            self._want("(", " and what is assigned for each")
            body = self._actions()
            self._want(")", " after the assignments")
            self._depth -= 1
            return S.Every(variable, over, where, body, place)
        target = self._target()
        self._want(":=", " of an assignment")
        if self._sees("nondet"):
            return S.Assignment(target, S.Nondet(self._next().place), place)
        return S.Assignment(target, self._expression(), place)

    def _target(self) -> S.Name:
        place = self._now.place
        target = self._reference()
        if not isinstance(target, S.Name):
            raise InputError("a location is not assigned; expected a variable", place)
        return target

    def _message(self, one: Callable[[], _Part]) -> tuple[S.Name, list[_Part]]:
        """``c(…, …)``: a channel and the values of a message."""
        channel = self._channel_name()
        self._want("(", " and the message")
        parts = [one()]
        while self._take(","):
            parts.append(one())
        self._want(")", " after the message")
        return channel, parts

    def _channel_name(self) -> S.Name:
        name = self._name("a channel")
        index = None
        if self._take("["):
            self._deeper(self._now)
            index = self._expression()
            self._depth -= 1
            self._want("]")
        return S.Name(name.text, index, "", None, name.place)

    def _property(self) -> S.Property:
        place = self._want("property").place
        name = ""
        if self._now.kind == "name" or self._words[self._at + 1].text == ":":
            name = self._next().text
            self._want(":", " and the property")
        if not self._sees("invariant", "unreachable", "mutex", "deadlock_free"):
            raise self._fail("invariant, unreachable, mutex or deadlock_free")
        kind = self._next().text
        condition = None
        if kind == "mutex":
            condition = self._reference()
            if not isinstance(condition, S.At) or condition.index is not None or not condition.process:
                raise InputError("expected a process and a location, such as P@critical", condition.place)
        elif kind != "deadlock_free":
            condition = self._expression()
        self._want(";", " after the property")
        return S.Property(name or kind, kind, condition, place)

    # ---------------------------------------------------------------- expressions

    def _expression(self) -> S.Expression:
        return self._binary(0)

    def _binary(self, level: int) -> S.Expression:
        if level == len(_LEVELS):
            return self._prefix()
        left = self._binary(level + 1)
        while self._sees(*_LEVELS[level]):
            word = self._next()
            if level == 0:
                self._deeper(word)
                right = self._binary(0)
                self._depth -= 1
                return S.Binary("=>", left, right, word.place)
            left = S.Binary("=" if word.text == "==" else word.text, left, self._binary(level + 1), word.place)
            if level == 3:
                if self._sees(*_LEVELS[3]):
                    raise self._fail("one comparison; join two with &&")
                break
        return left

    def _deeper(self, word: Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise InputError(f"the expression is nested deeper than {DEEPEST}", word.place)

    def _prefix(self) -> S.Expression:
        word = self._now
        if self._sees("!", "-"):
            self._next()
            self._deeper(word)
            operand = self._prefix()
            self._depth -= 1
            return S.Unary(word.text, operand, word.place)
        if self._take("("):
            self._deeper(word)
            inside = self._expression()
            self._depth -= 1
            self._want(")")
            return inside
        if self._sees("forall", "exists"):
            self._next()
            self._deeper(word)
            variable, over, where = self._quantifier()
            self._want("(", " and what holds for each")
            body = self._expression()
            self._depth -= 1
            self._want(")")
            return S.Quantified(word.text == "forall", variable, over, where, body, word.place)
        if self._sees("true", "false"):
            self._next()
            return S.Truth(word.text == "true", word.place)
        if self._sees("nondet"):
            raise InputError("nondet stands alone on the right of :=", word.place)
        if word.kind == "number":
            self._next()
            return S.Number(int(word.text), word.place)
        if word.kind == "name" and word.text in _FUNCTIONS and self._words[self._at + 1].text == "(":
            return self._call()
        if word.kind == "name" or self._sees("@"):
            return self._reference()
        raise self._fail("an expression")

    def _call(self) -> S.Call:
        word = self._next()
        self._want("(")
        channel = self._channel_name()
        field = 1
        if word.text == "head" and self._take(","):
            if self._now.kind != "number":
                raise self._fail("the number of a value in the message")
            field = int(self._next().text)
        self._want(")")
        return S.Call(word.text, channel, field, word.place)

    def _quantifier(self) -> tuple[str, S.Range, S.Expression | None]:
        """As ``_binder``, but the condition ends where the parenthesis of the body begins: it is one comparison."""
        name = self._name("a variable of the range")
        self._want(":", " and a range")
        over = self._range("a range such as 1..N")
        return name.text, over, self._binary(3) if self._take("where") else None

    def _reference(self) -> S.Name | S.At:
        place = self._now.place
        if self._take("@"):
            return S.At(self._name("a location's name").text, "", None, place)
        name = self._name("a variable or a process").text
        index = None
        if self._take("["):
            self._deeper(self._now)
            index = self._expression()
            self._depth -= 1
            self._want("]")
        if self._take("@"):
            return S.At(self._name("a location's name").text, name, index, place)
        if self._take("."):
            local = self._name("a variable of the process").text
            inner = None
            if self._take("["):
                inner = self._expression()
                self._want("]")
            return S.Name(local, inner, name, index, place)
        return S.Name(name, index, "", None, place)
