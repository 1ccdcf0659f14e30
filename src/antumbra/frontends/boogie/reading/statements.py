"""Statements and bodies. An error ends one statement; the parser goes on behind it."""

from __future__ import annotations

from collections.abc import Callable

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.reading.cursor import ParseError
from antumbra.frontends.boogie.reading.expressions import ExpressionParser

_ENDS_STATEMENT = frozenset(["assert", "assume", "havoc", "call", "goto", "return", "if", "while", "break", "var"])


class StatementParser(ExpressionParser):
    """Reads bodies of procedures."""

    def body(self) -> s.Body:
        cursor = self.cursor
        cursor.expect("{")
        local: list[s.Bound] = []
        while cursor.at("var"):
            self._guarded(lambda: self._locals(local))
        statements = self.statements()
        end = cursor.token.place
        cursor.expect("}")
        return s.Body(local, statements, end)

    def _locals(self, local: list[s.Bound]) -> None:
        self.cursor.expect("var")
        local.extend(self._variable_groups())
        self.cursor.expect(";")

    def _guarded(self, read: Callable[[], object]) -> None:
        """Read one item; behind an error go on at the next statement of this block."""
        cursor = self.cursor
        before = cursor.position
        depth = cursor.depth
        try:
            read()
        except ParseError as error:
            cursor.report(error)
            cursor.depth = depth
            if cursor.position == before and not cursor.at("}"):
                cursor.advance()
            self._skip_statement()

    def _skip_statement(self) -> None:
        cursor = self.cursor
        braces = 0
        while cursor.token.kind != "end":
            token = cursor.token
            if token.text in ("procedure", "implementation", "axiom", "function", "const", "type") and (
                token.kind == "id" and cursor.tokens[cursor.position - 1].line < token.line
            ):
                return
            if not braces and token.kind == "id" and token.text in _ENDS_STATEMENT:
                return
            if token.text in ("{", "{:", "|{"):
                braces += 1
            elif token.text in ("}", "}|"):
                if not braces:
                    return
                braces -= 1
            elif token.text == ";" and not braces:
                cursor.advance()
                return
            cursor.advance()

    def statements(self) -> list[s.Statement]:
        """Until the closing brace."""
        cursor = self.cursor
        cursor.enter()
        result: list[s.Statement] = []
        while not cursor.at("}") and not cursor.at("}|") and cursor.token.kind != "end":
            before = cursor.position
            self._guarded(lambda: self._statement(result))
            if cursor.position == before:
                break
        cursor.leave()
        return result

    def _statement(self, result: list[s.Statement]) -> None:
        cursor = self.cursor
        token = cursor.token
        if token.kind != "id":
            raise cursor.unexpected('statement or "}"')
        place = token.place
        if cursor.peek().text == ":" and token.text not in ("call", "assert", "assume"):
            cursor.advance()
            cursor.advance()
            result.append(s.LabelStatement(place, token.text.removeprefix("\\")))
            return
        match token.text:
            case "assert" | "assume":
                cursor.advance()
                attributes = self.attributes()
                condition = self.expression()
                cursor.expect(";")
                kind = s.AssertStatement if token.text == "assert" else s.AssumeStatement
                result.append(kind(place, condition, attributes))
            case "havoc":
                cursor.advance()
                names = [self._variable()]
                while cursor.accept(","):
                    names.append(self._variable())
                cursor.expect(";")
                result.append(s.HavocStatement(place, names))
            case "call" | "async" | "free" if token.text == "call" or cursor.peek().text == "call":
                free = token.text == "free"
                asynchronous = token.text == "async"
                if token.text != "call":
                    cursor.advance()
                cursor.advance()
                call = self._call(place, self.attributes(), end=False)
                call.free, call.asynchronous = free, asynchronous
                if cursor.at("|"):
                    result.append(self._parallel(place, [call]))
                else:
                    cursor.expect(";")
                    result.append(call)
            case "par" if cursor.peek().kind == "id" or cursor.peek().text == "{:":
                cursor.advance()
                result.append(self._parallel(place, [self._call(cursor.token.place, self.attributes(), end=False)]))
            case "yield" if cursor.peek().text == ";":
                cursor.advance()
                cursor.advance()
                result.append(s.YieldStatement(place))
            case "hide" | "reveal" if cursor.peek().kind == "id" or cursor.peek().text == "*":
                cursor.advance()
                name = cursor.advance().text
                cursor.expect(";")
                result.append(s.HideReveal(place, token.text, name))
            case "push" | "pop" if cursor.peek().text == ";":
                cursor.advance()
                cursor.advance()
                result.append(s.HideReveal(place, token.text, ""))
            case "measure" if cursor.peek().kind != "symbol" or cursor.peek().text in ("(", "-", "!", "{:"):
                self._measures([])
            case "goto":
                cursor.advance()
                self.attributes()
                result.append(s.GotoStatement(place, self._targets()))
            case "return":
                cursor.advance()
                self.attributes()
                value = None if cursor.at(";") else self.expression()
                cursor.expect(";")
                result.append(s.ReturnStatement(place, value))
            case "break":
                cursor.advance()
                label_name = cursor.name("label") if cursor.token.kind == "id" else None
                cursor.expect(";")
                result.append(s.BreakStatement(place, label_name))
            case "if":
                result.append(self._if())
            case "while":
                result.append(self._while())
            case _:
                self._assignment(result)

    def _targets(self) -> list[tuple[s.Place, str]]:
        targets: list[tuple[s.Place, str]] = []
        while True:
            label = self.cursor.identifier("label")
            targets.append((label.place, label.text.removeprefix("\\")))
            if not self.cursor.accept(","):
                break
        self.cursor.expect(";")
        return targets

    def _variable(self) -> s.Identifier:
        token = self.cursor.identifier("variable")
        return s.Identifier(token.place, token.text.removeprefix("\\"))

    def _guard(self) -> s.Expression | None:
        cursor = self.cursor
        cursor.expect("(")
        guard = None if cursor.accept("*") else self.expression()
        cursor.expect(")")
        return guard

    def _block(self) -> list[s.Statement]:
        self.cursor.expect("{")
        statements = self.statements()
        self.cursor.expect("}")
        return statements

    def _if(self) -> s.Statement:
        """``else if`` chains are read by a loop: generated code has thousands of them."""
        cursor = self.cursor
        first: s.IfStatement | None = None
        last: s.IfStatement | None = None
        while True:
            place = cursor.expect("if").place
            attributes = self.attributes()
            guard = self._guard()
            found = s.IfStatement(place, guard, self._block(), None, attributes)
            if last is None:
                first = found
            else:
                last.otherwise = [found]
            last = found
            if not cursor.accept("else"):
                break
            if not cursor.at("if"):
                last.otherwise = self._block()
                break
        return first or found

    def _while(self) -> s.Statement:
        cursor = self.cursor
        place = cursor.expect("while").place
        guard = self._guard()
        invariants: list[s.Invariant] = []
        yields: list[s.CallStatement] = []
        measures: list[s.Place] = []
        while cursor.token.text in ("invariant", "free", "measure"):
            if cursor.at("measure"):
                self._measures(measures)
                continue
            start = cursor.token.place
            free = cursor.accept("free")
            cursor.expect("invariant")
            attributes = self.attributes()
            if cursor.accept("call"):
                yields.append(self._call(start, attributes))
                continue
            condition = self.expression()
            cursor.expect(";")
            invariants.append(s.Invariant(start, condition, free, attributes))
        return s.WhileStatement(place, guard, invariants, self._block(), yields)

    def _parallel(self, place: s.Place, calls: list[s.CallStatement]) -> s.ParallelCall:
        cursor = self.cursor
        while cursor.accept("|"):
            calls.append(self._call(cursor.token.place, self.attributes(), end=False))
        cursor.expect(";")
        return s.ParallelCall(place, calls)

    def _call(self, place: s.Place, attributes: list[s.Attribute], *, end: bool = True) -> s.CallStatement:
        cursor = self.cursor
        attributes = attributes + self.attributes()
        for_all = cursor.at("forall")
        if for_all:
            cursor.advance()
        names: list[s.Identifier | None] = [self._star_or_variable()]
        results: list[s.Identifier | None] = []
        if cursor.at(",") or cursor.at(":="):
            while cursor.accept(","):
                names.append(self._star_or_variable())
            cursor.expect(":=")
            results = names
            names = [self._variable()]
        head = names[0]
        if head is None:
            raise cursor.unexpected("procedure name")
        cursor.expect("(")
        arguments: list[s.Expression | None] = []
        if not cursor.at(")"):
            while True:
                if cursor.at("*") and cursor.peek().text in (",", ")"):
                    cursor.advance()
                    arguments.append(None)
                else:
                    arguments.append(self.expression())
                if not cursor.accept(","):
                    break
        cursor.expect(")")
        if end:
            cursor.expect(";")
        return s.CallStatement(place, head.name, arguments, results, attributes, for_all=for_all)

    def _star_or_variable(self) -> s.Identifier | None:
        return None if self.cursor.accept("*") else self._variable()

    def _assignment(self, result: list[s.Statement]) -> None:
        cursor = self.cursor
        start = cursor.token
        if cursor.peek().text == "(":
            name = cursor.name()
            cursor.expect("(")
            targets: list[s.Identifier] = []
            if not cursor.at(")"):
                targets.append(self._variable())
                while cursor.accept(","):
                    targets.append(self._variable())
            cursor.expect(")")
            place = cursor.expect(":=").place
            value = self.expression()
            cursor.expect(";")
            result.append(s.UnpackStatement(place, name, targets, value))
            return
        left: list[s.Expression] = []
        while True:
            left.append(self._postfix(self._variable()))
            if not cursor.accept(","):
                break
        if not cursor.at(":="):
            raise cursor.unexpected('":=", "," or "["')
        cursor.advance()
        attributes = self.attributes()
        values = self.expressions()
        cursor.expect(";")
        result.append(s.AssignStatement(start.place, left, values, attributes))

    def _code(self) -> s.Expression:
        cursor = self.cursor
        place = cursor.expect("|{").place
        local: list[s.Bound] = []
        while cursor.at("var"):
            self._locals(local)
        statements = self.statements()
        cursor.expect("}|")
        return s.CodeExpression(place, local, statements)

    def _measures(self, before: list[s.Place]) -> None:
        """``measure e, …;``, termination measures, which say nothing about reachable failures.

        ``before``: places of measures of the same procedure or loop head; there may be one for each layer of CIVL.
        """
        cursor = self.cursor
        while cursor.at("measure"):
            place = cursor.advance().place
            layers = self.attributes()
            self.expressions()
            cursor.expect(";")
            if before and not layers:
                cursor.diagnostics.error(place, "at most one measure is allowed here")
            before.append(place)

    def _variable_groups(self) -> list[s.Bound]:
        attributes = self.attributes()
        bounds = self.bounds(where=True)
        for bound in bounds:
            if bound.attributes is not attributes:
                bound.attributes = attributes + bound.attributes
        return bounds
