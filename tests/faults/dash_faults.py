"""DASH: links and errors that are forgotten where a region is split, an edge composed or a call answered."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.engines.dash import evaluation
from antumbra.engines.dash.engine import Dash
from antumbra.engines.dash.evidence import Executor
from antumbra.engines.dash.loop import Analysis
from antumbra.engines.dash.options import DashOptions
from antumbra.engines.dash.refinement.refine_pred import Predicates
from antumbra.engines.dash.regions.graph import RegionGraph
from antumbra.engines.dash.regions.known import Known
from antumbra.engines.dash.systems import building, cases, composing, domains, guards, inlining, liveness, merging
from antumbra.engines.dash.systems.building import _Builder, systems_of
from antumbra.engines.dash.whole_program import WholeProgram
from antumbra.program import model as P
from antumbra.solvers import Chain, PathCondition, Unknown
from support.faults import Fault

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n#define nd __VERIFIER_nondet_int\n"
#: what fails in each
UNSAFE = {
    "a region that leads to itself": "int main(void) { int x = 0; while (nd()) x += 2; if (x == 10) reach_error(); }",
    "a second round": """int main(void) { int x = 0, y = 0;
  while (nd()) { if (x == 1) y = 1; x = x + 1; } if (y == 1 && x == 4) reach_error(); }""",
    "the other side of a split": """int main(void) { int x = nd(), y = nd();
  if (x > 5) { if (y < 3) y = 7; } else { if (y > 3) y = 2; } while (nd()) x = x ^ 1;
  if (y == 7) if (x > 90) reach_error(); }""",
    "a value that is asked for": """int main(void) { int x = 0; while (nd()) { x = nd(); if (x == 3) break; }
  if (x == 3) reach_error(); }""",
    "what a callee writes": """int g; void f(int a) { if (a > 3) g = 1; } int main(void) { g = 0;
  int x = nd(); while (nd()) f(x); if (g == 1) reach_error(); }""",
    "what a callee's callee writes": """int g; void h(void) { g = 1; } void f(int a) { if (a > 3) h(); }
int main(void) { g = 0; int x = nd(); while (nd()) f(x); if (g == 1) reach_error(); }""",
    "an error in a callee's callee": """void h(int a) { if (a == 7) reach_error(); } void f(int a) { if (a > 3) h(a); }
int main(void) { int x = nd(); while (nd()) { f(x); x = nd(); } }""",
    "what a callee returns": """int f(int a) { if (a > 50000) return a - 3; return 0; }
int main(void) { int r = 0; while (nd()) r = f(nd()); if (r == 70005) reach_error(); }""",
    "a caller's variable and the result": """int f(int x) { if (x < 0) return 0; return x; }
int main(void) { int x = nd(), y; y = f(x + 1); if (y == 4) if (x == 3) reach_error(); }""",
    "jumps that are threaded": """int main(void) { int x = nd(), f; if (x > 3) f = 1; else f = 0;
  if (f == 1) { if (x == 4) reach_error(); } else { x = 0; } while (nd()) x++; }""",
    "two ways to the same place": """int main(void) { int x = nd(), y = 0; if (x == 1) y = 3; else if (x == 2) y = 4;
  while (nd()) x = 0; if (y == 4) reach_error(); }""",
    "recursion": """int f(int n) { if (n <= 0) return 0; return f(n - 1) + 2; }
int main(void) { int n = nd(); if (n < 6) if (f(n) == 6) reach_error(); }""",
    "a switch": """int main(void) { int s = 0; while (nd()) { switch (s) { case 0: s = nd() ? 1 : 0; break;
  case 1: s = 3; break; case 2: s = 0; break; default: s = 2; } } if (s == 2) reach_error(); }""",
    "two values that lead on": """int main(void) { int s = nd(), t = 0; while (nd()) {
  if (s == 4 || s == 9) { if (t == 2) reach_error(); t++; s = 6; } else if (s == 6) s = 9; else s = 4; } }""",
    "a choice between values": """int main(void) { int a = 0, b = 0; while (nd()) { int *p = nd() ? &a : &b;
  *p = *p + 1; if (b == 2 && a == 1) reach_error(); } }""",
    "the last of some elements": """int a[3]; int main(void) { while (nd()) { unsigned i = nd(); if (i < 3) a[i]++;
  if (a[2] == 2) reach_error(); } }""",
    "a global variable that is given a local one": """int g; int main(void) { int x = 0; while (nd()) { x++; g = x; }
  if (g == 3) reach_error(); }""",
    "inputs of two calls": """int g; int f(void) { g++; return nd(); }
