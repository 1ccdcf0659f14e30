"""Global meaning: sorts of types, instances of functions, boxes, what the axioms must say about them.

Types are made monomorphic: a polymorphic function is one function for each choice of its type arguments that
occurs. A polymorphic map holds boxes where its element or index types depend on its type parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.scopes import Symbols
from antumbra.frontends.boogie.translating.boxes import Boxes
from antumbra.frontends.boogie.translating.datatypes import Datatypes
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.terms import Sort, Term
from antumbra.terms.datatypes import Constructor

Bindings = Mapping[t.Variable, t.Type]


class World:
    """What one program's expressions share. Axioms about helper functions gather in ``axioms``."""

    def __init__(self, symbols: Symbols, existential: str | None = None, *, elements: bool = True) -> None:
        """``existential`` as in :class:`~antumbra.frontends.boogie.options.BoogieOptions`. ``elements``: unique
        constants of a type without meaning are elements of its sort, as good as any others."""
        self.symbols = symbols
        #: constants and global variables that are used
        self.variables: dict[Any, Term] = {}
        self._elements: dict[Sort, int] | None = {} if elements else None
        #: constants of the logic: functions without arguments
        self.constants: dict[tuple[str, Sort], Term] = {}
        #: constants that switch candidate invariants on: guesses, not claims, so they are off unless the user says more
        self.candidates: dict[Any, Term] = {}
        if existential is None:
            kernel = any(s.attribute(p.attributes, "kernel") for p in symbols.procedures.values())
            existential = "false" if kernel else "free"
        if existential != "free":
            marked = [c for c in symbols.constants if s.attribute(c.attributes, "existential") and c.type == t.BOOL]
            self.candidates = dict.fromkeys(marked, T.boolean(existential == "true"))
        #: declarations that are used
        self.used: set[Any] = set()
        self.axioms: list[Term] = []
        #: ground types that polymorphic things were used at
        self.instances: dict[Any, t.Type] = {}
        #: row of the table of assumptions → what it is about here
        self.granted: dict[str, dict[str, None]] = {}
        #: reasons why the axioms that are used say less than those that were written
        self.weak: list[str] = []
        self.boxes = Boxes(self.assume, self.weak)
        self.datatypes = Datatypes(self.sort)
        self._orders: set[Any] = set()
        self._arbitrary: set[t.Variable] = set()
        self._type_numbers: dict[Any, int] = {}

    def grant(self, row: str, name: str) -> None:
        """Something is taken for granted from here on."""
        self.granted.setdefault(row, {})[name] = None

    def assume(self, axiom: Term) -> None:
        self.axioms.append(axiom)

    # ------------------------------------------------------------ names

    def variable(self, target: Any) -> Term | None:
        """The variable of a constant or global variable."""
        found = self.variables.get(target)
        if found is None and target in self.candidates:
            return self.candidates[target]
        if found is None and isinstance(target, s.ConstantDeclaration | s.VariableDeclaration):
            self.used.add(target)
            sort = self.sort(target.type)
            unique = isinstance(target, s.ConstantDeclaration) and target.unique
            element = self._element(sort) if unique else None
            found = self.variables[target] = T.var(target.name, sort) if element is None else element
        return found

    def _element(self, sort: Sort) -> Term | None:
        """Another element of a sort without meaning: which ones unique constants are makes no difference."""
        if self._elements is None or sort.kind != "uninterpreted":
            return None
        number = self._elements[sort] = self._elements.get(sort, -1) + 1
        return T.const(number, sort)

    def constant(self, name: str, sort: Sort) -> Term:
        """A function without arguments."""
        found = self.constants.get((name, sort))
        if found is None:
            found = self.constants[name, sort] = T.var(f"{name}()", sort)
        return found

    # ------------------------------------------------------------ types

    def ground(self, type_: t.Type, bindings: Bindings) -> t.Type:
        return t.substitute(type_, bindings) if bindings else t.prune(type_)

    def instance(self, types: Any, bindings: Bindings, place: s.Place) -> tuple[t.Type, ...]:
        """The types that something polymorphic is used at."""
        result = tuple(self.ground(i, bindings) for i in types or ())
        if any(i.size > t.LARGEST_INSTANCE for i in result):
            raise Unsupported("types that grow with every call", place)
        return result

    def sort(self, type_: t.Type) -> Sort:
        """The sort of a ground type."""
        type_ = t.prune(type_)
        match type_:
            case t.Basic():
                match type_.name:
                    case "bool":
                        return T.BOOL
                    case "int":
                        return T.INT
                    case "real":
                        return T.REAL
                    case "rmode":
                        return T.RM
                    case _:
                        return T.uninterpreted_sort(type_.name)
            case t.Bv():
                return T.bv_sort(type_.width or 1)  # see translate_expressions.NO_BITS
            case t.Float():
                return T.fp_sort(type_.exponent, type_.significand)
            case t.Map():
                parameters = set(type_.parameters)
                if not parameters:
                    plain = tuple(self.sort(d) for d in type_.domain)
                    return T.array_sort(plain or (T.BOOL,), self.sort(type_.range))
                index = [self.boxes.sort if t.variables(d) & parameters else self.sort(d) for d in type_.domain]
                index += [T.INT] * len(only_in_range(type_))
                element = self.boxes.sort if t.variables(type_.range) & parameters else self.sort(type_.range)
                return T.array_sort(tuple(index), element)
            case t.Constructed() if isinstance(type_.declaration, s.DatatypeDeclaration):
                return self.datatypes.sort(type_)
            case t.Constructed():
                return T.uninterpreted_sort(t.show(type_))
            case t.Variable():
                return T.uninterpreted_sort(f"type {type_.name}")
            case _:
                return T.uninterpreted_sort("any type")

    def type_number(self, type_: t.Type, place: s.Place) -> Term:
        """What tells a type from others, as an index."""
        if t.variables(type_):
            raise Unsupported("an element of a map at a type that may be any", place)
        return T.integer(self._type_numbers.setdefault(t.key(type_), len(self._type_numbers)))

    def note_instance(self, type_: t.Type) -> None:
        if self._arbitrary.issuperset(t.variables(type_)):
            self.instances.setdefault(t.key(type_), type_)

    def arbitrary_type(self, name: str) -> t.Type:
        """A type about which nothing is known, another one each time."""
        result = t.Variable(f"{name}@{len(self._arbitrary)}")
        self._arbitrary.add(result)
        return result

    # ------------------------------------------------------------ boxes

    def boxed(self, value: Term, type_: t.Type) -> Term:
        return self.boxes.boxed(value, type_, value.sort)

    def unboxed(self, value: Term, type_: t.Type) -> Term:
        return self.boxes.unboxed(value, type_, self.sort(type_))

    # ------------------------------------------------------------ functions

    def function(self, name: str, instance: Sequence[t.Type], arguments: Sequence[Sort], result: Sort) -> Any:
        for type_ in instance:
            self.note_instance(type_)
        shown = f"{name}<{','.join(map(t.exact_name, instance))}>" if instance else name
        return T.function(shown, tuple(arguments), result)

    def order(self, type_: t.Type) -> Any:
        """The partial order ``<:`` of a type."""
        sort = self.sort(type_)
        name = t.show(type_)
        below = T.function(f"<: {name}", (sort, sort), T.BOOL)
        if name not in self._orders:
            self._orders.add(name)
            x, y, z = (T.var(n, sort) for n in ("x!order", "y!order", "z!order"))

            def holds(a: Term, b: Term) -> Term:
                return T.apply_(below, (a, b))

            self.axioms.append(T.forall([x], holds(x, x)))
            self.axioms.append(T.forall([x, y], T.implies(T.and_(holds(x, y), holds(y, x)), T.eq(x, y))))
            self.axioms.append(T.forall([x, y, z], T.implies(T.and_(holds(x, y), holds(y, z)), holds(x, z))))
        return below

    # ------------------------------------------------------------ datatypes

    def constructor(self, c: s.Constructor, instance: Sequence[t.Type]) -> Constructor:
        """The constructor of the datatype for these type arguments."""
        sort = self.datatypes.sort(t.Constructed(c.datatype, tuple(instance)))
        return T.datatypes.constructors_of(sort)[c.number]

    def construct(self, c: s.Constructor, instance: Sequence[t.Type], arguments: Sequence[Term]) -> Term:
        return T.construct(self.constructor(c, instance), arguments)

    def is_made_by(self, c: s.Constructor, instance: Sequence[t.Type], value: Term) -> Term:
        return T.is_(self.constructor(c, instance), value)

    def field(self, c: s.Constructor, position: int, instance: Sequence[t.Type], value: Term) -> Term:
        """A field; of a value that another constructor made it is some unknown function of it."""
        constructor = self.constructor(c, instance)
        found = T.field(constructor, position, value)
        made = T.is_(constructor, value)
        if made is T.TRUE:
            return found
        name = f"{constructor.fields[position]} of another than {c.name} of {value.sort!r}"
        unknown = T.apply_(T.function(name, (value.sort,), found.sort), (value,))
        return unknown if made is T.FALSE else T.ite(made, found, unknown)


def only_in_range(map_: t.Map) -> list[t.Variable]:
    """Type parameters that no index tells: ``<a>[]a`` has an element for each type, so the type is an index, too."""
    told = set[t.Variable]().union(*(t.variables(d) for d in map_.domain))
    return [p for p in map_.parameters if p not in told]
