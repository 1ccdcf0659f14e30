"""A program as Boogie verifies it: one implementation at a time, every call by its procedure's specification.

We execute the bodies of callees, Boogie never looks at them (``{:inline}`` aside). To compare verdicts of one
implementation, the bodies of all other procedures are taken away, and the implementation's calls of its own procedure
go to a copy of it without a body.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace

from antumbra.frontends.boogie import syntax as s

#: the copy of a procedure that its own implementation calls; not a name that can be written
_SPECIFICATION = "{} (specification)"


@dataclass(frozen=True, slots=True)
class Unit:
    """One implementation: the declaration with its body, and the lines it spans, its procedure's clauses included."""

    procedure: s.ProcedureDeclaration
    implementation: s.ImplementationDeclaration | None
    body: s.Body

    @property
    def name(self) -> str:
        return self.procedure.name

    @property
    def lines(self) -> range:
        first = (self.implementation or self.procedure).place[0]
        return range(first, self.body.end[0] + 1)


def units(file: s.File) -> list[Unit]:
    """Every implementation that Boogie verifies."""
    procedures = {d.name: d for d in file.declarations if isinstance(d, s.ProcedureDeclaration)}
    result: list[Unit] = []
    for declaration in file.declarations:
        match declaration:
            case s.ProcedureDeclaration(body=s.Body() as body):
                result.append(Unit(declaration, None, body))
            case s.ImplementationDeclaration():
                procedure = procedures.get(declaration.name)
                if procedure is not None:
                    result.append(Unit(procedure, declaration, declaration.body))
            case _:
                pass
    return [unit for unit in result if not _unverified(unit)]


def _unverified(unit: Unit) -> bool:
    """``{:verify false}``, or a body that Boogie only expands where it is called."""
    for declaration in (unit.implementation, unit.procedure):
        if declaration is not None and _inlined(declaration.attributes):
            return True
        found = s.attribute(declaration.attributes, "verify") if declaration is not None else None
        if found is not None and found.arguments:
            value = found.arguments[0]
            return isinstance(value, s.Literal) and value.value is False
    return False


def alone(file: s.File, unit: Unit) -> s.File:
    """The file with ``unit`` as the only implementation, procedures marked ``{:inline}`` aside."""
    declarations: list[s.Declaration] = []
    own = _SPECIFICATION.format(unit.name)
    recursive = False
    for statement in s.statements_in(unit.body.statements):
        if isinstance(statement, s.CallStatement) and statement.procedure == unit.name:
            statement.procedure = own
            recursive = True
    for declaration in file.declarations:
        match declaration:
            case s.ProcedureDeclaration():
                if declaration is unit.procedure and recursive:
                    # with parameters of its own: the checker gives them types
                    declarations.append(copy.deepcopy(replace(declaration, name=own, body=None)))
                keep = declaration is unit.procedure and unit.implementation is None
                if declaration.body is not None and not keep and not _inlined(declaration.attributes):
                    declaration = replace(declaration, body=None)
                declarations.append(declaration)
            case s.ImplementationDeclaration():
                if declaration is unit.implementation or (
                    declaration.name != unit.name and _inlined(declaration.attributes)
                ):
                    declarations.append(declaration)
            case _:
                declarations.append(declaration)
    return s.File(file.name, declarations)


def _inlined(attributes: list[s.Attribute]) -> bool:
    return s.attribute(attributes, "inline") is not None


def has_loop(body: s.Body) -> bool:
    """A while statement, or a goto to a label that stands before it."""
    seen: set[str] = set()
    for statement in s.statements_in(body.statements):
        match statement:
            case s.WhileStatement():
                return True
            case s.LabelStatement():
                seen.add(statement.name)
            case s.GotoStatement() if any(name in seen for _, name in statement.targets):
                return True
            case _:
                pass
    return False


def calls_inlined(file: s.File, body: s.Body) -> bool:
    """Is there a call that Boogie expands?"""
    inlined = {
        d.name
        for d in file.declarations
        if isinstance(d, s.ProcedureDeclaration | s.ImplementationDeclaration) and _inlined(d.attributes)
    }
    return any(isinstance(c, s.CallStatement) and c.procedure in inlined for c in s.statements_in(body.statements))
