"""Reads the text of a program (``printing``). Errors name line, column and what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

from antumbra.program import model as P
from antumbra.program.assumptions import TABLE, Assumption
from antumbra.program.source import Location
from antumbra.program.text.notation import RESERVED
from antumbra.program.widths import pointer_width
from antumbra.terms import Term, leaves
from support.program_text.term_reading import TermReader
from support.program_text.tokens import ReadError, Token, Tokens

__all__ = ["ReadError", "read_program"]

_PLACE: Final = re.compile(
    r'//[ \t]*@[ \t]*(?P<file>"(?:[^"\\]|\\.)*"|[^":\s]+)'
    r'(?::(?P<line>[0-9]+))?(?::(?P<column>[0-9]+))?(?:[ \t]+in[ \t]+(?P<function>"(?:[^"\\]|\\.)*"))?[ \t]*\r?'
)

Kind = TypeVar("Kind", bound=Enum)


def read_program(text: str, file: str = "<text>") -> P.Program:
    """The program that ``text`` says; raises ReadError. ``file`` is the name errors use."""
    return _Reader(Tokens(text, file)).program()


class _Reader:
    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.scope: dict[str, Term] = {}
        self.terms = TermReader(tokens, self.scope)
        #: the procedure being read
        self.procedure = ""

    # ------------------------------------------------------------ declarations

    def program(self) -> P.Program:
        tokens = self.tokens
        tokens.expect("program")
        name = tokens.string("the program's name in quotes")
        tokens.expect("language")
        language = tokens.string("the language in quotes")
        tokens.expect(";")
        tokens.expect("layout")
        tokens.expect("pointer")
        width = tokens.natural("the width of a pointer")
        tokens.expect("page")
        page = tokens.natural("the number of bits of an offset in a page")
        tokens.expect("free")
        layout = P.Layout(width, page, tokens.natural("an address"))
        tokens.expect(";")
        tokens.expect("entry")
        entry = tokens.name("the entry procedure's name")
        tokens.expect(";")
        program = P.Program(name, language, {}, entry, layout)
        readers: dict[str, Callable[[P.Program], None]] = {
            "external": self._external,
            "granted": self._granted,
            "var": self._variable,
            "axiom": self._axiom,
            "object": self._object,
            "address": self._address,
            "procedure": self._procedure,
            "source": self._source,
        }
        while tokens.peek.kind != "end":
            word = tokens.accept(*readers)
            if word is None:
                raise tokens.expected(f"one of {', '.join(readers)}")
            readers[word](program)
        return program

    def _external(self, program: P.Program) -> None:
        name = self.tokens.name("a function's name")
        program.externals[name] = self.tokens.string("the policy in quotes")
        self.tokens.expect(";")

    def _granted(self, program: P.Program) -> None:
        token = self.tokens.peek
        id_ = self.tokens.string("the id of an assumption in quotes")
        if id_ not in TABLE:
            raise self.tokens.error(token, f"there is no assumption {id_!r}")
        program.assumptions.append(Assumption(id_, self.tokens.string("what is assumed in quotes")))
        self.tokens.expect(";")

    def _variable(self, program: P.Program) -> None:
        token = self.tokens.peek
        variable = self._declaration()
        if variable in program.variables:
            raise self.tokens.error(token, f"variable {token.text} is declared twice")
        self.scope.setdefault(variable.data, variable)
        program.variables[variable] = self.terms.term() if self.tokens.accept(":=") else None
        self.tokens.expect(";")

    def _axiom(self, program: P.Program) -> None:
        program.axioms.append(self.terms.term())
        self.tokens.expect(";")

    def _object(self, program: P.Program) -> None:
        tokens = self.tokens
        name = tokens.name("an object's name")
        tokens.expect("at")
        address = tokens.natural("an address")
        tokens.expect("size")
        size = tokens.natural("a size in bytes")
        unknown = tokens.accept("unknown") is not None
        region = self._choice(P.Region, "the object's region")
        align = self._align()
        cells: list[tuple[int, int, int]] = []
        if tokens.accept("{"):
            while True:
                offset = tokens.natural("an offset")
                tokens.expect(":")
                pointer = tokens.accept("pointer") is not None
                width = tokens.natural("a width in bytes")
                width = pointer_width(width) if pointer else width
                tokens.expect("=")
                cells.append((offset, width, tokens.natural("a value")))
                if not tokens.accept(","):
                    break
            tokens.expect("}")
        tokens.expect(";")
        program.objects.append(P.StaticObject(name, address, size, region, tuple(cells), unknown, align))

    def _address(self, program: P.Program) -> None:
        address = self.tokens.natural("an address")
        program.functions[address] = self.tokens.name("a procedure's name")
        self.tokens.expect(";")

    def _source(self, program: P.Program) -> None:
        tokens = self.tokens
        file = tokens.string("a file name in quotes")
        lines: list[str] = []
        while tokens.peek.kind in ("bar", "string"):
            token = tokens.next()
            lines.append(token.text[2:] if token.kind == "bar" else tokens.unescape(token))
        if not lines:
            raise tokens.expected("a line that begins with '|', or one in quotes")
        tokens.expect(";")
        program.sources[file] = "\n".join(lines)

    def _declaration(self) -> Term:
        name = self.tokens.name("a variable's name")
        self.tokens.expect(":")
        return leaves.var(name, self.terms.sort())

    def _choice(self, kind: type[Kind], what: str) -> Kind:
        words = [str(member.value) for member in kind]
        word = self.tokens.accept(*words)
        if word is None:
            raise self.tokens.expected(f"{what}: one of {', '.join(words)}")
        return kind(word)

    # ------------------------------------------------------------ procedures

    def _procedure(self, program: P.Program) -> None:
        tokens = self.tokens
        token = tokens.peek
        name = tokens.name("a procedure's name")
        if name in program.procedures:
            raise tokens.error(token, f"procedure {token.text} is defined twice")
        self.procedure = name
        outer = dict(self.scope)
        declared: set[str] = set()
        parameters = self._signature(declared)
        results = self._signature(declared) if tokens.accept("returns") else ()
        procedure = P.Procedure(name, parameters, results, {}, self._place())
        if tokens.accept("kinds"):
            procedure.kinds = tokens.string("kinds of parameters and results, in quotes")
        while tokens.accept("source"):
            known = tokens.name("a variable's name")
            procedure.source_names[known] = tokens.string("its name in the source, in quotes")
        tokens.expect("{")
        while tokens.accept("var"):
            self._declare(self._declaration(), declared, tokens.peek)
            tokens.expect(";")
        while not tokens.accept("}"):
            self._block(procedure)
        program.procedures[name] = procedure
        self.scope.clear()
        self.scope.update(outer)

    def _signature(self, declared: set[str]) -> tuple[Term, ...]:
        tokens = self.tokens
        tokens.expect("(")
        found: list[Term] = []
        while not tokens.is_word(")"):
            if found and not tokens.accept(","):
                raise tokens.expected("',' or ')'")
            variable = self._declaration()
            if variable.data not in declared:
                self._declare(variable, declared, tokens.peek)
            found.append(variable)
        tokens.next()
        return tuple(found)

    def _declare(self, variable: Term, declared: set[str], token: Token) -> None:
        if variable.data in declared:
            raise self.tokens.error(token, f"variable {variable.data!r} is declared twice in this procedure")
        declared.add(variable.data)
        self.scope[variable.data] = variable

    def _block(self, procedure: P.Procedure) -> None:
        tokens = self.tokens
        token = tokens.peek
        label = tokens.name("a block's label, or '}'")
        if label in procedure.blocks:
            raise tokens.error(token, f"block {token.text} is defined twice")
        if token.kind == "name" and label in RESERVED:
            raise tokens.error(token, f"expected a block's label, or '}}', found {label!r}")
        tokens.expect(":")
        commands: list[P.Command] = []
        while True:
            node = self._node()
            if isinstance(node, P.Goto | P.Branch | P.Switch | P.Return | P.Stop):
                procedure.blocks[label] = P.Block(label, commands, node)
                return
            commands.append(node)

    # ------------------------------------------------------------ locations

    def _finish(self) -> Location | None:
        """The semicolon after a command, and its location if it has one."""
        self.tokens.expect(";")
        return self._place()

    def _place(self) -> Location | None:
        tokens = self.tokens
        if tokens.peek.kind != "place":
            return None
        token = tokens.next()
        match = _PLACE.fullmatch(token.text)
        if match is None:
            raise tokens.error(token, "expected a location such as '// @ file.c:3:5'")
        file, function = match["file"], match["function"]
        return Location(
            self._unquoted(file, token),
            int(match["line"] or 0),
            int(match["column"] or 0),
            self._unquoted(function, token) if function else self.procedure,
        )

    def _unquoted(self, text: str, token: Token) -> str:
        if not text.startswith('"'):
            return text
        return self.tokens.unescape(Token("string", text, token.start, token.end))

    # ------------------------------------------------------------ commands

    def _node(self) -> P.Command | P.Terminator:
        tokens = self.tokens
        token = tokens.peek
        if token.kind == "quoted" or (token.kind == "name" and token.text not in RESERVED):
            return self._writing()
        if tokens.accept("call"):
            return self._call(())
        if tokens.accept("builtin"):
            return self._builtin(())
        if tokens.accept("skip"):
            return P.Assign((), (), self._finish())
        if tokens.accept("assume"):
            return P.Assume(self.terms.term(), self._finish())
        if tokens.accept("assert"):
            check = tokens.string("the check in quotes")
            condition = self.terms.term()
            tokens.expect(",")
            return P.Assert(condition, check, tokens.string("the message in quotes"), self._finish())
        if tokens.accept("store"):
            pointer = tokens.accept("pointer") is not None
            address = self.terms.term()
            tokens.expect(":=")
            return P.Store(address, self.terms.term(), self._finish(), pointer)
        if tokens.accept("free"):
            return P.Free(self.terms.term(), self._finish())
        if tokens.is_word("copy", "fill"):
            return self._range(tokens.next().text)
        if tokens.is_word("goto", "if", "switch", "return", "stop"):
            return self._terminator(tokens.next().text)
        raise tokens.expected("a command, or one of goto, if, switch, return, stop")

    def _range(self, word: str) -> P.Command:
        tokens = self.tokens
        first = self.terms.term()
        tokens.expect(",")
        second = self.terms.term()
        tokens.expect(",")
        third = self.terms.term()
        kind = P.Copy if word == "copy" else P.Fill
        return kind(first, second, third, self._finish())

    def _writing(self) -> P.Command:
        """A command that begins with what it writes."""
        tokens = self.tokens
        first = tokens.peek
        targets = [self.terms.variable()]
        while tokens.accept(","):
            targets.append(self.terms.variable())
        if not tokens.is_word(":="):
            raise tokens.expected("',' or ':='")
        tokens.next()
        if tokens.accept("call"):
            return self._call(tuple(targets))
        if tokens.accept("builtin"):
            return self._builtin(tuple(targets))
        if tokens.is_word("havoc", "load", "alloc"):
            if len(targets) != 1:
                raise tokens.error(first, f"{tokens.peek.text} writes one variable")
            return self._single(targets[0], tokens.next().text)
        token = tokens.peek
        values = [self.terms.term()]
        while tokens.accept(","):
            values.append(self.terms.term())
        if len(values) != len(targets):
            raise tokens.error(token, f"expected {len(targets)} values, found {len(values)}")
        return P.Assign(tuple(targets), tuple(values), self._finish())

    def _single(self, target: Term, word: str) -> P.Command:
        tokens = self.tokens
        if word == "load":
            pointer = tokens.accept("pointer") is not None
            return P.Load(target, self.terms.term(), self._finish(), pointer)
        if word == "havoc":
            source = self._choice(P.Source, "why the value is unknown")
            name = tokens.string("the input's name in quotes")
            return P.Havoc(target, source, name, tokens.string("the type's name in quotes"), self._finish())
        region = self._choice(P.Region, "a region")
        size = self.terms.term()
        zeroed = tokens.accept("zeroed") is not None
        align = self._align()
        name = tokens.string("a name") if tokens.peek.kind == "string" else ""
        return P.Alloc(target, size, region, zeroed, name, self._finish(), align)

    def _align(self) -> int:
        return self.tokens.natural("an alignment in bytes") if self.tokens.accept("align") else 1

    def _call(self, targets: tuple[Term, ...]) -> P.Call:
        tokens = self.tokens
        callee: str | Term
        if tokens.accept("*"):
            tokens.expect("(")
            callee = self.terms.term()
            tokens.expect(")")
        else:
            callee = tokens.name("the callee's name, or '*' and its address")
        tokens.expect("(")
        arguments = self.terms.terms(")")
        kinds = tokens.string("kinds of arguments") if tokens.peek.kind == "string" else ""
        return P.Call(targets, callee, arguments, self._finish(), kinds)

    def _builtin(self, targets: tuple[Term, ...]) -> P.Builtin:
        tokens = self.tokens
        name = tokens.name("the builtin's name")
        tokens.expect("(")
        arguments = self.terms.terms(")")
        text = tokens.string("a text") if tokens.peek.kind == "string" else ""
        return P.Builtin(targets, name, arguments, text, self._finish())

    # ------------------------------------------------------------ terminators

    def _label(self) -> str:
        return self.tokens.name("a label")

    def _terminator(self, word: str) -> P.Terminator:
        tokens = self.tokens
        match word:
            case "goto":
                targets: list[str] = []
                while not tokens.is_word(";"):
                    if targets and not tokens.accept(","):
                        raise tokens.expected("',' or ';'")
                    targets.append(self._label())
                return P.Goto(tuple(targets), self._finish())
            case "if":
                condition = self.terms.term()
                tokens.expect("goto")
                then = self._label()
                tokens.expect("else")
                return P.Branch(condition, then, self._label(), self._finish())
            case "switch":
                return self._switch()
            case "return":
                values: list[Term] = []
                while not tokens.is_word(";"):
                    if values and not tokens.accept(","):
                        raise tokens.expected("an operator, ',' or ';'")
                    values.append(self.terms.term())
                return P.Return(tuple(values), self._finish())
            case _:
                end = self._choice(P.End, "why the execution ends")
                detail = tokens.string("a text") if tokens.peek.kind == "string" else ""
                return P.Stop(end, detail, self._finish())

    def _switch(self) -> P.Switch:
        tokens = self.tokens
        value = self.terms.term()
        tokens.expect("{")
        cases: list[tuple[int, str]] = []
        while not tokens.accept("else"):
            if tokens.peek.kind != "number" and not tokens.is_word("-"):
                raise tokens.expected("a case's number, or 'else'")
            key = tokens.integer("a case's number")
            tokens.expect(":")
            cases.append((key, self._label()))
            tokens.expect(",")
        tokens.expect(":")
        default = self._label()
        tokens.expect("}")
        return P.Switch(value, tuple(cases), default, self._finish())
