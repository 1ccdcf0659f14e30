"""Declarations and statements. An error ends one statement or declaration; the parser goes on behind it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.cursor import DEEPEST, Cursor, ParseError, TooDeep
from antumbra.frontends.boogie.diagnostics import Diagnostics
from antumbra.frontends.boogie.expressions import ExpressionParser
from antumbra.frontends.boogie.lexer import tokenize

Item = TypeVar("Item")

_STARTS = frozenset(
    [
        "type",
        "datatype",
        "const",
        "function",
        "axiom",
        "hideable",
        "revealed",
        "var",
        "procedure",
        "implementation",
        "pure",
        "yield",
        "action",
        "atomic",
        "left",
        "right",
        "both",
        "async",
    ]
)
_ACTIONS = frozenset(["pure", "yield", "action", "atomic", "left", "right", "both", "async", "invariant"])
_ENDS_STATEMENT = frozenset(["assert", "assume", "havoc", "call", "goto", "return", "if", "while", "break", "var"])


@contextmanager
def deep_recursion() -> Generator[None]:
    """Let functions of ours recurse as deep as programs may nest.

    Frames of Python functions are on the heap: the interpreter's limit guards against endless
    recursion, and here nesting is bounded by the parser.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 12 * DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def parse(text: str, diagnostics: Diagnostics) -> s.File:
    """The file, as far as it can be understood; what cannot is told to ``diagnostics``."""
    diagnostics.stage = "parse"
    parser = Parser(Cursor(tokenize(text, diagnostics), diagnostics))
    with deep_recursion():
        try:
            return s.File(diagnostics.file, parser.declarations())
        except TooDeep as error:
            diagnostics.error(error.token.place, str(error))
            return s.File(diagnostics.file, [])


