"""Procedures and their implementations as procedures of the program form: section III of the paper.

A requires clause is asserted where the procedure is called (assumed for the entry), an ensures clause
where its implementation returns. A procedure without implementation havocs its modifies set and its results
and assumes its ensures clauses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.translating.code_expressions import CodeExpressions
from antumbra.frontends.boogie.translating.commands import EXIT, POSTCONDITION, Commands, always_assumed
from antumbra.frontends.boogie.translating.expressions import Functions, Translator
from antumbra.frontends.boogie.translating.selective import assume_before
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.frontends.boogie.translating.world import World
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.terms import Term


class OldValues(Mapping[Any, Term]):
    """Global variables at a procedure's entry; those that it may change get a variable of their own."""

    def __init__(self, world: World, modified: frozenset[str], prefix: str) -> None:
        self._world = world
        self._modified = modified
        self._prefix = prefix
        self.saved: dict[Any, Term] = {}

    def __contains__(self, key: object) -> bool:
        return isinstance(key, s.VariableDeclaration) and key.name in self._modified

    def __getitem__(self, key: Any) -> Term:
        found = self.saved.get(key)
        if found is None:
            now = self._world.variable(key)
            if now is None:
                raise KeyError(key)
            found = self.saved[key] = T.var(f"old({now.data})", now.sort)
        return found

    def __iter__(self) -> Any:
        return iter(self.saved)

    def __len__(self) -> int:
        return len(self.saved)


class Translation:
    """All procedures of a program; ``request`` names an instance and queues it."""

    def __init__(self, world: World, functions: Functions, file: str) -> None:
        self.world = world
        self.functions = functions
        self.file = file
        self.implementations: dict[str, list[s.ImplementationDeclaration]] = {}
        for implementation in world.symbols.implementations:
            self.implementations.setdefault(implementation.name, []).append(implementation)
        self.procedures: dict[str, P.Procedure] = {}
        self._queue: dict[str, tuple[s.ProcedureDeclaration, tuple[t.Type, ...]]] = {}
        self._names: dict[Any, str] = {}
        functions.code = CodeExpressions(self).term

    def place(self, place: s.Place, function: str = "") -> Location:
        return Location(self.file, place[0], place[1], function)

    def request(self, procedure: s.ProcedureDeclaration, instance: tuple[t.Type, ...]) -> str:
        key = (procedure, tuple(t.key(i) for i in instance))
        name = self._names.get(key)
        if name is None:
            suffix = f"<{','.join(t.show(i) for i in instance)}>" if instance else ""
            name = self._names[key] = f"{procedure.name}{suffix}"
            self._queue[name] = (procedure, instance)
        return name

    def bodies(self, procedure: s.ProcedureDeclaration) -> list[s.ImplementationDeclaration | None]:
        """Implementations; None is the body in the procedure's own declaration."""
        own: list[s.ImplementationDeclaration | None] = [None] if procedure.body is not None else []
        return own + list(self.implementations.get(procedure.name, ()))

    def run(self) -> None:
        """Translate everything that was requested."""
        while self._queue:
            self.translated(next(iter(self._queue)))

    def translated(self, name: str) -> P.Procedure | None:
        """A procedure that was requested; None while it is being translated."""
        if name in self._queue:
            procedure, instance = self._queue.pop(name)
            bodies = self.bodies(procedure)
            if len(bodies) <= 1:
                body = bodies[0] if bodies else None
                self.procedures[name] = ProcedureTranslation(
                    self, name, procedure, body, instance, has_body=bool(bodies)
                ).build()
            else:
                for number, body in enumerate(bodies, 1):
                    part = f"{name}@{number}"
                    self.procedures[part] = ProcedureTranslation(
                        self, part, procedure, body, instance, has_body=True
                    ).build()
                self.procedures[name] = self._any_of(name, len(bodies), procedure)
        return self.procedures.get(name)

    def _any_of(self, name: str, count: int, procedure: s.ProcedureDeclaration) -> P.Procedure:
        """Several implementations: any of them may run."""
        model = self.procedures[f"{name}@1"]
        parameters, results = model.parameters, model.results
        where = self.place(procedure.place)
        labels = tuple(f"body{i}" for i in range(1, count + 1))
        blocks = {"start": P.Block("start", [], P.Goto(labels, where))}
        for number, label in enumerate(labels, 1):
            call = P.Call(results, f"{name}@{number}", parameters, where)
            blocks[label] = P.Block(label, [call], P.Return(results, where))
        return P.Procedure(name, parameters, results, blocks, where)


