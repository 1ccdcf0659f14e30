"""State machines: which edges a value leaves, and proofs whose check does not follow every state from every other."""

from __future__ import annotations

from pathlib import Path

from antumbra import terms as T
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.systems.dispatch import MANY, dispatch_of
from antumbra.engines.dash.systems.system import Edge, Input, Kind, Place
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties
from antumbra.proofs import Budget, Question
from antumbra.proofs.claims.regions import check_regions
from proofs.helpers import said

S, T_ = T.var("s", T.bv_sort(8)), T.var("t", T.bv_sort(8))


def place_with(*guards: tuple[T.Term, ...], asked: T.Term | None = None) -> Place:
    """A place with an edge for each of the guards; all ask for ``asked``."""
    place = Place(0, "f", Kind.INNER)
    inputs = () if asked is None else (Input(asked, None),)
    for number, guard in enumerate(guards):
        place.outgoing.append(Edge(number, place, place, guard, {}, inputs))
    return place


def is_(variable: T.Term, value: int) -> T.Term:
    return T.eq(variable, T.bv(value, 8))


def test_a_value_leaves_the_edges_whose_guards_it_satisfies_and_no_others() -> None:
    guards = [(is_(S, i), is_(T_, i % 2)) for i in range(MANY)]
    guards += [(T.or_(is_(S, 3), is_(S, 200)),), (T.not_(is_(S, 5)),), (), (T.bvult(S, T.bv(4, 8)),)]
    place = place_with(*guards)
    dispatch = dispatch_of(place)
    assert dispatch is not None
    for s in range(256):
        for t in range(3):
            values = {S: s, T_: t}
            left = dispatch.edges(values)
            holding = [e for e in place.outgoing if all(T.evaluate(guard, values) for guard in e.guards)]
            assert [e for e in left if e in holding] == holding
            assert len(left) <= 6
    assert dispatch.edges({T_: 1}) == place.outgoing


def test_what_an_edge_asks_for_has_no_value_before_it() -> None:
    assert dispatch_of(place_with(*[(is_(S, i),) for i in range(MANY)])) is not None
    assert dispatch_of(place_with(*[(is_(S, i),) for i in range(MANY)], asked=S)) is None


def test_few_edges_are_asked_one_after_the_other() -> None:
    assert dispatch_of(place_with(*[(is_(S, i),) for i in range(MANY - 1)])) is None


def test_the_proof_of_a_machine_is_checked_state_by_state(tmp_path: Path) -> None:
    """Which state it is decides the branches: neither a solver nor all the other states are needed for that."""
    states = 44
    moves = "".join(
        f"    {'else ' if i else ''}if (s == {i}) {{ if ({'' if i % 2 else '!'}lock) lock = {1 - i % 2};"
        f" else reach_error(); s = {(i + 1) % states}; }}\n"
        for i in range(states)
    )
    file = tmp_path / "machine.c"
    file.write_text(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        f"int main(void) {{\n  int s = 0, lock = 0;\n  while (__VERIFIER_nondet_int()) {{\n{moves}  }}\n}}\n"
    )
    program = load(file, LoadOptions()).program
    checks = parse_properties("unreach-call").checks
    engine = Dash(program, DashOptions(checks))
    assert not list(engine.run())
    certificate = engine.certificate()
    assert certificate is not None
    budget = Budget(effort=400_000)
    found = check_regions(program, Question(checks), certificate.regions, budget, ("bitwuzla",))
    assert said(found) == "confirmed", found
