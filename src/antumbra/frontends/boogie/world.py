"""Global meaning: sorts of types, instances of functions, boxes, what the axioms must say about them.

Types are made monomorphic: a polymorphic function is one function for each choice of its type arguments that
occurs. A polymorphic map holds boxes where its element or index types depend on its type parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie import types as t
from antumbra.frontends.boogie.scopes import Symbols
from antumbra.frontends.boogie.unsupported import Unsupported
from antumbra.terms import FunctionDeclaration, Sort, Term

BOX = T.uninterpreted_sort("$Box")

Bindings = Mapping[t.Variable, t.Type]


class World:
    """What one program's expressions share. Axioms about helper functions gather in ``axioms``."""

    def __init__(self, symbols: Symbols, existential: str | None = None) -> None:
        """``existential`` as in :class:`~antumbra.frontends.boogie.options.BoogieOptions`."""
        self.symbols = symbols
        #: constants and global variables that are used
        self.variables: dict[Any, Term] = {}
        #: constants of the logic: functions without arguments
        self.constants: dict[str, Term] = {}
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
        #: reasons why the axioms that are used say less than those that were written
        self.weak: list[str] = []
        self._boxed: dict[Any, tuple[FunctionDeclaration, FunctionDeclaration]] = {}
        self._datatypes: set[Any] = set()
        self._orders: set[Any] = set()

    # ------------------------------------------------------------ names

    def variable(self, target: Any) -> Term | None:
        """The variable of a constant or global variable."""
        found = self.variables.get(target)
        if found is None and target in self.candidates:
            return self.candidates[target]
        if found is None and isinstance(target, s.ConstantDeclaration | s.VariableDeclaration):
            self.used.add(target)
            found = self.variables[target] = T.var(target.name, self.sort(target.type))
        return found

    def constant(self, name: str, sort: Sort) -> Term:
        """A function without arguments."""
        found = self.constants.get(name)
        if found is None:
            found = self.constants[name] = T.var(f"{name}()", sort)
        return found

    # ------------------------------------------------------------ types

    def ground(self, type_: t.Type, bindings: Bindings) -> t.Type:
        return t.substitute(type_, bindings) if bindings else t.prune(type_)

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
                if type_.width == 0:
                    raise Unsupported("bit-vectors of no bits", s.NOWHERE)
                return T.bv_sort(type_.width)
            case t.Float():
                return T.fp_sort(type_.exponent, type_.significand)
            case t.Map():
                parameters = set(type_.parameters)
                index = tuple(BOX if t.variables(d) & parameters else self.sort(d) for d in type_.domain)
                element = BOX if t.variables(type_.range) & parameters else self.sort(type_.range)
                return T.array_sort(index or (T.BOOL,), element)
            case t.Constructed():
                return T.uninterpreted_sort(t.show(type_))
            case t.Variable():
                return T.uninterpreted_sort(f"$type {type_.name}")
            case _:
                return T.uninterpreted_sort("$any")

    def note_instance(self, type_: t.Type) -> None:
        if not t.variables(type_):
            self.instances.setdefault(t.key(type_), type_)

    # ------------------------------------------------------------ boxes

    def _box(self, type_: t.Type) -> tuple[FunctionDeclaration, FunctionDeclaration]:
        key = t.key(type_)
        found = self._boxed.get(key)
        if found is None:
            name, sort = t.show(type_), self.sort(type_)
            box = T.function(f"$box {name}", (sort,), BOX)
            unbox = T.function(f"$unbox {name}", (BOX,), sort)
            tag = T.function("$tag", (BOX,), T.INT)
            found = self._boxed[key] = (box, unbox)
            x = T.var("x!box", sort)
            inside = T.apply_(box, (x,))
            self.axioms.append(T.forall([x], T.eq(T.apply_(unbox, (inside,)), x), [[inside]]))
            self.axioms.append(T.forall([x], T.eq(T.apply_(tag, (inside,)), T.integer(len(self._boxed))), [[inside]]))
        return found

    def boxed(self, value: Term, type_: t.Type) -> Term:
        return T.apply_(self._box(type_)[0], (value,))

    def unboxed(self, value: Term, type_: t.Type) -> Term:
        return T.apply_(self._box(type_)[1], (value,))

    # ------------------------------------------------------------ functions

    def function(self, name: str, instance: Sequence[t.Type], arguments: Sequence[Sort], result: Sort) -> Any:
        for type_ in instance:
            self.note_instance(type_)
        shown = f"{name}<{','.join(t.show(i) for i in instance)}>" if instance else name
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

    def constructor(self, c: s.Constructor, instance: Sequence[t.Type]) -> Any:
        """Its function; the datatype's axioms are added with the first."""
        declaration: s.DatatypeDeclaration = c.datatype
        type_ = t.Constructed(declaration, tuple(instance))
        mapping = dict(zip(declaration.variables or t.NO_VARIABLES, instance, strict=False))
        sorts = [self.sort(t.substitute(f.type, mapping)) for f in c.fields]
        self._datatype(type_, mapping)
        return T.function(f"{c.name} of {t.show(type_)}", tuple(sorts), self.sort(type_))

    def construct(self, c: s.Constructor, instance: Sequence[t.Type], arguments: Sequence[Term]) -> Term:
        declared = self.constructor(c, instance)
        return T.apply_(declared, arguments) if arguments else self.constant(declared.name, declared.result)

    def tag(self, type_: t.Type, value: Term) -> Term:
        self._datatype(type_, {})
        return T.apply_(T.function(f"tag of {t.show(type_)}", (value.sort,), T.INT), (value,))

    def field(self, c: s.Constructor, position: int, instance: Sequence[t.Type], value: Term) -> Term:
        declaration: s.DatatypeDeclaration = c.datatype
        mapping = dict(zip(declaration.variables or t.NO_VARIABLES, instance, strict=False))
        sort = self.sort(t.substitute(c.fields[position].type, mapping))
        type_ = t.Constructed(declaration, tuple(instance))
        name = f"{c.fields[position].name} of {c.name} of {t.show(type_)}"
        return T.apply_(T.function(name, (value.sort,), sort), (value,))

    def _datatype(self, type_: t.Type, _mapping: Bindings) -> None:
        key = t.key(type_)
        if key in self._datatypes or not isinstance(type_, t.Constructed):
            return
        self._datatypes.add(key)
        declaration: s.DatatypeDeclaration = type_.declaration
        instance = type_.arguments
        mapping = dict(zip(declaration.variables or t.NO_VARIABLES, instance, strict=False))
        sort = self.sort(type_)
        x = T.var("x!data", sort)
        tags: list[Term] = []
        for c in declaration.constructors:
            fields = [T.var(f"f{i}!data", self.sort(t.substitute(f.type, mapping))) for i, f in enumerate(c.fields)]
            made = self.construct(c, instance, fields)
            facts = [T.eq(self.tag(type_, made), T.integer(c.number))]
            facts += [T.eq(self.field(c, i, instance, made), f) for i, f in enumerate(fields)]
            self.axioms.append(T.forall(fields, T.and_(*facts), [[made]]) if fields else T.and_(*facts))
            again = self.construct(c, instance, [self.field(c, i, instance, x) for i in range(len(fields))])
            is_this = T.eq(self.tag(type_, x), T.integer(c.number))
            triggers = [[self.tag(type_, x)]] + [[self.field(c, i, instance, x)] for i in range(len(fields))]
            self.axioms.append(T.forall([x], T.implies(is_this, T.eq(x, again)), triggers))
            tags.append(is_this)
        self.axioms.append(T.forall([x], T.or_(*tags), [[self.tag(type_, x)]]))
