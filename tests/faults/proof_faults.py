"""The check of proofs: states that become one, loops that claims close, the order of the walk, and who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from antumbra import terms as T
from antumbra.proofs import Budget, Certificate, Question, joining, question, state
from antumbra.proofs import check as checking
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Cell
from antumbra.proofs.claims import holding as claiming
from antumbra.proofs.claims.holding import Claims
from antumbra.proofs.claims.joins import Joins
from antumbra.proofs.claims.loops import Loops
from antumbra.proofs.claims.places import Places
from antumbra.proofs.memory.world import World
from antumbra.proofs.order import Orders, Queue
from antumbra.proofs.walker import Walker
from antumbra.solvers import Answer, SolverError, Unknown, UnsupportedTerm
from faults.everywhere_faults import a_choice_is_no_cell
from faults.proof_twins import (
    CELL,
    VARIABLES,
    P,
    X,
    Y,
    claims,
    command,
    in_rounds,
    is_,
    joins,
    meet,
    never,
    right,
    rounds,
    wrong,
)
from proofs.helpers import check, program, said
from support.faults import Fault

ZERO = T.bv(0, 32)

# ---------------------------------------------------------------- states that meet

wrong_in_one = wrong("wrong on one way", meet("", "y := 1bv32;", "y := 2bv32;", is_("y == 1bv32")))
wrong_in_other = wrong("wrong on the other way", meet("", "y := 1bv32;", "y := 2bv32;", is_("y == 2bv32")))
correlated = right("values of the same way", meet("", "y := 1bv32;", "y := 2bv32;", is_("c == (y == 1bv32)")))
assumed = right("an assumption of each way", meet("", "assume x <u 5bv32;", "assume x <u 6bv32;", is_("x <u 6bv32")))
LONGER = ("assume x <u 5bv32; assume n <u 4bv32; assume d; y := 1bv32;", "assume x <u 6bv32; y := 2bv32;")
longer = [
    right(f"conditions of different length {i}", meet("", one, other, is_("y == 2bv32 || n <u 4bv32")))
    for i, (one, other) in enumerate([LONGER, (LONGER[1], LONGER[0])])
]
one_made = wrong("made on one way", meet("p := 0bv64;", 'p := alloc heap 4bv64 "";', "", "store p := 1bv32;"))
HEAP = 'p := alloc heap 4bv64 "";'
one_freed = [
    wrong(f"freed on one way {i}", meet(HEAP, *ways, "store p := 1bv32;"))
    for i, ways in enumerate([("free p;", ""), ("", "free p;")])
]
one_wrote = [
    wrong(f"written on one way {i}", meet(f"{HEAP} store p := 1bv32;", *ways, f"y := load p; {is_('y == 1bv32')}"))
    for i, ways in enumerate([("store p := 2bv32;", ""), ("", "store p := 2bv32;")])
]
leaked = [
    wrong(f"leaked on one way {i}", meet("", *ways, ""), "valid-memcleanup")
    for i, ways in enumerate([(HEAP, ""), ("", HEAP)])
]
kept = [
    right(f"made and freed on one way {i}", meet("p := 0bv64;", *ways, "free p;"), "valid-memcleanup")
    for i, ways in enumerate([(HEAP, ""), ("", HEAP)])
]
globals_differ = [
    wrong(
        f"a global variable that differs {i}",
        meet("", "g := 1bv32;", "g := 2bv32;", is_(f"g == {i}bv32")),
        before="var g: bv32 := 0bv32;",
    )
    for i in (1, 2)
]
bytes_differ = [
    wrong(
        f"bytes that differ {i}",
        meet(HEAP, "store p := 1bv32;", "store p := 2bv32;", f"y := load p; {is_(f'y == {i}bv32')}"),
    )
    for i in (1, 2)
]
maybe_freed = [
    wrong(
        f"freed on one way, perhaps {i}",
        meet(HEAP, *ways, "store p := 1bv32;"),
    )
    for i, ways in enumerate([("free ite(d, p, 0bv64);", ""), ("", "free ite(d, p, 0bv64);")])
]
#: so many blocks that another call comes to them before the first one ends
DEEP = (
    "procedure f() returns (b: bv32) { a: goto b; b: goto c; c: goto d; d: goto e; e: goto f; f: goto g; g: goto h; "
    "h: return 1bv32; }"
)
two_callers = [
    wrong(
        f"calls from two places {i}",
        meet("", "i := call f(); y := 1bv32;", "i := call f(); y := 2bv32;", is_(f"y == {i}bv32")),
        after=DEEP,
    )
    for i in (1, 2)
]
two_calls = [
    wrong(
        f"two calls of one block {i}",
        'e: c := havoc input "c" "bool"; d := havoc input "d" "bool"; x := call f(c); y := call f(d); '
        f"{is_(f'!(x == {i}bv32 && y == {3 - i}bv32)')} return 0bv32;",
        after="procedure f(a: bool) returns (b: bv32) { e: if a goto t else f; t: return 1bv32; f: return 2bv32; }",
    )
    for i in (1, 2)
]
scoped_again = right(
    "a scope of one way",
    meet(
        'p := alloc stack 4bv64 ""; builtin end_life(p) "";',
        'builtin begin_life(p) ""; store p := 1bv32; builtin end_life(p) "";',
        "",
        'builtin begin_life(p) ""; store p := 2bv32;',
    ),
)
#: an object at a place that is among many, at one that no object has, and a number that is not an object's address
at_a_place = wrong(
    "an object at a possible place",
    f"e: {HEAP} k := 1048576bv64; if p == k goto a else z; a: {is_('false')} goto z; z: return 0bv32;",
    joined=False,
)
inside_at_null = wrong(
    "a place before an object at null",
    f"e: {HEAP} if p + 18446744072635809792bv64 == 0bv64 goto a else z; a: {is_('false')} goto z; z: return 0bv32;",
    joined=False,
)
number_at_null = wrong(
    "a number that is zero",
    f'e: x := havoc input "x" "int"; if x == 0bv32 goto a else z; a: {is_("false")} goto z; z: return 0bv32;',
    joined=False,
)
not_null = wrong(
    "an object that is not at null",
    f"e: {HEAP} if 7bv64 <u p goto a else z; a: {is_('false')} goto z; z: return 0bv32;",
    joined=False,
)

_JOIN = [
    Fault(
        "joined states",
        "values of both",
        joining._Choice.value,
        "if a is b:",
        "if True:",
        (wrong_in_other, wrong_in_one),
    ),
    Fault(
        "joined states", "the guard tells which", joining.joined, "one if len(", "T.not_(one) if len(", (correlated,)
    ),
    Fault(
        "joined states",
        "the guard of the other is negated",
        joining.joined,
        "T.not_(other))",
        "other)",
        (correlated, *longer),
    ),
    Fault(
        "joined states",
        "executions of both",
        joining.joined,
        "both.assume(T.or_(one, other))",
        "both.assume(one)",
        (wrong_in_other,),
    ),
    Fault(
        "joined states", "executions of no others", joining.joined, "both.assume(T.or_(one, other))", "pass", (assumed,)
    ),
    Fault(
        "joined states",
        "only the common past holds in both",
        joining.joined,
        "objects, common)",
        "objects, a.condition)",
        (wrong_in_other, wrong_in_one),
    ),
    Fault(
        "joined states",
        "the past until the first difference",
        joining._common,
        "while a is not b:",
        "while False:",
        (wrong_in_other, wrong_in_one, *longer),
    ),
    Fault(
        "joined states",
        "values of procedures that are active",
        joining.joined,
        "frames.append(x if x is y else replace(x, values=choice.values(x.values, y.values)))",
        "frames.append(x)",
        (wrong_in_one, wrong_in_other),
    ),
    Fault(
        "joined states",
        "global variables",
        joining.joined,
        "State(frames, choice.values(a.variables, b.variables), objects, common)",
        "State(frames, {**a.variables, **b.variables}, objects, common)",
        (*globals_differ,),
    ),
    Fault(
        "joined states",
        "objects of the first way live only there",
        joining._joined_objects,
        "alive=T.and_(x.alive, choice.guard)",
        "alive=x.alive",
        (*kept,),
    ),
    Fault(
        "joined states",
        "objects of the other way live only there",
        joining._joined_objects,
        "alive=T.and_(y.alive, T.not_(choice.guard))",
        "alive=y.alive",
        (*kept,),
    ),
    Fault(
        "joined states",
        "objects of the first way are kept",
        joining.joined,
        "sorted({*a.objects, *b.objects})",
        "sorted(b.objects)",
        (*leaked,),
    ),
    Fault(
        "joined states",
        "objects of the other way are kept",
        joining.joined,
        "sorted({*a.objects, *b.objects})",
        "sorted(a.objects)",
        (*leaked,),
    ),
    Fault(
        "joined states",
        "what may live is kept",
        joining.joined,
        "kept.alive is not T.FALSE or kept.scoped",
        "kept.alive is T.TRUE",
        (*leaked,),
    ),
    Fault(
        "joined states",
        "life of both",
        joining._joined_objects,
        "alive=choice.value(x.alive, y.alive)",
        "alive=T.or_(x.alive, y.alive)",
        (*maybe_freed,),
    ),
    Fault(
        "joined states",
        "bytes of both",
        joining._joined_objects,
        ", content=x.content.joined(y.content, choice.guard)",
        "",
        (*one_wrote,),
    ),
    Fault(
        "joined states",
        "a state that is not exact makes both so",
        joining.joined,
        "both.abstract = a.abstract or b.abstract",
        "pass",
        (
            *(
                right(
                    f"a loop on one way {i}",
                    'e: c := havoc input "c" "bool"; n := havoc input "n" "int"; assume n <u 2bv32; i := 0bv32; '
                    f"{ways} h: if i <u n goto b else z; b: i := i + 1bv32; goto h; z: goto y; k: goto y; y: goto j; "
                    f"j: {is_('i <=u n')} return 0bv32;",
                    certificate=claims(),
                )
                for i, ways in enumerate(["if c goto h else k;", "if c goto k else h;"])
            ),
        ),
    ),
    *(
        Fault("ways that part", f"each has {what} of its own", state.State.fork, old, new, killers)
        for what, old, new, killers in (
            ("values", "values=dict(self.frame.values)", "values=self.frame.values", (wrong_in_one, wrong_in_other)),
            ("globals", "dict(self.variables)", "self.variables", (*globals_differ,)),
            ("objects", "dict(self.objects)", "self.objects", (*bytes_differ,)),
        )
    ),
]

# ---------------------------------------------------------------- loops that claims close

TWO_FUNCTIONS = (
    "object f at 0x10000 size 1 code; object g at 0x12000 size 1 code; address 0x10000 f; address 0x12000 g;"
)
BOTH = "procedure f() returns (b: bv32) { e: return 1bv32; } procedure g() returns (b: bv32) { e: return 2bv32; }"
SMALL = "assume n <u 3bv32;"
not_at_entry = wrong(
    "a claim that fails at first",
    rounds("y := 1bv32;", "y := 0bv32;", is_("y == 0bv32")),
    certificate=claims(T.eq(Y, ZERO)),
)
not_again = wrong(
    "a claim that a round breaks",
    rounds("y := 0bv32;", "y := 1bv32;", is_("y == 0bv32")),
    certificate=claims(T.eq(Y, ZERO)),
)
drifts = wrong(
    "a value that a second round changes",
    rounds("x := 0bv32; y := 0bv32;", "y := x; x := 1bv32;", is_("y == 0bv32")),
    certificate=claims(),
)
exact_after_claims = right(
    "a loop of which too little is claimed", rounds(SMALL, "", is_("i <=u n")), certificate=claims()
)
PAGE = 'p := alloc heap 8bv64 zeroed ""; q := alloc heap 8bv64 zeroed "";'
word_changes = wrong(
    "a word that a round writes",
    rounds(PAGE, "store p := 1bv32;", f"y := load p; {is_('y == 0bv32')}"),
    certificate=claims(),
)
array_changes = wrong(
    "an array that a round writes",
    rounds(
        'k := havoc input "k" "long"; assume k <u 300bv64; p := alloc heap 300bv64 zeroed "";',
        "store p + k := 1bv8;",
        f"u := load p + k; {is_('u == 0bv8')}",
    ),
    certificate=claims(),
)
life_changes = wrong(
    "an object that a round frees",
    rounds(HEAP, "free ite(i == 2bv32, p, 0bv64);", "x := load p;"),
    certificate=claims(),
)
freed_again = wrong("an object that each round frees", rounds(HEAP, "free p;", ""), certificate=claims())
leak_in_a_round = wrong(
    "an object that each round makes", rounds("", HEAP, ""), "valid-memcleanup", certificate=claims()
)
cell_is_kept = wrong(
    "a claim about memory that a round breaks",
    rounds(PAGE, "store p := 1bv32;", f"y := load p; {is_('y == 0bv32')}"),
    certificate=claims(T.eq(CELL, ZERO), cells=[Cell(CELL, P, 4)]),
)
TWO_WAYS_BACK = (
    'e: n := havoc input "n" "int"; x := 0bv32; y := 0bv32; i := 0bv32; goto h; h: i := havoc input "i" "int"; '
    "if i <u n goto b else z; b: if i <u 5bv32 goto f else l; f: x := 1bv32; goto h; l: y := x; goto h; "
    f"z: {is_('y == 0bv32')} return 0bv32;"
)
two_ways_back = wrong("two ways back", TWO_WAYS_BACK, certificate=claims())


def many_models() -> None:
    """As if no number of models were enough."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claiming, "MOST_MODELS", 0)
        not_at_entry()
        not_again()


