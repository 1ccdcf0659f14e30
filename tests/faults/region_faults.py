"""The check of region graphs: closure, what is excluded on the way, and what claims say at calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from antumbra import terms as T
from antumbra.proofs import Answer, Budget, Question, Unchecked
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims import regions, summaries, wellformed
from antumbra.proofs.claims.following import Following, value_of
from antumbra.proofs.claims.grounds import Grounds
from antumbra.proofs.claims.regions import check_regions
from antumbra.proofs.claims.summaries import Summaries
from antumbra.solvers import Unknown
from proofs import test_regions
from proofs.helpers import said
from proofs.region_proofs import ASK, HEAD, INC, Claim, main, shown
from support.faults import Fault
from support.program_text.reading import read_program

Killer = Callable[[], None]
CHECKS = frozenset({"assert"})
FALSE, START = shown("false"), Claim("main", ("e:0 true",))


def answer(text: str, *claims: Claim, places: frozenset[tuple[str, str]] = frozenset()) -> Answer:
    program = read_program(HEAD + text)
    question = Question(CHECKS, places)
    made = [claim.made(program) for claim in claims]
    try:
        return check_regions(program, question, made, Budget(5_000, seconds=20), ("z3",))
    except Exception as error:  # noqa: BLE001 - a session makes "unchecked" of it
        return Unchecked("", str(error))


def wrong(name: str, text: str, *claims: Claim, places: frozenset[tuple[str, str]] = frozenset()) -> Killer:
    """A proof that is wrong, most often one of a program that is, whether short callees are executed or not."""

    def killer() -> None:
        assert said(answer(text, *claims, places=places)) != "confirmed"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(summaries, "few_ways", lambda _: frozenset[str]())
            assert said(answer(text, *claims, places=places)) != "confirmed"

    killer.__name__ = name.replace(" ", "_")
    return killer


def procedure(name: str, body: str, parameters: str = "", results: str = "") -> str:
    return f"procedure {name}({parameters}) returns ({results}) {{ {body} }}\n"


LOOK = procedure("look", f"e: {shown('a != 3bv4')} return;", "a: bv4")
SAFE_LOOK = Claim("look", ("e:0 a != 3bv4",), entry="a == 3bv4")
G = "var g: bv4 := 0bv4;"
AT_HEAD = Claim("main", ("e:0 true", "h:0 true"), "0>1")

in_the_entry = wrong(
    "an initial state in the entry",
    main(f"e: {shown('g != 3bv4')} return g;", before="var g: bv4 := 3bv4;"),
    Claim("main", ("e:0 g != 3bv4",), entry="g == 3bv4"),
)
about_returns = wrong("a claim about returns only", main(f"e: {FALSE} return x;"), replace(START, errors=False))
not_closed_callee = wrong(
    "a claim about a callee that is false",
    main(f"e: y := call inc(15bv4); {shown('y != 0bv4')} return y;", "y: bv4", after=INC),
    START,
    Claim("inc", ("e:0 true",), goal="result == 0bv4"),
)
memory = wrong(
    "memory in a callee",
    main("e: call f(); return 0bv4;", after=procedure("f", "e: store 0bv64 := 1bv8; return;")),
    START,
)
changes = wrong(
    "a global variable that changes",
    main(f"e: g := 1bv4; goto h; h: {shown('g == 0bv4')} return g;", before=G),
    AT_HEAD,
)
not_all_begin = wrong(
    "a region that has not all that begins",
    main("e: call look(3bv4); return 0bv4;", after=LOOK),
    START,
    Claim("look", ("e:0 a != 3bv4",)),
)
second_region = wrong("wrong after another region", main(f"e: goto h; h: {FALSE} return x;"), AT_HEAD)
next_block = wrong("wrong in the next block", main(f"e: goto a; a: {FALSE} return x;"), START)
reached = wrong("a place that is reached", main("e: goto a; a: return x;"), START, places=frozenset({("main", "a")}))
reached_in_call = wrong(
    "a place that a callee reaches",
    main("e: call f(); return x;", after=procedure("f", "e: goto a; a: return;")),
    START,
    places=frozenset({("f", "a")}),
)
outside = wrong(
    "a move out of the regions",
    main(f"e: x := 1bv4; goto h; h: {shown('x == 0bv4')} return x;"),
    Claim("main", ("e:0 true", "h:0 x == 0bv4"), "0>1"),
)
said_before = wrong(
    "a move that changes what both regions say",
    main(f"e: x := 0bv4; goto h; h: {shown('x == 0bv4')} x := 1bv4; goto h;"),
    Claim("main", ("e:0 true", "h:0 x == 0bv4"), "0>1 1>1"),
)
said_of_globals = wrong(
    "a move that changes a global variable of which both regions speak",
    main(f"e: goto h; h: {shown('g == 0bv4')} g := 1bv4; goto h;", before=G),
    Claim("main", ("e:0 g == 0bv4", "h:0 g == 0bv4"), "0>1 1>1", entry="g != 0bv4"),
)
#: what a region says of a variable decides a branch: the other way must be followed where it does not
SAID = "e: if {0} goto a else b; a: {1} return 0bv4; b: {2} return 0bv4;"
said_true = wrong(
    "a region that says that something holds",
    main(SAID.format("l", FALSE, ""), "l: bool"),
    Claim("main", ("e:0 l", "e:0 !l")),
)
said_false = wrong(
    "a region that says that something does not hold",
    main(SAID.format("l", "", FALSE), "l: bool"),
    Claim("main", ("e:0 l", "e:0 !l")),
)
said_by_value = wrong(
    "a region that says a value",
    main(SAID.format("x == 3bv4", FALSE, "")),
    Claim("main", ("e:0 x == 3bv4", "e:0 x != 3bv4")),
)
said_the_same = wrong(
    "a branch on what a region says",
    main(SAID.format("x <u 3bv4", FALSE, "")),
    Claim("main", ("e:0 x <u 3bv4", "e:0 !(x <u 3bv4)")),
)
said_elsewhere = wrong(
    "a branch on what another region says",
    main(SAID.format("x <u 3bv4", "", FALSE)),
    Claim("main", ("e:0 x <u 3bv4", "e:0 !(x <u 3bv4)")),
)
MANY = " && ".join(f"x{i} == 0bv4" for i in range(12))
far_away = wrong(
    "a move that many conditions have nothing to do with",
    main(
        f"e: {' '.join(f'x{i} := 0bv4;' for i in range(12))} y := 0bv4; goto h; "
        f"h: {shown('y != 3bv4')} y := y + 1bv4; goto h;",
        ", ".join(f"x{i}: bv4" for i in range(12)) + ", y: bv4",
    ),
    Claim("main", ("e:0 true", f"h:0 {MANY}"), "0>1 1>1"),
)
not_linked = wrong(
    "a move that is not linked",
    main(f"e: goto h; h: c := {ASK}; if c goto h else d; d: return 0bv4;", "c: bool"),
    AT_HEAD,
)
uncut = wrong(
    "a loop that no region cuts",
    main(f"e: x := 0bv4; goto h; h: x := x + 1bv4; if x == 3bv4 goto d else h; d: {FALSE} return x;"),
    START,
)
any_value = wrong("any value", main(f"e: x := {ASK}; {shown('x == 0bv4')} return x;"), START)
asserted = wrong("an assertion that fails", main(f"e: {FALSE} return x;"), START)
undefined = wrong(
    "undefined behaviour that nobody asks about", main('e: assert "valid-deref" false, "m"; return x;'), START
)
fails_in_call = wrong("an error in a callee", main("e: call look(3bv4); return 0bv4;", after=LOOK), START, SAFE_LOOK)
returns_only = wrong(
    "a claim about returns of a callee only",
    main("e: call look(3bv4); return 0bv4;", after=LOOK),
    START,
    Claim("look", ("e:0 true",), errors=False),
)
in_callee_entry = wrong(
    "a call in the entry of a claim",
    main(f"e: y := call inc(15bv4); {shown('y != 0bv4')} return y;", "y: bv4", after=INC),
    START,
    Claim("inc", ("e:0 a != 15bv4",), goal="result == 0bv4", entry="a == 15bv4"),
)
before_the_call = wrong(
    "an entry about what the call changes",
    main(
        f"e: g := 1bv4; call f(); {shown('k != 1bv4')} return g;",
        before=f"{G} var k: bv4 := 0bv4;",
        after=procedure("f", "e: k := g; g := 0bv4; return;"),
    ),
    START,
    Claim("f", ("e:0 g != 1bv4",), goal="k == 1bv4", entry="g == 1bv4"),
    Claim("f", ("e:0 true",), goal="g != 0bv4"),
)
CALL_WRITES = main(f"e: g := 0bv4; call f(); {shown('g == 0bv4')} return g;", before=G)
writes = wrong("a call writes a variable", CALL_WRITES + procedure("f", "e: g := 1bv4; return;"), START)
inner_writes = wrong(
    "a call of a callee writes a variable",
    CALL_WRITES + procedure("f", "e: call k(); return;") + procedure("k", "e: g := 1bv4; return;"),
    START,
)
inner_fails = wrong(
    "an error in a callee of a callee",
    main("e: call f(); return x;", after=procedure("f", "e: call look(3bv4); return;") + LOOK),
    START,
)
returned = wrong(
    "a result that is returned",
    main(f"e: x := 0bv4; x := call inc(x); {shown('x == 0bv4')} return x;", after=INC),
    START,
)
ends = [wrong(f"an end that is {end}", main(f"e: stop {end};"), START) for end in ("undefined", "unsupported", "bound")]
ends_in_call = [
    wrong(
        f"an end in a callee that is {end}",
        main("e: call f(); return x;", after=procedure("f", f"e: stop {end};")),
        START,
    )
    for end in ("undefined", "unsupported", "bound")
]
last_target = wrong("the last way of a choice", main(f"e: goto a, b; a: return x; b: {FALSE} return x;"), START)
BRANCH = f"e: c := {ASK}; if c goto a else b; a: ONE return 0bv4; b: OTHER return 0bv4;"
ways = [
    wrong(f"a way of a branch {one}{other}", main(BRANCH.replace("ONE", one).replace("OTHER", other), "c: bool"), START)
    for one, other in ((FALSE, ""), ("", FALSE))
]
for killer, number in zip(ways, (1, 2), strict=True):
    killer.__name__ = f"a_way_of_a_branch_{number}"
SWITCH = f"e: x := {ASK}; switch x {{ 1: a, else: b }}; a: ONE return 0bv4; b: OTHER return 0bv4;"
cases = [
    wrong(f"a case {number}", main(SWITCH.replace("ONE", one).replace("OTHER", other)), START)
    for number, one, other in ((1, FALSE, ""), (2, "", FALSE))
]
goal = wrong("a return to the goal", main("e: return 0bv4;"), Claim("main", ("e:0 true",), goal="result == 0bv4"))


def a_name_for_two_values() -> None:
    """The claim calls a parameter of the callee a variable of the caller."""
    text = main("e: a := 5bv4; call look(3bv4); return 0bv4;", "a: bv4", after=LOOK)
    program = read_program(HEAD + text)
    start, claim = START.made(program), replace(SAFE_LOOK.made(program), frozen=(T.var("a", T.bv_sort(4)),))
    found = check_regions(program, Question(CHECKS), (start, claim), Budget(), ("z3",))
    assert said(found) != "confirmed"


def solver_without_answers() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Decider, "_one", lambda *_: Unknown("silent"))
        any_value()


def more_meanings_than_are_tried() -> None:
    test_regions.test_too_many_meanings_refute_nothing()


def _fault(condition: str, function: object, old: str, new: str, *killers: Killer) -> Fault:
    return Fault("regions", condition, function, old, new, killers)


FAULTS = [
    _fault("initial states are outside", regions._begin, "T.and_(*inside)", "T.FALSE", in_the_entry),
    _fault("of a claim that excludes errors", regions._begin, "if claim.errors", "if True", about_returns),
    _fault(
        "every claim is checked", check_regions, "for claim in claims:", "for claim in claims[:1]:", not_closed_callee
    ),
    _fault("every command has a meaning", regions._understood, "case _:", "case _ if False:", memory),
    _fault("constants are what nobody writes", Grounds.__init__, "if v not in written", "", changes),
    _fault(
        "undecided excludes nothing",
        Grounds.exclude,
        "if isinstance(found, Unknown):",
        "if isinstance(found, Unknown):\n        return\n    if False:",
        solver_without_answers,
    ),
    _fault(
        "what a claim may mean as well refutes nothing",
        Grounds.exclude,
        "if found is not None and state.abstract:",
        "if False:",
        more_meanings_than_are_tried,
    ),
    _fault("a name has one value", wellformed._faults, "variable in own or", "", a_name_for_two_values),
    _fault("regions have all that begins", Following.check, "self._grounds.exclude(", "(", not_all_begin),
    _fault(
        "every region is left", Following.check, "in self._claim.regions:", "in self._claim.regions[:1]:", second_region
    ),
    _fault("global variables are unknown", Following.__init__, "grounds.later()", "grounds.initial()", changes),
    _fault("every way is followed", Following._leave, "while self._ways:", "if self._ways:", next_block),
    _fault("places that are asked about", Following._run, "if frame.index == 0 and", "if False and", reached),
    _fault("moves lead into regions", Following._arrived, "self._exclude(", "(", outside),
    _fault(
        "moves are linked", Following._arrived, " if region.number in self._linked.get(self._from, ())", "", not_linked
    ),
    _fault(
        "moves change variables", Following._entered, "or not changed.isdisjoint(T.free_variables(p))", "", said_before
    ),
    _fault("moves change global variables", Following._entered, "state.variables.items()", "()", said_of_globals),
    _fault(
        "moves change variables of the procedure", Following._entered, "state.frame.values.items()", "()", said_before
    ),
    _fault("what is said to hold is true", value_of, "return said, T.TRUE", "return said, T.FALSE", said_true),
    _fault("what is said not to hold is false", value_of, "args[0], T.FALSE", "args[0], T.TRUE", said_false),
    _fault(
        "the value that is said",
        value_of,
        "return variable, value",
        "return variable, T.bvadd(value, T.const(1, value.sort))",
        said_by_value,
    ),
    _fault(
        "a branch is excluded by its opposite",
        Following._move,
        "T.not_(condition) in self._assumed",
        "condition in self._assumed",
        said_the_same,
    ),
    _fault("what this region says", Following._leave, "self._assumed = set()", "", said_elsewhere),
    _fault("what is near a goal does not exclude it", Judge.possible_alone, "), Unsat)", "), Sat)", far_away),
    _fault("loops are cut", Following._move, "elif self._grounds.possible(branch):", "elif False:", uncut),
    _fault(
        "any value",
        Following._command,
        "self._grounds.unknown(command.target.sort)",
        "T.const(0, command.target.sort)",
        any_value,
    ),
    _fault(
        "what is not asked about forbids a proof as well",
        Following._command,
        "not self._grounds.question.defined(command.check)",
        "command.check in self._grounds.question.checks",
        undefined,
    ),
    _fault("assertions", Following._demand, "if self._claim.errors and", "if False and", asserted),
    _fault("errors in calls", Following._call, "if self._claim.errors and", "if False and", fails_in_call),
    _fault("errors in calls by claims about errors", Following._call, "if claim.errors:", "if True:", returns_only),
    _fault("claims are used outside of their entries", Following._call, "T.or_(inside, ", "T.or_(", in_callee_entry),
    _fault(
        "entries are about the time before",
        Following._call,
        "{**given, **frozen}",
        "{**given, **after, **frozen}",
        before_the_call,
    ),
    _fault("what a call writes is unknown", Following._call, "state.variables = after", "", writes),
    _fault("results are unknown", Following._call, "self._set(state, target, value)", "pass", returned),
    _fault(
        "results of calls that are executed",
        Following._leave_call,
        "self._set(state, target, value)",
        "pass",
        returned,
    ),
    _fault(
        "places in calls that are executed",
        Following._run,
        "(frame.procedure.name, frame.label) in self._places",
        "(self._procedure.name, frame.label) in self._places",
        reached_in_call,
    ),
    _fault(
        "every way of a choice",
        Following._end_of_block,
        "dict.fromkeys(terminator.targets)",
        "terminator.targets[:1]",
        last_target,
    ),
    _fault(
        "a branch that is taken",
        Following._end_of_block,
        "self._move(state, terminator.then, condition, seen)",
        "",
        *ways,
    ),
    _fault(
        "a branch that is not taken",
        Following._end_of_block,
        "self._move(state, terminator.otherwise, T.not_(condition), seen)",
        "",
        *ways,
    ),
    _fault("a case", Following._end_of_block, "self._move(state, label, T.and_(others, equal), seen)", "", *cases),
    _fault("no case", Following._end_of_block, "self._move(state, terminator.default, others, seen)", "", *cases),
    _fault("returns are outside of goals", Following._return, "self._exclude(", "(", goal),
    _fault("undefined behaviour", Following._stop, "self._demand(", "(", *ends),
    _fault("what nobody can judge", Following._stop, "self._exclude(", "(", *ends),
    _fault(
        "calls of callees write",
        Summaries.__init__,
        "self.written[name].update(self.written[callee])",
        "pass",
        inner_writes,
    ),
    _fault("calls of callees fail", Summaries.__init__, "self.noisy.add(name)", "pass", inner_fails),
    _fault("callees have assertions", summaries._may_fail, "isinstance(command, P.Assert)", "False", inner_fails),
    _fault(
        "callees have places",
        summaries._may_fail,
        "(procedure.name, label) in question.places",
        "False",
        reached_in_call,
    ),
    _fault(
        "callees have undefined behaviour",
        summaries._may_fail,
        'if question.forbids("def-behavior", location)',
        "if False",
        *ends_in_call,
    ),
    _fault(
        "callees have what nobody can judge",
        summaries._may_fail,
        "P.Stop(P.End.UNSUPPORTED | P.End.BOUND)",
        "P.Stop(P.End.SILENT)",
        *ends_in_call,
    ),
]
