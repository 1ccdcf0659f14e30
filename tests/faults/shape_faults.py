"""Lists of unknown length, without one of the conditions on when states stand for others."""

from __future__ import annotations

from antumbra.proofs.memory.leaks import Leaks
from antumbra.proofs.shapes import heads, owning, pointing, unfolding
from antumbra.proofs.shapes.covering import _Covering
from antumbra.proofs.shapes.folding import Folder
from antumbra.proofs.shapes.heads import Shapes
from antumbra.strategies.proposing import Proposing
from faults.proof_twins import Killer, _named
from proofs.helpers import program
from proofs.list_programs import POINTERS, Statement
from proofs.test_lists import CHECKS, KEPT, WITH_LEAKS, of, said_by
from support.faults import Fault


def wrong(name: str, *statements: Statement, checks: frozenset[str] = CHECKS) -> Killer:
    """A program that fails."""

    def killer() -> None:
        assert "Confirmed" not in said_by(of([*(["null", x] for x in POINTERS), *statements]), checks)

    return _named(killer, name)


def wrong_text(name: str, text: str) -> Killer:
    """The same in the text of the program form."""

    def killer() -> None:
        assert "Confirmed" not in said_by(program(text, "p: bv64, q: bv64, m: bv64, c: bool"), CHECKS)

    return _named(killer, name)


def node(x: str, number: int = 1) -> list[Statement]:
    return [["new", x], ["data", x, number], ["set", x, "0bv64"], ["back", x, "0bv64"]]


def push(number: int = 1) -> list[Statement]:
    return [["new", "t"], ["data", "t", number], ["set", "t", "h"], ["copy", "h", "t"]]


def push_back(number: int = 1) -> list[Statement]:
    """Of a list that can be walked both ways."""
    return [*node("t", number), ["set", "t", "h"], ["if", "h", [["back", "h", "t"]], []], ["copy", "h", "t"]]


ONES: Statement = ["while?", push()]
AGAIN: Statement = ["while?", []]
#: to the last node of a list with two at least
TO_LAST: list[Statement] = [["copy", "p", "h"], ["while", "p", [["copy", "l", "p"], ["next", "p", "p"]]]]

last_of_more = wrong(
    "the last of two or more",
    ONES,
    ["if", "h", [["next", "q", "h"], ["if", "q", [*TO_LAST, ["check", "l", 2]], []]], []],
)
third = wrong(
    "the third",
    ONES,
    ["if", "h", [["next", "p", "h"], ["if", "p", [["next", "p", "p"], ["if", "p", [["check", "p", 2]], []]], []]], []],
)
no_third = wrong("no third", *push(), *push(), ONES, ["next", "p", "h"], ["next", "p", "p"], ["check", "p", 1])
shorter = wrong(
    "one node that is left",
    *push(),
    *push(),
    AGAIN,
    ["while?", [["next", "p", "h"], ["if", "p", [["free", "h"], ["copy", "h", "p"]], []], ["null", "p"]]],
    ["next", "p", "h"],
    ["check", "p", 1],
)
WALK: list[Statement] = [["copy", "p", "h"], ["while", "p", [["check", "p", 1], ["next", "p", "p"]]]]
one_differs = wrong("one node that differs", *push(), *push(), *push(3), *push(), *push(), AGAIN, *WALK)
changed = wrong("one that is changed", *node("h"), ["while?", [["if?", [["data", "h", 3]], []]]], ["check", "h", 1])
inside = wrong(
    "one inside that is changed",
    *push(),
    *push(),
    *push(),
    AGAIN,
    ["while?", [["next", "p", "h"], ["data", "p", 3], ["null", "p"]]],
    *WALK,
)
same = wrong(
    "another node's other name",
    *node("h"),
    *node("l"),
    ["while?", [["copy", "l", "h"]]],
    ["data", "l", 3],
    ["check", "h", 1],
)
other = wrong(
    "another node", *node("h"), ["copy", "l", "h"], ["while?", node("l", 3)], ["check", "h", 1], ["check", "l", 1]
)
gone = wrong(
    "a pointer to what is no more",
    *node("l"),
    ["free", "l"],
    ["while?", [["null", "l"]]],
    ["if", "l", [], [["check", "l", 1]]],
)
lost = wrong("a list that is lost", *push(), *push(), ONES, ["null", "h"], AGAIN, checks=WITH_LEAKS)
lost_node = wrong("a node that is lost", *node("h"), ["null", "h"], AGAIN, checks=WITH_LEAKS)
instead = wrong(
    "a node in the place of what is no more",
    *node("l"),
    ["free", "l"],
    ["while?", node("l")],
    ["if", "l", [], []],
    checks=WITH_LEAKS,
)
left = wrong(
    "a list that is left", *push(), *push(), ["while?", [["copy", "p", "h"]]], ["copy", "p", "h"], checks=WITH_LEAKS
)
circle = wrong(
    "a list that becomes a circle",
    *push(),
    *push(),
    AGAIN,
    ["while?", [*TO_LAST, ["set", "l", "h"]]],
    ["while", "h", [["next", "t", "h"], ["free", "h"], ["copy", "h", "t"]]],
)
unlinked = wrong(
    "a link back that leads elsewhere",
    *node("l", 3),
    *push_back(),
    *push_back(),
    AGAIN,
    ["while?", [["next", "p", "h"], ["back", "p", "l"]]],
    ["next", "p", "h"],
    ["prev", "q", "p"],
    ["check", "q", 1],
)
three = wrong(
    "a third number",
    *node("h"),
    ["while?", [["if?", [["data", "h", 2]], []], ["if?", [["data", "h", 3]], []]]],
    ["while=", "h", 3, [["free", "h"], ["free", "h"]]],
)
ZEROED: list[Statement] = [["zeroed", "t"], ["set", "t", "h"], ["copy", "h", "t"]]
zeros = wrong(
    "zeros in some nodes",
    *ZEROED,
    *(each for number in (3, 4, 5, 6) for each in (*ZEROED, ["data", "h", number])),
    AGAIN,
    ["copy", "p", "h"],
    ["while", "p", [["while=", "p", 3, [["free", "p"], ["free", "p"]]], ["next", "p", "p"]]],
)