def _silent(*numbers: int) -> pytest.MonkeyPatch:
    """The solver does not answer some of the questions, or none of them."""
    patch = pytest.MonkeyPatch()
    asked = Decider.ask
    count = [0]

    def ask(self: Decider, *arguments: Any) -> Answer:
        count[0] += 1
        return Unknown("no answer") if not numbers or count[0] in numbers else asked(self, *arguments)

    patch.setattr(Decider, "ask", ask)
    return patch


undecided_change = wrong(
    "a change that nobody decides", rounds("y := 0bv32;", "y := x;", is_("y == 0bv32")), certificate=claims()
)
UNDECIDED = [
    (rounds(f"{SMALL} y := 0bv32;", "y := y + n;", is_("y == 0bv32")), claims(T.eq(Y, ZERO))),
    (rounds(f"{SMALL} y := n + 1bv32;", "y := 0bv32;", is_("y == 0bv32")), claims(T.eq(Y, ZERO))),
    (f'e: n := havoc input "n" "int"; {is_("n != 5bv32")} return 0bv32;', None),
    ('e: n := havoc input "n" "int"; if n == 5bv32 goto a else b; a: stop unsupported "u"; b: return 0bv32;', None),
    (
        (
            'e: n := havoc input "n" "int"; x := call *(ite(n == 5bv32, 0x10000bv64, 0x12000bv64))(); '
            f"{is_('x == 1bv32')} return 0bv32;"
        ),
        None,
    ),
    (
        (
            f'e: n := havoc input "n" "int"; {SMALL} i := 0bv32; goto h; h: if i == n goto z else b; '
            f"b: i := i + 1bv32; goto h; z: {is_('i == 0bv32')} return 0bv32;"
        ),
        None,
    ),
]


