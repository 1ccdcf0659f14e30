"""Code expressions: blocks of statements that return a Boolean, as terms.

As in Boogie, a code expression that is claimed says that all its executions return true, one that is assumed that some
execution does; elsewhere it has a meaning only if there is exactly one execution. Loops and recursion inside have no
term.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

from antumbra import terms as T
from antumbra.frontends.boogie import syntax as s
from antumbra.frontends.boogie.checking import types as t
from antumbra.frontends.boogie.checking.type_quantifiers import Use
from antumbra.frontends.boogie.translating.commands import Commands, Whole
from antumbra.frontends.boogie.translating.expressions import Translator
from antumbra.frontends.boogie.translating.passes import complementary_gotos
from antumbra.frontends.boogie.translating.unsupported import Unsupported
from antumbra.program import model as P
from antumbra.program.commands.wp import wp
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.terms import Term

#: what must hold of the values that an execution returns
Post = Callable[[tuple[Term, ...]], Term]


class Procedures(Whole, Protocol):
    """The program, and its procedures as they are needed."""

    def translated(self, name: str) -> P.Procedure | None:
        """None while it is being translated."""
        ...


class CodeExpressions:
    """The code expressions of one program."""

    def __init__(self, whole: Procedures) -> None:
        self._whole = whole
        self._numbers = count()

    def term(self, e: s.CodeExpression, outer: Translator, use: Use) -> Term:
        """``outer`` translates what surrounds ``e``."""
        if use == "assumed":
            # not all executions return false
            return T.not_(self._every(e, outer, use, negated=True)[0])
        found, one = self._every(e, outer, use, negated=False)
        if use == "exact" and not one:
            raise Unsupported("code expression with many executions that is neither claimed nor assumed", e.place)
        return found

    def _every(self, e: s.CodeExpression, outer: Translator, use: Use, *, negated: bool) -> tuple[Term, bool]:
        """All executions return true, or false if ``negated``; and whether there is one only."""
        number = next(self._numbers)
        environment = outer.in_scope()
        for bound in e.locals:
            sort = self._whole.world.sort(t.substitute(bound.type, outer.bindings))
            environment[bound] = T.var(f"{bound.name}@code{number}", sort)
        code = _Code(self._whole, environment, outer.within(environment), use, number)
        blocks = code.blocks(e)
        executions = _Executions(self._whole, e.place)

        def after(values: tuple[Term, ...]) -> Term:
            if not values:
                return T.TRUE
            return T.not_(values[0]) if negated else values[0]

        return executions.before(blocks, (), after), executions.one


class _Code(Commands):
    """The statements of one code expression."""

    def __init__(
        self, whole: Whole, environment: dict[Any, Term], translator: Translator, use: Use, number: int
    ) -> None:
        super().__init__(whole, "", environment, translator.bindings, translator)
        self._use: Use = use
        self._number = number

    def temporary(self, sort: Any) -> Term:
        """Another one than those around: an argument may be one of them."""
        return T.var(f"{super().temporary(sort).data}@code{self._number}", sort)

    def blocks(self, e: s.CodeExpression) -> P.Procedure:
        self.out.start("@start")
        place = self.place(e.place)
        for bound in e.locals:
            self.havoc(bound, self.environment[bound], P.Source.UNINITIALISED, place)
        for bound in e.locals:
            self.assume_where(bound, place)
        self.statements(e.body)
        if self.out.open:
            self.out.end(P.Return((), place))
        return P.Procedure("code", (), (), self.out.finish(), place)

    def leave(self, c: s.ReturnStatement) -> None:
        values = () if c.value is None else (self.translator.used(c.value, self._use),)
        self.out.end(P.Return(values, self.place(c.place)))

    def assume(self, condition: s.Expression, place: s.Place) -> None:
        inside: Use = "exact" if self._use == "exact" else "assumed"
        self.out.add(P.Assume(self.translator.used(condition, inside), self.place(place)))

    def claim(self, condition: s.Expression, place: s.Place, attributes: list[s.Attribute], default: str) -> None:
        inside: Use = "exact" if self._use == "exact" else "claimed"
        self.claim_term(self.translator.used(condition, inside), self.place(place), attributes, default)


class _Executions:
    """Weakest preconditions of blocks without loops. ``one``: no choice, unknown value or blocked path was met."""

    def __init__(self, whole: Procedures, place: s.Place) -> None:
        self._whole = whole
        self._place = place
        self._calls: list[str] = []
        self._renamed = count()
        self.one = True

    def before(self, procedure: P.Procedure, arguments: tuple[Term, ...], after: Post) -> Term:
        """What must hold so that ``after`` holds of the values that every execution returns."""
        complementary_gotos(procedure)
        graph = FlowGraph(procedure)
        if graph.retreating_edges:
            raise Unsupported("a loop in a code expression", self._place)
        conditions: dict[str, Term] = {}
        for label in reversed(graph.reverse_postorder):
            block = procedure.blocks[label]
            post = self._leaving(block.terminator, conditions, after)
            commands = block.commands
            if self._known(procedure, graph, label):
                commands = commands[1:]
            for command in reversed(commands):
                post = self._command(command, post)
            conditions[label] = post
        return T.substitute(conditions[graph.entry], dict(zip(procedure.parameters, arguments, strict=True)))

    @staticmethod
    def _known(procedure: P.Procedure, graph: FlowGraph, label: str) -> bool:
        """Does the block begin with an assumption that the branch before it made sure?"""
        sources = graph.predecessors[label]
        first = next(iter(procedure.blocks[label].commands), None)
        if len(sources) != 1 or not isinstance(first, P.Assume):
            return False
        last = procedure.blocks[sources[0]].terminator
        if not isinstance(last, P.Branch) or last.then == last.otherwise:
            return False
        return first.condition is (last.condition if last.then == label else T.not_(last.condition))

    def _leaving(self, terminator: P.Terminator, conditions: dict[str, Term], after: Post) -> Term:
        match terminator:
            case P.Return():
                self.one = self.one and bool(terminator.values or self._calls)
                return after(terminator.values)
            case P.Branch():
                return T.ite(terminator.condition, conditions[terminator.then], conditions[terminator.otherwise])
            case P.Goto():
                targets = targets_of(terminator)
                self.one = self.one and len(targets) == 1
                return T.and_(*(conditions[label] for label in targets))
            case P.Stop():
                location = terminator.location
                place = (location.line, location.column) if location else self._place
                raise Unsupported(terminator.detail, place)
            case P.Switch():
                raise Unsupported("a switch in a code expression", self._place)

    def _command(self, command: P.Command, post: Term) -> Term:
        match command:
            case P.Call():
                return self._call(command, post)
            case P.Assign():
                pass
            case P.Havoc():
                self.one = self.one and command.target not in T.free_variables(post)
            case _:
                self.one = False
        return wp([command], post)

    def _call(self, call: P.Call, post: Term) -> Term:
        name = str(call.callee)
        callee = self._whole.translated(name)
        if callee is None or name in self._calls:
            raise Unsupported("recursion in a code expression", self._place)
        self._calls.append(name)

        def after(values: tuple[Term, ...]) -> Term:
            return T.substitute(post, dict(zip(call.targets, values, strict=False)))

        result = self.before(self._apart(callee), call.arguments, after)
        self._calls.pop()
        return result

    def _apart(self, procedure: P.Procedure) -> P.Procedure:
        """The procedure with locals of its own names: ``post`` may speak of others that are called the same."""
        shared = {*self._whole.world.variables.values(), *self._whole.world.constants.values()}
        prefix = f"call{next(self._renamed)} "
        renaming: dict[Term, Term] = {}

        def term(old: Term) -> Term:
            for v in sorted(T.free_variables(old), key=lambda v: v.id):
                if v not in shared and v not in renaming:
                    renaming[v] = T.var(f"{prefix}{v.data}", v.sort)
            return T.substitute(old, {v: renaming[v] for v in T.free_variables(old) if v in renaming})

        def terms(old: tuple[Term, ...]) -> tuple[Term, ...]:
            return tuple(term(x) for x in old)

        def command(old: P.Command) -> P.Command:
            match old:
                case P.Assign():
                    return P.Assign(terms(old.targets), terms(old.values), old.location)
                case P.Assume():
                    return P.Assume(term(old.condition), old.location)
                case P.Assert():
                    return P.Assert(term(old.condition), old.check, old.message, old.location)
                case P.Havoc():
                    return P.Havoc(term(old.target), old.source, old.name, old.type_name, old.location)
                case P.Call():
                    return P.Call(terms(old.targets), old.callee, terms(old.arguments), old.location)
                case _:
                    raise Unsupported("this command in a code expression", self._place)

        def last(old: P.Terminator) -> P.Terminator:
            match old:
                case P.Branch():
                    return P.Branch(term(old.condition), old.then, old.otherwise, old.location)
                case P.Return():
                    return P.Return(terms(old.values), old.location)
                case _:
                    return old

        blocks = {
            label: P.Block(label, [command(c) for c in block.commands], last(block.terminator))
            for label, block in procedure.blocks.items()
        }
        return P.Procedure(procedure.name, terms(procedure.parameters), terms(procedure.results), blocks)