def push_owning(number: int, *, owned: int | None = 1) -> list[Statement]:
    """A node that owns an object; None: it might, and does not."""
    cell: list[Statement] = [] if owned is None else [["cell", "q"], ["data", "q", owned]]
    link: list[Statement] = [] if owned is None else [["back", "t", "q"], ["null", "q"]]
    return [*cell, *node("t", number), *link, ["set", "t", "h"], ["copy", "h", "t"]]


OWNED: Statement = ["while", "p", [["prev", "q", "p"], ["check", "q", 1], ["next", "p", "p"]]]
#: two nodes of each kind, so that both are in one part of a list
sometimes = wrong(
    "some nodes that own nothing",
    *push_owning(1),
    *push_owning(1, owned=None),
    *push_owning(1),
    *push_owning(1, owned=None),
    *push_owning(1),
    AGAIN,
    ["copy", "p", "h"],
    OWNED,
)
owned_differ = wrong(
    "some nodes that own something else",
    *push_owning(1),
    *push_owning(1),
    *push_owning(1, owned=3),
    *push_owning(1),
    *push_owning(1),
    AGAIN,
    ["copy", "p", "h"],
    OWNED,
)
owned_changed = wrong(
    "what is owned is changed",
    *push_owning(1),
    *push_owning(1),
    *push_owning(1),
    AGAIN,
    ["while?", [["prev", "q", "h"], ["data", "q", 3], ["null", "q"]]],
    ["copy", "p", "h"],
    OWNED,
)
owned_freed = wrong(
    "what is owned is freed",
    *push_owning(1),
    *push_owning(1),
    *push_owning(1),
    AGAIN,
    ["while?", [["prev", "q", "h"], ["free", "q"], ["back", "h", "0bv64"], ["null", "q"]]],
    ["copy", "p", "h"],
    OWNED,
)
owned_twice = wrong(
    "two lists that own the same",
    *push_owning(1),
    *push_owning(1),
    ["copy", "l", "h"],
    ["null", "h"],
    *push_owning(1),
    *push_owning(1),
    AGAIN,
    ["while?", [["prev", "q", "h"], ["prev", "t", "l"], ["free", "t"], ["back", "l", "q"]]],
    ["prev", "q", "h"],
    ["free", "q"],
    ["prev", "q", "l"],
    ["free", "q"],
)
picked = wrong("one of two numbers", *node("h"), ["pick", "h", 1, 3], AGAIN, ["check", "h", 1])
chosen = wrong("one of two nodes", *node("h"), *node("l", 3), ["choose", "p", "h", "l"], AGAIN, ["check", "p", 1])