def solver_without_answers() -> None:
    for text, certificate in UNDECIDED:
        made = program(text, VARIABLES, before=TWO_FUNCTIONS, after=BOTH)
        for number in range(1, 6):
            patch = _silent(number)
            try:
                never("confirmed", made, certificate=certificate)
            finally:
                patch.undo()
    for killer, numbers in ((places, (1,)), (undecided_change, ())):
        patch = _silent(*numbers)
        try:
            killer()
        finally:
            patch.undo()


def solver_that_fails() -> None:
    for error in (SolverError("failed"), UnsupportedTerm("unknown")):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Decider, "_backend", fail)
            wrong_in_one()


_LOOPS = [
    Fault(
        "claims",
        "they hold where the loop is entered",
        Loops._enter,
        "self._claims.holding(state, claimed, meaning)",
        "list(claimed)",
        (not_at_entry,),
    ),
    Fault(
        "claims",
        "they hold again after a round",
        Loops._return,
        "left = self._claims.holding(state, rounds.conditions, meaning)",
        "left = rounds.conditions",
        (not_again,),
    ),
    Fault(
        "claims",
        "a round begins again when one is dropped",
        Loops._return,
        "rounds.conditions, rounds.everywhere = left, of_all\n        self._again(rounds)",
        "rounds.conditions, rounds.everywhere = left, of_all",
        (not_again, cell_is_kept),
    ),
    Fault(
        "claims",
        "each of many is asked for alone",
        Claims.holding,
        "if self._judge.certain(state, instance)]",
        "]",
        (many_models,),
    ),
    Fault(
        "claims",
        "those that a model refutes are dropped",
        Claims.holding,
        "if _true(i, model)]",
        "]; return [c for c, _ in kept]",
        (not_at_entry, not_again),
    ),
    Fault(
        "claims",
        "what no solver decides does not hold",
        Claims.holding,
        "if model is None:",
        "if model is None or isinstance(model, Unknown):",
        (solver_without_answers,),
    ),
    Fault(
        "claims",
        "a cell of memory is one place",
        Claims.target,
        "len(targets) != 1",
        "not targets",
        (a_choice_is_no_cell,),
    ),
    Fault(
        "closed loops",
        "what a round changes is looked for",
        Loops._return,
        "changed = self._places.different(first, state, values, rounds.changing)",
        "changed = []",
        (not_again, drifts),
    ),
    Fault(
        "closed loops",
        "what a round changes is unknown",
        Loops._begin,
        "self._places.forget(state, place)",
        "pass",
        (not_again, drifts),
    ),
    Fault(
        "closed loops",
        "until nothing more changes",
        Loops._return,
        "self._again(rounds)\n        return\n    strayed",
        "return\n    strayed",
        (drifts,),
    ),
    Fault(
        "closed loops",
        "words that a round changes",
        Places._changes,
        "yield Place(item=item.number, low=low, high=high)",
        "pass",
        (word_changes,),
    ),
    Fault(
        "closed loops",
        "bytes at unknown offsets",
        Places._changes,
        "yield Place(item=item.number)\n        return",
        "return",
        (array_changes,),
    ),
    Fault("closed loops", "life of objects", Places._changes, "now.alive is not item.alive", "False", (life_changes,)),
    Fault(
        "closed loops",
        "objects that are gone",
        Places._changes,
        "if now is None or now.alive is not item.alive:",
        "if now is not None and now.alive is not item.alive:",
        (freed_again,),
    ),
    Fault(
        "closed loops",
        "arrays are equal only if they are the same",
        Places._equal,
        'return a.sort.kind != "array" and',
        'return a.sort.kind == "array" or',
        (
            wrong(
                "a map that a round changes",
                'e: n := havoc input "n" "int"; i := 0bv32; assume a[n] == 0bv32; goto h; '
                "h: if i <u n goto b else z; b: i := i + 1bv32; "
                f"a := a[n := 1bv32]; goto h; z: {is_('a[n] == 0bv32')} return 0bv32;",
                before="var a: [bv32]bv32;",
                certificate=claims(),
            ),
        ),
    ),
    Fault(
        "closed loops",
        "objects of each round, where leaks are asked for",
        Places.different,
        "if leaks and any(",
        "if False and any(",
        (leak_in_a_round,),
    ),
    Fault(
        "closed loops",
        "what they rest on refutes nothing",
        Loops._begin,
        'state.abstract = state.abstract or f"the loop at {where}"',
        "pass",
        (exact_after_claims,),
    ),
    Fault(
        "closed loops",
        "what rests on them refutes nothing",
        checking._walk,
        "if violation.abstract:",
        "if False:",
        (exact_after_claims,),
    ),
    Fault(
        "closed loops",
        "only what rests on claims that are replaced is dropped",
        Walker.walk,
        "if any(many.void for many in state.rests):",
        "if state.rests:",
        (not_again,),
    ),
]

