"""Expressions to terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.type_quantifiers import Use, arbitrary, code_uses, expandable
from antumbra.frontends.boogie.reading.float_literals import float_bits
from antumbra.frontends.boogie.translating.builtins import builtin, divide
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.frontends.boogie.translating.world import Bindings, World, only_in_range
from antumbra.terms import SortError, Term

#: the value of ``bv0``, which no solver has: always this one of a sort that has another
NO_BITS = T.bv(0, 1)
#: instances of one polymorphic quantifier
MOST_INSTANCES = 64


class CodeMeaning(Protocol):
    """What a code expression means; ``outer`` translates what surrounds it."""

    def __call__(self, e: s.CodeExpression, outer: Translator, use: Use) -> Term: ...


class Functions:
    """Bodies of functions, translated once for each instance; recursive ones get an axiom instead."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._bodies: dict[Any, tuple[tuple[Term, ...], Term]] = {}
        self._open: set[Any] = set()
        self._axioms: set[Any] = set()
        self.recursive: set[s.FunctionDeclaration] = recursive_functions(world)
        #: set by the translation of procedures
        self.code: CodeMeaning | None = None

    def apply(self, e: s.Apply, f: s.FunctionDeclaration, instance: Sequence[t.Type], args: Sequence[Term]) -> Term:
        world = self.world
        mapping = dict(zip(f.variables or t.NO_VARIABLES, instance, strict=True))
        result = world.sort(t.substitute(f.result.type, mapping))
        for name in ("bvbuiltin", "builtin"):
            found = s.attribute(f.attributes, name)
            if found is not None and found.arguments and isinstance(found.arguments[0], str):
                return self._builtin(found.arguments[0], args, result, e)
        sorts = [world.sort(t.substitute(p.type, mapping)) for p in f.parameters]
        declared = world.function(f.name, instance, sorts, result)
        world.used.add(f)
        if f.body is None:
            return T.apply_(declared, args) if args else world.constant(declared.name, result)
        key = (f, tuple(t.key(i) for i in instance))
        if f not in self.recursive:
            parameters, body = self._body(key, f, mapping)
            return T.substitute(body, dict(zip(parameters, args, strict=True)))
        if key not in self._axioms:
            self._axioms.add(key)
            parameters, body = self._body(key, f, mapping)
            left = T.apply_(declared, parameters) if parameters else world.constant(declared.name, result)
            axiom = T.eq(left, body)
            world.axioms.append(T.forall(parameters, axiom, [[left]]) if parameters else axiom)
        return T.apply_(declared, args) if args else world.constant(declared.name, result)

    def define(self, f: s.FunctionDeclaration) -> None:
        """Say what a recursive function is, though nothing applies it."""
        if f.variables:
            raise Unsupported(f"recursive function {f.name} with type parameters", f.place)
        parameters, _ = self._body((f, ()), f, {})
        self.apply(s.Apply(f.place, f.name, []), f, (), parameters)

    def _body(self, key: Any, f: s.FunctionDeclaration, mapping: Bindings) -> tuple[tuple[Term, ...], Term]:
        found = self._bodies.get(key)
        if found is None:
            world = self.world
            environment: dict[Any, Term] = {}
            parameters: list[Term] = []
            for i, p in enumerate(f.parameters):
                variable = T.var(f"{p.name or i}!{f.name}", world.sort(t.substitute(p.type, mapping)))
                parameters.append(variable)
                environment[p] = variable
            if f.body is None:
                raise Unsupported(f"function {f.name} without body", f.place)
            body = Translator(world, self, environment, mapping).term(f.body)
            found = self._bodies[key] = (tuple(parameters), body)
        return found

    def _builtin(self, name: str, args: Sequence[Term], result: Any, e: s.Apply) -> Term:
        try:
            found = builtin(name, args, result)
        except (SortError, ValueError, TypeError, IndexError) as error:
            raise Unsupported(f'builtin "{name}": {error}', e.place) from error
        if found is None or found.sort is not result:
            raise Unsupported(f'builtin "{name}"', e.place)
        return found