def kept_but_not_freed() -> None:
    made = program(KEPT.replace("LAST", "g := l;"), "c: bool, l: bv64, t: bv64", before="var g: bv64 := 0bv64;")
    assert "Confirmed" not in said_by(made, WITH_LEAKS | {"valid-memcleanup"})


def kept_by_something_else() -> None:
    made = program(KEPT.replace("LAST", "g := l ^ 1bv64;"), "c: bool, l: bv64, t: bv64", before="var g: bv64 := 0bv64;")
    assert "Confirmed" not in said_by(made, WITH_LEAKS)


aligned = wrong_text(
    "alignments that differ",
    """
e: c := havoc input "c" "bool"; if c goto b else a;
a: p := alloc heap 64bv64 align 64 "a"; goto h;
b: p := alloc heap 64bv64 align 16 "b"; goto h;
h: c := havoc input "c" "bool"; if c goto r else z;
r: goto h;
z: assert "assert" (p & 63bv64) == 0bv64, "aligned"; return 0bv32;
""",
)
restored = wrong_text(
    "made before a mark and behind it",
    """
e: p := alloc stack 4bv64 "p"; m := builtin stack_mark() ""; q := alloc stack 4bv64 "q";
  c := havoc input "c" "bool"; if c goto b else a;
a: goto h;
b: p := q; goto h;
h: c := havoc input "c" "bool"; if c goto r else z;
r: goto h;
z: builtin stack_restore(m) ""; store p := 1bv32; return 0bv32;
""",
)


def former() -> None:
    """A local is written by a pointer that its former life has left."""
    text = """
e: l := alloc heap 8bv64 align 16 "m"; p := alloc stack 8bv64 align 8 "p"; q := alloc stack 4bv64 align 4 "q";
  builtin end_life(q) ""; store pointer p := 0bv64; goto h;
h: c := havoc input "c" "bool"; if c goto b else z;
b: q := builtin new_life(q) ""; m := load pointer p; if m != 0bv64 goto w else x;
w: store m := 2bv32; goto x;
x: store pointer p := q; builtin end_life(q) ""; goto h;
z: return 0bv32;
"""
    engine = Proposing(program(text, "p: bv64, q: bv64, l: bv64, m: bv64, c: bool"), CHECKS, lambda: None)
    list(engine.run())
    assert not engine.complete


