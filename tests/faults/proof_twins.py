"""Programs of a few lines of which the check of proofs must not err: wrong ones confirmed, right ones refuted.

A check that gives up on the way says nothing wrong: only what an engine would take for an answer counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from antumbra import terms as T
from antumbra.program.model import Program
from antumbra.proofs import Certificate
from antumbra.proofs.certificate import Cell, JoinClaim, Local, LoopClaim
from antumbra.records import replace
from antumbra.terms import Term
from proofs import test_commands
from proofs.helpers import check, program, said

Killer = Callable[[], None]

INT, LONG = T.bv_sort(32), T.bv_sort(64)
X, Y, CELL = (T.var(name, INT) for name in ("x", "y", "cell"))
P = T.var("p", LONG)
#: variables of every program here
VARIABLES = (
    "c: bool, d: bool, i: bv32, n: bv32, x: bv32, y: bv32, k: bv64, m: bv64, o: bv64, p: bv64, q: bv64, r0: bv64, "
    "s: bv64, u: bv8, v: bv8, w: bv16"
)
ANY = (
    'c := havoc input "c" "bool"; d := havoc input "d" "bool"; x := havoc input "x" "int"; n := havoc input "n" "int";'
)
#: both ways of a branch, which then meet
MEET = f"e: {ANY} START if c goto a else b; a: ONE goto j; b: OTHER goto j; j: USE return 0bv32;"
#: any number of rounds
ROUNDS = (
    f"e: {ANY} i := 0bv32; START goto h; h: if i <u n goto b else z; b: i := i + 1bv32; ROUND goto h; "
    "z: USE return 0bv32;"
)


def never(
    wrong: str, made: Program, checks: str = "klee", certificate: Certificate | None = None, joined: bool = True
) -> None:
    try:
        answer = said(check(made, checks, certificate, steps=20_000, joined=joined))
    except Exception:  # noqa: BLE001 - a session makes "unchecked" of it
        return
    assert answer != wrong


def _named(killer: Killer, name: str) -> Killer:
    killer.__name__ = name.replace(" ", "_")
    return killer


def wrong(
    name: str,
    body: str,
    checks: str = "klee",
    *,
    before: str = "",
    after: str = "",
    certificate: Certificate | None = None,
    joined: bool = True,
) -> Killer:
    """A program that violates what is asked is not confirmed."""

    def killer() -> None:
        made = program(body, VARIABLES, before=before, after=after)
        never("confirmed", made, checks, certificate, joined=joined)

    return _named(killer, name)


def right(
    name: str,
    body: str,
    checks: str = "klee",
    *,
    before: str = "",
    after: str = "",
    certificate: Certificate | None = None,
    joined: bool = True,
) -> Killer:
    """A program that violates nothing is not refuted."""

    def killer() -> None:
        made = program(body, VARIABLES, before=before, after=after)
        never("refuted", made, checks, certificate, joined=joined)

    return _named(killer, name)


def is_(condition: str) -> str:
    return f'assert "assert" {condition}, "m";'


def meet(start: str, one: str, other: str, use: str) -> str:
    return MEET.replace("START", start).replace("ONE", one).replace("OTHER", other).replace("USE", use)


def rounds(start: str, a_round: str, use: str) -> str:
    return ROUNDS.replace("START", start).replace("ROUND", a_round).replace("USE", use)


def claims(*conditions: Term, cells: Sequence[Cell] = ()) -> Certificate:
    return Certificate((LoopClaim("main", "h", conditions, tuple(cells)),))


def joins(*claimed: tuple[str, str, Term]) -> Certificate:
    """Blocks of the entry procedure, or of f, which blocks a and b call, and what is claimed there."""
    names = tuple(Local(x, 0, x) for x in (X, Y))
    callers = {"main": [()], "f": [(("main", "a", 0),), (("main", "b", 0),)]}
    made = [JoinClaim(calls, name, at, (told,), names) for name, at, told in claimed for calls in callers[name]]
    return Certificate(joins=tuple(made))


def in_rounds(rounds: Certificate, *claimed: tuple[str, str, Term]) -> Certificate:
    """Claims about joins within rounds of a loop of which something is claimed, too."""
    return replace(rounds, joins=joins(*claimed).joins)


def command(name: str) -> Killer:
    """The twins of the tests of commands."""
    _, _, good, bad = test_commands.TWINS[name]

    def killer() -> None:
        for joined in (True, False):
            never("confirmed", test_commands._made(name, bad), joined=joined)
            never("refuted", test_commands._made(name, good), joined=joined)

    return _named(killer, name)