int main(void) { while (nd()) { int a = f(), b = f(); if (a == 51234 && b == 61234) reach_error(); } }""",
    "what holds on one way only": """int main(void) { int s = nd(), d = nd(), y = 0; while (nd()) {
  if (d == 1 && s == 5) y = 1; else if (d == 1) y = 1; if (y == 1 && s == 3) reach_error(); } }""",
}


#: what is proved of each
SAFE = {
    "inputs between two values": """int main(void) { int z = 0; while (nd()) { int y = nd(); if (y > 5 && y < z)
  reach_error(); if (z < 4) z = z + 1; } }""",
    "what a callee returns": """int f(int a) { if (a > 3) return 1; return 0; }
int main(void) { int r = 0; while (nd()) { if (r == 2) reach_error(); r = f(nd()); } }""",
}


def verdict(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.c"
        path.write_text(HEAD + text, "utf-8")
        return antumbra.check(path, engine="dash", timeout=20, check_proofs=False).verdict.value


def programs_that_fail() -> None:
    """They need not be decided where a rule is broken; but they are not safe."""
    for text in UNSAFE.values():
        assert verdict(text) != "safe"


def calls_that_fail() -> None:
    """The same, with questions about all callees."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "few_ways", lambda _: frozenset[str]())
        programs_that_fail()


def inputs_of_two_calls() -> None:
    assert verdict(UNSAFE["inputs of two calls"]) == "unsafe"


def _nothing() -> Generator[None, None, bool]:
    yield
    return False


