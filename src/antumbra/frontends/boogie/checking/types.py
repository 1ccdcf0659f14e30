"""Types of Boogie and their unification.

Monomorphic programs need equality only. Polymorphic functions, maps and procedures are instantiated
with proxies, which unification binds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Type:
    """A type. Compared by ``same`` and ``unify``, never by ``==``. ``size``: how many names it has, written out."""

    __slots__ = ()
    size: int = 1


class Basic(Type):
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


BOOL, INT, REAL = Basic("bool"), Basic("int"), Basic("real")
STRING, RMODE, REGEX = Basic("string"), Basic("rmode"), Basic("regex")
#: the type of what is wrong already; fits everything, so that one mistake is told once
ERROR = Basic("?")
BASIC = {t.name: t for t in (BOOL, INT, REAL, STRING, RMODE, REGEX)}


class Bv(Type):
    __slots__ = ("width",)

    def __init__(self, width: int) -> None:
        self.width = width


class Float(Type):
    __slots__ = ("exponent", "significand")

    def __init__(self, significand: int, exponent: int) -> None:
        self.significand = significand
        self.exponent = exponent


#: names in the largest types that are read (synonyms of synonyms double), and in those that types are applied to
LARGEST = 10_000
LARGEST_INSTANCE = 200

#: bits of the widest bit-vectors and floats that are read
WIDEST = 1 << 20


def is_too_wide(t: Type) -> bool:
    match t:
        case Bv():
            return t.width > WIDEST
        case Float():
            return t.significand > WIDEST or t.exponent > 1 << 10
        case _:
            return False


class Constructed(Type):
    """A type constructor or datatype (``declaration``) applied to arguments."""

    __slots__ = ("arguments", "declaration", "size")

    def __init__(self, declaration: Any, arguments: tuple[Type, ...]) -> None:
        self.declaration = declaration
        self.arguments = arguments
        self.size: int = 1 + sum(a.size for a in arguments)


class Variable(Type):
    """A type parameter: equal to itself only."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


#: no type parameters, with their type
NO_VARIABLES: tuple[Variable, ...] = ()


class Map(Type):
    """``<a,b>[T, U]V``. Parameters are in the order in which they occur: only their names matter."""

    __slots__ = ("domain", "parameters", "range", "size")

    def __init__(self, parameters: tuple[Variable, ...], domain: tuple[Type, ...], range_: Type) -> None:
        self.parameters = in_order(parameters, (*domain, range_)) if len(parameters) > 1 else parameters
        self.domain = domain
        self.range = range_
        self.size: int = 1 + sum(d.size for d in domain) + range_.size


def in_order(parameters: tuple[Variable, ...], types: tuple[Type, ...]) -> tuple[Variable, ...]:
    """Type parameters in the order in which they first occur in ``types``; those that do not occur come last."""
    found: dict[Variable, None] = {}
    for type_ in types:
        _occurring(type_, found)
    return tuple(v for v in (*found, *(p for p in parameters if p not in found)) if v in parameters)


def _occurring(type_: Type, found: dict[Variable, None]) -> None:
    type_ = prune(type_)
    match type_:
        case Variable():
            found.setdefault(type_)
        case Constructed():
            for argument in type_.arguments:
                _occurring(argument, found)
        case Map():
            inner: dict[Variable, None] = {}
            for part in (*type_.domain, type_.range):
                _occurring(part, inner)
            found |= {v: None for v in inner if v not in type_.parameters and v not in found}
        case _:
            pass


class Proxy(Type):
    """A type to be found out."""

    __slots__ = ("bound",)

    def __init__(self) -> None:
        self.bound: Type | None = None


def prune(t: Type) -> Type:
    """The type a proxy stands for, as far as it is known."""
    while isinstance(t, Proxy) and t.bound is not None:
        t = t.bound
    return t


def substitute(t: Type, mapping: Mapping[Variable, Type]) -> Type:
    t = prune(t)
    if not mapping:
        return t
    match t:
        case Variable():
            return mapping.get(t, t)
        case Constructed() if t.arguments:
            return Constructed(t.declaration, tuple(substitute(a, mapping) for a in t.arguments))
        case Map():
            inner = {k: v for k, v in mapping.items() if k not in t.parameters}
            return Map(t.parameters, tuple(substitute(a, inner) for a in t.domain), substitute(t.range, inner))
        case _:
            return t


