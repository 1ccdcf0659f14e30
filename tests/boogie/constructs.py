"""Which constructs of the language a program uses, by the names of the list in the test of coverage."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra.frontends.boogie import syntax as s


def constructs(file: s.File) -> set[str]:
    found: set[str] = set()
    for declaration in file.declarations:
        found.update(_declaration(declaration))
    return found


def _declaration(d: s.Declaration) -> Iterator[str]:
    match d:
        case s.TypeDeclaration():
            yield "type synonym" if d.body is not None else "type constructor"
            if d.body is not None:
                yield from _type(d.body)
        case s.DatatypeDeclaration():
            yield "datatype"
            yield from (x for c in d.constructors for f in c.fields for x in _bound(f))
        case s.ConstantDeclaration():
            yield "const"
            yield from ["unique"] * d.unique + ["complete"] * d.complete + ["extends"] * (d.parents is not None)
            yield from _type(d.type_syntax)
        case s.FunctionDeclaration():
            yield "function with body" if d.body is not None else "function"
            yield from (f"{{:{a.name}}}" for a in d.attributes)
            yield from (x for b in (*d.parameters, d.result) for x in _bound(b))
            yield from _expression(d.body)
        case s.AxiomDeclaration():
            yield "axiom"
            yield from _expression(d.condition)
        case s.VariableDeclaration():
            yield from ["var", *(["where"] if d.where is not None else []), *_type(d.type_syntax)]
            yield from _expression(d.where)
        case s.ProcedureDeclaration():
            yield from (x for b in (*d.parameters, *d.results) for x in _bound(b))
            if d.modifies:
                yield "modifies"
            for contract in d.contracts:
                yield f"{'free ' if contract.free else ''}{contract.kind}"
                yield from _expression(contract.condition)
            if d.body is not None:
                yield from _body(d.body)
        case s.ImplementationDeclaration():
            yield "implementation"
            yield from _body(d.body)


def _body(body: s.Body) -> Iterator[str]:
    yield from (x for b in body.locals for x in _bound(b))
    for c in s.statements_in(body.statements):
        yield from _statement(c)


def _bound(b: s.Bound) -> Iterator[str]:
    if b.where is not None:
        yield "where"
        yield from _expression(b.where)
    if b.type_syntax is not None:
        yield from _type(b.type_syntax)


def _type(t: s.TypeSyntax) -> Iterator[str]:
    match t:
        case s.NamedType():
            yield "bv" if t.name.startswith("bv") and t.name[2:].isdigit() else t.name
            for argument in t.arguments:
                yield from _type(argument)
        case s.MapTypeSyntax():
            yield "map"
            if len(t.domain) > 1:
                yield "map of several arguments"
            if t.parameters:
                yield "polymorphic map"
            if isinstance(t.range, s.MapTypeSyntax):
                yield "nested map"
            for part in (*t.domain, t.range):
                yield from _type(part)


def _statement(c: s.Statement) -> Iterator[str]:
    match c:
        case s.AssertStatement() | s.AssumeStatement():
            yield "assert" if isinstance(c, s.AssertStatement) else "assume"
            yield from _expression(c.condition)
        case s.AssignStatement():
            yield "assignment"
            if len(c.targets) > 1:
                yield "parallel assignment"
            if any(isinstance(x, s.Select) for x in c.targets):
                yield "map assignment"
            if any(isinstance(x, s.FieldAccess) for x in c.targets):
                yield "field assignment"
            for e in (*c.targets, *c.values):
                yield from _expression(e)
        case s.HavocStatement():
            yield "havoc"
        case s.CallStatement():
            yield "call"
            yield from ["in parameters"] * bool(c.arguments) + ["out parameters"] * bool(c.results)
            for e in c.arguments:
                yield from _expression(e)
        case s.GotoStatement():
            yield "goto" if len(c.targets) == 1 else "goto of several targets"
        case s.LabelStatement():
            yield "label"
        case s.ReturnStatement():
            yield "return"
        case s.BreakStatement():
            yield "break" if c.label is None else "break with label"
        case s.IfStatement():
            yield "if" if c.guard is not None else "if (*)"
            yield from _expression(c.guard)
        case s.WhileStatement():
            yield "while" if c.guard is not None else "while (*)"
            yield from _expression(c.guard)
            for invariant in c.invariants:
                yield "free invariant" if invariant.free else "invariant"
                yield from _expression(invariant.condition)
        case s.UnpackStatement():
            yield "unpack"
        case _:
            yield type(c).__name__


def _expression(root: s.Expression | None) -> Iterator[str]:
    for e in s.walk(root) if root is not None else ():
        match e:
            case s.Quantifier():
                yield e.kind
                if e.triggers:
                    yield "trigger"
                yield from (x for b in e.variables for x in _bound(b))
            case s.Old():
                yield "old"
            case s.IfThenElse():
                yield "if-then-else"
            case s.Coercion():
                yield "coercion"
            case s.Let():
                yield "let"
            case s.ExtractBits():
                yield "extraction"
            case s.Update():
                yield "map update"
            case s.Select():
                yield "map selection"
            case s.FieldAccess():
                yield "field"
            case s.FieldUpdate():
                yield "field update"
            case s.IsConstructor():
                yield "is"
            case s.Apply() if e.name in ("int", "real"):
                yield f"{e.name}(…)"
            case s.Binary() | s.Unary():
                yield e.operator
            case s.FloatLiteral():
                yield "float"
            case s.CodeExpression():
                yield "code expression"
            case _:
                pass
