"""DASH: lemmas by induction, with one condition of the induction forgotten."""

from __future__ import annotations

from typing import Any

from antumbra.engines.dash.lemmas import induction, lemmas, moves
from antumbra.engines.dash.lemmas.hypotheses import Hypotheses
from antumbra.engines.dash.questions import Questions
from antumbra.engines.dash.systems import building
from antumbra.solvers import Chain, PathCondition, Unknown
from antumbra.terms import Term
from support.faults import Fault
from support.lemmas import Small

COUNT = """procedure main() returns (r: bv4) { var x: bv4;
e: x := 0bv4; goto h; h: if x <u 5bv4 goto b else d; b: x := x + 1bv4; goto h; d: return x; }"""
GLOBAL = "var g: bv4 := 0bv4;\n"
WRITES = "procedure f() returns () { e: g := g + 1bv4; return; }"
TWICE = """procedure main() returns (r: bv4) { var x: bv4;
e: x := call f(3bv4); x := call f(4bv4); return x; }
procedure f(n: bv4) returns (m: bv4) {
e: n := n + 1bv4; goto h; h: if n <u 9bv4 goto b else d; b: goto h; d: return n; }"""
DEEP = """procedure main() returns (r: bv4) { e: call f(2bv4); return g; }
procedure f(n: bv4) returns () {
e: g := g + 1bv4; if n == 0bv4 goto z else c; z: return; c: call f(n - 1bv4); return; }"""


def beginning() -> None:
    small = Small(GLOBAL + "procedure main() returns (r: bv4) { e: g := g + 1bv4; return g; }")
    assert small.kept({"main:e:0": "g == 0bv4; g == 1bv4"}) == {"main:e:0": [True, False]}


def edges() -> None:
    small = Small(COUNT)
    assert small.kept({"main:h:0": "x <=u 5bv4"}) == {"main:h:0": [True]}
    assert small.kept({"main:h:0": "x <=u 4bv4; x == 0bv4; x <=u 6bv4"}) == {"main:h:0": [False, False, True]}
    # one that is dropped takes along what rests on it
    after = {"main:h:0": "x == 0bv4", "main:exit": "result == 0bv4"}
    assert small.kept(after) == {"main:h:0": [False], "main:exit": [False]}


def order() -> None:
    """A place whose candidate falls after moves from it were looked at."""
    small = Small(COUNT)
    small.moves.sort(key=lambda move: move.target.kind.value != "exit")
    after = {"main:h:0": "x == 0bv4", "main:exit": "result == 0bv4"}
    assert small.kept(after) == {"main:h:0": [False], "main:exit": [False]}


def globals_behind_calls() -> None:
    small = Small(GLOBAL + "procedure main() returns (r: bv4) { e: call f(); return g; }\n" + WRITES)
    assert small.kept({"main:e:0": "g == 0bv4", "main:e:1": "g == 0bv4"})["main:e:1"] == [False]
    known = {"main:e:0": "g == 0bv4", "f:exit": "g == old_g + 1bv4", "f:e:0": "g == old_g", "main:e:1": "g == 1bv4"}
    assert all(all(here) for here in small.kept(known).values())


def arguments() -> None:
    small = Small(TWICE)
    entry = "n == 3bv4; n == 3bv4 || n == 4bv4; n == old_n"
    assert small.kept({"f:e:0": entry}) == {"f:e:0": [False, True, True]}


def written_parameters() -> None:
    """A contract is about what a parameter was."""
    small = Small(TWICE)
    texts = {"f:e:0": "n == old_n", "f:h:0": "n == old_n + 1bv4", "f:exit": "result == old_n + 1bv4; result == old_n"}
    assert small.kept(texts)["f:exit"] == [True, False]
    after = {**texts, "main:e:1": "x == 4bv4; x == 3bv4"}
    assert small.kept(after)["main:e:1"] == [True, False]
    # what the callee makes of its parameter is not what it was given
    texts = {"f:e:0": "n == 3bv4 || n == 4bv4", "f:h:0": "n == 4bv4 || n == 5bv4", "f:exit": "n == 4bv4 || n == 5bv4"}
    assert small.kept({**texts, "main:e:1": "x == 15bv4"}) == {**{name: [True] for name in texts}, "main:e:1": [False]}


def frozen_copies() -> None:
    """In a recursion each call has its own beginning."""
    small = Small(GLOBAL + DEEP)
    entry = {"f:e:0": "g == old_g", "f:c:0": "g == old_g + 1bv4"}
    assert small.kept({**entry, "f:exit": "g == old_g + 1bv4"})["f:exit"] == [False]
    right = {"f:e:0": "g == old_g", "f:c:0": "g == old_g + 1bv4 && n != 0bv4", "f:exit": "g == old_g + n + 1bv4"}
    right["f:c:1"] = right["f:exit"]
    assert small.kept(right) == {name: [True] for name in right}