FAULTS = [
    Fault(
        "lists, lives",
        "uses of pointers to former lives",
        Proposing.__init__,
        "not forgets_lives(program)",
        "True",
        (former,),
    ),
    Fault("lists, owning", "a word may be null", unfolding._choices, "elif owned.maybe:", "elif False:", (sometimes,)),
    Fault("lists, owning", "either may be null", owning.joined, "one.maybe or other.maybe", "False", (sometimes,)),
    Fault(
        "lists, owning",
        "what is owned holds the same",
        owning.joined,
        "cells.append((offset, width, found))",
        "cells.append((offset, width, values))",
        (owned_differ,),
    ),
    Fault(
        "lists, owning",
        "numbers in what is owned",
        _Covering._single,
        "self._known.append(T.or_(*(T.eq(word, value) for value in values)))",
        "self._known.append(T.TRUE)",
        (owned_changed,),
    ),
    Fault("lists, owning", "nothing is owned", _Covering._owned, "if not mine.maybe:", "if False:", (owned_freed,)),
    Fault("lists, owning", "each owns its own", _Covering._owned, "or number in self._taken", "", (owned_twice,)),
    Fault(
        "lists, unfolding",
        "the node may be the only one",
        unfolding.unfolded,
        "if segment.least == 1:",
        "if False:",
        (last_of_more,),
    ),
    Fault(
        "lists, unfolding",
        "there may be more nodes",
        unfolding.unfolded,
        "found.append(_with_more(world, state, segment, end, missing))",
        "found = found or [_with_more(world, state, segment, end, missing)]",
        (third,),
    ),
    Fault(
        "lists, unfolding",
        "what is left has one node less",
        unfolding._with_more,
        "segment.least - 1",
        "segment.least",
        (no_third,),
    ),
    Fault(
        "lists, unfolding",
        "a word may be any of some numbers",
        unfolding._object,
        "for each in values))",
        "for each in values[:1]))",
        (one_differs,),
    ),
    Fault(
        "lists, folding",
        "as many nodes as there were",
        Folder._unite,
        "min(MOST_COUNTED, one.least + other.least)",
        "1 + one.least + other.least",
        (no_third,),
    ),
    Fault(
        "lists, folding",
        "nodes hold the same",
        Folder._values,
        "return () if dull else None",
        "return one",
        (one_differs,),
    ),
    Fault(
        "lists, folding",
        "nodes that hold different numbers",
        Folder._values,
        "tuple(dict.fromkeys((*one, *other)))",
        "one",
        (one_differs,),
    ),
    Fault(
        "lists, folding",
        "words of zeroed nodes that differ",
        Folder._together,
        "default = None  # it would say something of this word, too",
        "pass",
        (zeros,),
    ),
    Fault(
        "lists, folding",
        "nodes that are lost",
        Folder.forget_lost,
        "if self.leaks and item.region is Region.HEAP and item.alive is not T.FALSE:",
        "if False:",
        (lost_node,),
    ),
    Fault("lists, folding", "parts that are lost", Folder.forget_lost, "if self.leaks:\n", "if False:\n", (lost,)),
    Fault(
        "lists, covering",
        "numbers are equal",
        _Covering._match,
        "if yours.op is T.CONST and yours is not mine:\n            raise _Differs",
        "if yours.op is T.CONST and yours is not mine:\n            return",
        (changed,),
    ),
    Fault(
        "lists, covering",
        "each node stands for one",
        _Covering._pair,
        "if yours.number in self._taken:",
        "if False:",
        (same,),
    ),
    Fault(
        "lists, covering",
        "each node for the same one",
        _Covering._pair,
        "if known != yours.number:",
        "if False:",
        (other,),
    ),
    Fault(
        "lists, covering",
        "nodes that somebody has to free",
        _Covering.holds,
        "if self._folder.leaks and any(",
        "if False and any(",
        (instead,),
    ),
    Fault(
        "lists, covering",
        "as many nodes as there are",
        _Covering._part,
        "if not found or sum(each.least for each in found) < mine.least:",
        "if not found:",
        (shorter,),
    ),
    Fault(
        "lists, covering",
        "where a list goes on",
        _Covering._part,
        "self._match(mine.after, last.after)",
        "pass",
        (circle,),
    ),
    Fault("lists, covering", "what nodes hold", _Covering._nodes, "self._match(value, option)", "pass", (inside,)),
    Fault(
        "lists, covering",
        "links back",
        _Covering._next,
        "return number if back is plus(yours.last if forward else yours.first, link.at) else None",
        "return number",
        (unlinked,),
    ),
    Fault(
        "lists, covering",
        "what is known of unknowns",
        _Covering._follows,
        "for condition in conditions_of(self._general.condition):",
        "for condition in ():",
        (three,),
    ),
    Fault(
        "lists, heads",
        "one state stands for both",
        Shapes._arrive,
        "if not covers(self._judge, self._folder, state, arrived):",
        "if False:",
        (aligned, restored),
    ),
    Fault("lists, heads", "addresses of what is no more", Shapes._cut_down, "if gone:", "if False:", (gone,)),
    Fault(
        "lists, heads",
        "a word may be either number",
        heads._numbers,
        "work += term.args[1:]",
        "work += term.args[1:2]",
        (picked,),
    ),
    Fault(
        "lists, heads",
        "a pointer may be either",
        Shapes._decided,
        "for holds in (True, False):",
        "for holds in (True,):",
        (chosen,),
    ),
    Fault(
        "lists, leaks",
        "lists that nothing leads to at the end",
        Leaks.at_return,
        "if not kept(state):",
        "if False:",
        (left,),
    ),
    Fault(
        "lists, leaks",
        "lists that are not freed",
        Leaks.at_return,
        'T.FALSE, "valid-memcleanup"',
        'T.TRUE, "valid-memcleanup"',
        (kept_but_not_freed,),
    ),
    Fault(
        "lists, leaks",
        "what is no more than made of an address",
        pointing.kept,
        "return False\n    reached",
        "pass\n    reached",
        (kept_by_something_else,),
    ),
]
