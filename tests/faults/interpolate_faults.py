"""Interpolation: what makes states equal, what an interpolant says, and what can still go wrong.

More of it, without several conditions at once, is in ``tests/interpolate/test_mutants.py``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import antumbra
from antumbra import terms as T
from antumbra.engines.backward.backprop import Backprop
from antumbra.engines.backward.detours import Detours
from antumbra.engines.backward.formula import Formula
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.reach import Reach
from antumbra.engines.backward.steps import Assigned, Detour, Implied, Joined
from antumbra.engines.interpolate.tree.exact_states import ExactStates
from antumbra.engines.interpolate.tree.table import Table
from antumbra.engines.standing import Standing
from antumbra.semantics.memory.memory_state import Skeleton
from interpolate.memory_programs import HEADER, TWINS
from support.faults import Fault

BY_NAME = {twins.name: twins for twins in TWINS}


def verdict(text: str, property_: str, language: str = "c", *, check_proofs: bool = False) -> str:
    """Of the engine alone; ``confirmed`` if the independent one agrees."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"program.{language}"
        path.write_text(text, "utf-8")
        result = antumbra.check(path, engine="interpolate", property=property_, timeout=10, check_proofs=check_proofs)
        return "confirmed" if result.proof_checked else result.verdict.value


class Program:
    """A program that violates its property."""

    def __init__(self, name: str, text: str, property_: str = "unreach-call", language: str = "c") -> None:
        self.__name__, self.text, self.property, self.language = name, text, property_, language

    def __call__(self) -> None:
        assert verdict(self.text, self.property, self.language) != "safe"

    def confirmed(self) -> bool:
        return verdict(self.text, self.property, self.language, check_proofs=True) == "confirmed"


def twin(name: str) -> Program:
    return Program(name, BY_NAME[name].text(wrong=True), BY_NAME[name].property)


def main(body: str, before: str = "") -> str:
    return f"{HEADER}\n#define any __VERIFIER_nondet_int\n{before}\nint main(void) {{ {body} return 0; }}"


def bpl(name: str, text: str) -> Program:
    return Program(name, text, language="bpl")


caller = Program(
    "a variable of a caller",
    main(
        "int k; if (any()) k = 1; else k = 2; f(0); if (k == 2) reach_error();",
        "static int g; static void f(int c) { for (int i = 0; i < 3; i++) if (c) g++; }",
    ),
)
global_variable = bpl(
    "a global variable",
    "var g: int; procedure main() modifies g; { if (*) { g := 1; } else { g := 2; } if (*) { assert true; } "
    "assert g == 1; }",
)
bytes_ = Program(
    "bytes",
    main(
        "int *p = malloc(4); if (any()) *p = 1; else *p = 2; for (int i = 0; i < 3; i++) ; if (*p == 2) reach_error();"
    ),
)
ARRAY = "static char a[300]; unsigned i = any(); if (i >= 300) return 0; "
arrays = Program("arrays", main(f"{ARRAY} a[i] = 0; while (any()) a[i] = 1; if (a[7] == 1) reach_error();"))
array_of_terms = Program(
    "an array of terms",
    main(
        f"{ARRAY} a[i] = 1; if (i == 5) g = 1; else g = 2; g = 0; for (int j = 0; j < 2; j++) ; "
        "if (a[7]) reach_error();",
        "static int g;",
    ),
)


KNOWN = "int a = k == 1 ? 8 : 0;"
#: one part of a sum is known, the other one is not
BOTH = "int c, b = any(); if (any()) c = 3; else c = 4; __VERIFIER_assume(b >= (k == 1 ? 8 - c : 0) && b < 9);"


def ways(name: str, body: str, before: str = "") -> tuple[Program, Program]:
    # in either order: the way that is right may cover the other only if it comes first
    first, other = (
        Program(f"{name} {i}", main(f"int k; if (any()) k = {i}; else k = {3 - i}; {body}", before)) for i in (1, 2)
    )
    return first, other


def between(name: str, body: str, low: str = "a", declared: str = KNOWN) -> tuple[Program, Program]:
    # a fresh unknown above some value and below 10: nothing is left to choose if that value is 8
    way = f"{declared} for (int i = 0; i < 1; i++) ; int u = any(), v; __VERIFIER_assume(u > {low} && u < 10); {body}"
    return ways(name, way, "extern void __VERIFIER_assume(int);")


def sides(name: str, body: str, before: str = "") -> tuple[Program, Program]:
    # a branch that one way cannot take, since of an unknown it knows the sign
    sign = "int p = any(); __VERIFIER_assume(k == 1 ? p > 0 : p <= 0); for (int i = 0; i < 1; i++) ;"
    return ways(name, f"{sign} {body}", f"extern void __VERIFIER_assume(int); {before}")


