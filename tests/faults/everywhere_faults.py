"""Claims about all elements of arrays, without one of the conditions on when they are known."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.model import Alloc, Region
from antumbra.proofs import Budget, Certificate, Question, joining
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Cell, Everywhere, Ghost, LoopClaim
from antumbra.proofs.check import check_claims
from antumbra.proofs.claims.everywhere import EverywhereClaims
from antumbra.proofs.claims.holding import Claims
from antumbra.proofs.claims.loops import Loops
from antumbra.proofs.memory import facts
from antumbra.proofs.memory.accesses import Memory
from antumbra.proofs.memory.world import World
from antumbra.proofs.state import Frame, State
from antumbra.strategies.proposing import Proposing
from antumbra.terms import Term
from faults.proof_twins import Killer, _named
from proofs.helpers import program, said
from support.faults import Fault

LONG, BYTE = T.bv_sort(64), T.bv_sort(8)
INDEX, N, A, Q, WHICH = (T.var(name, LONG) for name in ("i", "n", "a", "q", "which element"))
E, C = (T.var(name, BYTE) for name in ("element", "cell"))
SEVEN, ZERO = T.bv(7, 8), T.bv(0, 64)
VARIABLES = "c: bool, i: bv64, n: bv64, a: bv64, b: bv64, q: bv64, k: bv64, u: bv8, v: bv8"
#: two arrays of which the first byte is zero, any number of rounds, and a look at any element that they passed
TEXT = (
    'e: n := havoc input "n" "long"; assume n <u 50bv64; c := havoc input "c" "bool"; a := alloc stack 50bv64 "a"; '
    'b := alloc stack 50bv64 "b"; q := a; i := 0bv64; START h: if i <u n goto l else z; '
    "l: ROUND i := i + 1bv64; goto h; z: goto x; "
    'x: k := havoc input "k" "long"; assume k <u n; u := load a + k; USE return 0bv32;'
)
PASSED = T.bvult(WHICH, INDEX)
HERE = T.bvule(INDEX, N)


def of_all(condition: Term, *elements: tuple[Term, Term]) -> Everywhere:
    return Everywhere(WHICH, condition, tuple(Cell(name, address, 1) for name, address in elements))


#: true of every byte, which nobody sees at once
EVEN = T.eq(T.bvand(T.bvmul(E, T.bvadd(E, T.bv(1, 8))), T.bv(1, 8)), T.bv(0, 8))
ALL_SEVEN = of_all(T.implies(PASSED, T.eq(E, SEVEN)), (E, A))


def wrong(
    name: str,
    a_round: str,
    use: str,
    *claims: Everywhere,
    start: str = "goto h;",
    conditions: tuple[Term, ...] = (HERE,),
    cells: tuple[Cell, ...] = (),
    ghosts: tuple[Ghost, ...] = (),
    before: str = "",
) -> Killer:
    """A program that fails is not confirmed."""

    def killer() -> None:
        body = TEXT.replace("START", start).replace("ROUND", a_round).replace("USE", use)
        certificate = Certificate((LoopClaim("main", "h", conditions, cells, claims, ghosts),), peeled=False)
        made = program(body, VARIABLES, before=before)
        question = Question(frozenset({"assert", "valid-deref"}))
        try:
            answer = said(check_claims(made, question, certificate, Budget(steps=20_000), ("bitwuzla", "z3"))[0])
        except Exception:  # noqa: BLE001 - a session makes "unchecked" of it
            return
        assert answer != "confirmed"

    return _named(killer, name)


def is_(condition: str) -> str:
    return f'assert "assert" {condition}, "m";'


at_entry_wrong = wrong("not all at the entry", "", is_("u == 7bv8"), of_all(T.eq(E, SEVEN), (E, A)))
round_wrong = wrong(
    "written over in a round", "store a + i := ite(i == 3bv64, 6bv8, 7bv8);", is_("u == 7bv8"), ALL_SEVEN
)
one_left_out = wrong(
    "one element left out",
    "store a + i := 7bv8;",
    is_("u == 7bv8"),
    of_all(T.eq(E, SEVEN), (E, A)),
    start="store a := 7bv8; goto h;",
)
#: q leads to a at first, and then to b, which is smaller
strays = wrong(
    "the size of another object",
    "k := builtin object_size(q); " + is_("k == 50bv64") + " q := b;",
    "",
    start='b := alloc stack 9bv64 "b"; goto h;',
)
#: on one way the loop fills the array, on the other nobody does
on_one_way = wrong(
    "known on one way",
    "store a + i := 7bv8;",
    is_("n <u 10bv64"),
    of_all(T.and_(T.bvult(N, T.bv(10, 64)), EVEN), (E, A)),
    start="if c goto w else y; y: goto z; w: assume n <u 10bv64; goto h;",
)
grows = wrong(
    "an element that was none before",
    "store a + i := 7bv8;",
    is_("u == 7bv8"),
    of_all(T.implies(T.bvult(WHICH, T.bvadd(INDEX, T.bv(1, 64))), T.eq(E, SEVEN)), (E, A)),
)
large = wrong(
    "a size that there may not be",
    "",
    'k := havoc input "k" "long"; b := alloc heap k "b"; ' + is_("b != 0bv64"),
)


def fails_and_is_not_proved() -> None:
    body = TEXT.replace("START", "goto h;").replace("ROUND", "store a + i := 6bv8;").replace("USE", is_("u == 7bv8"))
    engine = Proposing(program(body, VARIABLES), frozenset({"assert", "valid-deref"}), lambda: None)
    list(engine.run())
    assert not engine.complete
    assert engine.cuts


def _target(homes: dict[Term, int], *wanted: int) -> bool:
    """Is a cell found whose address is one of two objects', or a choice of them?"""
    made = program("e: return 0bv32;", VARIABLES)
    judge = Judge(World(made), Question(frozenset()), Decider((), Budget()))
    block = next(iter(made.procedures["main"].blocks))
    state = State([Frame(made.procedures["main"], block, 0, {})], {}, {})
    alloc = Alloc(A, T.bv(8, 64), Region.STACK)
    items = [judge.world.made(state, alloc, T.bv(8, 64)) for _ in range(2)]
    address = items[wanted[0]].base
    for other in wanted[1:]:
        address = T.ite(T.var("some", T.BOOL), address, items[other].base)
    return Claims(judge, ()).target(Cell(C, A, 1), lambda _: address, state, homes) is not None