# ---------------------------------------------------------------- the order of the walk

ENDLESS = rounds("", "", is_("i <u 40bv32"))
long_loop = wrong("a violation after many rounds", ENDLESS)

_ORDER = [
    Fault(
        "order", "rounds that were put aside go on", Queue.pop, "for state in parked:", "for state in ():", (long_loop,)
    ),
    Fault(
        "order",
        "only states of the same claims meet",
        Orders.key,
        "tuple(rounds.number for rounds in state.rests)",
        "()",
        (two_ways_back,),
    ),
    Fault(
        "order",
        "only states of the same callers meet",
        Orders.key,
        "tuple(map(self._place, state.frames))",
        "(self._place(state.frames[-1]),)",
        (*two_callers, *two_calls),
    ),
    Fault(
        "order",
        "only states before the same command meet",
        Orders._place,
        "frame.index",
        "0",
        (*two_calls, *two_callers),
    ),
    Fault(
        "order",
        "a state that meets another is joined to it",
        Queue.add,
        "self._waiting[key] = joined(known, state, self._unknown)",
        "pass",
        (wrong_in_one, wrong_in_other),
    ),
]

# ---------------------------------------------------------------- what is asked, and of whom

CALLED = 'e: c := havoc input "c" "bool"; y := call *(ite(c, 0x10000bv64, 0x12000bv64))();'
one_of_two = [
    wrong(
        f"one of two functions {i}",
        f"{CALLED} {is_(f'y == {i}bv32')} return 0bv32;",
        before=TWO_FUNCTIONS,
        after=BOTH,
    )
    for i in (1, 2)
]
no_function = wrong(
    "a call of no function",
    'e: c := havoc input "c" "bool"; y := call *(ite(c, 0x10000bv64, 0x12001bv64))(); return 0bv32;',
    before=TWO_FUNCTIONS,
    after=BOTH,
)
HALVES = (
    'e: x := havoc input "x" "int"; goto a, b; a: assume x <u {}; y := 1bv32; goto j; b: assume !(x <u 5bv32); '
    f"y := 2bv32; goto j; j: {is_('y == {}bv32')} return 0bv32;"
)
halves = [wrong(f"two assumptions {i}", HALVES.format(bound, i)) for bound in ("5bv32", "9bv32") for i in (1, 2)]
overlap = wrong(
    "assumptions that overlap",
    f'e: x := havoc input "x" "int"; assume x == 7bv32; goto a, b; a: assume x <u 9bv32; {is_("false")} return 0bv32; '
    "b: assume !(x <u 5bv32); return 0bv32;",
)
both_open = [
    wrong(
        f"one of two assumptions that both hold {i}",
        HALVES.replace("y == {}bv32", "x != 7bv32 || y == {}bv32").format("9bv32", i),
    )
    for i in (1, 2)
]
SWITCH = (
    'e: x := havoc input "x" "int"; switch x {{ 1: a, 2: b, 1: b, 3: a, else: d }}; a: y := 1bv32; goto j; '
    f"b: y := 2bv32; goto j; d: y := 3bv32; goto j; j: {is_('{}')} return 0bv32;"
)
switches = [
    *(wrong(f"case {i} of a switch", SWITCH.format(f"y != {i}bv32")) for i in (1, 2, 3)),
    *(
        right(f"values of a switch {i}", SWITCH.format(text))
        for i, text in enumerate(
            ["y != 2bv32 || x == 2bv32", "y != 3bv32 || x != 3bv32", "y != 1bv32 || x == 1bv32 || x == 3bv32"]
        )
    ),
    wrong("a case that two labels share", SWITCH.format("y != 1bv32 || x == 1bv32")),
]
stack_of_callee = wrong(
    "a stack object of a callee",
    "e: p := call f(); x := load p; return 0bv32;",
    after='procedure f() returns (b: bv64) { var p: bv64; e: p := alloc stack 4bv64 ""; return p; }',
)
stack_of_caller = right(
    "a stack object of the caller",
    'e: p := alloc stack 4bv64 ""; k := call f(); x := load p; return 0bv32;',
    after='procedure f() returns (b: bv64) { var p: bv64; e: p := alloc stack 4bv64 ""; return 0bv64; }',
)
ENDS = 'e: x := havoc input "x" "int"; if x == 5bv32 goto a else b; a: stop {} "u"; b: return 0bv32;'
ends = [wrong(f"the end {what}", ENDS.format(what)) for what in ("unsupported", "bound", "undefined")]
exit_leak = wrong("a leak at exit", 'e: p := alloc heap 4bv64 ""; stop exit "";', "valid-memcleanup")
lost_at_return = wrong("a leak at the end", 'e: p := alloc heap 4bv64 ""; return 0bv32;', "valid-memcleanup")
deep_recursion = wrong(
    "recursion without an end",
    f"e: y := call f(0bv32); {is_('false')} return 0bv32;",
    after="procedure f(a: bv32) returns (b: bv32) { var c: bv32; e: if a == 1200bv32 goto z else n; z: return 0bv32; "
    "n: c := call f(a + 1bv32); return c; }",
)
axioms = right("an axiom", f"e: {is_('0bv32 <u g')} return 0bv32;", before="var g: bv32; axiom 0bv32 <u g;")
axiom_is_of_the_beginning = wrong(
    "an axiom is about the beginning",
    f"e: g := 0bv32; {is_('0bv32 <u g')} return 0bv32;",
    before="var g: bv32; axiom 0bv32 <u g;",
)
place_is_reached = program(
    'e: x := havoc input "x" "int"; if x == 5bv32 goto a else b; a: return 1bv32; b: return 0bv32;', VARIABLES
)


