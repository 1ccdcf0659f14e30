"""Types of expressions: bottom up, every node gets its ``type``; names get their declarations."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.attributes import attribute_errors
from antumbra.frontends.boogie.checking.scopes import Symbols, TypeResolver
from antumbra.frontends.boogie.checking.triggers import trigger_errors
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.records import dataclass, field

_ORDER = frozenset({"<", "<=", ">", ">="})
_LOGIC = frozenset({"&&", "||", "==>", "<==", "<==>"})

#: what a local name stands for
Local = s.Bound


@dataclass(slots=True)
class Context:
    """What expressions may mention here."""

    #: global variables may be read
    state: bool
    #: old(…) may be used
    two_state: bool = False
    #: names of locals, innermost scope last
    scopes: list[dict[str, Local]] = field(default_factory=list[dict[str, Any]])
    #: message for names that exist but may not be used here
    hidden: dict[str, str] = field(default_factory=dict[str, str])

    def find(self, name: str) -> Local | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None


class ExpressionChecker:
    """Checks one expression after another in a context."""

    def __init__(self, symbols: Symbols, types: TypeResolver, diagnostics: Diagnostics) -> None:
        self.symbols = symbols
        self.types = types
        self.diagnostics = diagnostics
        self.context = Context(False)

    def error(self, place: s.Place, message: str) -> t.Type:
        self.diagnostics.error(place, message)
        return t.ERROR

    @contextmanager
    def inside(self, context: Context) -> Generator[None]:
        before, self.context = self.context, context
        try:
            yield
        finally:
            self.context = before

    # ------------------------------------------------------------ entry points

    def condition(self, e: s.Expression, what: str) -> None:
        found = self.check(e)
        if not t.unify(found, t.BOOL):
            self.error(e.place, f"{what} must be of type bool, found {t.show(found)}")

    def attributes(self, attributes: list[s.Attribute], place: s.Place) -> None:
        """Names and types in attributes of something at ``place``."""
        for attribute in attributes:
            for argument in attribute.arguments:
                if not isinstance(argument, str):
                    self.check(argument)
        for where, message in attribute_errors(attributes, place):
            self.error(where, message)

    def check(self, e: s.Expression) -> t.Type:
        result = self._check(e)
        e.type = result
        return result

    # ------------------------------------------------------------ one node

    def _check(self, e: s.Expression) -> t.Type:
        match e:
            case s.Literal():
                return {"bool": t.BOOL, "int": t.INT, "real": t.REAL, "string": t.STRING, "rmode": t.RMODE}[e.kind]
            case s.BvLiteral():
                return self._bv_literal(e)
            case s.FloatLiteral():
                return t.Float(e.significand, e.exponent)
            case s.Identifier():
                return self._identifier(e)
            case s.Unary():
                return self._unary(e)
            case s.Binary():
                return self._binary(e)
            case s.Apply():
                return self._apply(e)
            case s.Select():
                return self._select(e)
            case s.Update():
                return self._update(e)
            case s.ExtractBits():
                return self._extract(e)
            case s.IfThenElse():
                return self._if_then_else(e)
            case s.Old():
                return self._old(e)
            case s.Coercion():
                return self._coercion(e)
            case s.Quantifier():
                return self._quantifier(e)
            case s.Let():
                return self._let(e)
            case s.FieldAccess():
                return self._field(e)
            case s.FieldUpdate():
                return self._field_update(e)
            case s.IsConstructor():
                return self._is(e)
            case s.CodeExpression():
                return self.code_expression(e)

    def code_expression(self, e: s.CodeExpression) -> t.Type:
        return self.error(e.place, "code expressions are not supported here")

    def _bv_literal(self, e: s.BvLiteral) -> t.Type:
        if e.width == 0 and e.value == 0:
            return t.Bv(0)
        if e.width > t.WIDEST:
            return self.error(e.place, f"bv{e.width} is wider than {t.WIDEST} bits")
        if e.value >> e.width:
            self.error(e.place, f"the value {e.value} does not fit into bv{e.width}")
        return t.Bv(e.width)

    def _if_then_else(self, e: s.IfThenElse) -> t.Type:
        self.condition(e.condition, "the condition of if-then-else")
        then, otherwise = self.check(e.then), self.check(e.otherwise)
        if not t.unify(then, otherwise):
            return self.error(
                e.place, f"branches of if-then-else have different types {t.show(then)} and {t.show(otherwise)}"
            )
        return then

    def _old(self, e: s.Old) -> t.Type:
        if not self.context.two_state:
            self.error(e.place, "old expressions allowed only in two-state contexts")
        return self.check(e.operand)

    def _coercion(self, e: s.Coercion) -> t.Type:
        wanted = self.types.resolve(e.to)
        found = self.check(e.operand)
        if not t.unify(found, wanted):
            self.error(e.place, f"{t.show(found)} cannot be coerced to {t.show(wanted)}")
        return wanted

    def _field_update(self, e: s.FieldUpdate) -> t.Type:
        field_type = self._field(e)
        value = self.check(e.value)
        if not t.unify(field_type, value):
            self.error(e.value.place, f"field {e.field} is of type {t.show(field_type)}, not {t.show(value)}")
        return e.operand.type

    def _identifier(self, e: s.Identifier) -> t.Type:
        local = self.context.find(e.name)
        if local is not None:
            e.target = local
            return local.type if local.type is not None else t.ERROR
        found = self.symbols.variables.get(e.name)
        if found is None:
            hidden = self.context.hidden.get(e.name)
            return self.error(e.place, hidden or f"undeclared identifier: {e.name}")
        if isinstance(found, s.VariableDeclaration) and not self.context.state:
            self.error(e.place, f"cannot refer to a global variable in this context: {e.name}")
        e.target = found
        return found.type if found.type is not None else t.ERROR

    def _unary(self, e: s.Unary) -> t.Type:
        found = t.prune(self.check(e.operand))
        if found is t.ERROR:
            return t.BOOL if e.operator == "!" else t.ERROR
        if e.operator == "!":
            if not t.unify(found, t.BOOL):
                self.error(e.place, f"invalid argument type ({t.show(found)}) to unary operator !")
            return t.BOOL
        if isinstance(found, t.Proxy):
            t.unify(found, t.INT)
            return t.INT
        if found in (t.INT, t.REAL) or isinstance(found, t.Float):
            return found
        return self.error(e.place, f"invalid argument type ({t.show(found)}) to unary operator -")

    def _binary(self, e: s.Binary) -> t.Type:
        # long chains lean to the left: walk down first, without a frame for each
        spine: list[s.Binary] = []
        node: s.Expression = e
        while isinstance(node, s.Binary):
            spine.append(node)
            node = node.left
        self.check(node)
        while spine:
            top = spine.pop()
            top.type = self._operator(top, t.prune(top.left.type), t.prune(self.check(top.right)))
        return e.type

    def _operator(self, e: s.Binary, left: t.Type, right: t.Type) -> t.Type:
        operator = e.operator
        if operator in _LOGIC:
            if not (t.unify(left, t.BOOL) and t.unify(right, t.BOOL)):
                self._invalid(e, left, right)
            return t.BOOL
        if operator in ("==", "!=", "<:"):
            known = not (t.has_proxy(left) or t.has_proxy(right))
            if not (t.may_agree(left, right) if known else t.unify(left, right) or t.may_agree(left, right)):
                self._invalid(e, left, right)
            return t.BOOL
        if t.ERROR in (left, right):
            return t.BOOL if operator in _ORDER else t.ERROR
        if operator == "++":
            if isinstance(left, t.Bv) and isinstance(right, t.Bv):
                if left.width + right.width > t.WIDEST:
                    return self.error(e.place, f"the result is wider than {t.WIDEST} bits")
                return t.Bv(left.width + right.width)
            if isinstance(left, t.Bv | t.Proxy) and isinstance(right, t.Bv | t.Proxy):
                return t.Proxy()  # widths that nothing says: read, and not executed
            return self._invalid(e, left, right)
        if isinstance(left, t.Proxy) and isinstance(right, t.Proxy):
            t.unify(left, t.INT)
        if operator in ("div", "mod"):
            if t.unify(left, t.INT) and t.unify(right, t.INT):
                return t.INT
            return self._invalid(e, left, right)
        if operator == "**":
            if t.unify(left, t.REAL) and t.unify(right, t.REAL):
                return t.REAL
            return self._invalid(e, left, right)
        if operator == "/":
            mixed = all(t.prune(x) in (t.INT, t.REAL) for x in (left, right))
            if mixed:
                return t.REAL
        if not t.unify(left, right):
            return self._invalid(e, left, right)
        kind = t.prune(left)
        numeric = kind in (t.INT, t.REAL) or isinstance(kind, t.Float)
        if not numeric:
            return self._invalid(e, left, right)
        return t.BOOL if operator in _ORDER else kind

    def _invalid(self, e: s.Binary, left: t.Type, right: t.Type) -> t.Type:
        if t.ERROR not in (left, right):
            self.error(
                e.place, f"invalid argument types ({t.show(left)} and {t.show(right)}) to binary operator {e.operator}"
            )
        return t.BOOL if e.operator in _ORDER | _LOGIC or e.operator in ("==", "!=", "<:") else t.ERROR

    # ------------------------------------------------------------ applications

    def _apply(self, e: s.Apply) -> t.Type:
        found = self.symbols.functions.get(e.name)
        arguments = [self.check(a) for a in e.arguments]
        if found is None:
            if e.name in ("int", "real") and len(arguments) == 1:
                wanted = t.REAL if e.name == "int" else t.INT
                if not t.unify(arguments[0], wanted):
                    self.error(
                        e.place, f"{e.name}(…) takes a value of type {t.show(wanted)}, not {t.show(arguments[0])}"
                    )
                return t.INT if e.name == "int" else t.REAL
            return self.error(e.place, f"use of undeclared function: {e.name}")
        e.target = found
        if isinstance(found, s.Constructor):
            variables = found.datatype.variables or t.NO_VARIABLES
            formals = [f.type for f in found.fields]
            result: t.Type = t.Constructed(found.datatype, tuple(variables))
        else:
            variables = found.variables or t.NO_VARIABLES
            formals = [f.type for f in found.parameters]
            result = found.result.type
        if len(formals) != len(arguments):
            return self.error(
                e.place, f"wrong number of arguments to function: {e.name} ({len(arguments)} instead of {len(formals)})"
            )
        instance = {v: t.Proxy() for v in variables}
        e.instance = tuple(instance[v] for v in variables)
        for written, formal, actual in zip(e.arguments, formals, arguments, strict=True):
            wanted = t.substitute(formal or t.ERROR, instance)
            if not t.unify(wanted, actual):
                self.error(
                    written.place,
                    f"invalid type for argument of {e.name}: {t.show(actual)} (expected: {t.show(wanted)})",
                )
        return t.substitute(result or t.ERROR, instance)

    def _map(self, place: s.Place, operand: s.Expression, indices: list[s.Expression]) -> tuple[t.Type, Any] | None:
        """Check indices; the element type and the instance of the map's type parameters."""
        found = t.prune(self.check(operand))
        actual = [self.check(i) for i in indices]
        if found is t.ERROR:
            return None
        if isinstance(found, t.Proxy):  # a map type that nothing says: read, and not executed
            return t.Proxy(), ()
        if not isinstance(found, t.Map):
            self.error(place, f"map type expected, found {t.show(found)}")
            return None
        if len(found.domain) != len(indices):
            self.error(
                place, f"wrong number of arguments in map selection: {len(indices)} instead of {len(found.domain)}"
            )
            return None
        instance = {v: t.Proxy() for v in found.parameters}
        for written, formal, given in zip(indices, found.domain, actual, strict=True):
            wanted = t.substitute(formal, instance)
            if not t.unify(wanted, given):
                self.error(
                    written.place, f"invalid type for index of map: {t.show(given)} (expected: {t.show(wanted)})"
                )
        return t.substitute(found.range, instance), tuple(instance[v] for v in found.parameters)

    def _select(self, e: s.Select) -> t.Type:
        found = self._map(e.place, e.map, e.indices)
        if found is None:
            return t.ERROR
        result, e.instance = found
        return result

    def _update(self, e: s.Update) -> t.Type:
        found = self._map(e.place, e.map, e.indices)
        value = self.check(e.value)
        if found is not None:
            wanted, e.instance = found
            if not t.unify(wanted, value):
                self.error(
                    e.value.place, f"invalid type for the new element: {t.show(value)} (expected: {t.show(wanted)})"
                )
        return e.map.type

    def _extract(self, e: s.ExtractBits) -> t.Type:
        found = t.prune(self.check(e.operand))
        if found is t.ERROR:
            return t.ERROR
        if isinstance(found, t.Proxy) and e.high >= e.low:
            return t.Bv(e.high - e.low)
        if not isinstance(found, t.Bv):
            return self.error(e.place, f"bits of a value of type {t.show(found)}, expected a bit-vector")
        if e.high < e.low:
            return self.error(
                e.place, f"start index in extract must not be bigger than the end index: {e.low} > {e.high}"
            )
        if e.high > found.width:
            return self.error(e.place, f"extracted bits [{e.high}:{e.low}] lie outside of {t.show(found)}")
        return t.Bv(e.high - e.low)

    # ------------------------------------------------------------ binders

    def _quantifier(self, e: s.Quantifier) -> t.Type:
        e.instance = self.types.enter(e.type_parameters, e.place)
        scope: dict[str, Local] = {}
        for bound in e.variables:
            if bound.name in scope:
                self.error(bound.place, f"more than one declaration of variable name: {bound.name}")
            bound.type = self.types.resolve(bound.type_syntax) if bound.type_syntax else t.ERROR
            scope[bound.name] = bound
        self.context.scopes.append(scope)
        self.attributes(e.attributes, e.place)
        for trigger in e.triggers:
            for part in trigger.expressions:
                self.check(part)
            for place, message in trigger_errors(e, trigger):
                self.error(place, message)
        body = self.check(e.body)
        self.context.scopes.pop()
        self.types.leave()
        if e.kind == "lambda":
            return t.Map(tuple(e.instance), tuple(b.type for b in e.variables), body)
        if not t.unify(body, t.BOOL):
            self.error(e.body.place, f"quantifier body must be of type bool, found {t.show(body)}")
        return t.BOOL

    def _let(self, e: s.Let) -> t.Type:
        found = [self.check(v) for v in e.values]
        if len(found) != len(e.variables):
            self.error(e.place, f"{len(e.variables)} variables but {len(found)} values in let expression")
        scope: dict[str, Local] = {}
        for i, bound in enumerate(e.variables):
            given = found[i] if i < len(found) else t.ERROR
            if bound.type_syntax is not None:
                wanted = self.types.resolve(bound.type_syntax)
                if not t.unify(wanted, given):
                    self.error(bound.place, f"{bound.name} is of type {t.show(wanted)}, not {t.show(given)}")
            bound.type = given
            scope[bound.name] = bound
        self.context.scopes.append(scope)
        result = self.check(e.body)
        self.context.scopes.pop()
        return result

    # ------------------------------------------------------------ datatypes

    def _datatype(self, e: s.FieldAccess | s.FieldUpdate | s.IsConstructor) -> t.Constructed | None:
        found = t.prune(self.check(e.operand))
        if found is t.ERROR:
            return None
        if isinstance(found, t.Constructed) and isinstance(found.declaration, s.DatatypeDeclaration):
            e.instance = found.arguments
            return found
        self.error(e.place, f"datatype expected, found {t.show(found)}")
        return None

    def _field(self, e: s.FieldAccess | s.FieldUpdate) -> t.Type:
        found = self._datatype(e)
        if found is None:
            return t.ERROR
        declaration: s.DatatypeDeclaration = found.declaration
        mapping = dict(zip(declaration.variables or t.NO_VARIABLES, found.arguments, strict=False))
        targets: list[tuple[s.Constructor, int]] = []
        result: t.Type = t.ERROR
        for constructor in declaration.constructors:
            for position, item in enumerate(constructor.fields):
                if item.name == e.field:
                    targets.append((constructor, position))
                    result = t.substitute(item.type or t.ERROR, mapping)
        if not targets:
            return self.error(e.place, f"datatype {declaration.name} has no field {e.field}")
        e.target = targets
        return result

    def _is(self, e: s.IsConstructor) -> t.Type:
        found = self._datatype(e)
        if found is not None:
            declaration: s.DatatypeDeclaration = found.declaration
            e.target = next((c for c in declaration.constructors if c.name == e.constructor), None)
            if e.target is None:
                self.error(e.place, f"datatype {declaration.name} has no constructor {e.constructor}")
        return t.BOOL
