"""Name resolution and type checking of a whole file; all errors are told."""

from __future__ import annotations

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie import types as t
from antumbra.frontends.boogie.check_expressions import Context, ExpressionChecker
from antumbra.frontends.boogie.diagnostics import Diagnostics
from antumbra.frontends.boogie.parser import deep_recursion
from antumbra.frontends.boogie.scopes import Symbols, TypeResolver, collect


def check(file: s.File, diagnostics: Diagnostics, *, infer_modifies: bool = False) -> Symbols:
    """The symbols of the file; its expressions have types afterwards unless there were errors.

    ``infer_modifies``: modifies clauses are worked out from the bodies where they lack something (as they
    always are for kernels of GPUVerify, whose translator leaves that to its back ends).
    """
    diagnostics.stage = "name resolution or type checking"
    kernel = any(
        isinstance(d, s.ProcedureDeclaration) and s.attribute(d.attributes, "kernel") for d in file.declarations
    )
    with deep_recursion():
        return Checker(file, diagnostics, infer_modifies=infer_modifies or kernel).run()


class Checker(ExpressionChecker):
    """One file."""

    def __init__(self, file: s.File, diagnostics: Diagnostics, *, infer_modifies: bool = False) -> None:
        symbols = collect(file, diagnostics)
        super().__init__(symbols, TypeResolver(symbols, diagnostics), diagnostics)
        self.file = file
        self._modifies: frozenset[str] = frozenset()
        self._labels: set[str] = set()
        self._loops: list[str | None] = []
        self._code_result: list[t.Type] = []
        #: procedure → globals that its bodies write, and procedures that they call; None: modifies clauses are checked
        self._inferred: dict[str, tuple[dict[str, s.Identifier], set[str]]] | None = {} if infer_modifies else None
        self._procedure_name = ""

    def run(self) -> Symbols:
        self._types()
        self._signatures()
        for declaration in self.file.declarations:
            match declaration:
                case s.FunctionDeclaration():
                    self._function(declaration)
                case s.AxiomDeclaration():
                    with self.inside(Context(False)):
                        self.condition(declaration.condition, "an axiom")
                case s.VariableDeclaration() if declaration.where is not None:
                    with self.inside(Context(True)):
                        self.condition(declaration.where, "a where clause")
                case s.ConstantDeclaration() if declaration.parents:
                    self._parents(declaration)
                case s.ProcedureDeclaration():
                    self._procedure(declaration)
                case s.ImplementationDeclaration():
                    self._implementation(declaration)
                case _:
                    pass
        if self._inferred is not None:
            self._extend_modifies(self._inferred)
        return self.symbols

    def _extend_modifies(self, inferred: dict[str, tuple[dict[str, s.Identifier], set[str]]]) -> None:
        """What a body or its callees write belongs to the modifies clause."""
        procedures = self.symbols.procedures
        changed = True
        while changed:
            changed = False
            for name, (written, callees) in inferred.items():
                procedure = procedures[name]
                known = {m.name for m in procedure.modifies}
                more = dict(written)
                for callee in sorted(callees):
                    more |= {m.name: m for m in procedures[callee].modifies}
                for variable in (v for v in more if v not in known):
                    target = self.symbols.variables.get(variable)
                    procedure.modifies.append(s.Identifier(procedure.place, variable, None, target))
                    changed = True

    # ------------------------------------------------------------ signatures

    def _types(self) -> None:
        for declaration in self.file.declarations:
            match declaration:
                case s.TypeDeclaration() if declaration.body is not None:
                    if declaration.type is None:
                        variables = tuple(t.Variable(p) for p in declaration.parameters)
                        self.types._synonym(declaration, variables)  # pyright: ignore[reportPrivateUsage]
                case s.DatatypeDeclaration():
                    declaration.variables = self.types.enter(declaration.parameters, declaration.place)
                    for constructor in declaration.constructors:
                        self._bounds(constructor.fields, "field name")
                    self.types.leave()
                case _:
                    pass

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

    def _signatures(self) -> None:
        for declaration in self.file.declarations:
            match declaration:
                case s.ConstantDeclaration() | s.VariableDeclaration():
                    declaration.type = self.types.resolve(declaration.type_syntax)
                case s.FunctionDeclaration():
                    declaration.variables = self.types.enter(declaration.type_parameters, declaration.place)
                    self._bounds([*declaration.parameters, declaration.result], "variable name")
                    self.types.leave()
                case s.ProcedureDeclaration():
                    declaration.variables = self.types.enter(declaration.type_parameters, declaration.place)
                    self._bounds([*declaration.parameters, *declaration.results], "variable name")
                    self.types.leave()
                case s.ImplementationDeclaration():
                    declaration.variables = self.types.enter(declaration.type_parameters, declaration.place)
                    self._bounds([*declaration.parameters, *declaration.results], "variable name")
                    self.types.leave()
                case _:
                    pass
        for implementation in self.symbols.implementations:
            self._match(implementation)

    def _match(self, implementation: s.ImplementationDeclaration) -> None:
        """An implementation must have the signature of its procedure."""
        procedure = self.symbols.procedures.get(implementation.name)
        if procedure is None:
            self.error(implementation.place, f"implementation given for undeclared procedure: {implementation.name}")
            return
        implementation.procedure = procedure
        mapping = dict(
            zip(implementation.variables or t.NO_VARIABLES, procedure.variables or t.NO_VARIABLES, strict=False)
        )
        if len(implementation.type_parameters) != len(procedure.type_parameters):
            self.error(
                implementation.place,
                f"mismatched number of type parameters in procedure implementation: {implementation.name}",
            )
            return
        for what, ours, theirs in (
            ("in-parameter", implementation.parameters, procedure.parameters),
            ("out-parameter", implementation.results, procedure.results),
        ):
            if len(ours) != len(theirs):
                self.error(
                    implementation.place,
                    f"mismatched number of {what}s in procedure implementation: {implementation.name}",
                )
                continue
            for a, b in zip(ours, theirs, strict=True):
                if not t.unify(t.substitute(a.type, mapping), b.type):
                    self.error(a.place, f"mismatched type of {what} in implementation {implementation.name}: {a.name}")

    def _parents(self, declaration: s.ConstantDeclaration) -> None:
        seen: set[str] = set()
        for _, parent in declaration.parents or ():
            with self.inside(Context(False)):
                found = self.check(parent)
            if parent.name in seen:
                self.error(parent.place, f"{parent.name} occurs more than once as parent")
            seen.add(parent.name)
            if parent.name == declaration.name:
                self.error(parent.place, f"constant cannot be its own parent: {parent.name}")
            elif not isinstance(parent.target, s.ConstantDeclaration) and found is not t.ERROR:
                self.error(parent.place, f"the parent of a constant has to be a constant: {parent.name}")
            elif not t.unify(found, declaration.type):
                self.error(parent.place, f"parent of constant has incompatible type ({t.show(found)})")

    # ------------------------------------------------------------ declarations

    def _function(self, f: s.FunctionDeclaration) -> None:
        if f.body is None:
            return
        self.types.reenter(f.type_parameters, f.variables)
        scope = {b.name: b for b in f.parameters if b.name}
        with self.inside(Context(False, scopes=[scope])):
            found = self.check(f.body)
        self.types.leave()
        if not t.unify(found, f.result.type):
            self.error(
                f.body.place, f"function body with invalid type: {t.show(found)} (expected: {t.show(f.result.type)})"
            )

    def _procedure(self, p: s.ProcedureDeclaration) -> None:
        self.types.reenter(p.type_parameters, p.variables)
        ins = {b.name: b for b in p.parameters}
        both = ins | {b.name: b for b in p.results}
        for bound in (*p.parameters, *p.results):
            if bound.where is not None:
                with self.inside(Context(True, scopes=[ins if bound in p.parameters else both])):
                    self.condition(bound.where, "a where clause")
        hidden = {b.name: f"out-parameter {b.name} cannot be used in a requires clause" for b in p.results}
        for contract in p.contracts:
            if contract.kind == "requires":
                context = Context(True, scopes=[ins], hidden=hidden)
            else:
                context = Context(True, two_state=contract.kind == "ensures", scopes=[both])
            with self.inside(context):
                self.condition(contract.condition, f"a {contract.kind} clause")
        for name in p.modifies:
            target = self.symbols.variables.get(name.name)
            if target is None:
                self.error(name.place, f"undeclared identifier: {name.name}")
            elif not isinstance(target, s.VariableDeclaration):
                self.error(name.place, f"modifies list contains constant: {name.name}")
            name.target = target
        if p.body is not None:
            self._body(p, p.body, both)
        self.types.leave()

    def _implementation(self, i: s.ImplementationDeclaration) -> None:
        procedure: s.ProcedureDeclaration | None = i.procedure
        if procedure is None:
            return
        self.types.reenter(i.type_parameters, i.variables)
        for bound in (*i.parameters, *i.results):
            if bound.where is not None:
                self.error(bound.place, "where clause not allowed on a parameter of an implementation")
        self._body(procedure, i.body, {b.name: b for b in (*i.parameters, *i.results)}, i)
        self.types.leave()

    def _body(
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
        with self.inside(Context(True, two_state=True, scopes=[scope, locals_])):
            for bound in body.locals:
                if bound.where is not None:
                    self.condition(bound.where, "a where clause")
            self._labels = set()
            self._collect_labels(body.statements)
            self._loops = []
            self._statements(body.statements)

    def _collect_labels(self, statements: list[s.Statement]) -> None:
        stack = [statements]
        while stack:
            for statement in stack.pop():
                match statement:
                    case s.LabelStatement():
                        if statement.name in self._labels:
                            self.error(statement.place, f"more than one declaration of block name: {statement.name}")
                        self._labels.add(statement.name)
                    case s.IfStatement():
                        stack.append(statement.then)
                        if statement.otherwise is not None:
                            stack.append(statement.otherwise)
                    case s.WhileStatement():
                        stack.append(statement.body)
                    case _:
                        pass

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
                self.condition(c.condition, "an asserted expression")
            case s.AssumeStatement():
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
                if c.value is not None:
                    found = self.check(c.value)
                    if not self._code_result:
                        self.error(c.place, "return with a value is allowed in code expressions only")
                    elif not t.unify(found, self._code_result[-1]):
                        self.error(c.place, f"return of a value of type {t.show(found)}")
            case s.BreakStatement():
                if c.label is None and not any(x == "" for x in self._loops):
                    self.error(c.place, "break statement is not inside a loop")
                elif c.label is not None and c.label not in self._loops:
                    self.error(c.place, f"break label '{c.label}' must designate an enclosing statement")
            case s.IfStatement():
                self._if(c, label)
            case s.WhileStatement():
                if c.guard is not None:
                    self.condition(c.guard, "a loop guard")
                for invariant in c.invariants:
                    self.condition(invariant.condition, "a loop invariant")
                for call in c.yields:
                    self._call(call)
                self._loops += ["", label]
                self._statements(c.body)
                del self._loops[-2:]
            case _:
                pass

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
        for i, value in enumerate(c.values):
            given = self.check(value)
            if i < len(found) and not t.unify(found[i], given):
                self.error(
                    value.place,
                    f"mismatched types in assignment command (cannot assign {t.show(given)} to {t.show(found[i])})",
                )

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
        for name, item in zip(c.targets, constructor.fields, strict=True):
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
        if found is None:
            self.error(c.place, f"call to undeclared procedure: {c.procedure}")
            return
        c.target = found
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
        before = getattr(self, "_immutable", frozenset[str]())
        self._immutable = before
        self._statements(e.body)
        self._code_result.pop()
        self.context.scopes.pop()
        self._labels, self._loops = outer
        return t.BOOL

    _immutable: frozenset[str] = frozenset()


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