def places() -> None:
    never_place = check(place_is_reached, places=frozenset({("main", "a")}))
    assert said(never_place) != "confirmed"


def what_else_is_violated_ends_a_run() -> None:
    """Only targets are asked about; who violates something else does not come there, and who does not, does."""
    for condition, wrong_answer in (("x != 5bv32", "refuted"), ("x != 6bv32", "confirmed")):
        text = (
            f'e: x := havoc input "x" "int"; assert "division-by-zero" {condition}, "m"; if x == 5bv32 goto a else b; '
            "a: return 1bv32; b: return 0bv32;"
        )
        asked = Question(frozenset({"division-by-zero"}), frozenset({("main", "a")}), frozenset())
        answer = checking.check_proof(program(text, VARIABLES), asked, Certificate(), Budget(seconds=5), ("bitwuzla",))
        assert said(answer) != wrong_answer


def without_time() -> None:
    made = program(ENDLESS, VARIABLES)
    for budget in (Budget(steps=60), Budget(queries=2)):
        answer = checking.check_proof(made, Question(frozenset({"assert"})), Certificate(), budget, ("bitwuzla",))
        assert said(answer) != "confirmed"


defined = [
    right("overflow that nobody asks for", 'e: assert "no-overflow" false, "m"; return 0bv32;', "valid-deref"),
    wrong(
        "what follows overflow",
        'e: assert "no-overflow" false, "m"; p := 0bv64; x := load p; return 0bv32;',
        "valid-deref",
    ),
    wrong("undefined behaviour that nobody asks for", "e: p := 0bv64; x := load p; return 0bv32;", "unreach-call"),
    wrong("overflow that is asked for", 'e: assert "no-overflow" false, "m"; return 0bv32;', "no-overflow"),
]

