"""A program as text for people that says all of it: tests read it back to an equal program.

The text is Boogie-like. A comment that begins with ``@`` is a location: ``x := y;  // @ a.c:3:5``. Its function
is the procedure it stands in, unless it says otherwise: ``// @ a.c:3:5 in "f"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from antumbra.patterns import pattern
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.program.source import Location
from antumbra.program.text.notation import name_text, sort_text, string_text
from antumbra.program.text.term_printing import term_text, variables_in
from antumbra.program.widths import is_pointer
from antumbra.terms import Term

_PLAIN_FILE: Final = pattern(r"[A-Za-z0-9_./+~-]*[A-Za-z_./+~-][A-Za-z0-9_./+~-]*")
#: where the location comments of a block line up, unless commands are longer
_MARGIN: Final = 44
_WIDEST: Final = 84


def program_text(program: P.Program) -> str:
    """The whole program, in the order: declarations, procedures, source texts."""
    return "\n".join(_program_lines(program)) + "\n"


def command_text(command: P.Command | P.Terminator, scope: Mapping[str, Term]) -> str:
    """One command, without its location and without the semicolon."""
    return _Commands(scope).text(command)


def location_text(location: Location, procedure: str = "") -> str:
    """``file:line:column``, and the function where that is not ``procedure``."""
    file = location.file if _PLAIN_FILE.fullmatch(location.file) else string_text(location.file)
    text = file
    if location.line or location.column:
        text += f":{location.line}"
    if location.column:
        text += f":{location.column}"
    return text if location.function == procedure else f"{text} in {string_text(location.function)}"


def local_variables(procedure: P.Procedure) -> list[Term]:
    """Variables that the procedure uses, parameters and results first, program variables included."""
    nodes: list[Term] = [*procedure.parameters, *procedure.results]
    for block in procedure.blocks.values():
        for command in block.commands:
            nodes.extend(operands(command))
        nodes.extend(operands(block.terminator))
    return list(variables_in(nodes))


# ---------------------------------------------------------------- declarations


def _program_lines(program: P.Program) -> Iterator[str]:
    layout = program.layout
    yield f"program {string_text(program.name)} language {string_text(program.language)};"
    yield f"layout pointer {layout.pointer_width} page {layout.page_bits} free {layout.first_free:#x};"
    yield f"entry {name_text(program.entry)};"
    scope = _scope(program.variables)
    for name, policy in program.externals.items():
        yield f"external {name_text(name)} {string_text(policy)};"
    for assumption in program.assumptions:
        yield f"granted {string_text(assumption.id)} {string_text(assumption.text)};"
    if program.variables:
        yield ""
    for variable, value in program.variables.items():
        initial = "" if value is None else f" := {term_text(value, scope)}"
        yield f"var {_declared(variable)}{initial};"
    for axiom in program.axioms:
        yield f"axiom {term_text(axiom, scope)};"
    if program.objects:
        yield ""
    for thing in program.objects:
        yield _object_text(thing)
    for address, name in program.functions.items():
        yield f"address {address:#x} {name_text(name)};"
    for procedure in program.procedures.values():
        yield ""
        yield from _procedure_lines(procedure, scope)
    for file, text in program.sources.items():
        yield ""
        yield f"source {string_text(file)}"
        yield from _source_lines(text)
        yield ";"


def _declared(variable: Term) -> str:
    return f"{name_text(variable.data)}: {sort_text(variable.sort)}"


def _scope(variables: Iterable[Term]) -> dict[str, Term]:
    """Of several variables with one name the first has the name to itself."""
    scope: dict[str, Term] = {}
    for variable in variables:
        scope.setdefault(variable.data, variable)
    return scope


def _object_text(thing: P.StaticObject) -> str:
    kind = f"unknown {thing.region.value}" if thing.unknown else thing.region.value
    text = f"object {name_text(thing.name)} at {thing.address:#x} size {thing.size} {kind}"
    align = f" align {thing.align}" if thing.align != 1 else ""
    cells = ", ".join(
        f"{offset}:{'pointer ' if is_pointer(width) else ''}{width} = {value:#x}"
        for offset, width, value in thing.cells
    )
    text += align
    return f"{text} {{ {cells} }};" if cells else f"{text};"


def _source_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if line.isprintable() or line.replace("\t", "").isprintable():
            yield f"| {line}" if line else "|"
        else:
            yield string_text(line)


# ---------------------------------------------------------------- procedures


def _procedure_lines(procedure: P.Procedure, outer: Mapping[str, Term]) -> Iterator[str]:
    variables = local_variables(procedure)
    program_variables = set(outer.values())
    signature = [*procedure.parameters, *procedure.results]
    # what a procedure declares hides program variables of the same name
    scope = _scope([*signature, *(v for v in variables if v not in program_variables), *outer.values()])
    head = f"procedure {name_text(procedure.name)}({', '.join(map(_declared, procedure.parameters))})"
    if procedure.results:
        head += f" returns ({', '.join(map(_declared, procedure.results))})"
    yield head + _comment(procedure.location, procedure.name)
    if procedure.kinds:
        yield f"  kinds {string_text(procedure.kinds)}"
    for name, known in procedure.source_names.items():
        yield f"  source {name_text(name)} {string_text(known)}"
    yield "{"
    for variable in variables:
        own = variable not in program_variables and variable not in signature
        if own and scope[variable.data] is variable:
            yield f"  var {_declared(variable)};"
    commands = _Commands(scope)
    for block in procedure.blocks.values():
        yield f"{name_text(block.label)}:"
        nodes = [*block.commands, block.terminator]
        texts = [f"  {commands.text(node)};" for node in nodes]
        margin = max([_MARGIN, *(len(text) for text in texts if len(text) <= _WIDEST)])
        for text, node in zip(texts, nodes, strict=True):
            yield text.ljust(margin) + _comment(node.location, procedure.name) if node.location is not None else text
    yield "}"


def _comment(location: Location | None, procedure: str) -> str:
    return "" if location is None else f"  // @ {location_text(location, procedure)}"


class _Commands:
    """Texts of commands over one scope."""

    def __init__(self, scope: Mapping[str, Term]) -> None:
        self.scope = scope

    def term(self, term: Term) -> str:
        return term_text(term, self.scope)

    def terms(self, terms: Iterable[Term]) -> str:
        return ", ".join(map(self.term, terms))

    def text(self, node: P.Command | P.Terminator) -> str:
        match node:
            case P.Assign(targets, values):
                return f"{self.terms(targets)} := {self.terms(values)}" if targets else "skip"
            case P.Assume(condition):
                return f"assume {self.term(condition)}"
            case P.Assert(condition, check, message):
                return f"assert {string_text(check)} {self.term(condition)}, {string_text(message)}"
            case P.Havoc(target, source, name, type_name):
                return f"{self.term(target)} := havoc {source.value} {string_text(name)} {string_text(type_name)}"
            case P.Call(targets, callee, arguments):
                written = f"{self.terms(targets)} := " if targets else ""
                called = name_text(callee) if isinstance(callee, str) else f"*({self.term(callee)})"
                kinds = f" {string_text(node.kinds)}" if node.kinds else ""
                return f"{written}call {called}({self.terms(arguments)}){kinds}"
            case P.Builtin(targets, name, arguments, text):
                written = f"{self.terms(targets)} := " if targets else ""
                extra = f" {string_text(text)}" if text else ""
                return f"{written}builtin {name_text(name)}({self.terms(arguments)}){extra}"
            case P.Goto() | P.Branch() | P.Switch() | P.Return() | P.Stop():
                return self._terminator(node)
            case _:
                return self._memory(node)

    def _memory(self, node: P.Load | P.Store | P.Alloc | P.Free | P.Copy | P.Fill) -> str:
        match node:
            case P.Load(target, address):
                return f"{self.term(target)} := load {'pointer ' if node.pointer else ''}{self.term(address)}"
            case P.Store(address, value):
                return f"store {'pointer ' if node.pointer else ''}{self.term(address)} := {self.term(value)}"
            case P.Alloc(target, size, region, zeroed, name):
                extra = (" zeroed" if zeroed else "") + (f" align {node.align}" if node.align != 1 else "")
                extra += f" {string_text(name)}" if name else ""
                return f"{self.term(target)} := alloc {region.value} {self.term(size)}{extra}"
            case P.Free(address):
                return f"free {self.term(address)}"
            case P.Copy(destination, source, size):
                return f"copy {self.terms((destination, source, size))}"
            case P.Fill(destination, byte, size):
                return f"fill {self.terms((destination, byte, size))}"

    def _terminator(self, node: P.Terminator) -> str:
        match node:
            case P.Goto(targets):
                return f"goto {', '.join(map(name_text, targets))}"
            case P.Branch(condition, then, otherwise):
                return f"if {self.term(condition)} goto {name_text(then)} else {name_text(otherwise)}"
            case P.Switch(value, cases, default):
                arms = "".join(f"{key}: {name_text(label)}, " for key, label in cases)
                return f"switch {self.term(value)} {{ {arms}else: {name_text(default)} }}"
            case P.Return(values):
                return f"return {self.terms(values)}" if values else "return"
            case P.Stop(end, detail):
                return f"stop {end.value} {string_text(detail)}" if detail else f"stop {end.value}"
