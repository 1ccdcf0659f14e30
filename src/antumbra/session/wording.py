"""What was shown of a program, in the words of its source: claims of certificates as values for reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from antumbra import terms as T
from antumbra.frontends.loaded import Loaded
from antumbra.patterns import pattern
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.program.source import Location
from antumbra.program.text.boogie_expression import boogie_expression
from antumbra.program.text.c_expression import CVariable, c_expression
from antumbra.program.text.readable import condition_text
from antumbra.proofs import Cell, Contract, LoopClaim, at_entry, result
from antumbra.proofs.proof import Condition, Invariant, ProcedureContract, RegionAt, RegionGraph
from antumbra.proofs.regions import Region, Unreachable
from antumbra.records import replace
from antumbra.terms import Term

if TYPE_CHECKING:
    from antumbra.frontends.llvm.translating.bindings import Bindings

_C = pattern(r"language: DW_LANG_C\d*\b")


class Wording:
    """For one program."""

    def __init__(self, loaded: Loaded) -> None:
        self._program = loaded.program
        self._boogie = loaded.language.name == "boogie"
        text = loaded.modules[0].text if loaded.modules else ""
        self._bindings: Bindings | None = None
        if _C.search(text):
            from antumbra.frontends.llvm.translating.bindings import Bindings

            self._bindings = Bindings(text)

    def invariants(self, claims: Sequence[LoopClaim]) -> tuple[Invariant, ...]:
        found: list[Invariant] = []
        for claim in claims:
            procedure = self._program.procedures[claim.procedure]
            place = _place(procedure, claim.head)
            words = self._words(procedure, claim.head, claim.cells)
            kept = _kept(self._program, procedure, claim.head)
            found += [Invariant(claim.procedure, claim.head, place, words.condition(c, kept)) for c in claim.conditions]
        return tuple(found)

    def contracts(self, contracts: Sequence[Contract]) -> tuple[ProcedureContract, ...]:
        found: list[ProcedureContract] = []
        for contract in contracts:
            procedure = self._program.procedures[contract.procedure]
            start = next(iter(procedure.blocks))
            words = self._words(procedure, start, contract.cells)
            calling, returning = self._at_calls(procedure, start, contract.cells)
            before = tuple(replace(words.condition(c), expression=_acsl(c, calling)) for c in contract.before)
            after = tuple(replace(words.condition(c), expression=_acsl(c, returning)) for c in contract.after)
            found.append(ProcedureContract(contract.procedure, procedure.location, before, after))
        return tuple(found)

    def regions(self, claims: Sequence[Unreachable]) -> tuple[RegionGraph, ...]:
        found: list[RegionGraph] = []
        for claim in claims:
            procedure = self._program.procedures[claim.procedure]
            words = self._words(procedure, next(iter(procedure.blocks)), ())
            goal, entry = words.condition(claim.goal, expression=False), words.condition(claim.entry)
            regions = tuple(self._region(procedure, region) for region in claim.regions)
            found.append(
                RegionGraph(claim.procedure, procedure.location, goal, claim.errors, entry, regions, claim.links)
            )
        return tuple(found)

    def _region(self, procedure: P.Procedure, region: Region) -> RegionAt:
        _, label, index = region.place
        # which variables of the source have the values of ours is known at starts of blocks
        condition = self._words(procedure, label, ()).condition(region.predicate, expression=index == 0)
        return RegionAt(region.number, label, index, _place(procedure, label, index), condition)

    def _words(self, procedure: P.Procedure, label: str, cells: Sequence[Cell]) -> _Words:
        c = {} if self._bindings is None else self._c_variables(self._bindings, procedure, label, cells)
        boogie = _boogie_names(self._program, procedure) if self._boogie else {}
        return _Words(self._program, procedure, cells, c, boogie)

    def _at_calls(
        self, procedure: P.Procedure, start: str, cells: Sequence[Cell]
    ) -> tuple[dict[Term, CVariable], dict[Term, CVariable]]:
        """What ACSL calls the values that a contract speaks of, where a procedure is called and where it returns."""
        if self._bindings is None:
            return {}, {}
        calling = self._c_variables(self._bindings, procedure, start, cells)
        returning: dict[Term, CVariable] = {}
        returned = self._bindings.returned(procedure.name)
        if len(procedure.results) == 1 and returned is not None:
            returning[result(0, procedure.results[0].sort)] = CVariable("\\result", *returned)
        for term, held in calling.items():
            old = CVariable(f"\\old({held.name})", held.signed, held.width)
            if term in procedure.parameters:
                returning[term] = old
            elif term in self._program.variables or any(c.variable is term and c.address.op is T.CONST for c in cells):
                returning[term], returning[at_entry(term)] = held, old
        return calling, returning

    def _c_variables(
        self, bindings: Bindings, procedure: P.Procedure, label: str, cells: Sequence[Cell]
    ) -> dict[Term, CVariable]:
        """The variables of C that surely have the values of variables and cells at the start of a block."""
        at = (procedure.name, label)
        registers, places = bindings.at(*at), bindings.places_at(*at)
        known: dict[Term, CVariable | None] = {v: registers.get(_register(v, procedure)) for v in _variables(procedure)}
        for variable in self._program.variables:
            known[variable] = bindings.global_at(str(variable.data).removesuffix("!"), *at)
        for cell in cells:
            held = places.get(_register(cell.address, procedure)) if cell.address.op is T.VAR else None
            if cell.address.op is T.CONST:
                whole = [
                    o.name for o in self._program.objects if (o.address, o.size) == (cell.address.data, cell.width)
                ]
                held = bindings.global_at(whole[0], *at) if whole else None
            known[cell.variable] = held if held is not None and held.width == 8 * cell.width else None
        return {variable: held for variable, held in known.items() if held is not None}


class _Words:
    """For one place. ``c`` and ``boogie``: variables of the source that surely have the values of ours there."""

    def __init__(
        self,
        program: P.Program,
        procedure: P.Procedure,
        cells: Sequence[Cell],
        c: Mapping[Term, CVariable],
        boogie: Mapping[Term, str],
    ) -> None:
        self._c = c
        self._boogie = boogie
        self._cells = cells
        self._objects = program.objects
        self._names = {**boogie, **{variable: held.name for variable, held in c.items()}}
        several = len(procedure.results) > 1
        for i, returned in enumerate(procedure.results):
            self._names[result(i, returned.sort)] = f"result{i}" if several else "result"
        for cell in cells:
            self._names.setdefault(cell.variable, self._cell(cell))
        old = (*program.variables, *_variables(procedure), *(cell.variable for cell in cells))
        self._names |= {at_entry(variable): f"old({self._name(variable)})" for variable in old}

    def condition(self, term: Term, kept: Mapping[Term, Term] | None = None, *, expression: bool = True) -> Condition:
        """``kept``: earlier values that are still there, under their names now: languages have words for these."""
        written: str | None = None
        if expression:
            now = T.substitute(term, kept) if kept else term
            written = c_expression(now, self._c) if self._c else boogie_expression(now, self._boogie)
        used = T.free_variables(term)
        cells = tuple(c for c in self._cells if c.variable in used or at_entry(c.variable) in used)
        return Condition(term, condition_text(term, self._name), written, cells)

    def _name(self, variable: Term) -> str:
        # the front ends mark a global that became a variable
        return self._names.get(variable) or str(variable.data).removesuffix("!")

    def _cell(self, cell: Cell) -> str:
        """A cell of a static object by the object's name, another one by its address."""
        if cell.address.op is not T.CONST:
            return f"memory[{condition_text(cell.address, self._name)}]"
        address: int = cell.address.data
        item = next((o for o in self._objects if o.address <= address < o.address + o.size), None)
        if item is None:
            return f"memory[{address:#x}]"
        offset = address - item.address
        return item.name if not offset and item.size == cell.width else f"{item.name}+{offset}"