_ASKED = [
    Fault(
        "calls",
        "every function that is possible",
        Walker._call,
        "if condition is T.FALSE or (",
        "if condition is not T.TRUE or (",
        (*one_of_two,),
    ),
    Fault(
        "calls",
        "the condition of each",
        Walker._call,
        "branch.assume(condition)",
        "pass",
        (
            right(
                "the function that is called",
                f"{CALLED} {is_('c == (y == 1bv32)')} return 0bv32;",
                before=TWO_FUNCTIONS,
                after=BOTH,
            ),
        ),
    ),
    Fault(
        "calls",
        "it is a function",
        Walker._call,
        "valid = T.or_(*cases.values()) if cases else T.FALSE",
        "valid = T.TRUE",
        (no_function,),
    ),
    Fault(
        "calls",
        "objects of the callee die",
        Walker._return,
        "self._memory.leave(state, len(state.frames))",
        "pass",
        (stack_of_callee,),
    ),
    Fault("calls", "those of the caller live on", Walker._return, "len(state.frames))\n", "1)\n", (stack_of_caller,)),
    Fault(
        "calls",
        "too many are no end",
        Walker._enter,
        'raise NotUnderstood(f"more than',
        'raise DeadEnd(f"more than',
        (deep_recursion,),
    ),
    Fault(
        "branches of the check",
        "every way",
        Walker._branch,
        "if c is not T.FALSE]",
        "if c is not T.FALSE][:1]",
        (wrong_in_one, wrong_in_other),
    ),
    Fault(
        "branches of the check",
        "assumptions exclude each other",
        Walker._choose,
        "and assumed[0] is T.not_(assumed[1])",
        "",
        (*halves, overlap, *both_open),
    ),
    Fault(
        "branches of the check",
        "a choice is one of all",
        Walker._choose,
        "T.bvuge(way, T.const(len(targets) - 1, sort))",
        "T.FALSE",
        (
            wrong(
                "a choice",
                f"e: goto a, b; a: y := 1bv32; goto j; b: y := 2bv32; goto j; j: {is_('y == 1bv32')} return 0bv32;",
            ),
        ),
    ),
    Fault(
        "branches of the check",
        "cases of one label",
        Walker._switch,
        "T.or_(ways.get(label, T.FALSE), here)",
        "here",
        (*switches,),
    ),
    Fault(
        "branches of the check",
        "the default is none of the cases",
        Walker._switch,
        "T.and_(*(T.not_(c) for c in before)) if before else T.TRUE",
        "T.TRUE",
        (*switches,),
    ),
    Fault(
        "branches of the check",
        "the first case counts",
        Walker._switch,
        "here = T.and_(equal, *(T.not_(c) for c in before if c is equal))",
        "here = equal",
        (*switches,),
    ),
    Fault(
        "branches of the check",
        "a way without executions is known to be",
        Judge.has_executions,
        "if found is None:",
        "if found is None or not isinstance(found, Model):",
        (solver_without_answers,),
    ),
    Fault(
        "ends",
        "undefined behaviour",
        Walker._stop,
        'self._judge.reached(state, "def-behavior", message, stop.location)',
        "pass",
        (*ends,),
    ),
    Fault("ends", "what nobody can judge", Walker._stop, "self._cut(state, stop)", "pass", (*ends,)),
    Fault(
        "ends",
        "what no solver decides",
        Walker._cut,
        "raise NotUnderstood(message, stop.location)",
        "return",
        (solver_without_answers,),
    ),
    Fault("ends", "leaks at exit", Walker._stop, "self._leaks.at_exit(state, stop.location)", "pass", (exit_leak,)),
    Fault("ends", "leaks at the end", Walker._return, "self._leaks.at_return(state)", "pass", (lost_at_return,)),
    Fault(
        "ends",
        "places that are asked about",
        Walker._run,
        "frame.index == 0 and (frame.procedure.name, frame.label) in self._judge.question.places",
        "False",
        (places,),
    ),
    Fault(
        "ends",
        "places, undecided",
        Walker._reached,
        "if isinstance(found, Unknown):",
        "if False:",
        (solver_without_answers,),
    ),
    Fault(
        "questions",
        "axioms count",
        Judge.model,
        "[*self.axioms, *conditions_of(state.condition)]",
        "conditions_of(state.condition)",
        (axioms,),
    ),
    Fault(
        "questions",
        "axioms are about the beginning",
        Walker._initial,
        "T.substitute(a, _known(state.variables, a))",
        "a",
        (axioms, axiom_is_of_the_beginning),
    ),
    Fault(
        "questions", "the state's condition counts", Judge.model, "*conditions_of(state.condition)]", "]", (assumed,)
    ),
    Fault(
        "questions",
        "what is known of addresses counts",
        Judge.model,
        "*facts, ",
        "",
        (command("address of a live object"), command("alignment")),
    ),
    Fault(
        "questions",
        "only the lowest addresses are nobody's",
        World.excludes,
        " and other.data < lowest_address(self.pointer.width)",
        "",
        (at_a_place,),
    ),
    Fault(
        "questions",
        "only equations with null exclude",
        World.excludes,
        "if condition.op is not T.EQ:",
        "if not condition.args:",
        (not_null, at_a_place),
    ),
    Fault(
        "questions",
        "only of objects something is known",
        World.excludes,
        "one in self.of_base and ",
        "",
        (number_at_null, inside_at_null),
    ),
    Fault(
        "questions",
        "undecided is possible",
        Judge.possible,
        "is not None",
        "is not None and not isinstance(self.model(state, *goals), Unknown)",
        (solver_without_answers,),
    ),
    Fault(
        "questions",
        "undecided is not certain",
        Judge.certain,
        "self.model(state, T.not_(goal)) is None",
        "not isinstance(self.model(state, T.not_(goal)), Model)",
        (solver_without_answers,),
    ),
    Fault(
        "questions",
        "undecided is no answer to a demand",
        Judge.demand,
        'raise NotUnderstood(f"the solver',
        'return (lambda *_: None)(f"the solver',
        (solver_without_answers,),
    ),
    Fault(
        "questions",
        "who violates a known check goes no further",
        Judge.demand,
        "state.assume(condition)",
        "pass",
        (what_else_is_violated_ends_a_run,),
    ),
    Fault(
        "questions",
        "what is not asked about forbids a proof as well",
        question.Question.forbids,
        "self.only is None or",
        "check in self.checks and",
        (*defined,),
    ),
    Fault(
        "questions",
        "what has a meaning goes on if nobody asks",
        question.Question.defined,
        "and check not in self.checks",
        "",
        (*defined,),
    ),
    Fault(
        "questions",
        "only what has a meaning goes on",
        question.Question.defined,
        "check in P.DEFINED_OTHERWISE and ",
        "",
        (
            wrong(
                "a division that nobody asks about",
                'e: assert "division-by-zero" false, "m"; return 0bv32;',
                "unreach-call",
            ),
        ),
    ),
    Fault(
        "questions",
        "without time nothing is confirmed",
        checking._walk,
        "return walker, Unchecked(name(), str(over))",
        "pass",
        (without_time,),
    ),
    Fault(
        "questions",
        "what is not understood is not confirmed",
        checking._walk,
        "return walker, Unchecked(name(), str(what))",
        "pass",
        (deep_recursion,),
    ),
    Fault(
        "questions",
        "a term that a solver does not know",
        Decider._one,
        "return Unknown(str(error))",
        "return Unsat(())",
        (solver_that_fails,),
    ),
    Fault(
        "questions",
        "a solver that fails",
        Decider._one,
        'return Unknown(f"{name}: {error}")',
        "return Unsat(())",
        (solver_that_fails,),
    ),
]

