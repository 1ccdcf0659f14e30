"""Name resolution and type checking of a whole file; all errors are told."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.attributes import assumption_variable_errors, function_errors
from antumbra.frontends.boogie.checking.datatypes import datatype_errors
from antumbra.frontends.boogie.checking.expressions import Context
from antumbra.frontends.boogie.checking.scopes import Symbols, TypeResolver, collect
from antumbra.frontends.boogie.checking.statements import StatementChecker
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.frontends.boogie.reading.nesting import deep_recursion


def check(file: s.File, diagnostics: Diagnostics, *, infer_modifies: bool = False) -> Symbols:
    """The symbols of the file; its expressions have types afterwards unless there were errors.

    ``infer_modifies``: modifies clauses are worked out from the bodies where they lack something (as they
    always are for kernels of GPUVerify, whose translator leaves that to its back ends, and for CIVL).
    """
    diagnostics.stage = "name resolution or type checking"
    kernel = any(
        isinstance(d, s.ProcedureDeclaration) and s.attribute(d.attributes, "kernel") for d in file.declarations
    )
    with deep_recursion():
        return Checker(file, diagnostics, infer_modifies=infer_modifies or kernel or _uses_civl(file)).run()


class Checker(StatementChecker):
    """One file."""

    def __init__(self, file: s.File, diagnostics: Diagnostics, *, infer_modifies: bool = False) -> None:
        symbols = collect(file, diagnostics)
        super().__init__(symbols, TypeResolver(symbols, diagnostics), diagnostics, infer_modifies=infer_modifies)
        self.file = file

    def run(self) -> Symbols:
        self._types()
        self._signatures()
        for declaration in self.file.declarations:
            with self.inside(Context(True, scopes=[_formals(declaration)])):
                self.attributes(declaration.attributes, declaration.place)
            match declaration:
                case s.FunctionDeclaration():
                    self._function(declaration)
                case s.AxiomDeclaration():
                    with self.inside(Context(False)):
                        self.condition(declaration.condition, "an axiom")
                case s.VariableDeclaration():
                    self._tell(assumption_variable_errors(declaration))
                    if declaration.where is not None:
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

    def _tell(self, errors: Iterable[tuple[s.Place, str]]) -> None:
        for place, message in errors:
            self.error(place, message)

    # ------------------------------------------------------------ signatures

    def _types(self) -> None:
        for declaration in self.file.declarations:
            match declaration:
                case s.TypeDeclaration() if declaration.body is not None:
                    if declaration.type is None:
                        variables = tuple(t.Variable(p) for p in declaration.parameters)
                        self.types.synonym(declaration, variables)
                case s.DatatypeDeclaration():
                    declaration.variables = self.types.enter(declaration.parameters, declaration.place)
                    for constructor in declaration.constructors:
                        self._bounds(constructor.fields, "field name")
                    self.types.leave()
                case _:
                    pass
        self._tell(datatype_errors(self.symbols.datatypes))

    def _signatures(self) -> None:
        for declaration in self.file.declarations:
            match declaration:
                case s.ConstantDeclaration() | s.VariableDeclaration():
                    declaration.type = self.types.resolve(declaration.type_syntax)
                case s.FunctionDeclaration():
                    declaration.variables = self.types.enter(declaration.type_parameters, declaration.place)
                    bounds = [*declaration.parameters, declaration.result]
                    self._bounds(bounds, "variable name")
                    self.types.leave()
                    types = (b.type for b in bounds)
                    self.types.must_occur(declaration.variables, types, "function", declaration.place)
                    self._tell(function_errors(declaration))
                case s.ProcedureDeclaration():
                    declaration.variables = self.types.enter(declaration.type_parameters, declaration.place)
                    bounds = [*declaration.parameters, *declaration.results]
                    self._bounds(bounds, "variable name")
                    self.types.leave()
                    types = (b.type for b in bounds)
                    self.types.must_occur(declaration.variables, types, "procedure", declaration.place)
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
        mapping = dict(zip(_parameters(implementation), _parameters(procedure), strict=False))
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
        pure = "pure" in p.modifiers
        if pure and p.modifies:
            self.error(p.place, f"unnecessary modifies clause for pure procedure: {p.name}")
        ins = {b.name: b for b in p.parameters}
        both = ins | {b.name: b for b in p.results}
        for bound in (*p.parameters, *p.results):
            if bound.where is not None:
                with self.inside(Context(True, scopes=[ins if bound in p.parameters else both])):
                    self.condition(bound.where, "a where clause")
        hidden = {b.name: f"out-parameter {b.name} cannot be used in a requires clause" for b in p.results}
        for contract in p.contracts:
            if contract.kind == "requires":
                context = Context(not pure, scopes=[ins], hidden=hidden)
            else:
                context = Context(not pure, two_state=contract.kind == "ensures", scopes=[both])
            with self.inside(context):
                self.attributes(contract.attributes, contract.place)
                self.condition(contract.condition, f"a {contract.kind} clause")
        for name in p.modifies:
            target = self.symbols.variables.get(name.name)
            if target is None:
                self.error(name.place, f"undeclared identifier: {name.name}")
            elif not isinstance(target, s.VariableDeclaration):
                self.error(name.place, f"modifies list contains constant: {name.name}")
            name.target = target
        if p.body is not None:
            self.body(p, p.body, both)
        self.types.leave()

    def _implementation(self, i: s.ImplementationDeclaration) -> None:
        procedure: s.ProcedureDeclaration | None = i.procedure
        if procedure is None:
            return
        self.types.reenter(i.type_parameters, i.variables)
        for bound in (*i.parameters, *i.results):
            if bound.where is not None:
                self.error(bound.place, "where clause not allowed on a parameter of an implementation")
        self.body(procedure, i.body, {b.name: b for b in (*i.parameters, *i.results)}, i)
        self.types.leave()


def _parameters(declaration: s.ProcedureDeclaration | s.ImplementationDeclaration) -> tuple[t.Variable, ...]:
    """Type parameters in the order in which the signature mentions them, which is how they correspond."""
    variables: tuple[t.Variable, ...] = declaration.variables or t.NO_VARIABLES
    return t.in_order(variables, tuple(b.type for b in (*declaration.parameters, *declaration.results)))


def _formals(declaration: s.Declaration) -> dict[str, s.Bound]:
    """Parameters, which attributes may mention."""
    match declaration:
        case s.ProcedureDeclaration() | s.ImplementationDeclaration():
            return {b.name: b for b in (*declaration.parameters, *declaration.results)}
        case s.FunctionDeclaration():
            return {b.name: b for b in declaration.parameters if b.name}
        case _:
            return {}


def _uses_civl(file: s.File) -> bool:
    """Attributes and modifiers of CIVL, for which Boogie works modifies clauses out itself."""
    return any(
        isinstance(d, s.ProcedureDeclaration | s.VariableDeclaration)
        and (
            s.attribute(d.attributes, "layer")
            or (isinstance(d, s.ProcedureDeclaration) and set(d.modifiers) - {"pure"})
        )
        for d in file.declarations
    )
