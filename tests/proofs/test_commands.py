"""Every command and every end of a block: twins, of which one is right and one is wrong."""

from __future__ import annotations

import pytest

from antumbra.program.model import Program
from proofs.helpers import check, program, said

#: name → (variables, blocks with HOLE, what makes it right, what makes it wrong)
TWINS: dict[str, tuple[str, str, str, str]] = {
    "parallel assignment": (
        "x: bv32, y: bv32",
        'e: x := 1bv32; y := 2bv32; x, y := y, x; assert "assert" x == HOLE, "m"; return 0bv32;',
        "2bv32",
        "1bv32",
    ),
    "assume": (
        "x: bv32",
        'e: x := havoc input "x" "int"; assume x <u HOLE; assert "assert" x <u 10bv32, "m"; return 0bv32;',
        "10bv32",
        "11bv32",
    ),
    "load and store": (
        "p: bv64, x: bv32",
        (
            'e: p := alloc heap 8bv64 ""; store p + 4bv64 := 7bv32; x := load p + HOLE; '
            'assert "assert" x == 7bv32, "m"; return 0bv32;'
        ),
        "4bv64",
        "0bv64",
    ),
    "bytes of a word": (
        "p: bv64, x: bv8",
        (
            'e: p := alloc stack 4bv64 ""; store p := 0x01020304bv32; x := load p + 1bv64; '
            'assert "assert" x == HOLE, "m"; return 0bv32;'
        ),
        "3bv8",
        "2bv8",
    ),
    "bounds": (
        "p: bv64, x: bv16",
        'e: p := alloc heap 8bv64 ""; x := load p + HOLE; return 0bv32;',
        "6bv64",
        "7bv64",
    ),
    "unknown offset": (
        "p: bv64, i: bv64, x: bv8",
        (
            'e: p := alloc heap 200bv64 ""; i := havoc input "i" "long"; assume i <u HOLE; store p + i := 1bv8; '
            'x := load p + i; assert "assert" x == 1bv8, "m"; return 0bv32;'
        ),
        "200bv64",
        "201bv64",
    ),
    "unknown size": (
        "p: bv64, n: bv64, x: bv8",
        (
            'e: n := havoc input "n" "long"; assume n <u 100bv64; assume HOLE <u n; p := alloc heap n ""; '
            "x := load p + 4bv64; return 0bv32;"
        ),
        "4bv64",
        "3bv64",
    ),
    "zeroed": (
        "p: bv64, x: bv8",
        'e: p := alloc heap 4bv64 HOLE ""; x := load p + 2bv64; assert "assert" x == 0bv8, "m"; return 0bv32;',
        "zeroed",
        "",
    ),
    "free": ("p: bv64", 'e: p := alloc heap 4bv64 ""; free p + HOLE; return 0bv32;', "0bv64", "1bv64"),
    "free twice": (
        "p: bv64, q: bv64",
        'e: p := alloc heap 4bv64 ""; q := alloc heap 4bv64 ""; free p; free HOLE; return 0bv32;',
        "q",
        "p",
    ),
    "free of the stack": ("p: bv64", 'e: p := alloc HOLE 4bv64 ""; free p; return 0bv32;', "heap", "stack"),
    "free of null": ("p: bv64", "e: p := HOLE; free p; return 0bv32;", "0bv64", "1bv64"),
    "use after free": (
        "p: bv64, q: bv64, x: bv8",
        'e: p := alloc heap 4bv64 ""; q := alloc heap 4bv64 ""; free q; x := load HOLE; return 0bv32;',
        "p",
        "q",
    ),
    "copy": (
        "p: bv64, q: bv64, x: bv32",
        (
            'e: p := alloc heap 8bv64 ""; q := alloc heap 8bv64 ""; store p := 5bv32; copy q, p, HOLE; x := load q; '
            'assert "assert" x == 5bv32, "m"; return 0bv32;'
        ),
        "8bv64",
        "3bv64",
    ),
    "overlapping copy": (
        "p: bv64, x: bv8",
        (
            'e: p := alloc heap 4bv64 ""; store p := 0x04030201bv32; copy p + 1bv64, p, 3bv64; x := load p + 3bv64; '
            'assert "assert" x == HOLE, "m"; return 0bv32;'
        ),
        "3bv8",
        "1bv8",
    ),
    "copy of unknown length": (
        "p: bv64, q: bv64, n: bv64",
        (
            'e: p := alloc heap 8bv64 ""; q := alloc heap 6bv64 ""; n := havoc input "n" "long"; assume n <=u HOLE; '
            "copy q, p, n; return 0bv32;"
        ),
        "6bv64",
        "7bv64",
    ),
    "fill": (
        "p: bv64, x: bv8",
        (
            'e: p := alloc heap 8bv64 ""; fill p, 9bv8, HOLE; x := load p + 5bv64; assert "assert" x == 9bv8, "m"; '
            "return 0bv32;"
        ),
        "6bv64",
        "5bv64",
    ),
    "branch": (
        "x: bv32",
        (
            'e: x := havoc input "x" "int"; if x == 3bv32 goto a else b; '
            'a: assert "assert" x == HOLE, "m"; return 0bv32; b: return 0bv32;'
        ),
        "3bv32",
        "4bv32",
    ),
    "switch": (
        "x: bv32",
        (
            'e: x := havoc input "x" "int"; switch x { 1: a, 2: b, else: c }; a: return 0bv32; b: return 0bv32; '
            'c: assert "assert" x != HOLE, "m"; return 0bv32;'
        ),
        "2bv32",
        "3bv32",
    ),
    "goto": (
        "x: bv32",
        'e: goto a, b; a: x := 1bv32; goto c; b: x := HOLE; goto c; c: assert "assert" x <u 3bv32, "m"; return 0bv32;',
        "2bv32",
        "3bv32",
    ),
    "goto to complementary assumptions": (
        "x: bv32, y: bv32",
        (
            'e: x := havoc input "x" "int"; goto a, b; a: assume x <u 5bv32; y := 1bv32; goto c; '
            'b: assume !(x <u 5bv32); y := 2bv32; goto c; c: assert "assert" (y == HOLE) == (x <u 5bv32), "m"; '
            "return 0bv32;"
        ),
        "1bv32",
        "2bv32",
    ),
    "loop": (
        "i: bv32",
        (
            "e: i := 0bv32; goto h; h: if i <u 10bv32 goto b else x; b: i := i + HOLE; goto h; "
            'x: assert "assert" i == 10bv32, "m"; return 0bv32;'
        ),
        "2bv32",
        "3bv32",
    ),
    "loop of unknown length": (
        "i: bv32, n: bv32",
        (
            'e: i := 0bv32; n := havoc input "n" "int"; assume n <u 6bv32; goto h; h: if i <u n goto b else x; '
            'b: i := i + 1bv32; goto h; x: assert "assert" i <u HOLE, "m"; return 0bv32;'
        ),
        "6bv32",
        "5bv32",
    ),
    "undefined end": (
        "x: bv32",
        (
            'e: x := havoc input "x" "int"; assume x <u 5bv32; if x <u HOLE goto a else b; a: return 0bv32; '
            'b: stop undefined "u";'
        ),
        "5bv32",
        "4bv32",
    ),
    "unsupported end": (
        "x: bv32",
        (
            'e: x := havoc input "x" "int"; assume x <u 5bv32; if x <u HOLE goto a else b; a: return 0bv32; '
            'b: stop unsupported "u";'
        ),
        "5bv32",
        "4bv32",
    ),
    "bound": (
        "x: bv32",
        (
            'e: x := havoc input "x" "int"; assume x <u 5bv32; if x <u HOLE goto a else b; a: return 0bv32; '
            'b: stop bound "8";'
        ),
        "5bv32",
        "4bv32",
    ),
    "object size": (
        "p: bv64, n: bv64",
        (
            'e: p := alloc heap 6bv64 ""; n := builtin object_size(p + 2bv64) ""; assert "assert" n == HOLE, "m"; '
            "return 0bv32;"
        ),
        "6bv64",
        "4bv64",
    ),
    "object base": (
        "p: bv64, b: bv64",
        (
            'e: p := alloc heap 6bv64 ""; b := builtin object_base(p + 2bv64) ""; assert "assert" b == p + HOLE, "m"; '
            "return 0bv32;"
        ),
        "0bv64",
        "2bv64",
    ),
    "input bytes": (
        "p: bv64, x: bv8",
        (
            'e: p := alloc heap 4bv64 ""; store p + HOLE := 1bv8; builtin make_symbolic(p, 2bv64) "in"; '
            'x := load p + HOLE; assert "assert" x == 1bv8, "m"; return 0bv32;'
        ),
        "2bv64",
        "1bv64",
    ),
    "check access": (
        "p: bv64",
        'e: p := alloc heap 4bv64 ""; builtin check_access(p, HOLE) ""; return 0bv32;',
        "4bv64",
        "5bv64",
    ),
    "address of a live object": (
        "p: bv64, q: bv64",
        'e: p := alloc heap 4bv64 ""; q := alloc heap 4bv64 ""; assert "assert" p != HOLE, "m"; return 0bv32;',
        "q",
        "q + 16bv64",
    ),
    "alignment": (
        "p: bv64",
        'e: p := alloc heap 4bv64 align 16 ""; assert "assert" p[HOLE:0] == 0bvWIDTH, "m"; return 0bv32;',
        "3",
        "11",
    ),
}


def _made(name: str, hole: str) -> Program:
    variables, body, _, _ = TWINS[name]
    text = body.replace("HOLE", hole)
    if hole.isdigit():
        text = text.replace("0bvWIDTH", f"0bv{int(hole) + 1}")
    return program(text, variables)


@pytest.mark.parametrize("joined", [True, False], ids=["joined", "paths"])
@pytest.mark.parametrize("name", TWINS)
def test_right_twin_is_confirmed(name: str, joined: bool) -> None:
    assert said(check(_made(name, TWINS[name][2]), joined=joined)) == "confirmed"


@pytest.mark.parametrize("joined", [True, False], ids=["joined", "paths"])
@pytest.mark.parametrize("name", TWINS)
def test_wrong_twin_is_refuted(name: str, joined: bool) -> None:
    assert said(check(_made(name, TWINS[name][3]), joined=joined)) == "refuted"
