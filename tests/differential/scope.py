"""What a generated program can name: variables of all shapes, and how to reach a scalar in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from differential.ctypes_model import Int, Real, Scalar


@dataclass(frozen=True, slots=True)
class Array:
    element: Shape
    count: int


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    shape: Shape
    #: bits of a bit-field, 0 for others
    bits: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or (``tag`` begins with "union") a union of integers."""

    tag: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Points at the first of ``count`` neighbours that may be reached through it."""

    target: Shape
    count: int


Shape = Int | Real | Array | Record | Pointer


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    shape: Shape
    #: may hold data that comes from an input
    tainted: bool
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A scalar lvalue."""

    text: str
    kind: Scalar
    bits: int
    tainted: bool

    @property
    def read(self) -> str:
        """Bit-fields are cast: compilers disagree about how wide ones promote."""
        return f"({self.kind.spelling}){self.text}" if self.bits else self.text


@dataclass(slots=True)
class Scopes:
    """Nested scopes of variables, innermost last."""

    levels: list[list[Variable]] = field(default_factory=lambda: [[]])

    def push(self) -> None:
        self.levels.append([])

    def pop(self) -> None:
        self.levels.pop()

    def add(self, variable: Variable) -> None:
        self.levels[-1].append(variable)

    def variables(self, *, clean: bool = False, writable: bool = False) -> list[Variable]:
        """All visible ones; ``clean``: without data from inputs; ``writable``: may be assigned to."""
        return [
            variable
            for level in self.levels
            for variable in level
            if (not clean or not variable.tainted) and (not writable or variable.writable)
        ]


def declare(name: str, shape: Shape) -> str:
    """A declarator: ``int *x``, ``struct s x[3][2]``."""
    match shape:
        case Array():
            suffix = ""
            inner: Shape = shape
            while isinstance(inner, Array):
                suffix += f"[{inner.count}]"
                inner = inner.element
            return declare(name, inner) + suffix
        case Pointer():
            if isinstance(shape.target, Array):
                return declare(f"(*{name})", shape.target)
            return declare(f"*{name}", shape.target)
        case Record():
            return f"{shape.tag} {name}"
        case _:
            return f"{shape.spelling} {name}"


def scalars(shape: Shape) -> list[Scalar]:
    """Kinds of scalars inside."""
    match shape:
        case Array():
            return scalars(shape.element)
        case Record():
            return [kind for member in shape.fields for kind in scalars(member.shape)]
        case Pointer():
            return scalars(shape.target)
        case _:
            return [shape]


def subobjects(text: str, shape: Shape, random: Random) -> list[tuple[str, Shape, int]]:
    """Things inside an object that a pointer may point at: (lvalue, shape, neighbours from there on)."""
    found: list[tuple[str, Shape, int]] = [(text, shape, 1)]
    match shape:
        case Array():
            start = random.randrange(shape.count)
            found.append((f"{text}[{start}]", shape.element, shape.count - start))
            found.extend(subobjects(f"{text}[{random.randrange(shape.count)}]", shape.element, random)[1:])
        case Record():
            for member in shape.fields:
                if not member.bits:
                    found.extend(subobjects(f"{text}.{member.name}", member.shape, random))
        case _:
            pass
    return [one for one in found if not isinstance(one[1], Pointer)]
