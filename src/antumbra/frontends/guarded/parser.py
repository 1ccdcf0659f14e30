"""From tokens to syntax: recursive descent, with errors that say what was expected."""

from __future__ import annotations

from antumbra.frontends.errors import InputError
from antumbra.frontends.guarded import syntax as S
from antumbra.frontends.guarded.tokens import Token, tokens

#: parentheses and prefix operators inside one another before we give up
DEEPEST = 100

#: binary operators, weakest first; comparisons do not chain, implication groups to the right
_LEVELS = (("=>",), ("||",), ("&&",), ("=", "==", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*",))


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
            elif self._now.kind == "name" or self._sees("for", "when", "do"):
                transitions.append(self._transition(in_process=False))
            else:
                raise self._fail("param, var, process, init, property or a transition")
        return S.File(*map(tuple, (parameters, variables, processes, transitions, initial, properties)))  # type: ignore[arg-type]

    def _parameter(self) -> S.Parameter:
        self._want("param")
        name = self._name("the parameter's name")
        self._want("=", " and the parameter's value")
        value = self._expression()
        self._want(";", " after the parameter")
        return S.Parameter(name.text, value, name.place)

    def _variables(self) -> list[S.Variable]:
        self._want("var")
        found: list[S.Variable] = []
        while True:
            names = [self._variable_name()]
            while self._take(","):
                names.append(self._variable_name())
            self._want(":", " and the variable's type")
            kind: str | S.Range
            kind = self._next().text if self._sees("int", "bool") else self._range("int, bool or a range such as 1..3")
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
        assignments = self._assignments() if self._take("do") else ()
        if not self._sees(";"):
            raise self._fail("';' after the transition" if assignments else "when, do or ';' after the transition")
        self._next()
        return S.Transition(label, variable, over, where, tuple(sources), target, guard, assignments, place)

    def _assignments(self) -> tuple[S.Assignment | S.Every, ...]:
        found = [self._assignment()]
        while self._take(","):
            found.append(self._assignment())
        return tuple(found)

    def _assignment(self) -> S.Assignment | S.Every:
        place = self._now.place
        if self._take("forall"):
            self._deeper(self._now)
            variable, over, where = self._quantifier()
            self._want("(", " and what is assigned for each")
            body = self._assignments()
            self._want(")", " after the assignments")
            self._depth -= 1
            return S.Every(variable, over, where, body, place)
        target = self._reference()
        if not isinstance(target, S.Name):
            raise InputError("a location is not assigned; expected a variable", place)
        self._want(":=", " of an assignment")
        if self._sees("nondet"):
            return S.Assignment(target, S.Nondet(self._next().place), place)
        return S.Assignment(target, self._expression(), place)

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
        if word.kind == "name" or self._sees("@"):
            return self._reference()
        raise self._fail("an expression")

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