def occurs(proxy: Proxy, t: Type) -> bool:
    t = prune(t)
    match t:
        case Proxy():
            return t is proxy
        case Constructed():
            return any(occurs(proxy, a) for a in t.arguments)
        case Map():
            return any(occurs(proxy, a) for a in t.domain) or occurs(proxy, t.range)
        case _:
            return False


def unify(a: Type, b: Type) -> bool:
    """Make both types equal by binding proxies; False if that cannot be."""
    a, b = prune(a), prune(b)
    if a is b or a is ERROR or b is ERROR:
        return True
    if isinstance(a, Proxy):
        if occurs(a, b):
            return False
        a.bound = b
        return True
    if isinstance(b, Proxy):
        return unify(b, a)
    match a, b:
        case Bv(), Bv():
            return a.width == b.width
        case Float(), Float():
            return a.significand == b.significand and a.exponent == b.exponent
        case Constructed(), Constructed():
            if a.declaration is not b.declaration or len(a.arguments) != len(b.arguments):
                return False
            return all(unify(x, y) for x, y in zip(a.arguments, b.arguments, strict=True))
        case Map(), Map():
            if len(a.parameters) != len(b.parameters) or len(a.domain) != len(b.domain):
                return False
            # both with the same fresh parameters, which must not get out
            fresh = tuple(Variable(p.name) for p in a.parameters)
            left, right = _renamed(a, fresh), _renamed(b, fresh)
            if not all(unify(x, y) for x, y in zip(left, right, strict=True)):
                return False
            return not fresh or not (variables(a) | variables(b)) & set(fresh)
        case _:
            return False


def _renamed(m: Map, fresh: tuple[Variable, ...]) -> list[Type]:
    """The domain and range of a map, with other parameters."""
    renaming = dict(zip(m.parameters, fresh, strict=True))
    return [substitute(part, renaming) for part in (*m.domain, m.range)]


def may_agree(a: Type, b: Type) -> bool:
    """Can both be the same type for some choice of type parameters? (Boogie compares such values.)"""
    free = {v: Proxy() for v in variables(a) | variables(b)}
    return unify(substitute(a, free), substitute(b, free))


def has_proxy(t: Type) -> bool:
    """Is there a part that is not known yet?"""
    t = prune(t)
    match t:
        case Proxy():
            return True
        case Constructed():
            return any(map(has_proxy, t.arguments))
        case Map():
            return any(map(has_proxy, t.domain)) or has_proxy(t.range)
        case _:
            return False


def show(t: Type) -> str:
    """The type as Boogie writes it."""
    t = prune(t)
    match t:
        case Basic():
            return t.name
        case Bv():
            return f"bv{t.width}"
        case Float():
            return f"float{t.significand}e{t.exponent}"
        case Variable():
            return t.name
        case Constructed():
            return " ".join([t.declaration.name, *(_atom(a) for a in t.arguments)])
        case Map():
            parameters = f"<{','.join(p.name for p in t.parameters)}>" if t.parameters else ""
            return f"{parameters}[{','.join(show(d) for d in t.domain)}]{show(t.range)}"
        case _:
            return "_"


def exact_name(t: Type) -> str:
    """As ``show``, but type parameters look different from types of the same name."""
    return show(substitute(t, {v: Variable(f"'{v.name}") for v in variables(t)}))


def _atom(t: Type) -> str:
    text = show(t)
    return f"({text})" if " " in text or "[" in text else text


def key(t: Type) -> Any:
    """A hashable that is equal for equal ground types; bound parameters count by position."""
    return _key(t, {})


def _key(t: Type, bound: dict[Variable, int]) -> Any:
    t = prune(t)
    match t:
        case Basic():
            return t.name
        case Bv():
            return ("bv", t.width)
        case Float():
            return ("float", t.significand, t.exponent)
        case Constructed():
            return (id(t.declaration), *(_key(a, bound) for a in t.arguments))
        case Map():
            inner = bound | {p: len(bound) + i for i, p in enumerate(t.parameters)}
            return ("map", len(t.parameters), tuple(_key(d, inner) for d in t.domain), _key(t.range, inner))
        case Variable():
            return ("bound", bound[t]) if t in bound else t
        case _:
            return t


def same(a: Type, b: Type) -> bool:
    return key(a) == key(b)


def variables(t: Type) -> set[Variable]:
    """Free type variables."""
    t = prune(t)
    match t:
        case Variable():
            return {t}
        case Constructed():
            return {v for a in t.arguments for v in variables(a)}
        case Map():
            inner = {v for d in t.domain for v in variables(d)} | variables(t.range)
            return inner - set(t.parameters)
        case _:
            return set()
