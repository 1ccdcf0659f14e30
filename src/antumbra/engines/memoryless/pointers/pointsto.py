"""What a pointer may point to: Andersen's analysis, with offsets, without regard to the order of commands.

Places are missing only for pointers that come from numbers, or from bytes that were written as something else. Those
are unknown in the program without memory, so that a check of an access through one of them can fail there: that costs a
proof, and never makes one. What else is decided by the places found here (which objects outlive a call, the remainders
of offsets) needs all others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from antumbra import terms as T
from antumbra.engines.memoryless.pointers.offsets import START, Offsets, index
from antumbra.engines.memoryless.pointers.sites import Site, Sites, static_pointers
from antumbra.program import model as P
from antumbra.terms import Term

#: a variable of a procedure (or of all: ""), or a result of one
Node = tuple[str, Term | int]
Targets = dict[Site, Offsets]
#: where in an object: an offset, or anywhere
Field = int | None

_NONE: Final[Targets] = {}


class PointsTo:
    """``of`` says what a term of a procedure may point to, ``reached`` whom a call through a pointer may reach."""

    def __init__(self, program: P.Program, sites: Sites) -> None:
        self._program = program
        self._sites = sites
        self._variables: dict[Node, Targets] = {}
        #: what the pointers in an object point to
        self.memory: dict[Site, dict[Field, Targets]] = {}
        self._users: dict[Node, list[int]] = {}
        self._readers: dict[Site, set[int]] = {}
        self._rules: list[Callable[[int], None]] = []
        self._waiting: set[int] = set()
        self._queue: deque[int] = deque()
        self._indices: dict[Term, Offsets] = {}
        self._free: dict[tuple[str, Term], tuple[Node, ...]] = {}
        self._called: set[tuple[int, str]] = set()
        #: whom a call through a pointer may reach
        self.reached: dict[int, dict[str, None]] = {}
        for site in sites.all:
            fields = self.memory[site] = {}
            for offset, value in () if site.static is None else static_pointers(site.static):
                if (found := sites.at(value)) is not None:
                    fields[offset] = {found[0]: Offsets(frozenset({found[1]}))}
        for variable, value in program.variables.items():
            if value is not None and variable.sort is sites.pointer:
                self._add(("", variable), self._of("", value))
        for name, procedure in program.procedures.items():
            self._procedure(name, procedure)
        self._solve()

    # ------------------------------------------------------------ answers

    def of(self, procedure: str, term: Term) -> Targets:
        return self._of(procedure, term)

    def holders(self) -> dict[Site, list[Node]]:
        """The variables that may point into an object."""
        found: dict[Site, list[Node]] = {}
        for node, targets in self._variables.items():
            for site in targets:
                found.setdefault(site, []).append(node)
        return found

    # ------------------------------------------------------------ rules

    def _procedure(self, name: str, procedure: P.Procedure) -> None:
        for block in procedure.blocks.values():
            for command in block.commands:
                self._command(name, command)
            last = block.terminator
            if isinstance(last, P.Return):
                for position, value in enumerate(last.values):
                    self._flows(name, value, (name, position))

    def _command(self, name: str, command: P.Command) -> None:
        pointer = self._sites.pointer
        match command:
            case P.Assign(targets, values):
                for target, value in zip(targets, values, strict=True):
                    self._flows(name, value, self._node(name, target))
            case P.Call(targets, callee, arguments):
                if isinstance(callee, str):
                    self._call(name, targets, callee, arguments)
                else:
                    self.reached[id(command)] = {}
                    self._rule(name, (callee,), lambda _: self._call_through(name, command, callee))
            case P.Load(target, address) if command.pointer:
                node = self._node(name, target)
                self._rule(name, (address,), lambda rule: self._load(rule, node, self._of(name, address)))
            case P.Store(address, value) if command.pointer:
                self._rule(name, (address, value), lambda _: self._store(name, address, value))
            case P.Copy(destination, source):
                self._rule(name, (destination, source), lambda rule: self._copy(rule, name, destination, source))
            case P.Alloc(target):
                self._add(self._node(name, target), {self._sites.of_alloc[id(command)]: START})
            case P.Builtin((target,), "new_life", (address,)):
                self._flows(name, address, self._node(name, target))
            case P.Builtin((target,), "object_base", (address,)) if target.sort is pointer:
                node = self._node(name, target)
                self._rule(name, (address,), lambda _: self._add(node, dict.fromkeys(self._of(name, address), START)))
            case _:
                pass

    def _flows(self, name: str, value: Term, node: Node) -> None:
        if value.sort is self._sites.pointer:
            self._rule(name, (value,), lambda _: self._add(node, self._of(name, value)))

    def _rule(self, name: str, terms: tuple[Term, ...], rule: Callable[[int], None]) -> None:
        number = len(self._rules)
        self._rules.append(rule)
        for term in terms:
            for variable in T.free_variables(term):
                if variable.sort is self._sites.pointer:
                    self._users.setdefault(self._node(name, variable), []).append(number)
        self._wake(number)

    def _node(self, name: str, variable: Term) -> Node:
        return ("", variable) if variable in self._program.variables else (name, variable)

    def _wake(self, rule: int) -> None:
        if rule not in self._waiting:
            self._waiting.add(rule)
            self._queue.append(rule)

    def _solve(self) -> None:
        while self._queue:
            rule = self._queue.popleft()
            self._waiting.discard(rule)
            self._rules[rule](rule)

    def _add(self, node: Node, targets: Targets) -> None:
        if targets and _merge(self._variables.setdefault(node, {}), targets):
            for rule in self._users.get(node, ()):
                self._wake(rule)

    def _call(self, name: str, targets: tuple[Term, ...], callee: str, arguments: tuple[Term, ...]) -> None:
        procedure = self._program.procedures[callee]
        for parameter, argument in zip(procedure.parameters, arguments, strict=False):
            self._flows(name, argument, (callee, parameter))
        for position, target in enumerate(targets):
            if target.sort is self._sites.pointer:
                node, result = self._node(name, target), (callee, position)
                number = len(self._rules)
                self._rules.append(lambda _, n=node, r=result: self._add(n, self._variables.get(r, _NONE)))
                self._users.setdefault(result, []).append(number)
                self._wake(number)

    def _call_through(self, name: str, command: P.Call, callee: Term) -> None:
        for site in self._of(name, callee):
            function = None if site.static is None else self._program.functions.get(site.static.address)
            if function in self._program.procedures and (id(command), function) not in self._called:
                self._called.add((id(command), function))
                self.reached[id(command)][function] = None
                self._call(name, command.targets, function, command.arguments)

    def _load(self, rule: int, node: Node, targets: Targets) -> None:
        for site, offsets in targets.items():
            self._readers.setdefault(site, set()).add(rule)
            for field, pointees in self.memory[site].items():
                if offsets.modulus or field is None or field in offsets.listed:
                    self._add(node, pointees)

    def _store(self, name: str, address: Term, value: Term) -> None:
        pointees = self._of(name, value)
        if not pointees:
            return
        for site, offsets in self._of(name, address).items():
            for field in (None,) if offsets.modulus else offsets.listed:
                self._write(site, field, pointees)

    def _write(self, site: Site, field: Field, pointees: Targets) -> None:
        if _merge(self.memory[site].setdefault(field, {}), pointees):
            for rule in self._readers.get(site, ()):
                self._wake(rule)

    def _copy(self, rule: int, name: str, destination: Term, source: Term) -> None:
        to = self._of(name, destination)
        for site, offsets in self._of(name, source).items():
            self._readers.setdefault(site, set()).add(rule)
            for field, pointees in list(self.memory[site].items()):
                for other, places in to.items():
                    exact = len(offsets) == len(places) == 1 and field is not None
                    moved = field - min(offsets.listed) + min(places.listed) if exact and field is not None else None
                    self._write(other, moved, dict(pointees))

    # ------------------------------------------------------------ terms

    def _of(self, name: str, term: Term) -> Targets:
        """The places that the form of a term leads to."""
        match term.op:
            case T.CONST:
                found = self._sites.at(term.data) if term.sort is self._sites.pointer else None
                return _NONE if found is None else {found[0]: Offsets(frozenset({found[1]}))}
            case T.VAR:
                return self._variables.get(self._node(name, term), _NONE)
            case T.ITE | T.BVADD | T.BVSUB:
                return self._of_deep(name, term)
            case _:
                return _NONE

    def _of_deep(self, name: str, term: Term) -> Targets:
        found: dict[Term, Targets] = {}
        for part in T.subterms(term):
            if part.sort is not self._sites.pointer:
                continue
            match part.op:
                case T.CONST | T.VAR:
                    found[part] = self._of(name, part)
                case T.ITE:
                    both = dict(found.get(part.args[1], _NONE))
                    _merge(both, found.get(part.args[2], _NONE))
                    found[part] = both
                case T.BVADD:
                    one, other = part.args
                    both = self._moved(found.get(one, _NONE), other, 1)
                    _merge(both, self._moved(found.get(other, _NONE), one, 1))
                    found[part] = both
                case T.BVSUB:
                    found[part] = self._moved(found.get(part.args[0], _NONE), part.args[1], -1)
                case _:
                    pass
        return found.get(term, _NONE)

    def _moved(self, targets: Targets, by: Term, sign: int) -> Targets:
        if not targets:
            return {}
        known = self._indices.get(by)
        if known is None:
            known = self._indices[by] = index(by)
        if sign < 0:
            known = index(T.bvneg(by))
        return {site: offsets.moved(known) for site, offsets in targets.items()}


def _merge(into: Targets, other: Targets) -> bool:
    """Whether anything is new."""
    changed = False
    for site, offsets in other.items():
        known = into.get(site)
        both = offsets if known is None else known.joined(offsets)
        if both != known:
            into[site] = both
            changed = True
    return changed
