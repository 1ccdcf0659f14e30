"""Expressions, types and attributes: precedence climbing over the grammar of "This is Boogie 2" and its successors."""

from __future__ import annotations

from fractions import Fraction

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.reading.cursor import Cursor, TooDeep
from antumbra.frontends.boogie.reading.float_literals import exact_bits
from antumbra.frontends.boogie.reading.lexer import Token
from antumbra.frontends.boogie.reading.words import KEYWORDS, ROUNDING
from antumbra.patterns import pattern

#: operator → (level, associativity); a higher level binds tighter
OPERATORS: dict[str, tuple[int, str]] = {
    "<==>": (1, "left"),
    "==>": (2, "right"),
    "<==": (2, "left"),
    "&&": (3, "left"),
    "||": (3, "left"),
    "==": (4, "none"),
    "!=": (4, "none"),
    "<": (4, "none"),
    "<=": (4, "none"),
    ">": (4, "none"),
    ">=": (4, "none"),
    "<:": (4, "none"),
    "++": (5, "left"),
    "+": (6, "left"),
    "-": (6, "left"),
    "*": (7, "left"),
    "/": (7, "left"),
    "div": (7, "left"),
    "mod": (7, "left"),
    "**": (8, "right"),
}
#: words that end a type
_NOT_TYPES = KEYWORDS | {"extends", "complete", "uses", "is", "preserves", "measure", "refines"}


#: maps of maps of maps …: sorts and solvers are recursive
DEEPEST_TYPE = 100


