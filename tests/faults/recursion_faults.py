"""What the check of proofs leaves out: rounds of loops and calls of recursive procedures that one state stands for."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.properties import parse_properties
from antumbra.program.source import Location
from antumbra.proofs import Budget, Certificate, Contract, Question, result
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.check import check_proof
from antumbra.proofs.claims.loops import Loops
from antumbra.proofs.claims.places import Places
from antumbra.proofs.claims.recursion import Recursions
from antumbra.terms import Term
from proofs.helpers import check, program, said
from proofs.test_loops import claims as at_head
from proofs.test_loops import endless
from support.faults import Fault

A, RESULT = T.var("a", T.bv_sort(32)), result(0, T.bv_sort(32))
#: a procedure that may call itself: what it does, with what it calls itself, what it returns
F = """procedure f(a: bv32) returns (b: bv32) { var c: bool; var x: bv32; var y: bv32;
e: BODY c := havoc input "c" "bool"; if c goto n else z; n: x := call f(AGAIN); return RESULT; z: return a; }"""
MAIN = 'e: n := havoc input "n" "int"; m := call f(GIVEN); AFTER return 0bv32;'


def recursive(
    body: str = "", again: str = "a", returned: str = "x", given: str = "3bv32", after: str = "", before: str = ""
) -> tuple[str, str, str]:
    """A main procedure, what is declared before it, and a recursive procedure."""
    callee = F.replace("BODY", body).replace("AGAIN", again).replace("RESULT", returned)
    return MAIN.replace("GIVEN", given).replace("AFTER", after), before, callee


def contract(*before: Term, after: tuple[Term, ...] = ()) -> Certificate:
    return Certificate(contracts=(Contract("f", before, after),))


def answer(text: tuple[str, str, str], certificate: Certificate, properties: str = "klee") -> str:
    made = program(text[0], "n: bv32, m: bv32, p: bv64", before=text[1], after=text[2])
    return said(check(made, properties, certificate, steps=40_000))


def never(text: tuple[str, str, str], certificate: Certificate, properties: str = "klee") -> None:
    assert answer(text, certificate, properties) != "confirmed"


IS_3 = 'assert "assert" a == 3bv32, "m";'
VARIABLE, OBJECT = "var g: bv32 := 0bv32;", "object o at 0x10000 size 4 global;"


def inner_call_breaks_a_claim() -> None:
    """Not the first one: when it comes to that, it is known that arguments differ."""
    body = 'assert "assert" a <=u 4bv32, "m";'
    never(recursive(body, "a + 1bv32"), contract(T.bvule(A, T.bv(4, 32))))


def first_call_breaks_a_claim() -> None:
    never(recursive(IS_3, "3bv32", given="n"), contract(T.eq(A, T.bv(3, 32))))


def arguments_differ() -> None:
    never(recursive(IS_3, "a + 1bv32"), contract())


def memory_differs_at_calls() -> None:
    body = 'y := load 0x10000bv64; assert "assert" y == 0bv32, "m"; store 0x10000bv64 := 1bv32;'
    never(recursive(body, before=OBJECT), contract())


def return_breaks_a_claim() -> None:
    never(recursive(after='assert "assert" m == 0bv32, "m";'), contract(after=(T.eq(RESULT, T.bv(0, 32)),)))


def call_writes_a_variable() -> None:
    never(recursive("g := g + 1bv32;", before=VARIABLE, after='assert "assert" g == 0bv32, "m";'), contract())


def call_writes_memory() -> None:
    after = 'm := load 0x10000bv64; assert "assert" m == 0bv32, "m";'
    never(recursive("store 0x10000bv64 := 1bv32;", before=OBJECT, after=after), contract())


def another_procedure_of_the_recursion() -> None:
    """What f calls fails."""
    main, before, callee = recursive()
    other = f"procedure h(a: bv32) returns (b: bv32) {{ var x: bv32; e: {IS_3} x := call f(a); return x; }}"
    text = (main, before, f"{callee.replace('call f(a)', 'call h(a + 1bv32)')}\n{other}")
    never(text, Certificate(contracts=(Contract("f"), Contract("h"))))


def calls_may_seem_to_fail() -> None:
    """Nothing is claimed of the argument, which is never above 3."""
    body = 'assert "assert" a <=u 3bv32, "m"; assume a != 0bv32;'
    assert answer(recursive(body, "a - 1bv32"), contract()) == "confirmed"


def what_follows_may_seem_to_fail() -> None:
    """Nothing is claimed of the result."""
    text = recursive("assume a != 0bv32;", "a - 1bv32", after='assert "assert" m <=u 3bv32, "m";')
    assert answer(text, contract()) == "confirmed"


def a_call_frees() -> None:
    main = 'e: p := alloc heap 4bv64 ""; store 0x10000bv64 := p; m := call f(3bv32); store p := 1bv8; return 0bv32;'
    frees = F.replace("z: return", "z: q := load 0x10000bv64; free q; return").replace("var c", "var q: bv64; var c")
    callee = frees.replace("BODY", "").replace("AGAIN", "a").replace("RESULT", "x")
    never((main, "object o at 0x10000 size 8 global;", callee), contract())


def a_call_loses_an_object() -> None:
    callee = F.replace("BODY", 'q := alloc heap 4bv64 "";').replace("AGAIN", "a").replace("RESULT", "x")
    never((*recursive()[:2], callee.replace("var c", "var q: bv64; var c")), contract(), "valid-memcleanup")


def object_of_another_call() -> None:
    """Only a place is asked about: the second call comes to it with an object that the first has made."""
    callee = """procedure f(a: bv32, p: bv64, q: bv64) returns (b: bv32) { var x: bv8; var r: bv64; var y: bv32;
e: x := load p; if p == q goto s else w; s: r := alloc heap 1bv64 zeroed ""; y := call f(a, r, q); return y;
w: return 0bv32; }"""
    main = 'e: p := alloc heap 1bv64 zeroed ""; m := call f(0bv32, p, p); return 0bv32;'
    made = program(main, "m: bv32, p: bv64", after=callee)
    question = Question(parse_properties("klee").checks, frozenset({("f", "w")}), frozenset[tuple[str, Location]]())
    certificate = Certificate(contracts=(Contract("f"),))
    assert said(check_proof(made, question, certificate, Budget(steps=40_000), ("bitwuzla", "z3"))) != "confirmed"


def round_changes_a_variable() -> None:
    assert said(check(endless("x == 0bv32", a_round="x := 1bv32;"), certificate=at_head(), steps=40_000)) != "confirmed"


def round_breaks_a_claim() -> None:
    wrong = at_head(T.eq(T.var("x", T.bv_sort(32)), T.bv(0, 32)))
    assert said(check(endless("x == 0bv32", a_round="x := 1bv32;"), certificate=wrong, steps=40_000)) != "confirmed"


def _fault(condition: str, function: object, old: str, new: str, *killers: object) -> Fault:
    return Fault("checked claims", condition, function, old, new, killers)  # type: ignore[arg-type]


FAULTS = [
    _fault(
        "they hold at inner calls",
        Recursions._inner,
        "if changed or len(left) < len(contract.before):",
        "if changed:",
        inner_call_breaks_a_claim,
    ),
    _fault(
        "they hold at the outermost call",
        Recursions._contract,
        "self._claims.holding(state, claimed.before, self._at_call(callee, state, arguments))",
        "list(claimed.before)",
        first_call_breaks_a_claim,
    ),
    _fault(
        "what differs at inner calls is unknown",
        Recursions._inner,
        "if changed or len(left) < len(contract.before):",
        "if len(left) < len(contract.before):",
        arguments_differ,
    ),
    _fault(
        "memory that differs is unknown",
        Places.different,
        "for number, item in first.objects.items():",
        "for number, item in ():",
        memory_differs_at_calls,
    ),
    _fault(
        "they hold at returns",
        Recursions.returned,
        "if changed or len(left) < len(contract.after):",
        "if changed:",
        return_breaks_a_claim,
    ),
    _fault(
        "what a call writes is known at its return",
        Recursions.returned,
        "if changed or len(left) < len(contract.after):",
        "if len(left) < len(contract.after):",
        call_writes_a_variable,
    ),
    _fault(
        "what a call writes is unknown behind it",
        Recursions._go_on,
        "for place in contract.written:",
        "for place in ():",
        call_writes_memory,
    ),
    _fault(
        "what rests on dropped ones is done again",
        Recursions.returned,
        "self._again(recursion)",
        "pass",
        return_breaks_a_claim,
    ),
    _fault(
        "every procedure of a recursion is executed",
        Recursions._inner,
        "self._enter(recursion, contract)",
        "pass",
        another_procedure_of_the_recursion,
    ),
    _fault(
        "a call that rests on them refutes nothing",
        Recursions._enter,
        'state.abstract = state.abstract or f"calls of {callee.name}"',
        "pass",
        calls_may_seem_to_fail,
    ),
    _fault(
        "what follows a call refutes nothing",
        Recursions._go_on,
        'after.abstract = after.abstract or f"calls of {contract.procedure.name}"',
        "pass",
        what_follows_may_seem_to_fail,
    ),
    _fault(
        "an object may have been freed",
        Places._changes,
        "if now is None or now.alive is not item.alive:",
        "if False:",
        a_call_frees,
    ),
    _fault(
        "objects that live on may be leaks",
        Places.different,
        "if leaks and any(",
        "if False and any(",
        a_call_loses_an_object,
    ),
    _fault(
        "objects of other calls are not known",
        Judge.demand,
        "elif objects and state.abstract and not self.certain(state, condition):",
        "elif False:",
        object_of_another_call,
    ),
    _fault("what a round changes is unknown", Loops._return, "if changed:", "if False:", round_changes_a_variable),
    _fault(
        "they hold after a round",
        Loops._return,
        "len(left) < len(rounds.conditions) or",
        "False or",
        round_breaks_a_claim,
    ),
]
