"""Statements as blocks of commands."""

from __future__ import annotations

from typing import Any, Protocol

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.statements import root_of
from antumbra.frontends.boogie.translating.blocks import BlockBuilder
from antumbra.frontends.boogie.translating.expressions import Functions, Translator
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.frontends.boogie.translating.world import Bindings, World
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.terms import Term

ASSERTION = "this assertion could not be proved"
PRECONDITION = "a precondition for this call could not be proved"
POSTCONDITION = "a postcondition could not be proved on this return path"
INVARIANT = "this loop invariant could not be proved"

#: where a return goes; no label of a program
EXIT = "@exit"


class Whole(Protocol):
    """The program that statements belong to."""

    world: World
    functions: Functions

    def place(self, place: s.Place, function: str = "") -> Location: ...

    def request(self, procedure: s.ProcedureDeclaration, instance: tuple[t.Type, ...]) -> str: ...


class Commands:
    """Statements in one scope, translated into ``out``."""

    def __init__(
        self, whole: Whole, function: str, environment: dict[Any, Term], bindings: Bindings, translator: Translator
    ) -> None:
        """``function``: the procedure's name, for places. ``environment`` gets the locals, ``translator`` reads it."""
        self.whole = whole
        self.world = whole.world
        self.function = function
        self.environment = environment
        self.bindings = bindings
        self.translator = translator
        self.out = BlockBuilder()
        self._loops: list[tuple[str | None, bool, str]] = []
        self._temporaries = 0
        #: blocks with an ``assume {:start_checking_here}``, and the commands before it
        self.starts: dict[str, int] = {}

    def place(self, place: s.Place) -> Location:
        return self.whole.place(place, self.function)

    def temporary(self, sort: Any) -> Term:
        self._temporaries += 1
        return T.var(f"@{self._temporaries}", sort)

    # ------------------------------------------------------------ pieces

    def guarded(self, place: s.Place, action: Any) -> None:
        """Do something; where it has no translation the path ends here."""
        if not self.out.open:
            return
        try:
            action()
        except Unsupported as error:
            where = self.place(error.place if error.place != s.NOWHERE else place)
            self.out.end(P.Stop(P.End.UNSUPPORTED, error.what, where))

    def assume(self, condition: s.Expression, place: s.Place) -> None:
        self.out.add(P.Assume(self.translator.assumption(condition), self.place(place)))

    def claim(self, condition: s.Expression, place: s.Place, attributes: list[s.Attribute], default: str) -> None:
        """``default``: what is said of a violation unless an attribute says something else."""
        said = message(attributes, default)
        self.claim_term(self.translator.claim(condition), self.place(place), attributes, said)
        if _verified_under(attributes):
            self.assume(condition, place)

    def claim_term(self, claimed: Term, place: Location, attributes: list[s.Attribute], said: str) -> None:
        """``{:verified_under e}``: what was verified before under the condition e is claimed only where e is false."""
        under = _verified_under(attributes)
        if under:
            self.world.grant("trusted", "what is marked {:verified_under} is right where its condition holds")
            claimed = T.or_(T.and_(*(self.translator.term(e) for e in under)), claimed)
        self.out.add(P.Assert(claimed, "assert", said, place))

    def havoc(self, bound: Any, variable: Term | None, source: P.Source, place: Location) -> None:
        if variable is not None:
            shown = t.show(t.substitute(bound.type, self.bindings))
            self.out.add(P.Havoc(variable, source, bound.name or "result", shown, place))

    def assume_where(self, target: Any, place: Location) -> None:
        if target is None or target.where is None or not self.out.open:
            return
        if isinstance(target, s.VariableDeclaration) and target not in self.world.used:
            return
        where: s.Expression = target.where
        self.world.grant("axioms", f"where clause in line {target.place[0]}")
        self.guarded(target.place, lambda: self.out.add(P.Assume(self.translator.assumption(where), place)))

    # ------------------------------------------------------------ statements

    def statements(self, statements: list[s.Statement]) -> None:
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
            self.guarded(statement.place, lambda c=statement, n=label: self._statement(c, n))
            label = None

    def _statement(self, c: s.Statement, label: str | None) -> None:
        out = self.out
        place = self.place(c.place)
        match c:
            case s.AssertStatement():
                self.claim(c.condition, c.place, c.attributes, ASSERTION)
            case s.AssumeStatement():
                self.world.grant("assumed", f"line {c.place[0]}")
                self.assume(c.condition, c.place)
                if s.attribute(c.attributes, "start_checking_here") is not None:
                    self.starts.setdefault(*out.position)
            case s.HavocStatement():
                before = self._assumption_variables(c, place)
                for name in c.names:
                    self.havoc(name.target, self.translator.term(name), P.Source.HAVOC, place)
                for variable, saved in before:
                    out.add(P.Assume(T.implies(variable, saved), place))
                for name in c.names:
                    self.assume_where(name.target, place)
            case s.AssignStatement():
                self._assign(c)
            case s.UnpackStatement():
                self._unpack(c)
            case s.CallStatement():
                self._call(c)
            case s.GotoStatement():
                out.end(P.Goto(tuple(dict.fromkeys(name for _, name in c.targets)), place))
            case s.ReturnStatement():
                self.leave(c)
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

    def _assumption_variables(self, c: s.HavocStatement, place: Location) -> list[tuple[Term, Term]]:
        """Variables marked ``{:assumption}`` never become true again, and what keeps their values."""
        result: list[tuple[Term, Term]] = []
        for name in c.names:
            if s.attribute(name.target.attributes, "assumption") is not None:
                saved = self.temporary(T.BOOL)
                variable = self.translator.term(name)
                self.out.add(P.Assign((saved,), (variable,), place))
                result.append((variable, saved))
        return result

    def leave(self, c: s.ReturnStatement) -> None:
        self.out.end(P.Goto((EXIT,), self.place(c.place)))

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
        instance = self.world.instance(c.instance, self.bindings, c.place)
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
        instance = self.world.instance(c.instance, self.bindings, c.place)
        place = self.place(c.place)
        formals = dict(zip(procedure.variables or t.NO_VARIABLES, instance, strict=False))
        arguments: list[Term] = []
        for written, formal in zip(c.arguments, procedure.parameters, strict=True):
            if written is None:
                value = self.temporary(self.world.sort(t.substitute(formal.type, formals)))
                self.havoc(formal, value, P.Source.HAVOC, place)
            else:
                value = self.translator.term(written)
            arguments.append(value)
        environment = dict(zip(procedure.parameters, arguments, strict=True))
        there = Translator(self.world, self.whole.functions, environment, formals)
        for contract in procedure.contracts:
            if contract.kind != "ensures" and (contract.free or c.free):
                self.world.grant("free-contracts", f"line {c.place[0] if c.free else contract.place[0]}")
            if contract.kind != "ensures" and contract.free and always_assumed(contract):
                self.out.add(P.Assume(there.assumption(contract.condition), place))
            if contract.kind != "ensures" and not contract.free and not c.free:
                said = message(contract.attributes, PRECONDITION)
                where = f"{said} (requires at {contract.place[0]},{contract.place[1]})"
                self.claim_term(there.claim(contract.condition), place, c.attributes, where)
                if _verified_under(c.attributes):
                    self.out.add(P.Assume(there.assumption(contract.condition), place))
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
                self.assume_where(result.target, place)

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
        self.statements(statements)
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
                self.world.grant("free-contracts", f"line {invariant.place[0]}")
                self.assume(invariant.condition, invariant.place)
            else:
                self.claim(invariant.condition, invariant.place, invariant.attributes, INVARIANT)
        if c.guard is None:
            out.end(P.Goto((body, done), place))
        else:
            out.end(P.Branch(self.translator.term(c.guard), body, done, place))
        self._loops.append((label, True, done))
        self._arm(body, c.body, head, place)
        self._loops.pop()
        out.start(done)


def message(attributes: list[s.Attribute], default: str) -> str:
    found = s.attribute(attributes, "msg")
    if found is not None and found.arguments and isinstance(found.arguments[0], str):
        return found.arguments[0]
    return default


def _verified_under(attributes: list[s.Attribute]) -> list[s.Expression]:
    found = [a.arguments[0] for a in attributes if a.name == "verified_under" and a.arguments]
    return [e for e in found if not isinstance(e, str)]


def always_assumed(contract: s.Contract) -> bool:
    """``free`` with ``{:always_assume}``: assumed also where others are checked."""
    return s.attribute(contract.attributes, "always_assume") is not None