def detour_assigns() -> None:
    """What the end of a detour needs of x is needed of y, which it assigns to x."""
    p, x, y = T.var("p", T.BOOL), T.var("x", T.bv_sort(8)), T.var("y", T.bv_sort(8))
    other = Detour((Assigned((x,), (y,)),), 1)
    backprop = Backprop(Locations(frozenset()), bool, bool, bool, None, None, 0)  # type: ignore[arg-type]
    found = backprop([Implied(p, (("f", "b"),), other), Joined()], Formula({x: (1, 2)}, frozenset()), lambda _: {})
    assert found is not None
    assert y in T.free_variables(T.and_(*found.conditions()))


CHOICE = "static int f(int k) { if (k == 2) return 1; return 0; }"
FAULTS = [
    *(
        Fault("equal states", what, ExactStates.of, old, new, (killer,))
        for what, old, new, killer in (
            ("arguments", "        point,\n        arguments,\n", "        point,\n", twin("initial_page_formula")),
            ("variables of callers", "        tuple(saved),\n", "", caller),
            ("global variables", "        variables,\n", "", global_variable),
            ("bytes", "        tuple(cells),\n", "", bytes_),
            (
                "initial pages that are gone",
                "        memory_state.gone_pages(state, self._evaluation.initial_pages),\n",
                "",
                twin("initial_page_formula"),
            ),
            ("arrays", "        arrays,\n", "", arrays),
            (
                "objects",
                "        objects,\n        memory_state.owners(state),",
                "        memory_state.owners(state),",
                twin("size_formula"),
            ),
            ("owners", "        memory_state.owners(state),\n", "", twin("owner_loop")),
            ("arrays are no values", "concrete = not state.arrays and", "concrete =", array_of_terms),
        )
    ),
    Fault(
        "interpolants", "a state satisfies it", Table.find, "if holds(formula):", "if True:", (twin("size_formula"),)
    ),
    *(
        Fault("unknowns that are gone", what, function, old, new, killers)
        for what, function, old, new, killers in (
            (
                "holds for all of them",
                Backprop._pinned,
                "or not self._valid(T.substitute(term, known))",
                "",
                between("one of two is known", "if (u != 9) reach_error();", "b + c", BOTH),
            ),
            (
                "with the values that it needs",
                Backprop._pinned,
                "if self._valid(T.substitute(term, fewer)):",
                "if True:",
                between("a value that matters", "if (u != 9) reach_error();"),
            ),
            (
                "each is another one",
                Backprop._forall,
                'T.var(f"@any {len(gone)}", target.sort)',
                'T.var("@any", target.sort)',
                between("two unknowns", "v = any(); __VERIFIER_assume(v > a && v < 10); if (u != v) reach_error();"),
            ),
        )
    ),
    *(
        Fault("sides that were not taken", what, function, old, new, killers)
        for what, function, old, new, killers in (
            (
                "need something, too",
                Backprop._both_sides,
                "mine.conjoin(other)",
                "pass",
                sides("the other side", "int x, y = any(); if (p > 0) x = 1; else x = y; if (x != 1) reach_error();"),
            ),
            (
                "what they assign",
                Backprop._both_sides,
                "other.substitute(dict(zip(assigned.targets, assigned.values, strict=True)))",
                "pass",
                (detour_assigns,),
            ),
            (
                "of the same call",
                Detours.end,
                "if key[0] < depth",
                "",
                sides(
                    "another call",
                    "f(p); if (p <= 0) reach_error(); f(0);",
                    "static int g[9]; static void f(int p) { if (p > 0) return; g[any() & 7] = 1; }",
                ),
            ),
        )
    ),
    Fault("skeletons", "objects", Skeleton.matches, "now == self.objects and", "", (twin("size_formula"),)),
    *(
        Fault("Reach", what, function, old, new, killers)
        for what, function, old, new, killers in (
            (
                "ends that are undefined or unsupported",
                Reach._terminator,
                "self._add(place, None)",
                "pass",
                ways("undefined", "if (k == 2) __builtin_unreachable();"),
            ),
            (
                "assertions that are asked for",
                Reach._command,
                "self._add(place, (command.check, command.location))",
                "pass",
                (caller,),
            ),
            (
                "callees",
                Reach.__init__,
                "self._sources.setdefault(entry, []).append(place)",
                "pass",
                ways("a callee", "if (k == 2) f();", "static void f(void) { reach_error(); }"),
            ),
            (
                "what follows a call",
                Reach.__init__,
                "self._sources.setdefault(caller, []).extend(returns.get(callee, ()))",
                "pass",
                ways("after a call", "if (f(k)) reach_error();", CHOICE),
            ),
            (
                "all that lead there",
                Reach._backwards,
                "work.extend(self._sources.get(place, ()))",
                "pass",
                ways("two branches", "if (k == 2) { if (any()) reach_error(); }"),
            ),
            (
                "the whole access",
                Standing.has,
                "address.data + width <= item.address + item.size",
                "True",
                (twin("constant_address"),),
            ),
        )
    ),
]
