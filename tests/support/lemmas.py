"""Candidates for lemmas of small programs, in the text of the program form, and which of them are kept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from antumbra.engines.dash.lemmas.induction import Asking, Candidates, inductive
from antumbra.engines.dash.lemmas.lemmas import contracts_of
from antumbra.engines.dash.lemmas.moves import ghost, moves_of
from antumbra.engines.dash.states import Symbolic, input_symbol
from antumbra.engines.dash.systems import building
from antumbra.engines.dash.systems.system import Kind, Place, System
from antumbra.program.model import Program
from antumbra.proofs import result
from antumbra.proofs.claims.wellformed import variables_of
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term
from support.program_text.reading import read_program
from support.program_text.term_reading import TermReader
from support.program_text.tokens import Tokens

HEAD = 'program "test" language "boogie";\nlayout pointer 64 page 12 free 0x20000;\nentry main;\n'


class Small:
    """A program and its systems. Places are ``procedure:label:index`` or ``procedure:exit``."""

    def __init__(self, text: str, chain: Chain | None = None) -> None:
        self.program: Program = read_program(HEAD + text)
        with pytest.MonkeyPatch.context() as patch:
            # calls are looked at as calls
            patch.setattr(building, "few_ways", lambda _: frozenset[str]())
            self.systems: dict[str, System] = building.systems_of(self.program, frozenset({"assert"}))
        variables = self.program.variables.items()
        values = {v: input_symbol(n, v.sort) if t is None else t for n, (v, t) in enumerate(variables)}
        start = Symbolic(values, PathCondition.empty(), len(values))
        self.moves = moves_of(self.systems, "main", start)
        self.chain = chain or Chain()

    def place(self, name: str) -> Place:
        procedure, label, *index = name.split(":")
        system = self.systems[procedure]
        if label == "exit":
            return system.exit
        wanted = (label, int(index[0]))
        kinds = (Kind.ENTRY, Kind.INNER)
        return next(p for p in system.places if p.kind in kinds and (p.label, p.index) == wanted)

    def read(self, procedure: str, text: str) -> Term:
        """``result`` is what is returned, ``old_x`` the value of x when the procedure began."""
        body = self.program.procedures[procedure]
        scope = {str(v.data): v for v in (*self.program.variables, *variables_of(self.program, body))}
        scope |= {f"old_{name}": ghost(v) for name, v in scope.items()}
        if body.results:
            scope["result"] = result(0, body.results[0].sort)
        return TermReader(Tokens(text, "<term>"), scope).term()

    def candidates(self, texts: Mapping[str, str]) -> Candidates:
        """Conditions of each place, separated by semicolons. Of other places nothing is supposed."""
        found: Candidates = {p: [] for s in self.systems.values() for p in s.places}
        for name, text in texts.items():
            found[self.place(name)] = [self.read(name.split(":")[0], part) for part in text.split(";")]
        return found

    def kept(self, texts: Mapping[str, str], contracts: Mapping[str, str] | None = None) -> dict[str, list[bool]]:
        """Which conditions are inductive. ``contracts``: what is known of calls already, by places as well."""
        given = self.candidates(texts)
        asking = Asking(self.chain, 1000)
        if contracts is not None:
            asking.contracts = contracts_of(self.systems, self.candidates(contracts))
        steps = inductive(self.moves, given, asking)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                found: Candidates = done.value
                return {name: [c in found[self.place(name)] for c in given[self.place(name)]] for name in texts}
