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
from antumbra.frontends.boogie import types as t
from antumbra.frontends.boogie.blocks import BlockBuilder
from antumbra.frontends.boogie.check_statements import root_of
from antumbra.frontends.boogie.translate_expressions import Functions, Translator
from antumbra.frontends.boogie.unsupported import Unsupported
from antumbra.frontends.boogie.world import World
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.terms import Term

ASSERTION = "this assertion could not be proved"
PRECONDITION = "a precondition for this call could not be proved"
POSTCONDITION = "a postcondition could not be proved on this return path"
INVARIANT = "this loop invariant could not be proved"


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
        self._queue: list[tuple[str, s.ProcedureDeclaration, tuple[t.Type, ...]]] = []
        self._names: dict[Any, str] = {}

    def place(self, place: s.Place, function: str = "") -> Location:
        return Location(self.file, place[0], place[1], function)

    def request(self, procedure: s.ProcedureDeclaration, instance: tuple[t.Type, ...]) -> str:
        key = (procedure, tuple(t.key(i) for i in instance))
        name = self._names.get(key)
        if name is None:
            suffix = f"<{','.join(t.show(i) for i in instance)}>" if instance else ""
            name = self._names[key] = f"{procedure.name}{suffix}"
            self._queue.append((name, procedure, instance))
        return name

    def bodies(self, procedure: s.ProcedureDeclaration) -> list[s.ImplementationDeclaration | None]:
        """Implementations; None is the body in the procedure's own declaration."""
        own: list[s.ImplementationDeclaration | None] = [None] if procedure.body is not None else []
        return own + list(self.implementations.get(procedure.name, ()))

    def run(self) -> None:
        """Translate everything that was requested."""
        while self._queue:
            name, procedure, instance = self._queue.pop(0)
            bodies = self.bodies(procedure)
            if len(bodies) <= 1:
                body = bodies[0] if bodies else None
                self.procedures[name] = ProcedureTranslation(
                    self, name, procedure, body, instance, has_body=bool(bodies)
                ).build()
                continue
            for number, body in enumerate(bodies, 1):
                part = f"{name}@{number}"
                self.procedures[part] = ProcedureTranslation(
                    self, part, procedure, body, instance, has_body=True
                ).build()
            self.procedures[name] = self._any_of(name, len(bodies), procedure)

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