def recursive_functions(world: World) -> set[s.FunctionDeclaration]:
    """Functions with a body that can reach themselves."""
    calls: dict[s.FunctionDeclaration, list[s.FunctionDeclaration]] = {}
    for f in world.symbols.functions.values():
        if isinstance(f, s.FunctionDeclaration) and f.body is not None:
            calls[f] = [g for g in called_functions(f.body) if isinstance(g, s.FunctionDeclaration) and g.body]
    result: set[s.FunctionDeclaration] = set()
    # depth-first search for functions on a cycle (small graphs: one search for each)
    for start, first in calls.items():
        seen: set[Any] = set()
        work = list(first)
        while work:
            f = work.pop()
            if f is start:
                result.add(start)
                break
            if f not in seen:
                seen.add(f)
                work.extend(calls.get(f, ()))
    return result


def called_functions(e: s.Expression) -> list[Any]:
    return [node.target for node in s.walk(e) if isinstance(node, s.Apply) and node.target is not None]


class Translator:
    """Expressions in one context: ``environment`` gives the variables in scope, ``old`` those of the entry state."""

    def __init__(
        self,
        world: World,
        functions: Functions,
        environment: Mapping[Any, Term],
        bindings: Bindings,
        old: Mapping[Any, Term] | None = None,
    ) -> None:
        self.world = world
        self.functions = functions
        self.environment = environment
        #: variables of binders around; they are never the same, so what is deeper only adds
        self._bound: dict[Any, Term] = {}
        self.bindings = bindings
        self.old = old
        self._depth = 0
        self._in_old = False
        #: quantifiers over types that become their instances, or hold for a type about which nothing is known
        self._expanded: frozenset[s.Quantifier] = frozenset()
        self._arbitrary: frozenset[s.Quantifier] = frozenset()
        self._code: dict[s.CodeExpression, Use] = {}

    def type(self, e: Any) -> t.Type:
        return self.world.ground(e.type, self.bindings)

    def term(self, e: s.Expression) -> Term:
        """Exactly what is written."""
        try:
            return self._term(e)
        except SortError as error:
            raise Unsupported(str(error), e.place) from error

    def assumption(self, e: s.Expression) -> Term:
        """What is written or less."""
        return self.used(e, "assumed")

    def claim(self, e: s.Expression) -> Term:
        """What is written or more."""
        return self.used(e, "claimed")

    def used(self, e: s.Expression, use: Use) -> Term:
        if use == "exact":
            return self.term(e)
        assumed = use == "assumed"
        self._expanded = expandable(e, assumed=assumed)
        self._arbitrary = frozenset() if assumed else arbitrary(e)
        self._code = code_uses(e, assumed=assumed)
        try:
            return self.term(e)
        finally:
            self._expanded = self._arbitrary = frozenset()
            self._code = {}

    def in_scope(self) -> dict[Any, Term]:
        """All variables that an expression inside of this one's may read, but global ones."""
        return {**self.environment, **self._bound}

    def within(self, environment: Mapping[Any, Term]) -> Translator:
        """For expressions inside of this one's, with other variables."""
        result = Translator(self.world, self.functions, environment, self.bindings, self.old)
        result._depth, result._in_old = self._depth, self._in_old
        return result

    def _term(self, e: s.Expression) -> Term:
        match e:
            case s.Literal():
                return self._literal(e)
            case s.BvLiteral():
                return T.bv(e.value, e.width) if e.width else NO_BITS
            case s.FloatLiteral():
                return float_bits(e)
            case s.Identifier():
                return self._unit(e, self._variable(e))
            case s.Unary():
                return _unary(e.operator, self._term(e.operand))
            case s.Binary():
                return self._binary(e)
            case s.Apply():
                return self._unit(e, self._apply(e))
            case s.Select():
                return self._unit(e, self._select(e))
            case s.Update():
                return self._update(e)
            case s.ExtractBits():
                return T.extract(e.high - 1, e.low, self._term(e.operand)) if e.high != e.low else NO_BITS
            case s.IfThenElse():
                return T.ite(self._term(e.condition), self._term(e.then), self._term(e.otherwise))
            case s.Old():
                before, self._in_old = self._in_old, True
                result = self._term(e.operand)
                self._in_old = before
                return result
            case s.Coercion():
                return self._term(e.operand)
            case s.Quantifier():
                return self._quantifier(e)
            case s.Let():
                values = [self._term(v) for v in e.values]
                return self._within(dict(zip(e.variables, values, strict=True)), e.body)
            case s.FieldAccess():
                return self._unit(e, self._field(e, self._term(e.operand)))
            case s.FieldUpdate():
                return self.field_update(e, self._term(e.operand), self._term(e.value))
            case s.IsConstructor():
                return self.world.is_made_by(e.target, self._instance(e), self._term(e.operand))
            case s.CodeExpression():
                return self._code_expression(e)

    def _code_expression(self, e: s.CodeExpression) -> Term:
        if self.functions.code is None:
            raise Unsupported("code expression", e.place)
        return self.functions.code(e, self, self._code.get(e, "exact"))

    def _unit(self, e: s.Expression, found: Term) -> Term:
        """All values of ``bv0`` are one."""
        return NO_BITS if found.sort is NO_BITS.sort and self._no_bits(self.type(e)) else found

    @staticmethod
    def _no_bits(type_: t.Type) -> bool:
        return isinstance(type_, t.Bv) and type_.width == 0

    def _within(self, more: Mapping[Any, Term], body: s.Expression) -> Term:
        self._bound.update(more)
        return self._term(body)

    def _literal(self, e: s.Literal) -> Term:
        match e.kind:
            case "bool":
                return T.boolean(bool(e.value))
            case "int":
                return T.integer(int(e.value))
            case "real":
                return T.real(Fraction(e.value))
            case "rmode":
                return T.rm(str(e.value))
            case _:
                raise Unsupported("strings", e.place)

    def _variable(self, e: s.Identifier) -> Term:
        target = e.target
        if self._in_old and self.old is not None and target in self.old:
            return self.old[target]
        found = self._bound.get(target)
        if found is None:
            found = self.environment.get(target)
        if found is None:
            found = self.world.variable(target)
        if found is None:
            raise Unsupported(f"variable {e.name} has no value here", e.place)
        return found

    # ------------------------------------------------------------ operators

    def _binary(self, e: s.Binary) -> Term:
        spine: list[s.Binary] = []
        node: s.Expression = e
        while isinstance(node, s.Binary):
            spine.append(node)
            node = node.left
        result = self._term(node)
        left_type = self.type(node)
        while spine:
            top = spine.pop()
            operator = top.operator
            if operator in ("&&", "||") and spine and spine[-1].operator == operator:
                # one junction for the whole chain: joining again and again would cost its length each time
                parts = [result, self._term(top.right)]
                while spine and spine[-1].operator == operator:
                    top = spine.pop()
                    parts.append(self._term(top.right))
                result = T.and_(*parts) if operator == "&&" else T.or_(*parts)
            else:
                result = self._operator(top, left_type, result, self._term(top.right))
            left_type = self.type(top)
        return result

    def _operator(self, e: s.Binary, left: t.Type, a: Term, b: Term) -> Term:
        operator = e.operator
        match operator:
            case "&&":
                return T.and_(a, b)
            case "||":
                return T.or_(a, b)
            case "==>":
                return T.implies(a, b)
            case "<==":
                return T.implies(b, a)
            case "<==>":
                return T.eq(a, b)
            case "==" | "!=" | "<:" if a.sort is not b.sort:
                if t.variables(left) or t.variables(self.type(e.right)):
                    raise Unsupported("comparison of values whose types may be the same or not", e.place)
                return T.boolean(operator == "!=")
            case "==" | "!=" if isinstance(left, t.Map) and self._no_bits(t.prune(left.range)):
                raise Unsupported("comparison of maps to bit-vectors of no bits", e.place)
            case "==" | "!=" if isinstance(left, t.Map) and left.parameters:
                # elements that no program could have put into their boxes make maps different
                self.world.weak.append(f"equality of polymorphic maps at line {e.place[0]}")
                same = T.eq(a, b)
                return same if operator == "==" else T.not_(same)
            case "==":
                return T.eq(a, b)
            case "!=":
                return T.not_(T.eq(a, b))
            case "<:":
                return T.apply_(self.world.order(left), (a, b))
            case "++":
                if self._no_bits(left):
                    return b
                return a if self._no_bits(self.type(e.right)) else T.concat(a, b)
            case "div" | "mod":
                return divide(operator, a, b)
            case "**":
                return T.apply_(T.function("**", (T.REAL, T.REAL), T.REAL), (a, b))
            case "/" if a.sort.kind != "fp":
                return divide("/", *(T.to_real(x) if x.sort is T.INT else x for x in (a, b)))
            case _:
                pass
        if a.sort.kind == "fp":
            near = T.rm("RNE")
            match operator:
                case "+" | "-" | "*" | "/":
                    make = {"+": T.fp_add, "-": T.fp_sub, "*": T.fp_mul, "/": T.fp_div}[operator]
                    return make(near, a, b)
                case _:
                    return {"<": T.fp_lt, "<=": T.fp_le, ">": T.fp_gt, ">=": T.fp_ge}[operator](a, b)
        make = {"+": T.add, "-": T.sub, "*": T.mul, "<": T.lt, "<=": T.le, ">": T.gt, ">=": T.ge}[operator]
        return make(a, b)

    # ------------------------------------------------------------ applications

    def _instance(self, e: Any) -> tuple[t.Type, ...]:
        return self.world.instance(e.instance, self.bindings, e.place)

    def _apply(self, e: s.Apply) -> Term:
        arguments = [self._term(a) for a in e.arguments]
        target = e.target
        if target is None:
            return T.to_int(arguments[0]) if e.name == "int" else T.to_real(arguments[0])
        instance = self._instance(e)
        if isinstance(target, s.Constructor):
            return self.world.construct(target, instance, arguments)
        return self.functions.apply(e, target, instance, arguments)

    def _indices(self, e: s.Select | s.Update) -> tuple[t.Map, list[Term], dict[t.Variable, t.Type]]:
        map_type = self.type(e.map)
        arguments = self._instance(e)
        if not isinstance(map_type, t.Map) or len(arguments) != len(map_type.parameters):
            # a type that only later turned out to be polymorphic
            raise Unsupported("a map whose type is not known where it is used", e.place)
        instance = dict(zip(map_type.parameters, arguments, strict=True))
        parameters = set(map_type.parameters)
        indices: list[Term] = []
        for written, domain in zip(e.indices, map_type.domain, strict=True):
            value = self._term(written)
            if t.variables(domain) & parameters:
                value = self.world.boxed(value, self.type(written))
            indices.append(value)
        indices += [self.world.type_number(instance[p], e.place) for p in only_in_range(map_type)]
        return map_type, indices or [T.TRUE], instance

    def _select(self, e: s.Select) -> Term:
        array = self._term(e.map)
        map_type, indices, instance = self._indices(e)
        found = T.select(array, *indices)
        if t.variables(map_type.range) & set(map_type.parameters):
            return self.world.unboxed(found, t.substitute(map_type.range, instance))
        return found

    def _update(self, e: s.Update) -> Term:
        return self.updated(e, self._term(e.map), self._term(e.value))

    def updated(self, e: s.Select | s.Update, array: Term, value: Term) -> Term:
        """``array`` with ``value`` at the indices of ``e``."""
        map_type, indices, instance = self._indices(e)
        if t.variables(map_type.range) & set(map_type.parameters):
            value = self.world.boxed(value, t.substitute(map_type.range, instance))
        return T.store(array, *indices, value)

    # ------------------------------------------------------------ datatypes

    def _field(self, e: s.FieldAccess | s.FieldUpdate, operand: Term) -> Term:
        instance = self._instance(e)
        targets: list[tuple[s.Constructor, int]] = e.target
        constructor, position = targets[-1]
        result = self.world.field(constructor, position, instance, operand)
        for constructor, position in reversed(targets[:-1]):
            made = self.world.is_made_by(constructor, instance, operand)
            result = T.ite(made, self.world.field(constructor, position, instance, operand), result)
        return result

    def field_update(self, e: s.FieldUpdate | s.FieldAccess, operand: Term, value: Term) -> Term:
        """``operand`` with another value of the field; as it is if its constructor has no such field."""
        instance = self._instance(e)
        result = operand
        for constructor, position in reversed(e.target):
            fields = [
                value if i == position else self.world.field(constructor, i, instance, operand)
                for i in range(len(constructor.fields))
            ]
            made = self.world.construct(constructor, instance, fields)
            result = T.ite(self.world.is_made_by(constructor, instance, operand), made, result)
        return result

    # ------------------------------------------------------------ binders

    def _quantifier(self, e: s.Quantifier) -> Term:
        if not e.instance:
            return self._bind(e)
        if e.kind == "lambda":
            raise Unsupported("lambda with type parameters", e.place)
        if e not in self._expanded and e not in self._arbitrary:
            raise Unsupported(f"{e.kind} over types, where it cannot be replaced by instances", e.place)
        # from here on a violation may be due to what the instances do not say
        self.world.weak.append(f"a quantifier over types at line {e.place[0]}")
        outer = self.bindings
        parts: list[Term] = []
        for choice in self._type_choices(e):
            self.bindings = {**outer, **dict(zip(e.instance, choice, strict=True))}
            parts.append(self._bind(e))
        self.bindings = outer
        return T.and_(*parts) if e.kind == "forall" else T.or_(*parts)

    def _type_choices(self, e: s.Quantifier) -> list[tuple[t.Type, ...]]:
        if e in self._arbitrary:
            return [tuple(self.world.arbitrary_type(v.name) for v in e.instance)]
        candidates = list(self.world.instances.values())
        if len(candidates) ** len(e.instance) > MOST_INSTANCES:
            candidates = candidates[: int(MOST_INSTANCES ** (1 / len(e.instance)))]
        return list(product(candidates, repeat=len(e.instance)))

    def _bind(self, e: s.Quantifier) -> Term:
        self._depth += 1
        variables = [T.var(f"{b.name}!{self._depth}", self.world.sort(self.type(b))) for b in e.variables]
        self._bound.update(zip(e.variables, variables, strict=True))
        body = self._term(e.body)
        triggers: list[list[Term]] = []
        for trigger in e.triggers:
            if not trigger.negative:
                parts = [self._term(p) for p in trigger.expressions]
                if _matches(parts, variables):
                    triggers.append(parts)
        self._depth -= 1
        if e.kind == "lambda":
            return T.lambda_(variables or [T.var("no argument", T.BOOL)], body)
        make = T.forall if e.kind == "forall" else T.exists
        return make(variables, body, triggers)


def _matches(parts: list[Term], variables: list[Term]) -> bool:
    """Can a solver match this trigger: no connectives, every variable in it?"""
    found: set[Term] = set()
    for part in parts:
        if part.op not in (T.APPLY, T.SELECT, T.STORE):
            return False
        if any(x.op in (T.ITE, T.AND, T.OR, T.NOT, T.FORALL, T.EXISTS, T.LAMBDA, T.EQ) for x in T.subterms(part)):
            return False
        found |= T.free_variables(part)
    return found.issuperset(variables)


def _unary(operator: str, operand: Term) -> Term:
    if operator == "!":
        return T.not_(operand)
    return T.fp_neg(operand) if operand.sort.kind == "fp" else T.neg(operand)
