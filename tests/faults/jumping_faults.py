"""setjmp and longjmp as control flow: which calls may jump, and what becomes of local variables."""

from __future__ import annotations

import antumbra.frontends.llvm.library.outside as outside
from antumbra.frontends.llvm.preparing.jumping import calls, lowering
from antumbra.frontends.llvm.preparing.jumping.locals import Locals
from faults.reading_faults import verdict
from support.faults import Fault

HEAD = """#include <setjmp.h>
void reach_error(void);
void library(void (*)(int));
static jmp_buf e, two[2];
static int *volatile kept;
static void jump(int x) { longjmp(e, x); }
static void (*volatile pointer)(int) = jump;
static void keep(int *p) { kept = p; }
static void set(int *p) { *p = 5; longjmp(e, 1); }
"""


def main(body: str, property_: str = "unreach-call") -> str:
    return verdict(f"{HEAD}int main(void) {{ {body} return 0; }}", property_=property_)


def through_pointer() -> None:
    assert main("if (!setjmp(e)) { pointer(3); return 0; } reach_error();") == "unsafe"


def by_other_code() -> None:
    """A function that has jumped is not called back again by the one that is left."""
    text = "static int jumped; static void back(int x) { if (jumped) reach_error(); jumped = 1; jump(x); }"
    body = "if (!setjmp(e)) library(back); return 0;"
    assert verdict(f"{HEAD}{text}int main(void) {{ {body} }}") == "safe"


def changed() -> None:
    assert main("int n = 0; if (!setjmp(e)) { n = 5; jump(1); } if (n != 5) reach_error();") == "unknown"
    assert main("double n = 0; if (!setjmp(e)) { n = 5; jump(1); } if (n != 5) reach_error();") == "unknown"
    assert main("volatile int n = 0; if (!setjmp(e)) { n = 5; jump(1); } if (n != 5) reach_error();") == "safe"
    assert main("int n = 5; if (!setjmp(e)) jump(1); if (n != 5) reach_error();") == "safe"


def changed_elsewhere() -> None:
    assert main("int n = 0; if (!setjmp(e)) set(&n); if (n != 5) reach_error();") == "unknown"


def partly_volatile() -> None:
    text = "int n = *(volatile int *)&n; if (!setjmp(e)) { n = 5; jump(1); } if (n != 5) reach_error();"
    assert main(text) == "unknown"


def entered() -> None:
    text = "if (!setjmp(e)) { int inner = 3; keep(&inner); jump(1); } return *kept;"
    assert main(text, "valid-memsafety") == "unsafe"


def left() -> None:
    text = "volatile int n = 0; { int x = 1; keep(&x); if (setjmp(e)) { x = 2; if (x != 2) reach_error(); } }"
    assert main(f"{text} if (n++ == 0) jump(1);") == "safe"


def earlier() -> None:
    text = (
        "int n = 0; for (volatile int i = 0; i < 2; i++) { if (setjmp(two[i])) { if (n != 2) reach_error(); return 0; }"
    )
    assert main(f"{text} if (i == 0) n = 2; }} longjmp(two[0], 1);") == "unknown"


FAULTS = [
    Fault(
        "jumps",
        "functions are called through pointers",
        calls.call_graph,
        "or any(name in taken for name in graph.jumping)",
        "",
        (through_pointer,),
    ),
    Fault(
        "jumps",
        "other code is left, too",
        outside.outside_procedure,
        "(jumping := is_jumping(context)) is not None",
        "(jumping := None) is not None",
        (by_other_code,),
    ),
    Fault(
        "jumps",
        "locals that are stored since",
        Locals._compared,
        "if direct and not variable.stored & site.reached:",
        "if direct:",
        (changed,),
    ),
    Fault(
        "jumps",
        "locals that others store",
        Locals._compared,
        "if direct and not variable.stored & site.reached:",
        "if not variable.stored & site.reached:",
        (changed_elsewhere,),
    ),
    Fault(
        "jumps",
        "volatile in every access",
        Locals._compared,
        "variable.accesses == {True}",
        "True in variable.accesses",
        (partly_volatile,),
    ),
    Fault("jumps", "locals that are read later", Locals._is_read, "return True", "return False", (changed,)),
    Fault(
        "jumps",
        "scopes that were entered are left",
        Locals.code,
        'after.append(f"  call void @llvm.lifetime.end.p0(ptr {name})")',
        "pass",
        (entered,),
    ),
    Fault(
        "jumps",
        "scopes that were left are entered",
        Locals.code,
        "again = name in alive and",
        "again = False and",
        (left,),
    ),
    Fault(
        "jumps",
        "copies are of the last call",
        lowering._Lowering._site,
        "again = bool(before) and",
        "again = False and",
        (earlier,),
    ),
]