class ProcedureTranslation(Commands):
    """One procedure, for one choice of its type parameters."""

    def __init__(
        self,
        whole: Translation,
        name: str,
        procedure: s.ProcedureDeclaration,
        implementation: s.ImplementationDeclaration | None,
        instance: tuple[t.Type, ...],
        *,
        has_body: bool,
    ) -> None:
        self.name = name
        self.procedure = procedure
        self.implementation = implementation
        self.body = (implementation.body if implementation else procedure.body) if has_body else None
        bindings: dict[t.Variable, t.Type] = dict(zip(procedure.variables or t.NO_VARIABLES, instance, strict=False))
        if implementation is not None:
            bindings |= dict(zip(implementation.variables or t.NO_VARIABLES, instance, strict=False))
        self.modified = frozenset(m.name for m in procedure.modifies)
        self.old = OldValues(whole.world, self.modified, name)
        environment: dict[Any, Term] = {}
        translator = Translator(whole.world, whole.functions, environment, bindings, self.old)
        super().__init__(whole, procedure.name, environment, bindings, translator)
        self._taken = {*self.world.symbols.variables}
        self.source_names: dict[str, str] = {}
        self.parameters = tuple(self._local(b) for b in procedure.parameters)
        self.results = tuple(self._local(b) for b in procedure.results)
        #: locals with a name and a type, for havoc
        self.locals: list[s.Bound] = []
        if implementation is not None:
            for theirs, ours in (
                (procedure.parameters, implementation.parameters),
                (procedure.results, implementation.results),
            ):
                for a, b in zip(theirs, ours, strict=True):
                    self.environment[b] = self.environment[a]

    def _local(self, bound: s.Bound) -> Term:
        name = bound.name or "result"
        unique = name
        while unique in self._taken:
            unique += "'"
        self._taken.add(unique)
        variable = T.var(unique, self.world.sort(t.substitute(bound.type, self.bindings)))
        self.source_names[unique] = name
        self.environment[bound] = variable
        return variable

    # ------------------------------------------------------------ the whole

    def build(self) -> P.Procedure:
        out = self.out
        out.start("@start")
        first = out.commands
        if self.body is None:
            self._specification()
        else:
            self.locals.extend(self.body.locals)
            self.guarded(self.procedure.place, self._declare_locals)
            if out.open:
                self._implementation(self.body)
        if self.old.saved:
            targets = tuple(self.old.saved.values())
            values = tuple(self.world.variables[v] for v in self.old.saved)
            first.insert(0, P.Assign(targets, values, self.place(self.procedure.place)))
        blocks = out.finish()
        if self._selective():
            self.world.grant("trusted", "what comes before {:start_checking_here} is right")
            assume_before(blocks, self.starts)
        return P.Procedure(
            self.name, self.parameters, self.results, blocks, self.place(self.procedure.place), self.source_names
        )

    def _selective(self) -> bool:
        attributes = [*self.procedure.attributes, *(self.implementation.attributes if self.implementation else ())]
        return self.body is not None and s.attribute(attributes, "selective_checking") is not None

    def _declare_locals(self) -> None:
        for bound in self.locals:
            try:
                self._local(bound)
            except Unsupported as error:
                raise Unsupported(error.what, bound.place) from error

    def _specification(self) -> None:
        """A procedure without a body."""
        place = self.place(self.procedure.place)
        out = self.out
        self.world.grant("specifications", self.procedure.name)
        for name in self.procedure.modifies:
            target = name.target
            if isinstance(target, s.VariableDeclaration):
                self.havoc(target, self.world.variable(target), P.Source.EXTERNAL, place)
        for bound, variable in zip(self.procedure.results, self.results, strict=True):
            self.havoc(bound, variable, P.Source.EXTERNAL, place)
        for name in self.procedure.modifies:
            self.assume_where(name.target, place)
        for bound in self.procedure.results:
            self.assume_where(bound, place)
        for contract in self.procedure.contracts:
            if contract.kind != "requires":
                self.guarded(contract.place, lambda c=contract: self.assume(c.condition, c.place))
        if out.open:
            out.end(P.Return(self.results, place))

    def _implementation(self, body: s.Body) -> None:
        out = self.out
        place = self.place(self.procedure.place)
        unset = [*self.procedure.results, *self.locals]
        for number, bound in enumerate(unset):
            if number >= len(self.results) and s.attribute(bound.attributes, "assumption") is not None:
                # true until an assignment or a havoc makes it false
                out.add(P.Assign((self.environment[bound],), (T.TRUE,), self.place(bound.place)))
                continue
            self.havoc(bound, self.environment[bound], P.Source.UNINITIALISED, self.place(bound.place))
        for bound in unset:
            self.assume_where(bound, place)
        for contract in self.procedure.contracts:
            if contract.kind != "ensures" and contract.free:
                self.world.grant("free-contracts", f"line {contract.place[0]}")
                self.guarded(contract.place, lambda c=contract: self.assume(c.condition, c.place))
        self.statements(body.statements)
        end = self.place(body.end)
        if out.open:
            out.end(P.Goto((EXIT,), end))
        out.start(EXIT)
        ensures = [c for c in self.procedure.contracts if c.kind != "requires"]
        for contract in ensures:
            if not contract.free:
                self.guarded(
                    contract.place,
                    lambda c=contract: self.claim(c.condition, c.place, c.attributes, POSTCONDITION),
                )
            elif always_assumed(contract):
                self.guarded(contract.place, lambda c=contract: self.assume(c.condition, c.place))
        # a caller may rely on what is free, the body may not
        for contract in ensures:
            if contract.free:
                self.world.grant("free-contracts", f"line {contract.place[0]}")
                self.guarded(contract.place, lambda c=contract: self.assume(c.condition, c.place))
        if out.open:
            out.end(P.Return(self.results, end))