class Parser(ExpressionParser):
    """A whole file."""

    def declarations(self) -> list[s.Declaration]:
        result: list[s.Declaration] = []
        cursor = self.cursor
        while cursor.token.kind != "end":
            before = cursor.position
            depth = cursor.depth
            try:
                self._declaration(result)
            except ParseError as error:
                cursor.report(error)
                cursor.depth = depth
                if cursor.position == before:
                    cursor.advance()
                self._skip_to_declaration()
        return result

    def _skip_to_declaration(self) -> None:
        """Behind an error: the next word that starts a declaration and stands first on its line or behind ; or }."""
        cursor = self.cursor
        while cursor.token.kind != "end":
            token = cursor.token
            if token.kind == "id" and token.text in _STARTS:
                previous = cursor.tokens[cursor.position - 1]
                own_line = previous.line < token.line and token.text not in ("var", "yield", "async", "pure")
                if own_line or (previous.text in (";", "}") and token.text != "var"):
                    return
                if token.text == "var" and token.column == 1:
                    return
            cursor.advance()

    def _declaration(self, result: list[s.Declaration]) -> None:
        cursor = self.cursor
        match cursor.token.text:
            case "type":
                self._types(result)
            case "datatype":
                result.append(self._datatype())
            case "const":
                self._constants(result)
            case "function" | "revealed":
                self._function(result)
            case "axiom" | "hideable":
                result.append(self._axiom())
            case "var":
                cursor.advance()
                for bound in self._variable_groups():
                    kind = bound.type_syntax
                    if kind is not None:
                        result.append(
                            s.VariableDeclaration(bound.place, bound.name, kind, bound.where, bound.attributes)
                        )
                cursor.expect(";")
            case "implementation":
                result.append(self._implementation())
            case text if text == "procedure" or text in _ACTIONS:
                result.append(self._procedure())
            case _:
                raise cursor.unexpected("declaration (type, const, function, axiom, var, procedure, implementation)")

    def _variable_groups(self) -> list[s.Bound]:
        attributes = self.attributes()
        bounds = self.bounds(where=True)
        for bound in bounds:
            if bound.attributes is not attributes:
                bound.attributes = attributes + bound.attributes
        return bounds

    # ------------------------------------------------------------ types

    def _types(self, result: list[s.Declaration]) -> None:
        cursor = self.cursor
        cursor.expect("type")
        attributes = self.attributes()
        finite = cursor.at("finite") and cursor.peek().kind == "id"
        if finite:
            cursor.advance()
        while True:
            token = cursor.identifier("type name")
            parameters: list[str] = []
            while cursor.token.kind == "id":
                parameters.append(cursor.name())
            body = self.type() if cursor.accept("=") else None
            name = token.text.removeprefix("\\")
            result.append(s.TypeDeclaration(token.place, name, parameters, body, finite, attributes))
            if not cursor.accept(","):
                break
        cursor.expect(";")

    def _datatype(self) -> s.DatatypeDeclaration:
        cursor = self.cursor
        cursor.expect("datatype")
        attributes = self.attributes()
        token = cursor.identifier("datatype name")
        parameters = self.type_parameters()
        cursor.expect("{")
        constructors: list[s.Constructor] = []
        while not cursor.at("}"):
            own = self.attributes()
            name = cursor.identifier("constructor")
            cursor.expect("(")
            fields = [] if cursor.at(")") else self.bounds()
            cursor.expect(")")
            constructors.append(
                s.Constructor(name.place, name.text.removeprefix("\\"), fields, None, len(constructors), own)
            )
            if not cursor.accept(","):
                break
        cursor.expect("}")
        cursor.accept(";")
        result = s.DatatypeDeclaration(token.place, token.text.removeprefix("\\"), parameters, constructors, attributes)
        for constructor in constructors:
            constructor.datatype = result
        return result

    # ------------------------------------------------------------ constants, functions, axioms

    def _constants(self, result: list[s.Declaration]) -> None:
        cursor = self.cursor
        cursor.expect("const")
        attributes = self.attributes()
        unique = cursor.accept("unique")
        bounds = self.group()
        parents: list[tuple[bool, s.Identifier]] | None = None
        complete = False
        if cursor.accept("extends"):
            parents = []
            if cursor.token.kind == "id" and not cursor.at("complete"):
                while True:
                    edge = cursor.accept("unique")
                    token = cursor.identifier()
                    parents.append((edge, s.Identifier(token.place, token.text.removeprefix("\\"))))
                    if not cursor.accept(","):
                        break
        if cursor.accept("complete"):
            complete = True
        for bound in bounds:
            kind = bound.type_syntax
            if kind is not None:
                own = [*attributes, *(a for a in bound.attributes if a not in attributes)]
                result.append(s.ConstantDeclaration(bound.place, bound.name, kind, unique, parents, complete, own))
        if not self._uses(result):
            cursor.expect(";")

    def _uses(self, result: list[s.Declaration]) -> bool:
        """``uses { axiom …; }``."""
        cursor = self.cursor
        if not cursor.accept("uses"):
            return False
        cursor.expect("{")
        while not cursor.at("}"):
            result.append(self._axiom())
        cursor.expect("}")
        return True

    def _function(self, result: list[s.Declaration]) -> None:
        cursor = self.cursor
        revealed = cursor.accept("revealed")
        cursor.expect("function")
        attributes = self.attributes()
        token = cursor.identifier("function name")
        parameters = self.type_parameters()
        cursor.expect("(")
        formals: list[s.Bound] = []
        if not cursor.at(")"):
            while True:
                formals.extend(self._function_formals())
                if not cursor.accept(","):
                    break
        cursor.expect(")")
        if cursor.accept("returns"):
            cursor.expect("(")
            outs = self._function_formals()
            out = outs[0]
            cursor.expect(")")
        else:
            cursor.expect(":")
            out = s.Bound(cursor.token.place, "", self.type())
        body = None
        declared = s.FunctionDeclaration(
            token.place, token.text.removeprefix("\\"), parameters, formals, out, body, attributes, revealed
        )
        result.append(declared)
        if cursor.accept("{"):
            declared.body = self.expression()
            cursor.expect("}")
            self._uses(result)
            cursor.accept(";")
        elif not self._uses(result):
            cursor.expect(";")

    def _function_formals(self) -> list[s.Bound]:
        """``x, y: T`` or just ``T``."""
        cursor = self.cursor
        attributes = self.attributes()
        if cursor.token.kind == "id" and cursor.peek().text == ":":
            names = [cursor.advance()]
            cursor.expect(":")
            kind = self.type()
            return [s.Bound(n.place, n.text.removeprefix("\\"), kind, None, attributes) for n in names]
        start = cursor.position
        if cursor.token.kind == "id" and cursor.peek().text == ",":
            # x, y, z: T, or types without names
            ahead = 0
            while cursor.peek(ahead).kind == "id" and cursor.peek(ahead + 1).text == ",":
                ahead += 2
            if cursor.peek(ahead).kind == "id" and cursor.peek(ahead + 1).text == ":":
                bounds = self.group()
                for bound in bounds:
                    bound.attributes = attributes
                return bounds
        place = cursor.tokens[start].place
        return [s.Bound(place, "", self.type(), None, attributes)]

    def _axiom(self) -> s.AxiomDeclaration:
        cursor = self.cursor
        hideable = cursor.accept("hideable")
        place = cursor.expect("axiom").place
        attributes = self.attributes()
        condition = self.expression()
        cursor.expect(";")
        return s.AxiomDeclaration(place, condition, attributes, hideable)

    # ------------------------------------------------------------ procedures

    def _signature(self) -> tuple[list[str], list[s.Bound], list[s.Bound]]:
        cursor = self.cursor
        parameters = self.type_parameters()
        formals = self._formals()
        results: list[s.Bound] = []
        if cursor.accept("returns"):
            results = self._formals()
        return parameters, formals, results

    def _formals(self) -> list[s.Bound]:
        cursor = self.cursor
        cursor.expect("(")
        bounds = [] if cursor.at(")") else self.bounds(where=True)
        cursor.expect(")")
        return bounds

    def _procedure(self) -> s.ProcedureDeclaration:
        cursor = self.cursor
        modifiers: list[str] = []
        while cursor.token.kind == "id" and cursor.token.text in _ACTIONS:
            modifiers.append(cursor.advance().text)
        if not set(modifiers) & {"action", "invariant"}:
            cursor.expect("procedure")
        attributes = self.attributes()
        token = cursor.identifier("procedure name")
        parameters, formals, results = self._signature()
        contracts: list[s.Contract] = []
        modifies: list[s.Identifier] = []
        body: s.Body | None = None
        cursor.accept(";")
        while True:
            if not self._specification(contracts, modifies):
                break
        if cursor.at("{"):
            body = self.body()
        return s.ProcedureDeclaration(
            token.place,
            token.text.removeprefix("\\"),
            parameters,
            formals,
            results,
            contracts,
            modifies,
            body,
            attributes,
            modifiers,
        )

    def _specification(self, contracts: list[s.Contract], modifies: list[s.Identifier]) -> bool:
        cursor = self.cursor
        token = cursor.token
        if token.kind != "id":
            return False
        free = False
        if token.text == "free":
            cursor.advance()
            free = True
            token = cursor.token
            if token.text not in ("requires", "ensures", "modifies"):
                raise cursor.unexpected('"requires" or "ensures"')
        match token.text:
            case "requires" | "ensures" | "preserves" | "asserts":
                cursor.advance()
                if cursor.at("call"):  # CIVL: a yield invariant
                    cursor.advance()
                    self._call(token.place, [])
                    return True
                attributes = self.attributes()
                if cursor.at("call"):
                    cursor.advance()
                    self._call(token.place, [])
                    return True
                condition = self.expression()
                cursor.expect(";")
                kind = "requires" if token.text == "asserts" else token.text
                contracts.append(s.Contract(token.place, kind, condition, free, attributes))
            case "modifies":
                cursor.advance()
                self.attributes()
                if not cursor.at(";"):
                    while True:
                        name = cursor.identifier()
                        modifies.append(s.Identifier(name.place, name.text.removeprefix("\\")))
                        if not cursor.accept(","):
                            break
                cursor.expect(";")
            case "measure":
                self._measure()
            case "refines" | "creates" | "hides" | "uses" if cursor.peek().kind in ("id", "symbol"):
                self._skip_clause()
            case _:
                return False
        return True

    def _measure(self) -> None:
        """``measure e, …;``: a termination measure, which says nothing about reachable failures."""
        self.cursor.expect("measure")
        self.attributes()
        self.expressions()
        self.cursor.expect(";")

    def _skip_clause(self) -> None:
        """A clause of CIVL that says nothing about sequential executions; it may end in an action's body."""
        cursor = self.cursor
        while cursor.token.kind != "end":
            if cursor.at("{:"):
                self.attribute()
            elif cursor.at("{"):
                self.body()
                return
            elif cursor.advance().text == ";":
                return

    def _implementation(self) -> s.ImplementationDeclaration:
        cursor = self.cursor
        cursor.expect("implementation")
        attributes = self.attributes()
        token = cursor.identifier("procedure name")
        parameters, formals, results = self._signature()
        if not cursor.at("{"):
            raise cursor.unexpected('"{"')
        return s.ImplementationDeclaration(
            token.place, token.text.removeprefix("\\"), parameters, formals, results, self.body(), attributes
        )

    # ------------------------------------------------------------ statements

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
            case "goto":
                cursor.advance()
                self.attributes()
                targets: list[tuple[s.Place, str]] = []
                while True:
                    label = cursor.identifier("label")
                    targets.append((label.place, label.text.removeprefix("\\")))
                    if not cursor.accept(","):
                        break
                cursor.expect(";")
                result.append(s.GotoStatement(place, targets))
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
        while cursor.token.text in ("invariant", "free", "measure"):
            if cursor.at("measure"):
                self._measure()
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