def _acsl(condition: Term, variables: Mapping[Term, CVariable]) -> str | None:
    return c_expression(condition, variables, unbounded=True) if variables else None


def _place(procedure: P.Procedure, label: str, index: int = 0) -> Location | None:
    block = procedure.blocks[label]
    places = [part.location for part in (*block.commands[index:], block.terminator) if part.location is not None]
    return next((place for place in places if place.line), procedure.location)


def _kept(program: P.Program, procedure: P.Procedure, head: str) -> dict[Term, Term]:
    """Of what variables were before the first round of a loop: those that no round writes, as they are now."""
    graph = FlowGraph(procedure)
    inside = {head}
    waiting = [source for source, target in graph.retreating_edges if target == head]
    while waiting:
        label = waiting.pop()
        if label not in inside:
            inside.add(label)
            waiting += graph.predecessors[label]
    blocks = [procedure.blocks[label] for label in procedure.blocks if label in inside]
    changed = _written(blocks)
    calls = any(isinstance(command, P.Call) for block in blocks for command in block.commands)
    globals_ = () if calls else program.variables
    return {at_entry(v): v for v in (*_variables(procedure), *globals_) if v not in changed}


def _variables(procedure: P.Procedure) -> dict[Term, None]:
    """Variables that a procedure writes, and its parameters."""
    return {**dict.fromkeys(procedure.parameters), **_written(procedure.blocks.values())}


def _written(blocks: Iterable[P.Block]) -> dict[Term, None]:
    found: dict[Term, None] = {}
    for block in blocks:
        for command in block.commands:
            match command:
                case P.Assign() | P.Call() | P.Builtin():
                    found.update(dict.fromkeys(command.targets))
                case P.Havoc() | P.Load() | P.Alloc():
                    found[command.target] = None
                case _:
                    pass
    return found


def _register(variable: Term, procedure: P.Procedure) -> str:
    """The LLVM register that a variable of the program form is; empty if it is none."""
    own = str(variable.data)
    source = procedure.source_names.get(own)
    if source is not None and own.startswith(f"{source}."):
        return own.removeprefix(f"{source}.")
    return own[1:] if own.startswith("~") else ""


def _boogie_names(program: P.Program, procedure: P.Procedure) -> dict[Term, str]:
    """Variables whose name in the source is theirs alone."""
    found = {variable: str(variable.data) for variable in program.variables}
    for variable in _variables(procedure):
        name = procedure.source_names.get(str(variable.data))
        if name is not None:
            found[variable] = name
    names = list(found.values())
    return {variable: name for variable, name in found.items() if names.count(name) == 1}
