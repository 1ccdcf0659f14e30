"""The abstract syntax of the small C programs that the generators make.

Values are small integers (``int``), pointers to bytes, and functions. One language for three readers: the reference
interpreter (the truth), the C printer (what is checked), and the reducer. A statement is known by its identity, so that
an event of the interpreter and a line of the printed program can be matched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Literal

Type = Literal["int", "ptr", "fun"]


@dataclass(frozen=True)
class Num:
    value: int


@dataclass(frozen=True)
class Null:
    pass


@dataclass(frozen=True)
class Var:
    name: str


@dataclass(frozen=True)
class Array:
    """The address of an array of bytes: of the function, or a global one."""

    name: str


@dataclass(frozen=True)
class Func:
    name: str


@dataclass(frozen=True)
class Bin:
    """``+`` also moves a pointer."""

    op: Literal["+", "-", "*", "&", "==", "!=", "<", ">=", "&&", "||"]
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Choose:
    cond: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True)
class Get:
    """The byte ``pointer[index]``."""

    pointer: Expr
    index: Expr


Expr = Num | Null | Var | Array | Func | Bin | Choose | Get


@dataclass(frozen=True, eq=False)
class Set:
    name: str
    value: Expr


@dataclass(frozen=True, eq=False)
class Put:
    pointer: Expr
    index: Expr
    value: Expr


@dataclass(frozen=True, eq=False)
class Input:
    """A number from 0 up to ``count - 1``."""

    name: str
    count: int
    style: Literal["leave", "modulo", "assume"] = "modulo"


@dataclass(frozen=True, eq=False)
class If:
    cond: Expr
    then: Body
    other: Body = ()
    style: Literal["if", "switch", "goto", "ternary"] = "if"


@dataclass(frozen=True, eq=False)
class Repeat:
    """``rounds`` times; ``name`` counts them from 0."""

    name: str
    rounds: Expr
    body: Body
    style: Literal["for", "while", "goto"] = "for"


@dataclass(frozen=True, eq=False)
class Unknown:
    """Any number of rounds. What the body changes must be settled after ``SETTLED`` rounds."""

    body: Body


#: rounds of an unknown number that the interpreter tries, from none
SETTLED = 3


@dataclass(frozen=True, eq=False)
class Noise:
    """Unknown branches, loops and calls whose effect nobody reads: nothing, for the truth."""

    kind: Literal["branches", "loop", "unknown", "call", "recursion", "diamond"]
    count: int


@dataclass(frozen=True, eq=False)
class Allocate:
    name: str
    how: Literal["malloc", "calloc", "alloca"]
    size: Expr


@dataclass(frozen=True, eq=False)
class Reallocate:
    name: str
    pointer: Expr
    size: Expr


@dataclass(frozen=True, eq=False)
class Free:
    pointer: Expr


@dataclass(frozen=True, eq=False)
class Fill:
    pointer: Expr
    value: Expr
    count: Expr


@dataclass(frozen=True, eq=False)
class Copy:
    to: Expr
    source: Expr
    count: Expr


@dataclass(frozen=True, eq=False)
class Length:
    name: str
    pointer: Expr


@dataclass(frozen=True, eq=False)
class Symbolic:
    """``count`` bytes that may be anything."""

    pointer: Expr
    count: int
    style: Literal["klee", "loop"] = "loop"


@dataclass(frozen=True, eq=False)
class Error:
    pass


@dataclass(frozen=True, eq=False)
class Assert:
    cond: Expr


@dataclass(frozen=True, eq=False)
class Divide:
    name: str
    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False)
class Call:
    name: str | None  #: where the result goes
    function: Expr
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, eq=False)
class Return:
    value: Expr | None = None


@dataclass(frozen=True, eq=False)
class Mark:
    """A place whose reachability is asked for."""

    number: int


Stmt = (
    Set | Put | Input | If | Repeat | Unknown | Noise | Allocate | Reallocate | Free | Fill | Copy | Length | Symbolic
    | Error | Assert | Divide | Call | Return | Mark
)  # fmt: skip
Body = tuple[Stmt, ...]


@dataclass(frozen=True)
class Function:
    name: str
    body: Body
    parameters: tuple[tuple[str, Type], ...] = ()
    variables: tuple[tuple[str, Type], ...] = ()
    arrays: tuple[tuple[str, int], ...] = ()
    result: Type | None = None


@dataclass(frozen=True)
class GlobalArray:
    name: str
    size: int
    content: tuple[int, ...] = ()  #: zeros follow
    constant: bool = False


#: where the printer puts the variables of ``main``: the phrasing changes, the meaning does not
Storage = Literal["locals", "statics", "struct", "heap struct", "arrays"]


@dataclass(frozen=True)
class Program:
    functions: tuple[Function, ...]  #: ``main`` is the last
    variables: tuple[tuple[str, Type], ...] = ()  #: global ones
    arrays: tuple[GlobalArray, ...] = ()
    storage: Storage = "locals"
    origin: str = ""
    tags: frozenset[str] = field(default_factory=frozenset)

    @property
    def main(self) -> Function:
        return self.functions[-1]

    def statements(self) -> Iterator[Stmt]:
        for function in self.functions:
            yield from walk(function.body)

    def with_main(self, body: Body) -> Program:
        return replace(self, functions=(*self.functions[:-1], replace(self.main, body=body)))


def walk(body: Body) -> Iterator[Stmt]:
    for statement in body:
        yield statement
        for inner in bodies(statement).values():
            yield from walk(inner)


def bodies(statement: Stmt) -> dict[str, Body]:
    match statement:
        case If(_, then, other, _):
            return {"then": then, "other": other}
        case Repeat() | Unknown():
            return {"body": statement.body}
        case _:
            return {}


def expressions(node: object) -> Iterator[Expr]:
    """All expressions of a statement or an expression, not of the bodies inside it."""
    if isinstance(node, Num | Null | Var | Array | Func | Bin | Choose | Get):
        yield node
    for part in fields(node):  # type: ignore[arg-type]
        value = getattr(node, part.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Num | Null | Var | Array | Func | Bin | Choose | Get):
                yield from expressions(one)
