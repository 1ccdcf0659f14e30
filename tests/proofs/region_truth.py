"""Whether claims of region graphs are true, found out by running small programs with all values there are.

It is about executions, not about closure: every state that a run comes to is in a region, every move that a run makes
is linked, and no run does what a claim excludes. A proof for which that is false must not be confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.proofs import Question, result
from antumbra.proofs.claims.wellformed import variables_of
from antumbra.proofs.regions import Unreachable
from antumbra.terms import Term

Values = tuple[Any, ...]
#: block, index, values of the procedure's own variables (None: not yet written) and of the global ones
Micro = tuple[str, int, Values, Values]
#: results, and global variables
Returned = tuple[Values, Values]
INTEGERS = range(-3, 4)


@cache
def domain(sort: T.Sort) -> tuple[Any, ...]:
    match sort.kind:
        case "bool":
            return (False, True)
        case "int":
            return tuple(INTEGERS)
        case _:
            return tuple(range(1 << sort.width))


@dataclass
class Run:
    """All that one call may do."""

    first: Micro
    moves: dict[Micro, list[Micro]] = field(default_factory=dict[Micro, list[Micro]])
    returns: dict[Micro, set[Returned]] = field(default_factory=dict[Micro, set[Returned]])
    #: states in which something forbidden happens, also in a call
    wrong: set[Micro] = field(default_factory=set[Micro])


class Steps:
    """What each command does with values. ``question``: what is forbidden."""

    def __init__(self, program: P.Program, question: Question) -> None:
        self._program = program
        self._question = question
        self._globals = tuple(program.variables)
        self._own = {name: tuple(variables_of(program, p)) for name, p in program.procedures.items()}

    def _called(self, name: str, given: Values, held: Values) -> tuple[Iterable[Returned], bool]:
        """What a call returns, and whether something forbidden may happen in it."""
        raise NotImplementedError

    def _held(self, values: Values) -> dict[Term, Any]:
        return dict(zip(self._globals, values, strict=True))

    def _steps(self, procedure: P.Procedure, state: Micro, run: Run) -> Iterator[Micro]:
        label, index, own, held = state
        block = procedure.blocks[label]
        env = {**dict(zip(self._own[procedure.name], own, strict=True)), **self._held(held)}
        if index == 0 and (procedure.name, label) in self._question.places:
            run.wrong.add(state)
            return
        if index < len(block.commands):
            for after in self._command(block.commands[index], env, state, run):
                yield (label, index + 1, *self._split(procedure, after))
            return
        match block.terminator:
            case P.Goto(targets):
                chosen = targets
            case P.Branch(condition, then, otherwise):
                chosen = (then if value(condition, env) else otherwise,)
            case P.Switch(term, cases, default):
                chosen = (next((to for constant, to in cases if constant == value(term, env)), default),)
            case P.Return(values):
                run.returns[state] = {(tuple(value(v, env) for v in values), held)}
                return
            case P.Stop(end):
                if end in (P.End.UNDEFINED, P.End.UNSUPPORTED, P.End.BOUND):
                    run.wrong.add(state)
                return
        for to in chosen:
            yield (to, 0, own, held)

    def _command(self, command: P.Command, env: dict[Term, Any], state: Micro, run: Run) -> Iterator[dict[Term, Any]]:
        match command:
            case P.Assign(targets, values):
                yield {**env, **dict(zip(targets, [value(v, env) for v in values], strict=True))}
            case P.Assume(condition):
                if value(condition, env):
                    yield env
            case P.Assert(condition, check):
                if self._question.defined(check) or value(condition, env):
                    yield env
                else:
                    run.wrong.add(state)
            case P.Havoc(target):
                yield from ({**env, target: v} for v in domain(target.sort))
            case P.Call(targets, callee, arguments):
                held = tuple(env[v] for v in self._globals)
                returns, wrong = self._called(str(callee), tuple(value(a, env) for a in arguments), held)
                if wrong:
                    run.wrong.add(state)
                for results, after in sorted(returns):
                    yield {**env, **self._held(after), **dict(zip(targets, results, strict=False))}
            case _:
                raise ValueError(command)

    def _split(self, procedure: P.Procedure, env: dict[Term, Any]) -> tuple[Values, Values]:
        return tuple(env[v] for v in self._own[procedure.name]), tuple(env[v] for v in self._globals)


class Truth(Steps):
    """Every call there may be, each for itself."""

    def __init__(self, program: P.Program, question: Question) -> None:
        super().__init__(program, question)
        self._written = {
            t
            for p in program.procedures.values()
            for b in p.blocks.values()
            for c in b.commands
            for t in (c.targets if isinstance(c, P.Assign | P.Call) else (c.target,) if isinstance(c, P.Havoc) else ())
        }
        #: what calls are known to do, until nothing is added any more
        self._known: dict[tuple[str, Values, Values], tuple[frozenset[Returned], bool]] = {}
        changed = True
        while changed:
            self.runs = {key: self._run(*key) for key in self._keys()}
            known = {
                key: (frozenset(r for found in run.returns.values() for r in found), bool(run.wrong))
                for key, run in self.runs.items()
            }
            changed = known != self._known
            self._known = known

    def _called(self, name: str, given: Values, held: Values) -> tuple[Iterable[Returned], bool]:
        return self._known.get((name, given, held), (frozenset(), False))

    def _keys(self) -> Iterator[tuple[str, Values, Values]]:
        for name, procedure in self._program.procedures.items():
            for given in product(*(domain(p.sort) for p in procedure.parameters)):
                for held in product(*(self._may_be(v) for v in self._globals)):
                    if all(T.evaluate(a, self._held(held)) for a in self._lasting()):
                        yield name, given, held

    def _may_be(self, variable: Term) -> tuple[Any, ...]:
        value = self._program.variables[variable]
        return domain(variable.sort) if variable in self._written or value is None else (value.data,)

    def _lasting(self) -> list[Term]:
        return [a for a in self._program.axioms if not any(v in self._written for v in T.free_variables(a))]

    def _run(self, name: str, given: Values, held: Values) -> Run:
        procedure = self._program.procedures[name]
        own = dict.fromkeys(self._own[name])
        own.update(zip(procedure.parameters, given, strict=True))
        run = Run((next(iter(procedure.blocks)), 0, tuple(own.values()), held))
        todo = [run.first]
        while todo:
            state = todo.pop()
            if state not in run.moves:
                run.moves[state] = list(self._steps(procedure, state, run))
                todo += run.moves[state]
        return run

    # ------------------------------------------------------------ claims

    def safe(self) -> bool:
        for (name, _, held), run in self.runs.items():
            first = self._held(held)
            initial = all(v is None or first[g] == v.data for g, v in self._program.variables.items())
            initial = initial and all(T.evaluate(a, first) for a in self._program.axioms)
            if run.wrong and initial and name == self._program.entry:
                return False
        return True

    def false(self, claims: Iterable[Unreachable]) -> str | None:
        """What is false of some claim; None if all are true."""
        return next((fault for claim in claims for fault in self._faults(claim)), None)

    def _faults(self, claim: Unreachable) -> Iterator[str]:
        procedure = self._program.procedures[claim.procedure]
        frozen = [dict(zip(claim.frozen, v, strict=True)) for v in product(*(domain(f.sort) for f in claim.frozen))]
        for (name, given, held), run in self.runs.items():
            if name == claim.procedure:
                start = {
                    **dict(zip(procedure.parameters, given, strict=True)),
                    **self._held(held),
                }
                for fixed in frozen:
                    if not value(claim.entry, {**start, **fixed}):
                        yield from self._in_run(claim, run, fixed)

    def _in_run(self, claim: Unreachable, run: Run, fixed: Mapping[Term, Any]) -> Iterator[str]:
        if claim.errors and run.wrong:
            yield f"{claim.procedure} may fail"
        results = self._program.procedures[claim.procedure].results
        for returns in run.returns.values():
            for values, held in returns:
                env = {result(i, r.sort): v for i, (r, v) in enumerate(zip(results, values, strict=False))}
                if value(claim.goal, {**env, **self._held(held), **fixed}):
                    yield f"{claim.procedure} returns in the goal"
        places = {region.place[1:] for region in claim.regions}
        if not self._in(claim, run.first, fixed):
            yield f"{claim.procedure} begins in no region"
        for state in run.moves:
            if state[:2] in places:
                sources = self._in(claim, state, fixed)
                if not sources:
                    yield f"{claim.procedure} is in no region at {state[:2]}"
                for to in _next(run, state, places):
                    targets = self._in(claim, to, fixed)
                    for source in sources:
                        if not any((source, target) in claim.links for target in targets):
                            yield f"a move of {claim.procedure} from {source} is not linked"

    def _in(self, claim: Unreachable, state: Micro, fixed: Mapping[Term, Any]) -> list[int]:
        label, index, own, held = state
        env = {
            **dict(zip(self._own[claim.procedure], own, strict=True)),
            **self._held(held),
            **fixed,
        }
        here = [r for r in claim.regions if r.place[1:] == (label, index)]
        return [r.number for r in here if value(r.predicate, env)]


def _next(run: Run, state: Micro, places: set[tuple[str, int]]) -> Iterator[Micro]:
    """The states at places that follow a state."""
    todo, seen = list(run.moves[state]), set[Micro]()
    while todo:
        found = todo.pop()
        if found[:2] in places:
            yield found
        elif found not in seen:
            seen.add(found)
            todo += run.moves[found]


def value(term: Term, env: Mapping[Term, Any]) -> Any:
    """With 0 for what is not written yet."""
    known = {v: T.default_value(v.sort) if env[v] is None else env[v] for v in T.free_variables(term)}
    return T.compiled(term)(known)