def programs_that_hold() -> None:
    """By refinement alone: lemmas would hide what it lacks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WholeProgram, "_look_for_lemmas", lambda _: _nothing())
        patch.setattr(building, "few_ways", lambda _: frozenset[str]())
        for text in SAFE.values():
            assert verdict(text) == "safe"


def calls_keep_their_links() -> None:
    g = T.var("g", T.bv_sort(8))
    callee = P.Procedure("f", (), (), {"e": P.Block("e", [P.Assign((g,), (T.bv(1, 8),))], P.Return())})
    main = P.Procedure("main", (), (), {"e": P.Block("e", [P.Call((), "f", ())], P.Return())})
    program = P.Program("p", "c", {"main": main, "f": callee}, "main", P.Layout(64), {g: T.bv(0, 8)})
    graph = RegionGraph(systems_of(program, frozenset(), fine=True)["main"], T.TRUE)
    call = next(edge for edge in graph.system.edges if edge.call is not None)
    one = T.eq(g, T.bv(1, 8))
    _, before = graph.split(next(graph.regions(call.source)), one)
    after, _ = graph.split(next(graph.regions(call.target)), one)
    assert (call, after) in before.outs


def threaded_jumps() -> None:
    x, flag = T.var("x", T.BOOL), T.var("flag", T.bv_sort(8))
    one, zero = T.bv(1, 8), T.bv(0, 8)
    blocks = [
        P.Block("e", [], P.Branch(x, "a", "b")),
        P.Block("a", [P.Assign((flag,), (one,))], P.Goto(("j",))),
        P.Block("b", [P.Assign((flag,), (zero,))], P.Goto(("j",))),
        P.Block("j", [], P.Branch(T.eq(flag, one), "t", "u")),
        P.Block("t", [P.Assert(x, "assert", "m")], P.Return()),
        P.Block("u", [], P.Return()),
    ]
    main = P.Procedure("main", (x,), (), {block.label: block for block in blocks})
    program = P.Program("p", "c", {"main": main}, "main", P.Layout(64))
    engine = Dash(program, DashOptions(frozenset({"assert"})))
    assert not [*engine.run()]
    assert engine.complete


def _assigned_twice(*end: P.Command) -> P.Program:
    """``z`` needs the first value of ``x`` in a loop, and what comes after a second loop the other one."""
    x, z, again = T.var("x", T.bv_sort(8)), T.var("z", T.bv_sort(8)), T.var("again", T.BOOL)
    ask = P.Havoc(again, P.Source.INPUT, "nd", "bool")
    blocks = [
        P.Block("e", [P.Assign((x, z), (T.bv(0, 8), T.bv(0, 8)))], P.Goto(("h",))),
        P.Block("h", [ask], P.Branch(again, "b", "m")),
        P.Block("b", [P.Assign((z,), (T.bvadd(z, x),))], P.Goto(("h",))),
        P.Block("m", [P.Assign((x,), (T.bv(5, 8),))], P.Goto(("w",))),
        P.Block("w", [ask], P.Branch(again, "w", "u")),
        P.Block("u", list(end), P.Return((z,))),
    ]
    a = T.var("a", T.bv_sort(8))
    fails = P.Assert(T.not_(T.eq(a, T.bv(5, 8))), "assert", "five")
    callee = P.Procedure("f", (a,), (), {"e": P.Block("e", [fails], P.Return())})
    main = P.Procedure("main", (), (z,), {block.label: block for block in blocks})
    return P.Program("p", "c", {"main": main, "f": callee}, "main", P.Layout(64))


def _fails(program: P.Program) -> bool:
    engine = Dash(program, DashOptions(frozenset({"assert"})))
    return any(end.check for end in engine.run())


def assignments_for_guards() -> None:
    x = T.var("x", T.bv_sort(8))
    assert _fails(_assigned_twice(P.Assert(T.not_(T.eq(x, T.bv(5, 8))), "assert", "five")))


def assignments_for_calls() -> None:
    assert _fails(_assigned_twice(P.Call((), "f", (T.var("x", T.bv_sort(8)),))))


def the_weaker_condition() -> None:
    x, y = T.var("x", T.BOOL), T.var("y", T.BOOL)
    assert merging._either(frozenset({x}), frozenset({x, y})) == {x}


def undefined_behaviour() -> None:
    """What is not asked for ends an execution, and is no proof."""
    assert verdict("int main(void) { int x = nd(); int y = 10 / x; return y; }") != "safe"


def solver_without_answers() -> None:
    class Silent(Chain):
        def assume(self, path: PathCondition, condition: object) -> Unknown:
            return Unknown("no answer")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chain, "assume", Silent.assume)
        assert verdict(UNSAFE["jumps that are threaded"]) != "safe"


def failures_that_are_not_seen() -> None:
    """A test fails, or a solver says so, and nothing is violated when the program is executed again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Executor, "run", lambda *_: [])
        assert verdict(UNSAFE["jumps that are threaded"]) != "safe"


def violations_under_axioms() -> None:
    """No test has the values that axioms allow; that the first property fails says nothing of the others."""
    function = "function f(int): int; axiom (forall x: int :: {f(x)} x < 4 ==> f(x) == x);\n"
    text = function + "procedure main(a: int) { assume 0 <= a && a < 5; if (f(a) > 3) { assert f(a) == 4; } }"
    protocol = "var x: int = 0; up: do x := x + 1; property a: invariant x < 2; property b: invariant x < 5;"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.bpl"
        path.write_text(text, "utf-8")
        assert antumbra.check(path, engine="dash", timeout=20, check_proofs=False).verdict.value == "unsafe"
        path = Path(folder) / "f.gcl"
        path.write_text(protocol, "utf-8")
        result = antumbra.check(path, engine="dash", timeout=20, check_proofs=False)
        assert [target.verdict for target in result.targets] == ["unsafe", "unsafe"]


_KILLERS = (programs_that_fail, calls_that_fail)
#: the same, the one first that is enough
_CALLS = (calls_that_fail, programs_that_fail)

