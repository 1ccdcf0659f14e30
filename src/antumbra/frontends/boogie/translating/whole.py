"""The whole program: entry, initial assumptions, and the declarations that matter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.scopes import Symbols
from antumbra.frontends.boogie.options import BoogieOptions
from antumbra.frontends.boogie.syntax import walk
from antumbra.frontends.boogie.translating.expressions import Functions, Translator
from antumbra.frontends.boogie.translating.granted import granted
from antumbra.frontends.boogie.translating.passes import (
    assumed_values,
    complementary_gotos,
    dead_havocs,
    leave_loops_first,
)
from antumbra.frontends.boogie.translating.procedures import Translation
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.frontends.boogie.translating.world import World
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.source import Location
from antumbra.terms import Term

#: the procedure that holds the initial assumptions; its name cannot be written in Boogie
ENTRY = "{start}"


def whole_program(file: s.File, symbols: Symbols, options: BoogieOptions) -> P.Program:
    return _Whole(file, symbols, options).build()


class _Whole:
    def __init__(self, file: s.File, symbols: Symbols, options: BoogieOptions) -> None:
        self.file = file
        self.symbols = symbols
        self.options = options
        self.world = World(symbols, options.existential, elements=options.unique_distinct and options.elements)
        self.functions = Functions(self.world)
        self.translation = Translation(self.world, self.functions, file.name)
        self.quantified: list[Term] = []

    def build(self) -> P.Program:
        entries = self._entries()
        start = self._entry_blocks(entries)
        self.translation.run()
        assumptions = self._assumptions()
        self._drain_axioms(assumptions)
        start["start"].commands[:0] = _joined(assumptions)
        entry = P.Procedure(ENTRY, (), (), start, self._place(entries[0].place) if entries else None)
        procedures = {ENTRY: entry, **self.translation.procedures}
        known = (*self.world.variables.values(), *self.world.constants.values())
        variables = dict.fromkeys(v for v in known if v.op is T.VAR)
        self._passes(procedures, frozenset(variables))
        program = P.Program(self.file.name, "boogie", procedures, ENTRY, P.Layout(64))
        program.variables = dict(variables)
        program.axioms = self.quantified
        program.assumptions += granted(self.world, procedures)
        program.externals = {f"axioms: {reason}": "weakened" for reason in dict.fromkeys(self.world.weak)}
        return program

    def _passes(self, procedures: dict[str, P.Procedure], variables: frozenset[Term]) -> None:
        for procedure in procedures.values():
            dead_havocs(procedure, variables)
            assumed_values(procedure, variables)
            if self.options.look_ahead:
                complementary_gotos(procedure)
            if self.options.leave_loops:
                leave_loops_first(procedure)

    def _place(self, place: s.Place) -> Location:
        return Location(self.file.name, place[0], place[1])

    def _plain(self) -> Translator:
        return Translator(self.world, self.functions, {}, {})

    def _quietly(self, action: Any) -> Any:
        """Something that may have no translation; then assumptions are weaker than written."""
        try:
            return action()
        except Unsupported as error:
            self.world.weak.append(f"{error.what} at line {error.place[0]}")
            return None

    # ------------------------------------------------------------ entry

    def _entries(self) -> list[s.ProcedureDeclaration]:
        procedures = self.symbols.procedures
        has_body = [p for p in procedures.values() if self.translation.bodies(p)]
        wanted = self.options.entry
        if wanted is not None:
            found = procedures.get(wanted)
            if found is None:
                known = ", ".join(p.name for p in has_body[:20]) or "there is none"
                raise InputError(f"no procedure {wanted!r}; expected one of: {known}", Location(self.file.name))
            if not self.translation.bodies(found):
                raise InputError(f"procedure {wanted!r} has no implementation", self._place(found.place))
            return [found]
        marked = [
            p
            for p in has_body
            if s.attribute(p.attributes, "entrypoint")
            or any(i is not None and s.attribute(i.attributes, "entrypoint") for i in self.translation.bodies(p))
        ]
        if not marked:
            marked = [p for p in has_body if s.attribute(p.attributes, "kernel")]
        if marked:
            return marked
        main = next((p for p in has_body if p.name == "main"), None)
        if main is not None:
            return [main]
        # as Boogie does: what is inlined where it is called is not checked for all arguments
        return [p for p in has_body if not self._skipped(p)] or has_body

    def _skipped(self, procedure: s.ProcedureDeclaration) -> bool:
        """Marked ``{:inline}`` or ``{:verify false}``, at the procedure or at all its implementations."""
        bodies = self.translation.bodies(procedure)
        return _unchecked(procedure.attributes) or all(b is not None and _unchecked(b.attributes) for b in bodies)

    def _entry_blocks(self, entries: list[s.ProcedureDeclaration]) -> dict[str, P.Block]:
        if not entries:
            return {"start": P.Block("start", [], P.Return(()))}
        blocks: dict[str, P.Block] = {}
        labels: list[str] = []
        for number, procedure in enumerate(entries):
            label = f"entry{number}"
            labels.append(label)
            blocks[label] = self._entry(label, procedure, number)
        return {"start": P.Block("start", [], P.Goto(tuple(labels), self._place(entries[0].place))), **blocks}

    def _entry(self, label: str, procedure: s.ProcedureDeclaration, number: int) -> P.Block:
        """Unknown arguments that satisfy the requires clauses."""
        place = self._place(procedure.place)
        instance: tuple[t.Type, ...] = tuple(procedure.variables or ())
        commands: list[P.Command] = []
        environment: dict[Any, Term] = {}
        try:
            for bound in procedure.parameters:
                variable = T.var(f"{bound.name}@{number}", self.world.sort(bound.type))
                environment[bound] = variable
                shown = t.show(bound.type)
                commands.append(P.Havoc(variable, P.Source.INPUT, bound.name, shown, self._place(bound.place)))
            translator = Translator(self.world, self.functions, environment, {})
            commands.extend(
                P.Assume(translator.assumption(bound.where), self._place(bound.place))
                for bound in procedure.parameters
                if bound.where is not None
            )
            commands.extend(
                P.Assume(translator.assumption(contract.condition), self._place(contract.place))
                for contract in procedure.contracts
                if contract.kind != "ensures"
            )
            results = tuple(
                T.var(f"{bound.name}@{number}out", self.world.sort(bound.type)) for bound in procedure.results
            )
        except Unsupported as error:
            stop = P.Stop(P.End.UNSUPPORTED, error.what, self._place(error.place))
            return P.Block(label, commands, stop)
        if any(b.where is not None for b in procedure.parameters) or any(
            c.kind != "ensures" for c in procedure.contracts
        ):
            self.world.grant("entry-requires", procedure.name)
        name = self.translation.request(procedure, instance)
        commands.append(P.Call(results, name, tuple(environment.values()), place))
        return P.Block(label, commands, P.Return((), place))

    # ------------------------------------------------------------ assumptions

    def _assumptions(self) -> list[P.Command]:
        """Axioms that matter, where clauses of global variables, unique constants, the partial order."""
        result: list[P.Command] = []
        clauses: list[P.Command] = []
        asked: set[Any] = set()
        pending = [(a, self._symbols_of(a.condition)) for a in self.symbols.axioms]
        all_matter = False
        changed = True
        while changed:
            changed = self._relatives()
            rest: list[tuple[s.AxiomDeclaration, frozenset[Any]]] = []
            for axiom, symbols in pending:
                if not all_matter and symbols and not symbols & self.world.used:
                    rest.append((axiom, symbols))
                    continue
                changed = True
                term = self._quietly(lambda a=axiom: self._plain().assumption(a.condition))
                if term is not None:
                    self.world.grant("axioms", f"axiom in line {axiom.place[0]}")
                    self._place_axiom(term, result, self._place(axiom.place))
            pending = rest
            # where clauses may name further variables and functions
            for target in list(self.world.variables):
                if target not in asked and isinstance(target, s.VariableDeclaration) and target.where is not None:
                    asked.add(target)
                    where = target.where
                    found = self._quietly(lambda w=where: self._plain().assumption(w))
                    changed = True
                    if found is not None:
                        self.world.grant("axioms", f"where clause in line {target.place[0]}")
                        clauses.append(P.Assume(found, self._place(target.place)))
            changed = self._touched() or changed
            if not changed and not all_matter and not self.options.dead_declarations:
                # last, so that what is used has the same elements of sorts as without it
                all_matter = changed = True
                for declared in self.symbols.variables.values():
                    self._quietly(lambda d=declared: self.world.variable(d))
                for function in sorted(self.functions.recursive, key=lambda f: f.place):
                    self._quietly(lambda f=function: self.functions.define(f))
        result.extend(clauses)
        result.extend(self._unique())
        result.extend(self._hierarchy())
        return result

    def _touched(self) -> bool:
        """Global variables whose where clause speaks of what is in use are in use, too; whether there are more now."""
        before = len(self.world.variables)
        for declared in self.symbols.variables.values():
            if isinstance(declared, s.VariableDeclaration) and declared.where is not None:
                spoken_of = self._symbols_of(declared.where) | self._globals_of(declared.where) - {declared}
                if declared not in self.world.variables and spoken_of & self.world.used:
                    self._quietly(lambda d=declared: self.world.variable(d))
        return len(self.world.variables) > before

    def _globals_of(self, e: s.Expression) -> frozenset[Any]:
        found = (node.target for node in walk(e) if isinstance(node, s.Identifier))
        return frozenset(target for target in found if isinstance(target, s.VariableDeclaration))

    def _place_axiom(self, term: Term, result: list[P.Command], place: Location | None) -> None:
        """Axioms with quantifiers are kept apart from paths; others are assumed at the start."""
        for part in _conjuncts(term):
            if any(x.op in (T.FORALL, T.EXISTS, T.LAMBDA) for x in T.subterms(part)):
                self.quantified.append(part)
            else:
                result.append(P.Assume(part, place))

    def _drain_axioms(self, result: list[P.Command]) -> None:
        while self.world.axioms:
            found, self.world.axioms = self.world.axioms, []
            for axiom in found:
                self._place_axiom(axiom, result, None)

    def _symbols_of(self, e: s.Expression) -> frozenset[Any]:
        found: set[Any] = set()
        for node in walk(e):
            if isinstance(node, s.Identifier | s.Apply) and isinstance(
                node.target, s.ConstantDeclaration | s.FunctionDeclaration
            ):
                target = node.target
                interpreted = isinstance(target, s.FunctionDeclaration) and (
                    s.attribute(target.attributes, "bvbuiltin") or s.attribute(target.attributes, "builtin")
                )
                if not interpreted:
                    found.add(target)
        return frozenset(found)

    def _unique(self) -> Iterator[P.Command]:
        by_sort: dict[Any, list[Term]] = {}
        place: dict[Any, Location] = {}
        for constant in self.symbols.constants:
            if constant.unique and constant in self.world.variables:
                variable = self.world.variables[constant]
                if variable.op is not T.VAR:
                    continue
                by_sort.setdefault(variable.sort, []).append(variable)
                place.setdefault(variable.sort, self._place(constant.place))
        for sort, variables in by_sort.items():
            if len(variables) < 2:
                continue
            self.world.grant("axioms", "unique constants")
            if self.options.unique_distinct:
                yield P.Assume(T.distinct(*variables), place[sort])
            else:
                for a, b in combinations(variables, 2):
                    yield P.Assume(T.not_(T.eq(a, b)), place[sort])

    def _relatives(self) -> bool:
        """Constants that are above or below those in use are in use, too; whether there are more now."""
        before = len(self.world.variables)
        work = [c for c in self.world.variables if isinstance(c, s.ConstantDeclaration)]
        while work:
            constant = work.pop()
            near = [parent.target for _, parent in constant.parents or ()]
            near += self._children.get(constant, ()) if constant.complete else ()
            work += [o for o in near if o not in self.world.variables and self.world.variable(o) is not None]
        return len(self.world.variables) > before

    @cached_property
    def _children(self) -> dict[Any, list[s.ConstantDeclaration]]:
        found: dict[Any, list[s.ConstantDeclaration]] = {}
        for constant in self.symbols.constants:
            for _, parent in constant.parents or ():
                found.setdefault(parent.target, []).append(constant)
        return found

    def _hierarchy(self) -> Iterator[P.Command]:
        """``extends`` and ``complete``: edges of the partial order, and that there are no others."""
        for constant in self.symbols.constants:
            if constant not in self.world.variables or (constant.parents is None and not constant.complete):
                continue
            below = self.world.order(constant.type)
            me = self.world.variables[constant]
            x = T.var("x!order", me.sort)
            place = self._place(constant.place)
            if constant.parents is not None:
                above = [self.world.variable(p.target) for _, p in constant.parents]
                parents = [p for p in above if p is not None]
                for parent in parents:
                    yield P.Assume(T.apply_(below, (me, parent)), place)
                any_of = T.or_(T.eq(x, me), *(T.apply_(below, (p, x)) for p in parents))
                self.quantified.append(T.forall([x], T.implies(T.apply_(below, (me, x)), any_of)))
                if any(unique for unique, _ in constant.parents):
                    self.world.weak.append(f"unique edge of {constant.name}")
            if constant.complete:
                kids = [self.world.variable(c) for c in self._children.get(constant, ())]
                any_of = T.or_(T.eq(x, me), *(T.apply_(below, (x, k)) for k in kids if k is not None))
                self.quantified.append(T.forall([x], T.implies(T.apply_(below, (x, me)), any_of)))


def _unchecked(attributes: list[s.Attribute]) -> bool:
    verify = s.attribute(attributes, "verify")
    off = verify is not None and any(isinstance(a, s.Literal) and a.value is False for a in verify.arguments)
    return off or s.attribute(attributes, "inline") is not None


def _joined(assumptions: list[P.Command]) -> list[P.Command]:
    """Facts about functions in one: only a solver can say whether they agree, and it is asked once."""
    plain: list[P.Command] = []
    facts: list[P.Assume] = []
    for command in assumptions:
        if isinstance(command, P.Assume) and any(x.op is T.APPLY for x in T.subterms(command.condition)):
            facts.append(command)
        else:
            plain.append(command)
    if len(facts) > 1:
        facts = [P.Assume(T.and_(*(fact.condition for fact in facts)), facts[0].location)]
    return [*plain, *facts]


def _conjuncts(term: Term) -> list[Term]:
    result: list[Term] = []
    stack = [term]
    while stack:
        top = stack.pop()
        if top.op is T.AND:
            stack.extend(reversed(top.args))
        else:
            result.append(top)
    return result