# ---------------------------------------------------------------- the past, forgotten

not_at_join = wrong(
    "a claim that does not hold at a join",
    meet("", "y := 1bv32;", "y := 2bv32;", is_("y == 1bv32")),
    certificate=joins(("main", "j", T.eq(Y, T.bv(1, 32)))),
)
AT_HEAD = joins(("main", "h", T.TRUE))
counted = wrong(
    "a number of rounds",
    "e: i := 0bv32; goto h; h: if i <u 3bv32 goto b else z; b: i := i + 1bv32; goto h; "
    f"z: {is_('i == 2bv32')} return 0bv32;",
    certificate=AT_HEAD,
)
counted_in_memory = wrong(
    "a number of rounds in memory",
    f"e: {HEAP} store p := 0bv32; i := 0bv32; goto h; h: i := load p; if i <u 3bv32 goto b else z; "
    f"b: store p := i + 1bv32; i := 0bv32; goto h; z: {is_('i == 2bv32')} return 0bv32;",
    certificate=AT_HEAD,
)
#: x and y are the same unknown before the first round, and not after it
SAME = 'e: d := true; x := havoc input "x" "int"; y := x; goto h; h: d := havoc input "d" "bool"; if d goto b else z; '
same_at_first = wrong(
    "the same unknown before the first round",
    f'{SAME} b: d := true; x := havoc input "x" "int"; goto h; z: {is_("x == y")} return 0bv32;',
    certificate=AT_HEAD,
)
same_within = wrong(
    "the same unknown within the first round",
    f'{SAME} b: goto j; j: {is_("x == y")} x := havoc input "x" "int"; goto h; z: return 0bv32;',
    certificate=joins(("main", "j", T.TRUE)),
)
CALLED = (
    'procedure f() returns (r: bv32) { var d: bool; e: goto h; h: d := havoc input "d" "bool"; if d goto h else z; '
    "z: return 0bv32; }"
)
behind_second = wrong(
    "wrong behind the second call",
    f"e: x := 0bv32; y := 0bv32; goto a; a: x := call f(); goto b; b: x := call f(); {is_('y == 1bv32')} return 0bv32;",
    after=CALLED,
    certificate=joins(("f", "h", T.TRUE)),
)
#: an execution that comes by k may well be one that comes by j, as far as is known there: y is 1 only behind k
in_both = wrong(
    "in two states, of which one forgot its past",
    'e: c := havoc input "c" "bool"; if c goto j else k; j: y := 2bv32; goto z; k: y := 1bv32; goto z; '
    f"z: {is_('y == 2bv32')} return 0bv32;",
    certificate=joins(("main", "j", T.TRUE)),
)
#: the first trial of the loop is given up after block j has gone back to the head, and before block b is looked at
GIVEN_UP = (
    'e: c := true; d := true; x := 0bv32; y := 0bv32; goto h; h: d := havoc input "d" "bool"; if d goto {} else z; '
)
again_in_other_rounds = wrong(
    "an inner loop in rounds that begin again",
    GIVEN_UP.format("m")
    + 'm: x := 5bv32; goto j; j: c := havoc input "c" "bool"; if c goto j else k; k: c := havoc input "c" "bool"; '
    f"x := 1bv32; if c goto h else b; b: {is_('c')} return 0bv32; z: return 0bv32;",
    certificate=in_rounds(claims(), ("main", "j", T.TRUE)),
)
left_over = wrong(
    "a state of rounds that were given up",
    GIVEN_UP.format("j") + 'j: c := havoc input "c" "bool"; x := 1bv32; if c goto h else b; b: y := 1bv32; goto h; '
    f"z: {is_('y == 0bv32')} return 0bv32;",
    certificate=in_rounds(claims(), ("main", "j", T.TRUE)),
)
changed_within = wrong(
    "changed by an inner loop",
    GIVEN_UP.format("j").replace("x := 0bv32;", 'x := havoc input "x" "int"; assume x <=u 1bv32;')
    + 'j: d := havoc input "d" "bool"; if d goto m else k; m: x := havoc input "x" "int"; goto j; '
    f'k: {is_("x <=u 1bv32")} x := havoc input "x" "int"; assume x <=u 1bv32; goto h; z: return 0bv32;',
    certificate=in_rounds(claims(T.bvule(X, T.bv(1, 32))), ("main", "j", T.TRUE)),
)
_FORGOTTEN = [
    Fault(
        "claims",
        "where a loop goes on as before, the rounds around it are the same",
        Joins._followed,
        "tuple(many.number for many in state.rests)",
        "()",
        (again_in_other_rounds,),
    ),
    Fault(
        "claims",
        "a state that forgot its past is still one of its rounds",
        Joins.forgotten,
        "after.rests = state.rests",
        "pass",
        (left_over,),
    ),
    Fault(
        "claims",
        "where a loop goes on as before, what rounds around it have not changed is the same",
        Joins._followed,
        "self._fixed(v) or _unchanged(x, v, before)",
        "self._fixed(v)",
        (changed_within,),
    ),
    Fault(
        "claims",
        "states that meet may have an execution in common, if their past was forgotten",
        joining.joined,
        "if a.since is not b.since:",
        "if False:",
        (in_both,),
    ),
    Fault(
        "claims",
        "where the past is forgotten, nothing tells a state apart any more",
        Joins.forgotten,
        "after.since = object()",
        "pass",
        (in_both,),
    ),
    Fault(
        "claims",
        "they hold where the past is forgotten",
        Joins.forgotten,
        "if not certain:",
        "if False:",
        (not_at_join,),
    ),
    Fault(
        "claims",
        "where a loop goes on as before, values are the same",
        Joins._followed,
        "v if self._fixed(v) or _unchanged(x, v, before) else None",
        "None",
        (counted,),
    ),
    Fault(
        "claims",
        "where a loop goes on as before, objects are the same",
        Joins._followed,
        "if all(item == objects[number] for number, item in state.objects.items()):",
        "if True:",
        (counted_in_memory,),
    ),
    Fault(
        "claims",
        "objects are compared as they were when it went on",
        Joins._followed,
        "dict(state.objects)",
        "state.objects",
        (counted_in_memory,),
    ),
    Fault(
        "claims",
        "where a loop goes on as before, calls under way are the same",
        Joins._followed,
        "key = (_places(state), known,",
        "key = (known,",
        (behind_second,),
    ),
    Fault(
        "claims",
        "unknowns are forgotten before a loop goes on as before",
        Joins._without_past,
        "not (head or value.args)",
        "not value.args",
        (same_at_first,),
    ),
    Fault(
        "claims",
        "only at the head of a loop nothing may be left to follow",
        Joins.forgotten,
        "if head and self._followed(after, firsts):",
        "if self._followed(after, firsts):",
        (same_within,),
    ),
]

FAULTS = [*_JOIN, *_LOOPS, *_FORGOTTEN, *_ORDER, *_ASKED]