class ExpressionParser:
    """Reads expressions from a cursor. Raises ParseError at the first thing it does not understand."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self._maps = 0

    # ------------------------------------------------------------ types

    def type(self) -> s.TypeSyntax:
        cursor = self.cursor
        token = cursor.token
        if token.text in ("<", "["):
            return self._map_type()
        if token.text == "(":
            return self._atom_type()
        if token.kind != "id":
            raise cursor.unexpected("type")
        cursor.advance()
        result = s.NamedType(token.place, token.text.removeprefix("\\"))
        while (cursor.token.kind == "id" and cursor.token.text not in _NOT_TYPES) or cursor.at("(") or self._at_map():
            if self._at_map():
                result.arguments.append(self._map_type())
                break
            result.arguments.append(self._atom_type())
        return result

    def _at_map(self) -> bool:
        """Does a map type start here? ``x: T < y`` is a comparison."""
        cursor = self.cursor
        return cursor.at("[") or (cursor.at("<") and cursor.peek().kind == "id" and cursor.peek(2).text in (",", ">"))

    def _atom_type(self) -> s.TypeSyntax:
        cursor = self.cursor
        if cursor.at("("):
            cursor.advance()
            cursor.enter()
            inner = self.type()
            cursor.leave()
            cursor.expect(")")
            return inner
        token = cursor.identifier("type")
        return s.NamedType(token.place, token.text.removeprefix("\\"))

    def _map_type(self) -> s.MapTypeSyntax:
        cursor = self.cursor
        cursor.enter()
        place = cursor.token.place
        parameters = self.type_parameters()
        cursor.expect("[")
        domain: list[s.TypeSyntax] = []
        if not cursor.at("]"):
            domain.append(self.type())
            while cursor.accept(","):
                domain.append(self.type())
        cursor.expect("]")
        self._maps += 1
        if self._maps > DEEPEST_TYPE:
            raise TooDeep(cursor.token, DEEPEST_TYPE)
        result = s.MapTypeSyntax(place, parameters, domain, self.type())
        self._maps -= 1
        cursor.leave()
        return result

    def type_parameters(self) -> list[str]:
        """``<a, b>`` or nothing."""
        cursor = self.cursor
        names: list[str] = []
        if cursor.accept("<"):
            names.append(cursor.name("type parameter"))
            while cursor.accept(","):
                names.append(cursor.name("type parameter"))
            cursor.expect(">")
        return names

    # ------------------------------------------------------------ attributes

    def attributes(self) -> list[s.Attribute]:
        result: list[s.Attribute] = []
        while self.cursor.at("{:"):
            result.append(self.attribute())
        return result

    def attribute(self) -> s.Attribute:
        cursor = self.cursor
        place = cursor.expect("{:").place
        name = cursor.name("attribute name")
        arguments: list[s.Expression | str] = []
        if not cursor.at("}"):
            arguments.append(self._attribute_argument())
            while cursor.accept(","):
                arguments.append(self._attribute_argument())
        cursor.expect("}")
        return s.Attribute(place, name, arguments)

    def _attribute_argument(self) -> s.Expression | str:
        if self.cursor.token.kind == "string":
            return self.cursor.advance().text[1:-1]
        return self.expression()

    # ------------------------------------------------------------ expressions

    def expressions(self) -> list[s.Expression]:
        result = [self.expression()]
        while self.cursor.accept(","):
            result.append(self.expression())
        return result

    def expression(self, level: int = 1) -> s.Expression:
        """An expression whose operators bind at least as tightly as ``level``."""
        cursor = self.cursor
        cursor.enter()
        left = self._unary()
        relation: Token | None = None
        junction = ""
        while True:
            token = cursor.token
            found = OPERATORS.get(token.text) if token.kind in ("symbol", "id") else None
            if found is None or found[0] < level:
                break
            strength, association = found
            if strength == 4:
                if relation is not None:
                    cursor.diagnostics.error(
                        token.place, f'"{token.text}" after "{relation.text}": relations do not chain, use parentheses'
                    )
                relation = token
            elif strength < 4:
                relation = None
            if strength == 3:
                if junction and junction != token.text:
                    cursor.diagnostics.error(
                        token.place, f'"{token.text}" after "{junction}": ambiguous, use parentheses'
                    )
                junction = token.text
            elif strength < 3:
                junction = ""
            cursor.advance()
            right = self.expression(strength if association == "right" else strength + 1)
            left = s.Binary(token.place, token.text, left, right)
        cursor.leave()
        return left

    def _unary(self) -> s.Expression:
        cursor = self.cursor
        pending: list[Token] = []
        while cursor.token.text in ("!", "-") and cursor.token.kind == "symbol":
            pending.append(cursor.advance())
        result = self._coerced(self._postfix(self._atom()))
        while pending:
            token = pending.pop()
            result = s.Unary(token.place, token.text, result)
        return result

    def _coerced(self, operand: s.Expression) -> s.Expression:
        cursor = self.cursor
        while cursor.at(":") and not self._ends_label():
            place = cursor.advance().place
            operand = s.Coercion(place, operand, self.type())
        return operand

    def _ends_label(self) -> bool:
        """In ``m[8:0]`` the colon belongs to the brackets."""
        return self.cursor.peek().kind == "int"

    def _postfix(self, operand: s.Expression) -> s.Expression:
        cursor = self.cursor
        while True:
            if cursor.at("["):
                operand = self._bracket(operand)
            elif cursor.at("->"):
                operand = self._arrow(operand)
            elif cursor.token.kind == "id" and cursor.token.text == "is":
                place = cursor.advance().place
                operand = s.IsConstructor(place, operand, cursor.name("constructor"))
            else:
                return operand

    def _arrow(self, operand: s.Expression) -> s.Expression:
        cursor = self.cursor
        place = cursor.expect("->").place
        if not cursor.accept("("):
            return s.FieldAccess(place, operand, cursor.name("field"))
        name = cursor.name("field")
        cursor.expect(":=")
        value = self.expression()
        cursor.expect(")")
        return s.FieldUpdate(place, operand, name, value)

    def _bracket(self, operand: s.Expression) -> s.Expression:
        cursor = self.cursor
        place = cursor.expect("[").place
        if cursor.token.kind == "int" and cursor.peek().text == ":":
            high = int(cursor.advance().text)
            cursor.advance()
            if cursor.token.kind != "int":
                raise cursor.unexpected("bit number")
            low = int(cursor.advance().text)
            cursor.expect("]")
            return s.ExtractBits(place, operand, high, low)
        indices: list[s.Expression] = []
        if not cursor.at("]") and not cursor.at(":="):
            indices = self.expressions()
        if cursor.accept(":="):
            value = self.expression()
            cursor.expect("]")
            return s.Update(place, operand, indices, value)
        cursor.expect("]")
        return s.Select(place, operand, indices)

    def _atom(self) -> s.Expression:
        cursor = self.cursor
        token = cursor.token
        match token.kind:
            case "int":
                cursor.advance()
                return s.Literal(token.place, int(token.text), "int")
            case "bv":
                cursor.advance()
                value, width = token.text.split("bv")
                return s.BvLiteral(token.place, int(value), int(width))
            case "real":
                cursor.advance()
                return s.Literal(token.place, Fraction(token.text), "real", token.text)
            case "float":
                cursor.advance()
                literal = _float(token)
                if exact_bits(literal) is None:
                    cursor.diagnostics.error(token.place, f"incorrectly formatted floating point: {token.text}")
                return literal
            case "string":
                cursor.advance()
                return s.Literal(token.place, token.text[1:-1], "string")
            case "id":
                return self._word(token)
            case _:
                if token.text == "(":
                    return self._parenthesis()
                if token.text == "|{":
                    return self._code()
                raise cursor.unexpected("expression")

    def _word(self, token: Token) -> s.Expression:
        cursor = self.cursor
        text = token.text
        match text:
            case "true" | "false":
                cursor.advance()
                return s.Literal(token.place, text == "true", "bool")
            case "old":
                cursor.advance()
                cursor.expect("(")
                operand = self.expression()
                cursor.expect(")")
                return s.Old(token.place, operand)
            case "if":
                cursor.advance()
                condition = self.expression()
                cursor.expect("then")
                then = self.expression()
                cursor.expect("else")
                return s.IfThenElse(token.place, condition, then, self.expression())
            case _:
                pass
        if text in KEYWORDS:
            raise cursor.unexpected("expression")
        cursor.advance()
        name = text.removeprefix("\\")
        if cursor.at("("):
            cursor.advance()
            arguments = [] if cursor.at(")") else self.expressions()
            cursor.expect(")")
            return s.Apply(token.place, name, arguments)
        if text in ROUNDING:
            return s.Literal(token.place, ROUNDING[text], "rmode", text)
        return s.Identifier(token.place, name)

    def _code(self) -> s.Expression:
        raise self.cursor.unexpected("expression")

    def _parenthesis(self) -> s.Expression:
        cursor = self.cursor
        cursor.expect("(")
        if cursor.token.kind == "id":
            if cursor.token.text in ("forall", "exists", "lambda"):
                return self._quantifier()
            if cursor.token.text == "var":
                return self._let()
        inner = self.expression()
        cursor.expect(")")
        return inner

    def _quantifier(self) -> s.Expression:
        cursor = self.cursor
        token = cursor.advance()
        parameters = self.type_parameters()
        variables: list[s.Bound] = []
        if not cursor.at("::"):
            variables = self.bounds(where=True)
        for bound in variables:
            if bound.where is not None:
                cursor.diagnostics.error(bound.place, "where clause not allowed on bound variables")
                bound.where = None
        cursor.expect("::")
        attributes: list[s.Attribute] = []
        triggers: list[s.Trigger] = []
        while True:
            if cursor.at("{:"):
                attribute = self.attribute()
                if attribute.name == "nopats":
                    kept = [a for a in attribute.arguments if not isinstance(a, str)]
                    if len(kept) != 1 or len(attribute.arguments) != 1:
                        cursor.diagnostics.error(attribute.place, "{:nopats} takes exactly one expression")
                    triggers.append(s.Trigger(attribute.place, kept, negative=True))
                else:
                    attributes.append(attribute)
            elif cursor.at("{"):
                place = cursor.advance().place
                triggers.append(s.Trigger(place, self.expressions()))
                cursor.expect("}")
            else:
                break
        body = self.expression()
        cursor.expect(")")
        return s.Quantifier(token.place, token.text, parameters, variables, triggers, attributes, body)

    def _let(self) -> s.Expression:
        cursor = self.cursor
        place = cursor.advance().place
        variables: list[s.Bound] = []
        while True:
            attributes = self.attributes()
            token = cursor.identifier()
            kind = self.type() if cursor.accept(":") else None
            variables.append(s.Bound(token.place, token.text.removeprefix("\\"), kind, None, attributes))
            if not cursor.accept(","):
                break
        cursor.expect(":=")
        values = self.expressions()
        cursor.expect(";")
        attributes = self.attributes()
        body = self.expression()
        cursor.expect(")")
        return s.Let(place, variables, values, body)

    # ------------------------------------------------------------ names with types

    def bounds(self, *, where: bool = False) -> list[s.Bound]:
        """``{attr} x, y: T where e, z: U``."""
        cursor = self.cursor
        result: list[s.Bound] = []
        while True:
            result.extend(self.group(where=where))
            if not cursor.accept(","):
                return result

    def group(self, *, where: bool = False) -> list[s.Bound]:
        """Names that share a type."""
        cursor = self.cursor
        attributes = self.attributes()
        names = [cursor.identifier()]
        while cursor.at(",") and self._more_names():
            cursor.advance()
            attributes += self.attributes()
            names.append(cursor.identifier())
        cursor.expect(":")
        kind = self.type()
        condition = None
        if where and cursor.accept("where"):
            condition = self.expression()
        return [s.Bound(n.place, n.text.removeprefix("\\"), kind, condition, attributes) for n in names]

    def _more_names(self) -> bool:
        token = self.cursor.peek()
        return token.kind == "id" or token.text == "{:"


_FLOAT = pattern(r"(?:.*f([0-9]+)e([0-9]+)|0(?:NaN|nan|\+oo|-oo)([0-9]+)e([0-9]+))\Z")


def _float(token: Token) -> s.FloatLiteral:
    found = _FLOAT.match(token.text)
    if found is None:
        return s.FloatLiteral(token.place, token.text, 24, 8)
    significand, exponent = (found[1], found[2]) if found[1] else (found[3], found[4])
    return s.FloatLiteral(token.place, token.text, int(significand), int(exponent))