FAULTS = [
    Fault(
        "dash: values of single variables",
        "a call may change them",
        RegionGraph._compatible,
        " and v not in edge.written",
        "",
        (calls_keep_their_links,),
    ),
    Fault(
        "dash: a split",
        "a region that leads to itself leads to all its parts",
        RegionGraph.split,
        "self._relink(edge, (yes, no), (yes, no), left=True, entered=True)",
        "self._relink(edge, (yes,), (no,), left=True, entered=True)",
        _KILLERS,
    ),
    Fault(
        "dash: a split",
        "what led to a region leads to both parts",
        RegionGraph.split,
        "self._relink(edge, (source,), (yes, no), entered=True)",
        "self._relink(edge, (source,), (no,), entered=True)",
        _KILLERS,
    ),
    Fault(
        "dash: a split",
        "both parts lead on",
        RegionGraph.split,
        "self._relink(edge, (yes, no), (target,), left=True)",
        "self._relink(edge, (no,), (target,), left=True)",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "a guard contradicts what is known",
        RegionGraph._excluded,
        "if any(T.not_(guard) in source.new for guard in edge.guards):",
        "if any(guard in source.new for guard in edge.guards):",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "a literal behind the edge is false before it",
        RegionGraph._excluded,
        "if term is T.FALSE:",
        "if term is not T.TRUE:",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "a literal behind the edge contradicts what is known before it",
        RegionGraph._excluded,
        "if source.knows(opposite) or opposite in edge.guards:",
        "if not source.knows(opposite) and not source.knows(term):",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "a literal that is known contradicts one behind the edge that the region has",
        RegionGraph._excluded,
        "any(target.knows(literal) for known",
        "any(True or literal for known",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "what is known on one side of a split is not on the other",
        Known.holds,
        "path >> (depth - d) in ways",
        "ways",
        _KILLERS,
    ),
    Fault(
        "dash: values of single variables",
        "a constant is none of those behind the edge",
        domains.compatible,
        "if not domain.has(value.data):",
        "if domain.has(value.data):",
        _KILLERS,
    ),
    Fault(
        "dash: values of single variables",
        "what is known behind an edge is about what was assigned",
        domains.compatible,
        "value = updates.get(variable, variable)",
        "value = variable",
        _KILLERS,
    ),
    Fault(
        "dash: values of single variables",
        "not a value is all others",
        domains._compared,
        "else domain.complement()",
        "else domain",
        _KILLERS,
    ),
    Fault(
        "dash: values of single variables",
        "one of two conditions has the values of both",
        domains.domain_of,
        "found[1].join(about[1])",
        "found[1].meet(about[1])",
        _KILLERS,
    ),
    Fault(
        "dash: values of single variables",
        "a region is split unless no value is left",
        Analysis._is_empty,
        "any(d.empty for d",
        "any(not d.empty for d",
        _KILLERS,
    ),
    Fault(
        "dash: plainly impossible links",
        "a call may change what a literal is about",
        RegionGraph._before_edge,
        "return literal if edge.written.isdisjoint(T.free_variables(literal)) else None",
        "return literal",
        (calls_keep_their_links,),
    ),
    Fault(
        "dash: refinement",
        "only the part without the predicate loses the link",
        Analysis._refine_graph,
        "graph.unlink(edge, no, region)",
        "graph.unlink(edge, yes, region)",
        _KILLERS,
    ),
    Fault(
        "dash: refinement",
        "predicates do not speak of inputs",
        Predicates._parts,
        "return inputs.isdisjoint(T.free_variables(term)) and term.op is not T.CONST",
        "return term.op is not T.CONST",
        (programs_that_hold,),
    ),
    Fault(
        "dash: calls",
        "what a call writes is not left as it was",
        building.systems_of,
        "frozenset((*edge.call.targets, *found[edge.callee].modifies))",
        "frozenset(edge.call.targets)",
        _CALLS,
    ),
    Fault(
        "dash: calls",
        "what a call returns is not left as it was",
        building.systems_of,
        "frozenset((*edge.call.targets, *found[edge.callee].modifies))",
        "frozenset(found[edge.callee].modifies)",
        (programs_that_hold,),
    ),
    Fault(
        "dash: calls",
        "callees of a callee write as well",
        building._summarise,
        "written |= systems[name].modifies if name in systems else frozenset()",
        "pass",
        _CALLS,
    ),
    Fault(
        "dash: calls",
        "errors in callees of a callee count",
        building._summarise,
        "systems[name].erroneous for name in callees if name in systems",
        "False for name in callees if name in systems",
        _KILLERS,
    ),
    Fault(
        "dash: composed edges",
        "two edges exclude each other only by opposite guards",
        guards.normal,
        "T.not_(guard) in done",
        "guard in done",
        _KILLERS,
    ),
    Fault(
        "dash: composed edges",
        "guards are false together only where constants make one false",
        guards.normal,
        "if value is T.FALSE:",
        "if value is not T.TRUE:",
        _KILLERS,
    ),
    Fault(
        "dash: composed edges",
        "the second edge sees what the first has assigned",
        composing._joined,
        "term = under(guard, values)",
        "term = guard",
        (threaded_jumps,),
    ),
    Fault(
        "dash: assignments that nobody asks for",
        "guards ask for variables",
        liveness.needed,
        "terms: list[Term] = [*edge.guards]",
        "terms: list[Term] = []",
        (assignments_for_guards,),
    ),
    Fault(
        "dash: assignments that nobody asks for",
        "calls ask for their arguments",
        liveness.needed,
        "terms += edge.call.arguments",
        "pass",
        (assignments_for_calls,),
    ),
    Fault(
        "dash: assignments that nobody asks for",
        "callers ask for global variables",
        liveness.drop_dead,
        "kept = {*system.globals, *system.procedure.parameters}",
        "kept = {*system.procedure.parameters}",
        _KILLERS,
    ),
    Fault(
        "dash: edges that are one",
        "they assign the same",
        merging.merge,
        "frozenset(edge.updates.items())",
        "frozenset[object]()",
        _KILLERS,
    ),
    Fault(
        "dash: edges that are one",
        "either condition will do",
        merging._either,
        "(a & b) | {either}",
        "(a & b) | theirs",
        _KILLERS,
    ),
    Fault(
        "dash: edges that are one",
        "the weaker of two conditions is the one that counts",
        merging._either,
        "return a & b\n    if",
        "return a | b\n    if",
        (the_weaker_condition,),
    ),
    Fault(
        "dash: values that depend on a condition",
        "both cases",
        cases._cases,
        "for holds in (True, False):",
        "for holds in (True,):",
        _KILLERS,
    ),
    Fault(
        "dash: values that depend on a condition",
        "all values of an index",
        cases._few,
        "range(min(bounds))",
        "range(min(bounds) - 1)",
        _KILLERS,
    ),
    Fault(
        "dash: procedures of one step",
        "they write global variables",
        inlining._put,
        "if v in system.globals}",
        "if False}",
        _KILLERS,
    ),
    Fault(
        "dash: procedures of one step",
        "they may fail",
        inlining._put,
        "if guards is None:",
        "if guards is None or edge.target.kind is Kind.ERROR:",
        _KILLERS,
    ),
    Fault(
        "dash: procedures of one step",
        "each call asks for its own inputs",
        inlining._renamed,
        "in taken:",
        "in ():",
        (inputs_of_two_calls,),
    ),
    Fault(
        "dash: the program's edges",
        "undefined behaviour that nobody asks about is an error",
        _Builder._command,
        "if command.check in P.DEFINED_OTHERWISE and command.check not in self._checks:",
        "if command.check not in self._checks:",
        (undefined_behaviour,),
    ),
    Fault(
        "dash: the end",
        "a frontier that nobody could decide is no proof",
        Analysis._run,
        "if self.paths.skipped:",
        "if False:",
        (solver_without_answers,),
    ),
    Fault(
        "dash: the end",
        "a failure that is not seen again is left open",
        Dash._violation,
        "if not ends and not cuts:",
        "if False:",
        (failures_that_are_not_seen,),
    ),
    Fault(
        "dash: the end",
        "functions of axioms have no value in a test",
        evaluation.value_of,
        'raise T.EvaluationError("a function without a meaning")',
        "pass",
        (violations_under_axioms,),
    ),
    Fault(
        "dash: the end",
        "other properties are asked of executions that go on",
        Dash._go_on_with_others,
        "self._begin(without(self._program, self._violated))",
        "pass",
        (violations_under_axioms,),
    ),
    Fault(
        "dash: the end",
        "no answer excludes no beginning",
        Analysis._enter,
        "self._skip(frontier)",
        "self._excluded.add(region)",
        (solver_without_answers,),
    ),
]