def known_contracts() -> None:
    """What calls from where the program never is leave, a contract does not say."""
    small = Small(GLOBAL + "procedure main() returns (r: bv4) { e: call f(); return g; }\n" + WRITES)
    contracts = {"f:e:0": "g == 3bv4 && g == old_g", "f:exit": "g == 4bv4"}
    assert small.kept({"main:e:1": "g == 4bv4"}, contracts)["main:e:1"] == [False]
    contracts["f:e:0"] = "g == 0bv4 && g == old_g"
    contracts["f:exit"] = "g == 1bv4"
    behind = {"main:e:0": "g == 0bv4", "main:e:1": "g == 1bv4"}
    assert small.kept(behind, contracts) == {"main:e:0": [True], "main:e:1": [True]}


class _Silent(Chain):
    def assume(self, path: PathCondition, condition: Term) -> Any:
        return Unknown("nobody knows")


def undecided() -> None:
    assert Small(COUNT, _Silent()).kept({"main:h:0": "x <=u 5bv4"}) == {"main:h:0": [False]}


def answers() -> None:
    """A question whose answer is larger than what was supposed of it."""
    small = Small(
        COUNT.replace("main", "f") + "procedure main() returns (r: bv4) { var x: bv4; e: x := call f(); return x; }"
    )
    questions = Questions(small.systems)
    key = ("f", small.read("f", "result == 5bv4"))
    questions.graph(*key)
    hypotheses = Hypotheses()
    hypotheses.use(key, small.read("f", "true"))
    assert hypotheses.hold(small.chain, questions)
    hypotheses.use(key, small.read("f", "false"))
    assert not hypotheses.hold(small.chain, questions)
    assert hypotheses.refuted == {key}


_HOUDINI = "lemmas by induction"
FAULTS = [
    Fault(
        _HOUDINI,
        "only what nobody calls has no values from before",
        building.systems_of,
        "name in callees",
        "False",
        (globals_behind_calls, frozen_copies),
    ),
    Fault(
        _HOUDINI, "they hold in the beginning", moves.moves_of, "[_first(systems[entry], start)]", "[]", (beginning,)
    ),
    Fault(
        _HOUDINI, "every edge keeps them", induction.inductive, "for move in moves:", "for move in moves[:1]:", (edges,)
    ),
    Fault(
        _HOUDINI,
        "until nothing is dropped",
        induction.inductive,
        "changed = True\n            if",
        "pass\n            if",
        (order,),
    ),
    Fault(
        _HOUDINI,
        "what nobody decides is dropped",
        induction.inductive,
        "wrong = asking.unclear(move, kept, wanted)",
        "wrong = []",
        (undecided,),
    ),
    Fault(
        _HOUDINI,
        "a call may write global variables",
        moves.moves_along,
        "{v: t for v, t in changed.items() if v in callee.modifies}",
        "{}",
        (globals_behind_calls,),
    ),
    Fault(
        _HOUDINI,
        "a callee begins with what each call gives it",
        moves.moves_along,
        "yield Move(edge.source, callee.entry, (), given)",
        "pass",
        (arguments,),
    ),
    Fault(
        _HOUDINI,
        "parameters that are written have ghosts",
        moves.ghosts_of,
        "if v in written]",
        "if v not in written]",
        (written_parameters,),
    ),
    Fault(
        _HOUDINI,
        "what a callee writes into a parameter is not what it was given",
        moves.moves_along,
        "changed = {v: _returned(v) for v in ghosts_of(callee).values()}",
        "changed = {}",
        (written_parameters, globals_behind_calls),
    ),
    Fault(
        _HOUDINI,
        "each call has ghosts of its own",
        moves.given_to,
        "{g: given.get(v, v) for",
        "{g: given.get(v, g) for",
        (frozen_copies,),
    ),
    Fault(
        _HOUDINI,
        "a contract is of calls that begin as known ones do",
        lemmas._contract,
        "T.or_(T.not_(premise(system, related)), promised)",
        "promised",
        (known_contracts,),
    ),
    Fault(
        "questions within themselves",
        "the whole answer is within what was supposed",
        Hypotheses.hold,
        "T.and_(answer, T.not_(entry))",
        "T.and_(answer, entry, T.not_(entry))",
        (answers,),
    ),
]
