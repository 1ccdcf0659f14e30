"""Bodies of procedures: labels, loops, what may be assigned, calls."""

from __future__ import annotations

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.attributes import assumption_variable_errors, is_assumption_update
from antumbra.frontends.boogie.checking.expressions import Context, ExpressionChecker
from antumbra.frontends.boogie.checking.scopes import Symbols, TypeResolver
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics


class StatementChecker(ExpressionChecker):
    """Checks one body after another."""

    def __init__(
        self, symbols: Symbols, types: TypeResolver, diagnostics: Diagnostics, *, infer_modifies: bool = False
    ) -> None:
        super().__init__(symbols, types, diagnostics)
        self._modifies: frozenset[str] = frozenset()
        self._immutable: frozenset[str] = frozenset()
        self._labels: set[str] = set()
        self._loops: list[str | None] = []
        self._code_result: list[t.Type] = []
        #: procedure → globals that its bodies write, and procedures that they call; None: modifies clauses are checked
        self._inferred: dict[str, tuple[dict[str, s.Identifier], set[str]]] | None = {} if infer_modifies else None
        self._procedure_name = ""
        self._pure = False
        #: assumption variables that were assigned
        self._assumed: set[object] = set()
        #: ``{:id …}`` of statements
        self._ids: set[str] = set()

    def _bounds(self, bounds: list[s.Bound], what: str, scope: dict[str, s.Bound] | None = None) -> dict[str, s.Bound]:
        scope = {} if scope is None else scope
        for bound in bounds:
            bound.type = self.types.resolve(bound.type_syntax) if bound.type_syntax else t.ERROR
            if not bound.name:
                continue
            if bound.name in scope:
                self.error(bound.place, f"more than one declaration of {what}: {bound.name}")
            scope[bound.name] = bound
        return scope

    def body(
        self,
        procedure: s.ProcedureDeclaration,
        body: s.Body,
        scope: dict[str, s.Bound],
        implementation: s.ImplementationDeclaration | None = None,
    ) -> None:
        everything = "yield" in procedure.modifiers or self._inferred is not None
        self._procedure_name = procedure.name
        if self._inferred is not None:
            self._inferred.setdefault(procedure.name, ({}, set()))
        self._modifies = frozenset(self.symbols.variables if everything else (m.name for m in procedure.modifies))
        ins = (implementation or procedure).parameters
        self._immutable = frozenset(b.name for b in ins)
        locals_: dict[str, s.Bound] = {}
        for bound in body.locals:
            if bound.name in scope or bound.name in locals_:
                self.error(bound.place, f"more than one declaration of variable name: {bound.name}")
            bound.type = self.types.resolve(bound.type_syntax) if bound.type_syntax else t.ERROR
            locals_[bound.name] = bound
        pure = "pure" in procedure.modifiers
        self._pure = pure
        with self.inside(Context(not pure, two_state=True, scopes=[scope, locals_])):
            for bound in body.locals:
                self.attributes(bound.attributes, bound.place)
                for place, message in assumption_variable_errors(bound):
                    self.error(place, message)
                if bound.where is not None:
                    self.condition(bound.where, "a where clause")
            self._labels = set()
            self._collect_labels(body.statements)
            self._loops = []
            self._statements(body.statements)

    def _collect_labels(self, statements: list[s.Statement]) -> None:
        for statement in s.statements_in(statements):
            if isinstance(statement, s.LabelStatement):
                if statement.name in self._labels:
                    self.error(statement.place, f"more than one declaration of block name: {statement.name}")
                self._labels.add(statement.name)

    # ------------------------------------------------------------ statements

    def _statements(self, statements: list[s.Statement]) -> None:
        label: str | None = None
        for statement in statements:
            if isinstance(statement, s.LabelStatement):
                label = statement.name
                continue
            self._statement(statement, label)
            label = None

    def _statement(self, c: s.Statement, label: str | None) -> None:
        match c:
            case s.AssertStatement():
                self._statement_attributes(c.attributes, c.place)
                self.condition(c.condition, "an asserted expression")
            case s.AssumeStatement():
                self._statement_attributes(c.attributes, c.place)
                self.condition(c.condition, "an assumed expression")
            case s.HavocStatement():
                for name in c.names:
                    self.check(name)
                    self._writable(name)
            case s.AssignStatement():
                self._assign(c)
            case s.UnpackStatement():
                self._unpack(c)
            case s.CallStatement():
                self._call(c)
            case s.ParallelCall():
                for call in c.calls:
                    self._call(call)
            case s.GotoStatement():
                for place, name in c.targets:
                    if name not in self._labels:
                        self.error(place, f"undefined label: {name}")
            case s.ReturnStatement():
                self._return(c)
            case s.BreakStatement():
                if c.label is None and not any(x == "" for x in self._loops):
                    self.error(c.place, "break statement is not inside a loop")
                elif c.label is not None and c.label not in self._loops:
                    self.error(c.place, f"break label '{c.label}' must designate an enclosing statement")
            case s.IfStatement():
                self._if(c, label)
            case s.WhileStatement():
                self._while(c, label)
            case _:
                pass

    def _statement_attributes(self, attributes: list[s.Attribute], place: s.Place) -> None:
        self.attributes(attributes, place)
        found = s.attribute(attributes, "id")
        if found is not None and found.arguments and isinstance(found.arguments[0], str):
            if found.arguments[0] in self._ids:
                self.error(place, f"more than one statement with same id: {found.arguments[0]}")
            self._ids.add(found.arguments[0])

    def _return(self, c: s.ReturnStatement) -> None:
        if c.value is None:
            return
        found = self.check(c.value)
        if not self._code_result:
            self.error(c.place, "return with a value is allowed in code expressions only")
        elif not t.unify(found, self._code_result[-1]):
            self.error(c.place, f"return of a value of type {t.show(found)}")

    def _while(self, c: s.WhileStatement, label: str | None) -> None:
        if c.guard is not None:
            self.condition(c.guard, "a loop guard")
        for invariant in c.invariants:
            self._statement_attributes(invariant.attributes, invariant.place)
            self.condition(invariant.condition, "a loop invariant")
        for call in c.yields:
            self._call(call)
        self._loops += ["", label]
        self._statements(c.body)
        del self._loops[-2:]

    def _if(self, c: s.IfStatement, label: str | None) -> None:
        self._loops.append(label)
        node: s.IfStatement | None = c
        while node is not None:
            if node.guard is not None:
                self.condition(node.guard, "the guard of an if statement")
            self._statements(node.then)
            rest, node = node.otherwise, None
            if rest is not None and len(rest) == 1 and isinstance(rest[0], s.IfStatement):
                node = rest[0]
            elif rest is not None:
                self._statements(rest)
        self._loops.pop()

    def _writable(self, name: s.Identifier) -> None:
        target = name.target
        if isinstance(target, s.ConstantDeclaration) or (
            isinstance(target, s.Bound)
            and target.name in self._immutable
            and self.context.scopes[0].get(target.name) is target
        ):
            self.error(name.place, f"command assigns to an immutable variable: {name.name}")
        elif self._inferred is not None and isinstance(target, s.VariableDeclaration):
            self._inferred[self._procedure_name][0][target.name] = name
        elif isinstance(target, s.VariableDeclaration) and target.name not in self._modifies:
            self.error(
                name.place,
                "command assigns to a global variable that is not in the enclosing procedure's modifies clause: "
                f"{name.name}",
            )

    def _assign(self, c: s.AssignStatement) -> None:
        if len(c.targets) != len(c.values):
            self.error(
                c.place,
                f"number of left-hand sides does not match number of right-hand sides: "
                f"{len(c.targets)} and {len(c.values)}",
            )
        roots: set[str] = set()
        found: list[t.Type] = []
        for target in c.targets:
            found.append(self.check(target))
            root = root_of(target)
            if root is None:
                self.error(target.place, "variable, map element or field expected on the left-hand side")
                continue
            self._writable(root)
            if root.name in roots:
                self.error(root.place, f"variable {root.name} is assigned more than once in parallel assignment")
            roots.add(root.name)
        self._statement_attributes(c.attributes, c.place)
        for target, value in zip(c.targets, c.values, strict=False):
            self._assumption_variable(target, value)
        for i, value in enumerate(c.values):
            given = self.check(value)
            if i < len(found) and not t.unify(found[i], given):
                self.error(
                    value.place,
                    f"mismatched types in assignment command (cannot assign {t.show(given)} to {t.show(found[i])})",
                )

    def _assumption_variable(self, target: s.Expression, value: s.Expression) -> None:
        if not isinstance(target, s.Identifier) or not isinstance(target.target, s.Bound | s.VariableDeclaration):
            return
        if s.attribute(target.target.attributes, "assumption") is None:
            return
        if not is_assumption_update(target.name, value):
            wanted = f'"{target.name} && <boolean expression>"'
            self.error(
                target.place, f"RHS of assignment to assumption variable {target.name} must match expression {wanted}"
            )
        elif target.target in self._assumed:
            self.error(target.place, f"assumption variable may not be assigned to more than once: {target.name}")
        self._assumed.add(target.target)

    def _unpack(self, c: s.UnpackStatement) -> None:
        found = t.prune(self.check(c.value))
        constructor = self.symbols.functions.get(c.constructor)
        if not isinstance(constructor, s.Constructor):
            self.error(c.place, f"undeclared constructor: {c.constructor}")
            return
        c.target = constructor
        if len(c.targets) != len(constructor.fields):
            self.error(c.place, f"{c.constructor} has {len(constructor.fields)} fields, not {len(c.targets)}")
            return
        arguments = tuple(t.Proxy() for _ in constructor.datatype.parameters)
        if not t.unify(found, t.Constructed(constructor.datatype, arguments)):
            self.error(c.place, f"value of type {constructor.datatype.name} expected, found {t.show(found)}")
            return
        c.instance = arguments
        mapping = dict(zip(constructor.datatype.variables or t.NO_VARIABLES, arguments, strict=False))
        names: set[str] = set()
        for name, item in zip(c.targets, constructor.fields, strict=True):
            if name.name in names:
                self.error(name.place, f"variable {name.name} is assigned more than once in unpack command")
            names.add(name.name)
            given = self.check(name)
            self._writable(name)
            if not t.unify(given, t.substitute(item.type or t.ERROR, mapping)):
                self.error(name.place, f"{name.name} is of type {t.show(given)}, not of the field's")

    def _call(self, c: s.CallStatement) -> None:
        found = self.symbols.procedures.get(c.procedure)
        arguments = [None if a is None else self.check(a) for a in c.arguments]
        results = [None if r is None else self.check(r) for r in c.results]
        seen: set[str] = set()
        for result in c.results:
            if result is not None:
                self._writable(result)
                if result.name in seen:
                    self.error(result.place, f"left-hand side of call command contains variable twice: {result.name}")
                seen.add(result.name)
        self._statement_attributes(c.attributes, c.place)
        if found is None:
            self.error(c.place, f"call to undeclared procedure: {c.procedure}")
            return
        c.target = found
        if self._pure and "pure" not in found.modifiers:
            self.error(c.place, f"pure procedure may only call a pure procedure: {c.procedure}")
        if len(arguments) != len(found.parameters):
            self.error(
                c.place,
                f"wrong number of arguments in call: {c.procedure} "
                f"({len(arguments)} instead of {len(found.parameters)})",
            )
            return
        if len(results) != len(found.results) and not c.asynchronous and not c.for_all:
            self.error(
                c.place,
                f"wrong number of result variables in call: {c.procedure} "
                f"({len(results)} instead of {len(found.results)})",
            )
            return
        instance = {v: t.Proxy() for v in found.variables or t.NO_VARIABLES}
        c.instance = tuple(instance.values())
        for what, given, formals, written in (
            ("argument", arguments, found.parameters, c.arguments),
            ("result", results, found.results, c.results),
        ):
            for actual, formal, node in zip(given, formals, written, strict=False):
                wanted = t.substitute(formal.type or t.ERROR, instance)
                if actual is not None and not t.unify(wanted, actual):
                    self.error(
                        node.place if node is not None else c.place,
                        f"invalid type for {what} of call {c.procedure}: {t.show(actual)} (expected: {t.show(wanted)})",
                    )
        if self._inferred is not None:
            self._inferred[self._procedure_name][1].add(found.name)
            return
        for name in found.modifies:
            if isinstance(self.symbols.variables.get(name.name), s.VariableDeclaration) and (
                name.name not in self._modifies
            ):
                self.error(
                    c.place,
                    "call modifies a global variable that is not in the enclosing procedure's modifies clause: "
                    f"{name.name}",
                )

    def code_expression(self, e: s.CodeExpression) -> t.Type:
        scope: dict[str, s.Bound] = {}
        self._bounds(e.locals, "variable name", scope)
        outer = (self._labels, self._loops)
        self._labels, self._loops = set(), []
        self.context.scopes.append(scope)
        self._code_result.append(t.BOOL)
        self._collect_labels(e.body)
        self._statements(e.body)
        self._code_result.pop()
        self.context.scopes.pop()
        self._labels, self._loops = outer
        return t.BOOL


def root_of(target: s.Expression) -> s.Identifier | None:
    """The variable that an assignment to ``target`` changes."""
    while True:
        match target:
            case s.Identifier():
                return target
            case s.Select():
                target = target.map
            case s.FieldAccess():
                target = target.operand
            case _:
                return None