def another_object_is_another_cell() -> None:
    homes = dict[Term, int]()
    assert _target(homes, 0)
    assert not _target(homes, 1)


def a_choice_is_no_cell() -> None:
    assert not _target({}, 0, 1)


_WHAT = "claims about all elements"
FAULTS = [
    Fault(
        _WHAT,
        "they hold at the entry",
        Loops._enter,
        "self._of_all.holding(rounds, of_all, state, meaning)",
        "list(of_all)",
        (at_entry_wrong,),
    ),
    Fault(
        _WHAT,
        "any element is looked at",
        EverywhereClaims.holding,
        'self._judge.world.unknown("element", claim.bound.sort)',
        "T.const(0, claim.bound.sort)",
        (one_left_out, at_entry_wrong, round_wrong),
    ),
    Fault(
        _WHAT,
        "those that fail after a round are dropped",
        Loops._return,
        "or len(of_all) < len(rounds.everywhere)",
        "or False",
        (round_wrong, grows),
    ),
    Fault(
        _WHAT,
        "the same object in all rounds",
        Claims.target,
        "homes.setdefault(cell.variable, number) != number",
        "False",
        (another_object_is_another_cell,),
    ),
    Fault(_WHAT, "pointers stay in their object", Loops._return, "if strayed:", "if False:", (strays,)),
    Fault(
        _WHAT,
        "known on one way only",
        joining.joined,
        "{fact: choice.value(one, other) for fact, one, other in guards}",
        "{fact: T.TRUE for fact, one, other in guards}",
        (on_one_way,),
    ),
    Fault(
        _WHAT,
        "under the condition of a fact",
        facts._instances,
        "T.implies(guard, ",
        "T.implies(T.TRUE, ",
        (on_one_way,),
    ),
    Fault(
        _WHAT,
        "sizes that always fit",
        Memory.alloc,
        "if fits is not T.TRUE and self._judge.certain(state, fits):",
        "if fits is not T.TRUE:",
        (large,),
    ),
    Fault(
        _WHAT,
        "nothing but what is confirmed",
        Proposing._check,
        "if isinstance(answer, Confirmed):",
        "if True:",
        (fails_and_is_not_proved,),
    ),
]
