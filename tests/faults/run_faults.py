"""What a run leaves out: possibilities beyond a bound, places of objects, declarations that nothing uses."""

from __future__ import annotations

import tempfile
from pathlib import Path

import antumbra
from antumbra.engines.explore.explorer import Explorer
from antumbra.frontends.llvm.translating.statics import PAGE
from antumbra.frontends.options import DataModel
from antumbra.program import spacing
from antumbra.program.spacing import first_address, next_page
from antumbra.semantics.memory import addresses, bulk, leaks, relations, resolution
from antumbra.semantics.paths import Paths
from antumbra.session.replays.boogie import Unused
from engines import test_postponed
from support.faults import Fault

HEAD = """#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
"""


#: 32 bits: places of the first objects, one page each
FIRST = max(first_address(32) // PAGE, next_page(1, 0, 32))
SECOND = next_page(FIRST, 1, 32)
STEP = (SECOND - FIRST) * PAGE


def verdict(text: str, language: str = "c", property_: str = "unreach-call", model: DataModel = "LP64") -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"program.{language}"
        path.write_text(text, "utf-8")
        result = antumbra.check(
            path, engine="explore", property=property_, timeout=30, check_proofs=False, data_model=model
        )
        return result.verdict.value


def many_callees() -> None:
    """One of more functions than are told apart fails."""
    functions = "\n".join(f"void f{i}(void) {{ {'reach_error();' if i == 90 else ''} }}" for i in range(100))
    table = f"void (*table[100])(void) = {{{', '.join(f'f{i}' for i in range(100))}}};"
    main = "int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i < 100) table[i](); }"
    assert verdict(f"{HEAD}{functions}\n{table}\n{main}") != "safe"


def much_is_filled() -> None:
    """Only so many bytes are followed where the size is not known."""
    text = "int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 9999) { char *p = calloc(n + 1, 1);"
    assert (
        verdict(
            f"{HEAD}#include <string.h>\n{text} memset(p, 1, n); if (n == 9000) p[9001] = 1; }} }}", "c", "valid-deref"
        )
        != "safe"
    )


def hard_branches() -> None:
    test_postponed.test_what_is_postponed_is_decided(251 * 241, True, 1)


def two_lifetimes() -> None:
    text = "int main(void) { char *p = malloc(4); uintptr_t a = (uintptr_t)p; free(p); char *q = malloc(4);"
    assert verdict(f"{HEAD}{text} if ((uintptr_t)q == a) reach_error(); }}") != "safe"


def pointer_from_a_number() -> None:
    """Whether the masked number is still in the object depends on where that lies."""
    text = (
        "int main(void) { char *p = malloc(64); char *q = (char *)(((uintptr_t)p + 40) & ~(uintptr_t)255); q[0] = 1; }"
    )
    assert verdict(HEAD + text, property_="valid-deref") != "safe"


def lost_for_some_inputs() -> None:
    text = "char *kept; int main(void) { char *t[2] = {malloc(1), malloc(1)}; kept = t[__VERIFIER_nondet_uint() % 2]; }"
    assert verdict(HEAD + text, property_="valid-memtrack") != "safe"


def from_one_object_to_another() -> None:
    text = f"char a[4], b[4]; int main(void) {{ char *p = a; p += {STEP}; *p = 1; b[0]++; }}"
    assert verdict(HEAD + text, property_="valid-deref", model="ILP32") != "safe"


def from_an_object_to_a_later_one() -> None:
    text = f"char a[4]; int main(void) {{ char *p = a; p += {STEP}; malloc(4); *p = 1; }}"
    assert verdict(HEAD + text, property_="valid-deref", model="ILP32") != "safe"


def from_somewhere_in_one_object_to_another() -> None:
    main = f"char *p = a + __VERIFIER_nondet_uint() % 4; p += {STEP}; *p = 1; b[0]++;"
    text = f"char a[4], b[4]; int main(void) {{ {main} }}"
    assert verdict(HEAD + text, property_="valid-deref", model="ILP32") != "safe"


def far_before_its_object() -> None:
    """An object that lies low enough makes the difference wrap around."""
    text = "char out[9]; int main(void) { if (out - __VERIFIER_nondet_uint() > out) reach_error(); }"
    assert verdict(HEAD + text) != "safe"


def known_to_be_far_before_its_object() -> None:
    text = "int main(void) { if (first[0]) return 0; char *low = out - (8 << 20); if (low > out) reach_error(); }"
    for objects in ("char first[9]; char out[9];", "char out[9]; char *first = out;"):
        assert verdict(f"{HEAD}{objects}{text}") != "safe"


def equal_constants() -> None:
    text = 'const char a[2] = "x", b[2] = "x"; const char *p = a, *q = b; int main(void) { if (p == q) reach_error(); }'
    assert verdict(HEAD + text) != "safe"


def ends_of_constants() -> None:
    text = 'const char *p = "TONE", *q = "NONE"; int main(void) { if (p + 1 == q + 1) reach_error(); }'
    assert verdict(HEAD + text) != "safe"


def copied_behind_itself() -> None:
    text = "int main(void) { char a[9] = {0}; memcpy(a + 4, a, 5); }"
    assert verdict("#include <string.h>\n" + text, property_="def-behavior") != "safe"


def copied_before_itself() -> None:
    text = "int main(void) { char a[9] = {0}; memcpy(a, a + 4, 5); }"
    assert verdict("#include <string.h>\n" + text, property_="def-behavior") != "safe"


def inconsistent_axioms() -> None:
    text = "const c: int; axiom c > 0; axiom c < 0; procedure main() { assert false; }"
    assert verdict(text, "bpl") != "unsafe"


FAULTS = [
    Fault(
        "branches that wait",
        "what is postponed is run again",
        Explorer._postpone,
        "self._postponed.append((item, steps))",
        "pass",
        (hard_branches,),
    ),
    Fault(
        "copies and fills",
        "a symbolic size may be larger than what is followed",
        bulk._symbolic_size,
        'machine.expect(state, few, f"copy or fill of up to {high} bytes, a symbolic number", site, Ended.UNSUPPORTED)',
        "machine.assume(state, few, site)",
        (much_is_filled,),
    ),
    Fault(
        "bounded lists",
        "what is left is a cut",
        Paths.left_out,
        "elif rest is not None:",
        "elif False:",
        (many_callees,),
    ),
    Fault(
        "addresses",
        "lives that do not overlap may share one",
        addresses._must_be_apart,
        "return first.ended is None or second.base >> PAGE_BITS < first.ended",
        "return True",
        (two_lifetimes,),
    ),
    Fault(
        "addresses",
        "a pointer from a number does not depend on places",
        addresses._pointer_of_term,
        "if not state.machine.must(state, T.or_(*right)):",
        "if False:",
        (pointer_from_a_number,),
    ),
    Fault(
        "places",
        "a pointer belongs to the object that it was made from",
        addresses.stay,
        "strays = item is None or item.base != found.base",
        "strays = False",
        (from_one_object_to_another,),
    ),
    Fault(
        "places",
        "what lies behind all objects may be one later",
        addresses.stay,
        "strays = new >= state.next_page << PAGE_BITS",
        "strays = False",
        (from_an_object_to_a_later_one,),
    ),
    Fault(
        "places",
        "so does a symbolic one",
        addresses._stay_of_terms,
        "elif not after.keys() <= before.keys():",
        "elif False:",
        (from_somewhere_in_one_object_to_another,),
    ),
    Fault(
        "places",
        "order of pointers is that of places near the object only",
        relations.below,
        " and _no_wrap(state, left, right)",
        "",
        (far_before_its_object,),
    ),
    Fault(
        "places",
        "a pointer far from an object is not made from it",
        resolution.around,
        "if -before <= place - item.base < (item.pages << PAGE_BITS) + BEHIND:",
        "if True:",
        (known_to_be_far_before_its_object,),
    ),
    Fault(
        "places",
        "equal constants may be one",
        relations._same,
        "starts and _unlike(state, one, other)",
        "starts",
        (equal_constants,),
    ),
    Fault(
        "places",
        "so may be the ends of others",
        relations._same,
        "starts and _unlike(state, one, other)",
        "_unlike(state, one, other)",
        (ends_of_constants,),
    ),
    Fault(
        "overlap",
        "the first range begins in the second",
        spacing.overlap,
        "T.bvult(T.bvsub(one, other), length)",
        "T.FALSE",
        (copied_behind_itself,),
    ),
    Fault(
        "overlap",
        "the second range begins in the first",
        spacing.overlap,
        "T.bvult(T.bvsub(other, one), size)",
        "T.FALSE",
        (copied_before_itself,),
    ),
    Fault(
        "leaks",
        "a symbolic pointer leads to one object",
        leaks.lost,
        "_closure(state, roots, state.variables, symbolic=False)",
        "_closure(state, roots, state.variables, symbolic=True)",
        (lost_for_some_inputs,),
    ),
    Fault(
        "dead declarations",
        "they allow the violation",
        Unused.forbid,
        'return "axioms and other declarations are inconsistent: every property holds vacuously"',
        "return None",
        (inconsistent_axioms,),
    ),
]