class ProcedureTranslation:
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
        self.whole = whole
        self.world = whole.world
        self.name = name
        self.procedure = procedure
        self.body = (implementation.body if implementation else procedure.body) if has_body else None
        bindings: dict[t.Variable, t.Type] = dict(zip(procedure.variables or t.NO_VARIABLES, instance, strict=False))
        if implementation is not None:
            bindings |= dict(zip(implementation.variables or t.NO_VARIABLES, instance, strict=False))
        self.bindings = bindings
        self.modified = frozenset(m.name for m in procedure.modifies)
        self.old = OldValues(self.world, self.modified, name)
        self._taken = {*self.world.symbols.variables}
        self.environment: dict[Any, Term] = {}
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
        self.translator = Translator(self.world, whole.functions, self.environment, bindings, self.old)
        self.out = BlockBuilder()
        self._loops: list[tuple[str | None, bool, str]] = []
        self._temporaries = 0

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

    def place(self, place: s.Place) -> Location:
        return self.whole.place(place, self.procedure.name)

    def temporary(self, sort: Any) -> Term:
        self._temporaries += 1
        return T.var(f"@{self._temporaries}", sort)

    # ------------------------------------------------------------ the whole

    def build(self) -> P.Procedure:
        out = self.out
        out.start("@start")
        first = out.commands
        if self.body is None:
            self._specification()
        else:
            self.locals.extend(self.body.locals)
            self._guarded(self.procedure.place, self._declare_locals)
            if out.open:
                self._implementation(self.body)
        if self.old.saved:
            targets = tuple(self.old.saved.values())
            values = tuple(self.world.variables[v] for v in self.old.saved)
            first.insert(0, P.Assign(targets, values, self.place(self.procedure.place)))
        blocks = out.finish()
        return P.Procedure(
            self.name, self.parameters, self.results, blocks, self.place(self.procedure.place), self.source_names
        )

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
        for name in self.procedure.modifies:
            target = name.target
            if isinstance(target, s.VariableDeclaration):
                self._havoc(target, self.world.variable(target), P.Source.EXTERNAL, place)
        for bound, variable in zip(self.procedure.results, self.results, strict=True):
            self._havoc(bound, variable, P.Source.EXTERNAL, place)
        for name in self.procedure.modifies:
            self._assume_where(name.target, place)
        for bound in self.procedure.results:
            self._assume_where(bound, place)
        for contract in self.procedure.contracts:
            if contract.kind != "requires":
                self._guarded(contract.place, lambda c=contract: self._assume(c.condition, c.place))
        if out.open:
            out.end(P.Return(self.results, place))

    def _implementation(self, body: s.Body) -> None:
        out = self.out
        place = self.place(self.procedure.place)
        unset = [*self.procedure.results, *self.locals]
        for bound in unset:
            self._havoc(bound, self.environment[bound], P.Source.UNINITIALISED, self.place(bound.place))
        for bound in unset:
            self._assume_where(bound, place)
        for contract in self.procedure.contracts:
            if contract.kind != "ensures" and contract.free:
                self._guarded(contract.place, lambda c=contract: self._assume(c.condition, c.place))
        self._statements(body.statements)
        end = self.place(body.end)
        if out.open:
            out.end(P.Goto(("@exit",), end))
        out.start("@exit")
        ensures = [c for c in self.procedure.contracts if c.kind != "requires"]
        for contract in ensures:
            if not contract.free:
                self._guarded(
                    contract.place,
                    lambda c=contract: self._assert(c.condition, c.place, _message(c.attributes, POSTCONDITION)),
                )
            elif _always_assumed(contract):
                self._guarded(contract.place, lambda c=contract: self._assume(c.condition, c.place))
        # a caller may rely on what is free, the body may not
        for contract in ensures:
            if contract.free:
                self._guarded(contract.place, lambda c=contract: self._assume(c.condition, c.place))
        if out.open:
            out.end(P.Return(self.results, end))

    # ------------------------------------------------------------ pieces

    def _guarded(self, place: s.Place, action: Any) -> None:
        """Do something; where it has no translation the path ends here."""
        if not self.out.open:
            return
        try:
            action()
        except Unsupported as error:
            where = self.place(error.place if error.place != s.NOWHERE else place)
            self.out.end(P.Stop(P.End.UNSUPPORTED, error.what, where))

    def _assume(self, condition: s.Expression, place: s.Place) -> None:
        self.out.add(P.Assume(self.translator.assumption(condition), self.place(place)))

    def _assert(self, condition: s.Expression, place: s.Place, message: str) -> None:
        self.out.add(P.Assert(self.translator.claim(condition), "assert", message, self.place(place)))

    def _havoc(self, bound: Any, variable: Term | None, source: P.Source, place: Location) -> None:
        if variable is not None:
            shown = t.show(t.substitute(bound.type, self.bindings))
            self.out.add(P.Havoc(variable, source, bound.name or "result", shown, place))

    def _assume_where(self, target: Any, place: Location) -> None:
        if target is None or target.where is None or not self.out.open:
            return
        if isinstance(target, s.VariableDeclaration) and target not in self.world.used:
            return
        where: s.Expression = target.where
        self._guarded(target.place, lambda: self.out.add(P.Assume(self.translator.assumption(where), place)))

    # ------------------------------------------------------------ statements

    def _statements(self, statements: list[s.Statement]) -> None:
        label: str | None = None
        for statement in statements:
            if isinstance(statement, s.LabelStatement):
                label = statement.name
                if self.out.open:
                    self.out.end(P.Goto((label,), self.place(statement.place)))
                self.out.start(label)
                continue
            if not self.out.open:
                self.out.start(self.out.fresh("dead"))
            self._guarded(statement.place, lambda c=statement, n=label: self._statement(c, n))
            label = None

    def _statement(self, c: s.Statement, label: str | None) -> None:
        out = self.out
        place = self.place(c.place)
        match c:
            case s.AssertStatement():
                self._assert(c.condition, c.place, _message(c.attributes, ASSERTION))
            case s.AssumeStatement():
                self._assume(c.condition, c.place)
            case s.HavocStatement():
                for name in c.names:
                    self._havoc(name.target, self.translator.term(name), P.Source.HAVOC, place)
                for name in c.names:
                    self._assume_where(name.target, place)
            case s.AssignStatement():
                self._assign(c)
            case s.UnpackStatement():
                self._unpack(c)
            case s.CallStatement():
                self._call(c)
            case s.GotoStatement():
                out.end(P.Goto(tuple(dict.fromkeys(name for _, name in c.targets)), place))
            case s.ReturnStatement():
                out.end(P.Goto(("@exit",), place))
            case s.BreakStatement():
                out.end(P.Goto((self._exit_of(c),), place))
            case s.IfStatement():
                self._if(c, label)
            case s.WhileStatement():
                self._while(c, label)
            case s.HideReveal():
                pass
            case s.ParallelCall():
                raise Unsupported("parallel calls", c.place)
            case s.YieldStatement():
                raise Unsupported("yield", c.place)
            case s.LabelStatement():
                pass

    def _exit_of(self, c: s.BreakStatement) -> str:
        for name, loop, end in reversed(self._loops):
            if (c.label is None and loop) or (c.label is not None and name == c.label):
                return end
        raise Unsupported("break outside of a loop", c.place)

    def _assign(self, c: s.AssignStatement) -> None:
        targets: list[Term] = []
        values: list[Term] = []
        for target, written in zip(c.targets, c.values, strict=True):
            root = root_of(target)
            if root is None:
                raise Unsupported("this assignment", c.place)
            value = self.translator.term(written)
            while not isinstance(target, s.Identifier):
                if isinstance(target, s.Select):
                    value = self.translator.updated(target, self.translator.term(target.map), value)
                    target = target.map
                elif isinstance(target, s.FieldAccess):
                    value = self.translator.field_update(target, self.translator.term(target.operand), value)
                    target = target.operand
                else:
                    raise Unsupported("this assignment", c.place)
            targets.append(self.translator.term(root))
            values.append(value)
        self.out.add(P.Assign(tuple(targets), tuple(values), self.place(c.place)))

    def _unpack(self, c: s.UnpackStatement) -> None:
        value = self.translator.term(c.value)
        place = self.place(c.place)
        instance = tuple(self.world.ground(i, self.bindings) for i in c.instance or ())
        made = self.world.is_made_by(c.target, instance, value)
        self.out.add(P.Assert(made, "assert", f"the value is not a {c.constructor}", place))
        targets = tuple(self.translator.term(x) for x in c.targets)
        values = tuple(self.world.field(c.target, i, instance, value) for i in range(len(targets)))
        if targets:
            self.out.add(P.Assign(targets, values, place))

    def _call(self, c: s.CallStatement) -> None:
        if c.asynchronous or c.for_all:
            raise Unsupported("asynchronous calls" if c.asynchronous else "call forall", c.place)
        procedure: s.ProcedureDeclaration = c.target
        instance = tuple(self.world.ground(i, self.bindings) for i in c.instance or ())
        place = self.place(c.place)
        formals = dict(zip(procedure.variables or t.NO_VARIABLES, instance, strict=False))
        arguments: list[Term] = []
        for written, formal in zip(c.arguments, procedure.parameters, strict=True):
            if written is None:
                value = self.temporary(self.world.sort(t.substitute(formal.type, formals)))
                self._havoc(formal, value, P.Source.HAVOC, place)
            else:
                value = self.translator.term(written)
            arguments.append(value)
        environment = dict(zip(procedure.parameters, arguments, strict=True))
        there = Translator(self.world, self.whole.functions, environment, formals)
        for contract in procedure.contracts:
            if contract.kind != "ensures" and contract.free and _always_assumed(contract):
                self.out.add(P.Assume(there.assumption(contract.condition), place))
            if contract.kind != "ensures" and not contract.free and not c.free:
                message = _message(contract.attributes, PRECONDITION)
                where = f"{message} (requires at {contract.place[0]},{contract.place[1]})"
                self.out.add(P.Assert(there.claim(contract.condition), "assert", where, place))
        targets: list[Term] = []
        copies: list[tuple[Term, Term]] = []
        for formal, result in zip(procedure.results, c.results, strict=False):
            sort = self.world.sort(t.substitute(formal.type, formals))
            if result is None:
                targets.append(self.temporary(sort))
                continue
            wanted = self.translator.term(result)
            if isinstance(result.target, s.VariableDeclaration):
                temporary = self.temporary(sort)
                copies.append((wanted, temporary))
                wanted = temporary
            targets.append(wanted)
        name = self.whole.request(procedure, instance)
        self.out.add(P.Call(tuple(targets), name, tuple(arguments), place))
        if copies:
            self.out.add(P.Assign(tuple(a for a, _ in copies), tuple(b for _, b in copies), place))
        for result in c.results:
            if result is not None:
                self._assume_where(result.target, place)

    # ------------------------------------------------------------ structure

    def _if(self, c: s.IfStatement, label: str | None) -> None:
        out = self.out
        join = out.fresh("join")
        self._loops.append((label, False, join))
        node: s.IfStatement | None = c
        while node is not None:
            then, otherwise = out.fresh("then"), out.fresh("else")
            place = self.place(node.place)
            if node.guard is None:
                out.end(P.Goto((then, otherwise), place))
            else:
                out.end(P.Branch(self.translator.term(node.guard), then, otherwise, place))
            self._arm(then, node.then, join, place)
            rest, node = node.otherwise, None
            if rest is not None and len(rest) == 1 and isinstance(rest[0], s.IfStatement):
                node = rest[0]
                out.start(otherwise)
            else:
                self._arm(otherwise, rest or [], join, place)
        self._loops.pop()
        out.start(join)

    def _arm(self, label: str, statements: list[s.Statement], join: str, place: Location) -> None:
        self.out.start(label)
        self._statements(statements)
        if self.out.open:
            self.out.end(P.Goto((join,), place))

    def _while(self, c: s.WhileStatement, label: str | None) -> None:
        out = self.out
        head, body, done = out.fresh("head"), out.fresh("body"), out.fresh("done")
        place = self.place(c.place)
        out.end(P.Goto((head,), place))
        out.start(head)
        for invariant in c.invariants:
            if invariant.free:
                self._assume(invariant.condition, invariant.place)
            else:
                self._assert(invariant.condition, invariant.place, _message(invariant.attributes, INVARIANT))
        if c.guard is None:
            out.end(P.Goto((body, done), place))
        else:
            out.end(P.Branch(self.translator.term(c.guard), body, done, place))
        self._loops.append((label, True, done))
        self._arm(body, c.body, head, place)
        self._loops.pop()
        out.start(done)


def _message(attributes: list[s.Attribute], default: str) -> str:
    found = s.attribute(attributes, "msg")
    if found is not None and found.arguments and isinstance(found.arguments[0], str):
        return found.arguments[0]
    return default


def _always_assumed(contract: s.Contract) -> bool:
    """``free`` with ``{:always_assume}``: assumed also where others are checked."""
    return s.attribute(contract.attributes, "always_assume") is not None
