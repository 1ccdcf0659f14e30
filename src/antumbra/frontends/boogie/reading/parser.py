"""Declarations. An error ends one of them; the parser goes on behind it."""

from __future__ import annotations

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.reading.cursor import Cursor, ParseError, TooDeep
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.lexer import tokenize
from antumbra.frontends.boogie.reading.nesting import deep_recursion
from antumbra.frontends.boogie.reading.pragmas import without_pragmas
from antumbra.frontends.boogie.reading.statements import StatementParser

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


#: what is always defined for ``#if``: the number of the file in Boogie's command line
DEFINED = ("FILE_0",)


def parse(text: str, diagnostics: Diagnostics, defines: tuple[str, ...] = ()) -> s.File:
    """The file, as far as it can be understood; what cannot is told to ``diagnostics``."""
    diagnostics.stage = "parse"
    text = without_pragmas(text, DEFINED + defines, diagnostics)
    parser = Parser(Cursor(tokenize(text, diagnostics), diagnostics))
    with deep_recursion():
        try:
            return s.File(diagnostics.file, parser.declarations())
        except TooDeep as error:
            diagnostics.error(error.token.place, str(error))
            return s.File(diagnostics.file, [])


class Parser(StatementParser):
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
        measures: list[s.Place] = []
        body: s.Body | None = None
        cursor.accept(";")
        while True:
            if not self._specification(contracts, modifies, measures):
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

    def _specification(
        self, contracts: list[s.Contract], modifies: list[s.Identifier], measures: list[s.Place]
    ) -> bool:
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
                self._measures(measures)
            case "refines" | "creates" | "hides" | "uses" if cursor.peek().kind in ("id", "symbol"):
                self._skip_clause()
            case _:
                return False
        return True

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
