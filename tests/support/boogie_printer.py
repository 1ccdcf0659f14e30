"""Boogie text of a syntax tree: what it prints parses to the same tree."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.reading.expressions import OPERATORS
from antumbra.frontends.boogie.reading.nesting import deep_recursion
from antumbra.frontends.boogie.reading.words import RESERVED

#: binding strength of what is no binary operator
_ATOM = 10
_UNARY = 9


def print_file(file: s.File) -> str:
    with deep_recursion():
        return "\n".join(declaration_text(d) for d in file.declarations) + "\n"


def name_text(name: str) -> str:
    return f"\\{name}" if name in RESERVED else name


# ---------------------------------------------------------------- types and attributes


def type_text(t: s.TypeSyntax) -> str:
    match t:
        case s.MapTypeSyntax():
            return f"{_parameters(t.parameters)}[{', '.join(map(type_text, t.domain))}]{type_text(t.range)}"
        case s.NamedType():
            return " ".join([name_text(t.name), *(_type_atom(a) for a in t.arguments)])


def _type_atom(t: s.TypeSyntax) -> str:
    text = type_text(t)
    return f"({text})" if " " in text or "[" in text else text


def _parameters(names: Sequence[str]) -> str:
    return f"<{', '.join(map(name_text, names))}>" if names else ""


def attributes_text(attributes: Sequence[s.Attribute]) -> str:
    return "".join(f"{_attribute(a)} " for a in attributes)


def _attribute(a: s.Attribute) -> str:
    parts = [f'"{x}"' if isinstance(x, str) else expression_text(x) for x in a.arguments]
    return f"{{:{a.name} {', '.join(parts)}}}" if parts else f"{{:{a.name}}}"


def bound_text(b: s.Bound) -> str:
    head = attributes_text(b.attributes)
    if b.type_syntax is None:
        return f"{head}{name_text(b.name)}"
    kind = type_text(b.type_syntax)
    where = f" where {expression_text(b.where)}" if b.where is not None else ""
    return f"{head}{name_text(b.name)}: {kind}{where}" if b.name else f"{head}{kind}"


# ---------------------------------------------------------------- expressions


def expression_text(e: s.Expression, strength: int = 0) -> str:
    """The text, in parentheses if it binds less than ``strength`` asks."""
    text, own = _expression(e)
    return text if own >= strength else f"({text})"


def _list(expressions: Sequence[s.Expression]) -> str:
    return ", ".join(map(expression_text, expressions))


def _expression(e: s.Expression) -> tuple[str, int]:
    match e:
        case s.Literal():
            return _literal(e), _ATOM
        case s.BvLiteral():
            return f"{e.value}bv{e.width}", _ATOM
        case s.FloatLiteral():
            return e.text, _ATOM
        case s.Identifier():
            return name_text(e.name), _ATOM
        case s.Unary():
            return e.operator + expression_text(e.operand, _UNARY), _UNARY
        case s.Binary():
            return _binary(e)
        case s.Apply():
            return f"{name_text(e.name)}({_list(e.arguments)})", _ATOM
        case s.Select():
            return f"{expression_text(e.map, _ATOM)}[{_list(e.indices)}]", _ATOM
        case s.Update():
            return f"{expression_text(e.map, _ATOM)}[{_list(e.indices)} := {expression_text(e.value)}]", _ATOM
        case s.ExtractBits():
            return f"{expression_text(e.operand, _ATOM)}[{e.high}:{e.low}]", _ATOM
        case s.IfThenElse():
            parts = [expression_text(x) for x in (e.condition, e.then, e.otherwise)]
            return f"if {parts[0]} then {parts[1]} else {parts[2]}", 0
        case s.Old():
            return f"old({expression_text(e.operand)})", _ATOM
        case s.Coercion():
            return f"({expression_text(e.operand, _ATOM)} : {type_text(e.to)})", _ATOM
        case s.Quantifier():
            return _quantifier(e), _ATOM
        case s.Let():
            names = ", ".join(map(bound_text, e.variables))
            return f"(var {names} := {_list(e.values)}; {expression_text(e.body)})", _ATOM
        case s.FieldAccess():
            return f"{expression_text(e.operand, _ATOM)}->{name_text(e.field)}", _ATOM
        case s.FieldUpdate():
            operand, value = expression_text(e.operand, _ATOM), expression_text(e.value)
            return f"{operand}->({name_text(e.field)} := {value})", _ATOM
        case s.IsConstructor():
            return f"({expression_text(e.operand, _ATOM)} is {name_text(e.constructor)})", _ATOM
        case s.CodeExpression():
            lines = [f"var {bound_text(b)};" for b in e.locals]
            for statement in e.body:
                _statement(statement, lines, "")
            return "|{ " + "\n".join(lines) + " }|", _ATOM


def _literal(e: s.Literal) -> str:
    match e.kind:
        case "bool":
            return "true" if e.value else "false"
        case "string":
            return f'"{e.value}"'
        case "real" | "rmode":
            return e.text or str(e.value)
        case _:
            return str(e.value)


def _binary(e: s.Binary) -> tuple[str, int]:
    """Chains to the left by a loop: they are as long as generated programs make them."""
    level, association = OPERATORS[e.operator]
    parts: list[str] = []
    node: s.Expression = e
    while isinstance(node, s.Binary) and OPERATORS[node.operator] == (level, association):
        if node is not e and (association != "left" or (level == 3 and node.operator != e.operator)):
            break
        parts.append(f" {node.operator} {expression_text(node.right, level if association == 'right' else level + 1)}")
        node = node.left
    parts.append(expression_text(node, level + 1))
    return "".join(reversed(parts)), level


def _quantifier(e: s.Quantifier) -> str:
    parts = [f"({e.kind}{_parameters(e.type_parameters)}"]
    if e.variables:
        parts.append(", ".join(map(bound_text, e.variables)))
    parts.append("::")
    parts += [_attribute(a) for a in e.attributes]
    for trigger in e.triggers:
        opening = "{:nopats " if trigger.negative else "{ "
        parts.append(f"{opening}{_list(trigger.expressions)} }}")
    parts.append(f"{expression_text(e.body)})")
    return " ".join(parts)


# ---------------------------------------------------------------- statements


def _block(statements: Sequence[s.Statement], lines: list[str], indent: str) -> None:
    for statement in statements:
        _statement(statement, lines, indent)


def _statement(c: s.Statement, lines: list[str], indent: str) -> None:
    def say(text: str) -> None:
        lines.append(indent + text)

    match c:
        case s.LabelStatement():
            say(f"{name_text(c.name)}:")
        case s.AssertStatement():
            say(f"assert {attributes_text(c.attributes)}{expression_text(c.condition)};")
        case s.AssumeStatement():
            say(f"assume {attributes_text(c.attributes)}{expression_text(c.condition)};")
        case s.HavocStatement():
            say(f"havoc {_list(c.names)};")
        case s.AssignStatement():
            say(f"{_list(c.targets)} := {attributes_text(c.attributes)}{_list(c.values)};")
        case s.UnpackStatement():
            say(f"{name_text(c.constructor)}({_list(c.targets)}) := {expression_text(c.value)};")
        case s.CallStatement():
            say(f"{_call(c)};")
        case s.ParallelCall():
            calls = [_call(x) for x in c.calls]
            say(" | ".join([calls[0], *(x.removeprefix("call ") for x in calls[1:])]) + ";")
        case s.YieldStatement():
            say("yield;")
        case s.HideReveal():
            say(f"{c.keyword}{' ' if c.name else ''}{c.name};")
        case s.GotoStatement():
            say(f"goto {', '.join(name_text(name) for _, name in c.targets)};")
        case s.ReturnStatement():
            say("return;" if c.value is None else f"return {expression_text(c.value)};")
        case s.BreakStatement():
            say("break;" if c.label is None else f"break {name_text(c.label)};")
        case s.IfStatement():
            _if(c, lines, indent)
        case s.WhileStatement():
            say(f"while ({_guard(c.guard)})")
            for i in c.invariants:
                free = "free " if i.free else ""
                say(f"  {free}invariant {attributes_text(i.attributes)}{expression_text(i.condition)};")
            for call in c.yields:
                say(f"  invariant {_call(call)};")
            say("{")
            _block(c.body, lines, f"{indent}  ")
            say("}")


def _if(c: s.IfStatement, lines: list[str], indent: str) -> None:
    word = "if"
    node: s.IfStatement | None = c
    while node is not None:
        lines.append(f"{indent}{word} {attributes_text(node.attributes)}({_guard(node.guard)}) {{")
        _block(node.then, lines, f"{indent}  ")
        rest, node = node.otherwise, None
        if rest is not None and len(rest) == 1 and isinstance(rest[0], s.IfStatement):
            node, word = rest[0], "} else if"
        elif rest is not None:
            lines.append(f"{indent}}} else {{")
            _block(rest, lines, f"{indent}  ")
    lines.append(f"{indent}}}")


def _guard(guard: s.Expression | None) -> str:
    return "*" if guard is None else expression_text(guard)


def _call(c: s.CallStatement) -> str:
    words = ["free " if c.free else "", "async " if c.asynchronous else "", "call ", attributes_text(c.attributes)]
    if c.for_all:
        words.append("forall ")
    if c.results:
        words.append(", ".join("*" if r is None else name_text(r.name) for r in c.results) + " := ")
    arguments = ", ".join("*" if a is None else expression_text(a) for a in c.arguments)
    return "".join(words) + f"{name_text(c.procedure)}({arguments})"


# ---------------------------------------------------------------- declarations


def _formals(bounds: Sequence[s.Bound]) -> str:
    return f"({', '.join(map(bound_text, bounds))})"


def _body(body: s.Body) -> str:
    lines = ["{", *(f"  var {bound_text(b)};" for b in body.locals)]
    _block(body.statements, lines, "  ")
    return "\n".join([*lines, "}"])


def declaration_text(d: s.Declaration) -> str:
    head = attributes_text(d.attributes)
    match d:
        case s.TypeDeclaration():
            names = " ".join(map(name_text, [d.name, *d.parameters]))
            finite = "finite " if d.finite else ""
            return f"type {head}{finite}{names}{'' if d.body is None else f' = {type_text(d.body)}'};"
        case s.DatatypeDeclaration():
            made = [f"{attributes_text(c.attributes)}{name_text(c.name)}{_formals(c.fields)}" for c in d.constructors]
            return f"datatype {head}{name_text(d.name)}{_parameters(d.parameters)} {{ {', '.join(made)} }}"
        case s.ConstantDeclaration():
            text = f"const {head}{'unique ' if d.unique else ''}{name_text(d.name)}: {type_text(d.type_syntax)}"
            if d.parents is not None:
                parents = ", ".join(f"{'unique ' if u else ''}{name_text(p.name)}" for u, p in d.parents)
                text += f" extends {parents}" if parents else " extends"
            return f"{text}{' complete' if d.complete else ''};"
        case s.FunctionDeclaration():
            word = "revealed function" if d.revealed else "function"
            text = f"{word} {head}{name_text(d.name)}{_parameters(d.type_parameters)}{_formals(d.parameters)}"
            text += f" returns ({bound_text(d.result)})"
            return f"{text};" if d.body is None else f"{text} {{ {expression_text(d.body)} }}"
        case s.AxiomDeclaration():
            return f"{'hideable ' if d.hideable else ''}axiom {head}{expression_text(d.condition)};"
        case s.VariableDeclaration():
            where = f" where {expression_text(d.where)}" if d.where is not None else ""
            return f"var {head}{name_text(d.name)}: {type_text(d.type_syntax)}{where};"
        case s.ProcedureDeclaration():
            return _procedure(d, head)
        case s.ImplementationDeclaration():
            text = f"implementation {head}{name_text(d.name)}{_parameters(d.type_parameters)}{_formals(d.parameters)}"
            returns = f" returns {_formals(d.results)}" if d.results else ""
            return f"{text}{returns}\n{_body(d.body)}"


def _procedure(d: s.ProcedureDeclaration, head: str) -> str:
    words = " ".join(d.modifiers)
    if not set(d.modifiers) & {"action", "invariant"}:
        words = f"{words} procedure".lstrip()
    text = f"{words} {head}{name_text(d.name)}{_parameters(d.type_parameters)}{_formals(d.parameters)}"
    if d.results:
        text += f" returns {_formals(d.results)}"
    lines = [text + (";" if d.body is None else "")]
    for c in d.contracts:
        free = "free " if c.free else ""
        lines.append(f"  {free}{c.kind} {attributes_text(c.attributes)}{expression_text(c.condition)};")
    if d.modifies:
        lines.append(f"  modifies {', '.join(name_text(m.name) for m in d.modifies)};")
    if d.body is not None:
        lines.append(_body(d.body))
    return "\n".join(lines)
