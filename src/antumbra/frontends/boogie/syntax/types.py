"""Places, types as written, attributes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from antumbra.frontends.boogie.syntax.expressions import Expression

Place = tuple[int, int]
NOWHERE: Place = (0, 0)


@dataclass(slots=True, eq=False)
class NamedType:
    """``int``, ``bv32``, ``C a b``, a type variable or a synonym: a name with arguments."""

    place: Place
    name: str
    arguments: list[TypeSyntax] = field(default_factory=list["TypeSyntax"])


@dataclass(slots=True, eq=False)
class MapTypeSyntax:
    """``<a,b>[T, U]V``."""

    place: Place
    parameters: list[str]
    domain: list[TypeSyntax]
    range: TypeSyntax


TypeSyntax = NamedType | MapTypeSyntax


@dataclass(slots=True, eq=False)
class Attribute:
    """``{:name e, "text", …}``."""

    place: Place
    name: str
    arguments: list[Expression | str]


def attribute(attributes: list[Attribute], name: str) -> Attribute | None:
    """The last attribute of this name."""
    return next((a for a in reversed(attributes) if a.name == name), None)
