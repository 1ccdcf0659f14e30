"""Names: what each stands for, and where it may be used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.reading.diagnostics import Diagnostics
from antumbra.records import dataclass, field


@dataclass(slots=True)
class Symbols:
    """The global names of a file."""

    types: dict[str, s.TypeDeclaration | s.DatatypeDeclaration] = field(default_factory=dict[str, Any])
    #: constants and global variables
    variables: dict[str, s.ConstantDeclaration | s.VariableDeclaration] = field(default_factory=dict[str, Any])
    functions: dict[str, s.FunctionDeclaration | s.Constructor] = field(default_factory=dict[str, Any])
    procedures: dict[str, s.ProcedureDeclaration] = field(default_factory=dict[str, Any])
    implementations: list[s.ImplementationDeclaration] = field(default_factory=list[s.ImplementationDeclaration])
    axioms: list[s.AxiomDeclaration] = field(default_factory=list[s.AxiomDeclaration])
    constants: list[s.ConstantDeclaration] = field(default_factory=list[s.ConstantDeclaration])
    datatypes: list[s.DatatypeDeclaration] = field(default_factory=list[s.DatatypeDeclaration])


def collect(file: s.File, diagnostics: Diagnostics) -> Symbols:
    """Enter all global names; the first of several declarations counts."""
    symbols = Symbols()

    def enter(table: dict[str, Any], item: Any, what: str) -> None:
        known = table.get(item.name)
        if known is None:
            table[item.name] = item
        elif s.attribute(item.attributes, "extern") is not None:
            pass
        elif s.attribute(known.attributes, "extern") is not None:
            table[item.name] = item
        else:
            diagnostics.error(item.place, f"more than one declaration of {what}: {item.name}")

    for declaration in file.declarations:
        if s.attribute(declaration.attributes, "ignore") is not None:
            continue
        match declaration:
            case s.TypeDeclaration():
                if isinstance(builtin_type(declaration.name), t.Bv):
                    diagnostics.error(declaration.place, f"type name: {declaration.name} is registered for bitvectors")
                enter(symbols.types, declaration, "type name")
            case s.DatatypeDeclaration():
                enter(symbols.types, declaration, "type name")
                symbols.datatypes.append(declaration)
                for constructor in declaration.constructors:
                    enter(symbols.functions, constructor, "function/procedure name")
            case s.ConstantDeclaration():
                enter(symbols.variables, declaration, "variable name")
                if symbols.variables[declaration.name] is declaration:
                    symbols.constants.append(declaration)
            case s.VariableDeclaration():
                enter(symbols.variables, declaration, "variable name")
            case s.FunctionDeclaration():
                enter(symbols.functions, declaration, "function/procedure name")
            case s.ProcedureDeclaration():
                enter(symbols.procedures, declaration, "function/procedure name")
            case s.ImplementationDeclaration():
                symbols.implementations.append(declaration)
            case s.AxiomDeclaration():
                symbols.axioms.append(declaration)
    return symbols


class TypeResolver:
    """From types as written to types."""

    def __init__(self, symbols: Symbols, diagnostics: Diagnostics) -> None:
        self.symbols = symbols
        self.diagnostics = diagnostics
        self._open: list[Any] = []
        self._scopes: list[dict[str, t.Variable]] = []

    def enter(self, names: list[str], place: s.Place) -> tuple[t.Variable, ...]:
        """A scope of type parameters. ``leave`` ends it."""
        scope: dict[str, t.Variable] = {}
        for name in names:
            if name in scope or any(name in outer for outer in self._scopes):
                self.diagnostics.error(place, f"more than one declaration of type variable: {name}")
            scope[name] = t.Variable(name)
        self._scopes.append(scope)
        return tuple(scope[name] for name in names)

    def reenter(self, names: list[str], variables: tuple[t.Variable, ...]) -> None:
        self._scopes.append(dict(zip(names, variables, strict=True)))

    def leave(self) -> None:
        self._scopes.pop()

    def must_occur(
        self, parameters: tuple[t.Variable, ...], types: Iterable[t.Type], what: str, place: s.Place
    ) -> None:
        """A type parameter that occurs in no argument could never be found out."""
        if not parameters:
            return
        found = set[t.Variable]().union(*(t.variables(x) for x in types))
        for parameter in parameters:
            if parameter not in found:
                self.diagnostics.error(place, f"type variable must occur in {what} arguments: {parameter.name}")

    def resolve(self, written: s.TypeSyntax) -> t.Type:
        match written:
            case s.MapTypeSyntax():
                parameters = self.enter(written.parameters, written.place)
                domain = tuple(self.resolve(d) for d in written.domain)
                result = t.Map(parameters, domain, self.resolve(written.range))
                self.leave()
                self.must_occur(parameters, (*domain, result.range), "map", written.place)
                return result
            case s.NamedType():
                return self._named(written)

    def _named(self, written: s.NamedType) -> t.Type:
        name = written.name
        for scope in reversed(self._scopes):
            if name in scope:
                if written.arguments:
                    self.diagnostics.error(written.place, f"type variables cannot be applied to arguments: {name}")
                return scope[name]
        declaration = self.symbols.types.get(name)
        if declaration is None:
            builtin = builtin_type(name)
            if builtin is None:
                self.diagnostics.error(written.place, f"undeclared type: {name}")
                for argument in written.arguments:
                    self.resolve(argument)
                return t.ERROR
            if written.arguments:
                self.diagnostics.error(written.place, f"type {name} takes no arguments")
            if t.is_too_wide(builtin):
                self.diagnostics.error(written.place, f"type {name} is wider than {t.WIDEST} bits")
                return t.ERROR
            return builtin
        arguments = tuple(self.resolve(a) for a in written.arguments)
        wanted = len(declaration.parameters)
        if len(arguments) != wanted:
            what = "type synonym" if isinstance(declaration, s.TypeDeclaration) and declaration.body else "type"
            self.diagnostics.error(written.place, f"{what} {name} takes {wanted} arguments, found {len(arguments)}")
            return t.ERROR
        if isinstance(declaration, s.TypeDeclaration) and declaration.body is not None:
            result = self.synonym(declaration, arguments)
            if result.size > t.LARGEST:
                self.diagnostics.error(written.place, f"type {name} stands for more than {t.LARGEST:,} types")
                return t.ERROR
            return result
        return t.Constructed(declaration, arguments)

    def synonym(self, declaration: s.TypeDeclaration, arguments: tuple[t.Type, ...]) -> t.Type:
        if declaration.type is None:
            if declaration in self._open or declaration.body is None:
                for member in self._open[self._open.index(declaration) :]:
                    self.diagnostics.error(
                        member.place, f"type synonym could not be resolved because of cycles: {member.name}"
                    )
                return t.ERROR
            self._open.append(declaration)
            outer, self._scopes = self._scopes, []
            parameters = self.enter(declaration.parameters, declaration.place)
            declaration.type = (parameters, self.resolve(declaration.body))
            self._scopes = outer
            self._open.pop()
        parameters, body = declaration.type
        return t.substitute(body, dict(zip(parameters, arguments, strict=True)))


def builtin_type(name: str) -> t.Type | None:
    """``bool``, ``bv32``, ``float24e8``, …"""
    if name in t.BASIC:
        return t.BASIC[name]
    if name.startswith("bv") and name[2:].isdigit():
        return t.Bv(_number(name[2:]))
    if name.startswith("float"):
        significand, _, exponent = name[5:].partition("e")
        if significand.isdigit() and exponent.isdigit():
            return t.Float(_number(significand), _number(exponent))
    return None


def _number(digits: str) -> int:
    """A width; one with too many digits is too wide in any case."""
    return int(digits) if len(digits) < 20 else 10**20
