"""What reading, preparing and ordering leave out.

Text that nothing needs, numbers that are only compared, rounds beyond a bound, values that an assumption fixes, states
that wait.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import antumbra
from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.frontends import native
from antumbra.frontends.errors import InputError
from antumbra.frontends.llvm.library import known
from antumbra.frontends.llvm.library.names import means_something
from antumbra.frontends.llvm.library.quiet import is_quiet
from antumbra.frontends.llvm.preparing import joining
from antumbra.frontends.llvm.preparing.mentions import Mentions
from antumbra.frontends.llvm.preparing.passes import prepare
from antumbra.frontends.llvm.preparing.prune import _visible_pointers, prune
from antumbra.frontends.llvm.preparing.unknowns import _Uses, instrument
from antumbra.frontends.llvm.translating import assembly, scopes, start
from antumbra.frontends.llvm.translating.values import numbers
from antumbra.program import model as P
from antumbra.program.restricting import bounds
from antumbra.search import Turns
from antumbra.semantics import settled, unwritten
from antumbra.semantics.compiling import long_lived
from antumbra.semantics.compiling.long_lived import settle_long_lived
from antumbra.semantics.memory import bulk, reachable
from antumbra.semantics.paths import Paths
from search import test_turns
from semantics import test_long_lived, test_scopes, test_unwritten
from support.faults import Fault


def verdict(text: str, language: str = "c", property_: str = "unreach-call", **more: object) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"program.{language}"
        path.write_text(text, "utf-8")
        options = {"timeout": 20, "check_proofs": False, **more}
        return antumbra.check(path, engine="explore", property=property_, **options).verdict.value


# ---------------------------------------------------------------- text that nothing needs

MODULE = """@used = global i32 1
@"quoted name" = global ptr @behind
@behind = global i32 2
@unused = global i32 3
@handler = global ptr @callback
@hidden = internal global ptr @local
@number = global i32 7
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @start, ptr null }]

define void @start() {
  ret void
}

define void @callback() {
  ret void
}

define void @local() {
  ret void
}

define void @described() {
  ret void
}

define i32 @main() {
  %1 = load i32, ptr @used
  %2 = load ptr, ptr @"quoted name"
  call void @OTHER()
  ret i32 %1
}

declare void @other()
declare void @known()

!0 = !{ptr @described}
"""


def kept(callee: str, *, world: bool) -> set[str]:
    known = (lambda name: name == "known") if world else None
    text = prune(MODULE.replace("OTHER", callee), ("main",), known)
    names = ("used", "quoted name", "behind", "unused", "handler", "callback", "hidden", "start", "described", "number")
    return {
        name for name in names if f"@{name} = " in text or f'@"{name}" = ' in text or f"define void @{name}(" in text
    }


def needed_text() -> None:
    needed = {"used", "quoted name", "behind", "start", "described"}
    assert kept("known", world=True) == needed
    assert kept("other", world=False) == needed
    assert kept("other", world=True) == needed | {"handler", "callback"}
    assert prune(MODULE, ("elsewhere",)) == MODULE
    cut = MODULE.split("  ret i32", maxsplit=1)[0]
    assert prune(cut, ("main",)) == cut


BROKEN = """define i32 @main(i1 %c) {
entry:
  br i1 %c, label %then, label %done

then:                                             ; preds = %entry
  %x = add i32 1, 2
  br label %done

done:                                             ; preds = %then, %entry
  ret i32 %x
}
"""


def verified() -> None:
    """LLVM verifies what has debug information while it reads it, and nothing else."""
    try:
        prepare(BROKEN, canonical=True)
    except InputError:
        return
    raise AssertionError("a broken module goes on")


# ---------------------------------------------------------------- lines that mention no local

LOCALS = """define i32 @f(i1 %c) {
entry:
  %pair = alloca [2 x i32], align 4
  %pair1 = alloca i32, align 4
  %part = getelementptr inbounds [2 x i32], ptr %pair, i64 0, i64 1
  br i1 %c, label %then, label %done

then:                                             ; preds = %entry
  store i32 1, ptr %pair1, align 4
  br label %done

done:                                             ; preds = %then, %entry
  %far = getelementptr inbounds i32, ptr %part, i64 1
  %one = load i32, ptr %far, align 4
  %two = load i32, ptr %pair1, align 4
  %sum = add i32 %one, %two
  ret i32 %sum
}
"""


def locals_in_memory() -> None:
    """What leaves a local through the address of a part keeps it in memory; what one side writes is not written."""
    text = instrument(LOCALS)
    assert re.findall(r"pin\(ptr (%\w+)\)", text) == ["%pair"]
    assert re.findall(r"store i32 %antu\S+ ptr (%\w+)", text) == ["%pair1"]


def mentions() -> None:
    lines = LOCALS.splitlines()
    found, again = Mentions(lines), Mentions(lines)
    for _ in range(200):  # until all names are noted
        again.lines("%one")
    for name in ("%pair", "%pair1", "%part", "%one", "%nothing"):
        expected = [n for n, line in enumerate(lines) if re.search(rf"{name}(?!\w)", line)]
        for each in (found, again):
            assert each.lines(name) == expected, name
            assert each.lines(name, 6) == [n for n in expected if n >= 6], name


def constructor() -> None:
    text = "extern void reach_error(void); static int g; __attribute__((constructor)) static void f(void) { g = 1; }"
    assert verdict(text + " int main(void) { if (g) reach_error(); }") != "safe"


def loud_assembly() -> None:
    head, tail = "int main(void) { int x = 1, y = 2; ", " if (x + y != 3) return 1; }"
    for text in ('__asm__("nop; incl %0" : "+r"(x));', '__asm__("" : "=r"(x) : "r"(y));'):
        assert verdict(head + text + tail) == "unknown", text


def claims() -> None:
    for name in (
        "__CPROVER_whatever",
        "__ESBMC_whatever",
        "__VERIFIER_whatever",
        "klee_whatever",
        "myAssert",
        "ASSUME",
    ):
        assert verdict(f"void {name}(int); int main(void) {{ {name}(0); return 0; }}") == "unknown", name


def aborts() -> None:
    text = "void abort(void); int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int()) abort(); }"
    assert verdict(text) == "safe"
    assert verdict(text, property_="klee") == "unsafe"


def pointers() -> None:
    text = "void f(char *p, char *q) { if (p) p[2] = 1; if (!q) *q = 1; if (p == q) *(char *)0 = 1; }"

    def said(*meanings: str) -> str:
        return verdict(text, property_="valid-deref", entry="f", pointers=meanings)

    assert said("p=valid:3..5", "q=valid") == "safe"
    assert said("p=valid:2..5", "q=valid") == "unsafe"
    assert said("p=valid:3", "q=maybe-null") == "unsafe"
    assert said("p=valid:3,may-alias", "q=valid") == "unsafe"


def misaligned() -> None:
    """Nobody looks at it unless asked, and that is said."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text("int main(void) { return 0; }")
        for property_, unseen in (("def-behavior", True), ("def-behavior,alignment", False)):
            result = antumbra.check(path, property=property_, engine="explore", check_proofs=False)
            assert any("misaligned" in assumption.text for assumption in result.assumptions) is unseen


_UNSEEN = [
    Fault(
        "undefined behaviour",
        "what nobody looks at is said",
        native._unseen,
        "MISALIGNED: options.alignment_checks}",
        "MISALIGNED: True}",
        (misaligned,),
    ),
]


def valid_memory() -> None:
    path = Path(__file__).parents[1] / "programs" / "inputs" / "cbmc_valid_memory_safe.c"
    assert verdict(path.read_text("utf-8"), property_="unreach-call,valid-deref") == "safe"


def unwritten_values() -> None:
    for body, depends in test_unwritten.BODIES.items():
        text = f"{test_unwritten.HEAD}int main(void) {{ {body} return 0; }}"
        assert verdict(text, property_="uninitialized") == ("unsafe" if depends else "safe"), body


_UNWRITTEN = [
    Fault("values never written", condition, function, old, new, (unwritten_values,))
    for condition, function, old, new in (
        ("at branches", Paths.fork, "if self.watches_unwritten:", "if False:"),
        ("at switches", Paths._switch, "if self.watches_unwritten:", "if False:"),
        ("the other value may differ", unwritten._others, 'f"{v.data}{OTHERWISE}"', "v.data"),
        ("it is as good for the path so far", unwritten.used, ", *same))", "))"),
    )
]
_VALID = [
    Fault("memory that may be accessed", condition, bulk._accessible, old, new, (valid_memory,))
    for condition, old, new in (
        ("it lives", "if target.item.alive and", "if"),
        ("constants are not written", "(Region.CODE, Region.CONSTANT) if write", "(Region.CODE,) if write"),
        ("all of it lies in the object", "inside(target.item, target.offset, size))", "T.TRUE)"),
    )
]
_POINTERS = [
    Fault("pointers of an entry", condition, function, old, new, (pointers,))
    for condition, function, old, new in (
        ("every size", start._objects, "for bytes_ in sizes[:-1])", "for bytes_ in sizes[:0])"),
        ("null, if it may be", start._point, 'if meaning.null == "maybe":', "if False:"),
        ("equal ones, if they may be", start._point, "for other in others if", "for other in () if"),
    )
]
_CLAIMS = [
    Fault(
        "functions without a body",
        "a verifier's name means something",
        means_something,
        "if name.startswith(_OTHERS) and not is_input(name):",
        "if False:",
        (claims,),
    ),
    Fault(
        "functions without a body",
        "what asserts or assumes says something of the program",
        means_something,
        "found = _CLAIM.search(name)",
        "found = None",
        (claims,),
    ),
    Fault(
        "ends that are errors",
        "abort, where it is asked for",
        known._abort,
        "if b.context.options.abort_checks:",
        "if False:",
        (aborts,),
    ),
]
_PRUNE = [
    Fault(
        "unused text",
        "what is kept keeps what it names",
        prune,
        "wanted.extend(unquote(found) for found in _REFERENCE.findall(text, *chunks[name]))",
        "pass",
        (needed_text,),
    ),
    Fault(
        "verified once",
        "what LLVM did not verify while it read is verified",
        prepare,
        "not canonical or _VERIFIED not in text",
        "False",
        (verified,),
    ),
    Fault(
        "lines without locals",
        "parts of a local are followed",
        _Uses._known_use,
        "self._mentions.lines(match[1], self._at + 1)",
        "()",
        (locals_in_memory,),
    ),
    Fault(
        "lines without locals",
        "a block that may be passed by writes nothing",
        _Uses._stored,
        " and not self._mentions.are_apart(line, self._at)",
        "",
        (locals_in_memory,),
    ),
    Fault(
        "lines without locals",
        "all names are noted in the end",
        Mentions._noted,
        "self._every.setdefault(match[0], []).append(number)",
        "self._every.setdefault(match[0], [number])",
        (mentions,),
    ),
    Fault("unused text", "constructors", prune, "[*roots, *_SPECIAL]", "[*roots]", (needed_text, constructor)),
    Fault("unused text", "what metadata names", prune, 'elif first == "!" and', "elif False and", (needed_text,)),
    Fault(
        "unused text",
        "a root that is not there keeps all",
        prune,
        "if not all(root in chunks for root in roots):",
        "if False:",
        (needed_text,),
    ),
    Fault(
        "unused text",
        "other code may use what it can see",
        prune,
        "other_code = not known(name)",
        "other_code = False",
        (needed_text,),
    ),
    Fault(
        "unused text",
        "only unknown functions are other code",
        prune,
        "other_code = not known(name)",
        "other_code = True",
        (needed_text,),
    ),
    Fault(
        "unused text",
        "names in quotes",
        prune,
        "wanted.extend(unquote(found) for found in",
        "wanted.extend(found for found in",
        (needed_text,),
    ),
    Fault(
        "unused text",
        "text that does not end is kept",
        prune,
        "if close < 0:\n                return text",
        "if close < 0:\n                close = end - 2",
        (needed_text,),
    ),
    Fault(
        "unused text",
        "globals that other code sees",
        _visible_pointers,
        "and len(_REFERENCE.findall(text, start, stop)) > 1",
        "and False",
        (needed_text,),
    ),
]

# ---------------------------------------------------------------- names of two files


def names_of_two_files() -> None:
    """A linker renames the static error function of one of them."""
    with tempfile.TemporaryDirectory() as folder:
        one, other = Path(folder) / "one.c", Path(folder) / "other.c"
        error = "static void reach_error(void) {}"
        one.write_text(f"{error} void f(void); void never(void) {{ reach_error(); }} int main(void) {{ f(); }}")
        other.write_text(f"{error} void f(void) {{ reach_error(); }}")
        assert antumbra.check(one, link=[other], timeout=20, check_proofs=False).verdict.value == "unsafe"


_NAMES = [
    Fault(
        "several files",
        "names that mean something stay",
        joining._shared,
        "function.linkage = llvm.Linkage.weak_any",
        "pass",
        (names_of_two_files,),
    ),
]

# ---------------------------------------------------------------- numbers that are only compared

HEAD = "declare void @reach_error()\ndeclare ptr @malloc(i64)\ndeclare i32 @__VERIFIER_nondet_int()\n"


def ir(body: str) -> str:
    return verdict(f"{HEAD}define i32 @main() {{\n{body}\n}}\n", "ll")


TWO = "%p = call ptr @malloc(i64 4)\n%q = call ptr @malloc(i64 4)\n"
ERROR = "br i1 %c, label %bad, label %good\nbad:\ncall void @reach_error()\nbr label %good\ngood:\nret i32 0"


def low_halves() -> None:
    """Two objects may agree in the low half of their addresses."""
    text = f"{TWO}%a = ptrtoint ptr %p to i32\n%b = ptrtoint ptr %q to i32\n%c = icmp eq i32 %a, %b\n{ERROR}"
    assert ir(text) != "safe"


def orders() -> None:
    for predicate, left, right, expected in (
        ("ugt", "%p", "null", "unsafe"),
        ("ult", "null", "%p", "unsafe"),
        ("ult", "%p", "null", "safe"),
        ("uge", "null", "%p", "safe"),
        ("ule", "%p", "null", "safe"),
        ("ne", "%p", "null", "unsafe"),
        ("eq", "%p", "null", "safe"),
        ("ult", "%p", "%r", "unsafe"),
        ("ugt", "%p", "%r", "safe"),
        ("ule", "%p", "%r", "unsafe"),
        ("uge", "%p", "%r", "safe"),
        ("eq", "%p", "%r", "safe"),
    ):
        text = f"{TWO}%r = getelementptr i8, ptr %p, i64 1\n%c = icmp {predicate} ptr {left}, {right}\n{ERROR}"
        assert ir(text) == expected, (predicate, left, right)
    assert ir(f"{TWO}%c = icmp eq ptr %p, %q\n{ERROR}") == "safe"
    assert ir(f"{TWO}%c = icmp ult ptr %p, %q\n{ERROR}") != "safe"


def differences() -> None:
    """A difference of pointers is a number; so is one that is also used otherwise."""
    body = f"{TWO}%r = getelementptr i8, ptr %p, i64 3\n%a = ptrtoint ptr %r to i64\n%b = ptrtoint ptr %p to i64\n"
    assert ir(f"{body}%d = sub i64 %a, %b\n%c = icmp ne i64 %d, 3\n{ERROR}") == "safe"
    assert ir(f"{body}%d = sub i64 %b, %a\n%c = icmp ne i64 %d, 3\n{ERROR}") == "unsafe"
    other = "%m = and i64 %a, 255\n%d = sub i64 %a, %b\n%e = add i64 %m, %d\n%c = icmp eq i64 %e, 6\n"
    assert ir(f"{body}{other}{ERROR}") == "unsafe"
    assert ir(f"{body}%m = xor i64 %a, %b\n%c = icmp eq i64 %m, 3\n{ERROR}") == "unsafe"


_NUMBERS = [
    Fault(
        "numbers of pointers",
        "the whole number",
        numbers._whole,
        "and cast.type.width == layout.pointer_width",
        "",
        (low_halves,),
    ),
    Fault(
        "numbers of pointers",
        "no other use",
        numbers.Numbered.__init__,
        "self._drop(*values)\n    changed = True",
        "pass\n    changed = True",
        (differences,),
    ),
    Fault(
        "numbers of pointers",
        "only differences and comparisons",
        numbers._relates,
        "case _:\n            return False",
        "case _:\n            return True",
        (differences,),
    ),
    Fault(
        "numbers of pointers", "nothing is below null", numbers.compare, "less = T.FALSE", "less = T.TRUE", (orders,)
    ),
    Fault(
        "numbers of pointers",
        "null is below the rest",
        numbers.compare,
        "less = T.not_(T.eq(high, null))",
        "less = T.FALSE",
        (orders,),
    ),
    Fault(
        "numbers of pointers",
        "sides of a comparison",
        numbers.compare,
        "(right, left) if swapped else (left, right)",
        "(left, right)",
        (orders,),
    ),
    Fault(
        "numbers of pointers", "its opposite", numbers.compare, "T.not_(less) if negated else less", "less", (orders,)
    ),
    Fault(
        "numbers of pointers",
        "unequal",
        numbers.compare,
        'same if predicate == "eq" else T.not_(same)',
        "same",
        (orders,),
    ),
]

# ---------------------------------------------------------------- bounds, assumptions, moved variables, turns

LOOP = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int main(void) { int i = 0; "
LOOP += "while (__VERIFIER_nondet_int()) i++; if (i == 5) reach_error(); }"


def rounds_beyond() -> None:
    assert verdict(LOOP, bound=3) == "unknown"
    assert verdict(LOOP, bound=6) == "unsafe"
    assert verdict(LOOP, max_loop=3) == "unknown"


def assumptions() -> None:
    for declared, assumed, asserted in (
        ("g, h: int", "g == 5", "g != 5"),
        ("g, h: int", "5 == g", "g != 5"),
        ("g, h: int", "g == 5", "h == 5"),
        ("g, h: bool", "!g", "g"),
        ("g, h: bool", "g", "!g"),
        ("g, h: bool", "!g && !h", "g"),
        ("g, h: bool", "!(g && h)", "g"),
        ("g, h: bool", "!(g && h)", "h"),
        ("g, h: bool", "g || h", "g"),
        ("g, h: int", "g != 5", "g == 5"),
        ("g, h: int", "g == 5 && h == 6", "g == 6"),
    ):
        text = f"var {declared}; procedure main() modifies g, h; {{ havoc g, h; assume {assumed}; assert {asserted}; }}"
        assert verdict(text, "bpl") != "safe", (assumed, asserted)


def moved_variables() -> None:
    test_long_lived.test_few_variables_and_recursive_procedures_stay_as_they_are()
    test_long_lived.test_no_name_of_the_program_is_taken()
    test_long_lived.test_the_verdict_is_the_same(test_long_lived.COUNT - 1, False, False)


def parameters() -> None:
    """A parameter that lives long is given by the caller."""
    program = test_long_lived.crowded(test_long_lived.COUNT)
    main, given = program.procedures["main"], T.var("given", test_long_lived.SORT)
    main.blocks["end"].commands[:] = [P.Assert(T.not_(T.eq(given, T.bv(7, 32))), "assert", "b")]
    used = main.blocks["b0"].commands[0]
    assert isinstance(used, P.Havoc)
    for label, block in main.blocks.items():
        if label.startswith("b"):
            block.commands[:] = [P.Assign((used.target,), (T.bv(0, 32),))]
    total = given
    for i in range(test_long_lived.COUNT):
        total = T.bvadd(total, T.var(f"x{i}", test_long_lived.SORT))
    main.blocks["end"].commands.append(P.Assign((used.target,), (total,)))
    main.blocks["end"].commands.append(P.Assert(T.not_(T.eq(used.target, T.bv(7, 32))), "no-overflow", "c"))
    made = replace(program, procedures={**program.procedures, "main": replace(main, parameters=(given,))})
    engine = Interpolator(settle_long_lived(made), InterpolateOptions(checks=frozenset({"assert"}), timeout=20))
    assert [end for end in engine.run() if end.check]


def former_lives() -> None:
    """A pointer that outlives a scope, kept in a register, computed from another, or in memory."""
    for before, used, kept in (
        ("int *p = 0", "p", "p = a"),
        ("int *p = 0", "p", "int *q = a + (i & 1); p = q + 1"),
        ("int *q[2] = {0, 0}, **k = q", "k[~i & 1]", "k[i & 1] = a + 1"),
    ):
        loop = f"for (int i = 0; i < 3; i++) {{ int a[3]; a[0] = i; if ({used}) *{used} = 1; {kept}; }}"
        assert verdict(f"int main(void) {{ {before}; {loop} return 0; }}") == "unknown", kept


def late_lives() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_scopes.test_pointers_to_former_lives_are_kept_in_late_rounds(Path(folder), "&x")


def outside_code() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test_scopes.test_outside_code_changes_what_an_unknown_pointer_leads_to(Path(folder), 50)


def turns() -> None:
    test_turns.test_everything_is_selected_once("dfs")
    for endless in (1, 200):
        test_turns.test_endless_states_do_not_starve_the_others("dfs", endless)
    order = test_turns.order("dfs")
    items = [test_turns.Item(object()) for _ in range(3)]
    order.add(items)
    first = order.select()
    assert first is not None
    order.put_aside(first)
    assert len(order) == 3
    assert set(order.waiting()) == set(items)


_REST = [
    Fault(
        "bounds of loops",
        "a round too many is a cut",
        bounds._bound,
        "P.Stop(P.End.BOUND, detail, location)",
        "P.Stop(P.End.SILENT, detail, location)",
        (rounds_beyond,),
    ),
    Fault(
        "bounds of loops",
        "that many rounds",
        bounds._most_returns,
        "iterations if _decides(graph, head) else iterations - 1",
        "1",
        (rounds_beyond,),
    ),
    Fault(
        "assumptions",
        "of this variable",
        settled.settle,
        "if current is left:",
        "if isinstance(current, Term) and current.sort is left.sort:",
        (assumptions,),
    ),
    Fault("assumptions", "its opposite", settled.settle, "value = False", "value = True", (assumptions,)),
    Fault(
        "assumptions",
        "not the condition itself",
        settled.settle,
        "variables[i] = False",
        "variables[i] = True",
        (assumptions,),
    ),
    Fault(
        "moved variables",
        "of procedures that are active once",
        long_lived.settle_long_lived,
        "if name in twice:",
        "if False:",
        (moved_variables,),
    ),
    Fault(
        "moved variables",
        "names that nobody has",
        long_lived.settle_long_lived,
        'fresh(f"@long-lived {name} {v.data}")',
        'f"@long-lived {name} {v.data}"',
        (moved_variables,),
    ),
    Fault("moved variables", "no parameters or results", long_lived._long_lived, "and v not in own", "", (parameters,)),
    *(
        Fault("former lives", condition, function, *texts, (former_lives,))
        for condition, function, texts in (
            ("a phi keeps a place", scopes._told, ("tell(value for value, _ in phi.incoming)", "pass")),
            ("memory keeps a place", scopes._told, ("tell((instruction.value,))", "pass")),
            ("one place is computed from another", scopes._places_within, ("work.append(result)", "pass")),
        )
    ),
    Fault(
        "former lives",
        "a state that stands for many rounds may hold any of them",
        reachable.possible_pointees,
        "if unknown and",
        "if False and",
        (late_lives,),
    ),
    Fault(
        "former lives",
        "what outside code gets may lead to any of them",
        reachable.reachable,
        "work.extend(possible_pointees(",
        "work.extend(pointees(",
        (outside_code,),
    ),
    Fault("turns", "those aside come again", Turns.put_aside, "self._aside.append(item)", "pass", (turns,)),
    Fault("turns", "those aside count", Turns.__len__, " + len(self._aside)", "", (turns,)),
    Fault("turns", "those aside wait", Turns.waiting, ", *self._aside", "", (turns,)),
    Fault(
        "turns",
        "the others have turns, too",
        Turns.select,
        "crowded or self._effort <= 0 or len(self._order) == 0",
        "True",
        (turns,),
    ),
    Fault(
        "turns",
        "those aside are selected when nothing else is left",
        Turns.select,
        "or len(self._order) == 0)",
        ")",
        (turns,),
    ),
    Fault("turns", "there is room for others", Turns.put_aside, "self._room *= 2", "pass", (turns,)),
]

_ASSEMBLY = [
    Fault("assembly", "all of it is quiet", is_quiet, "return all(", "return any(", (loud_assembly,)),
    Fault("assembly", "registers come out as they went in", assembly._sources,
          "if part.isdigit():\n            tied[int(part)] = argument", "tied[0] = argument", (loud_assembly,)),
]  # fmt: skip

FAULTS = [*_ASSEMBLY, *_PRUNE, *_CLAIMS, *_POINTERS, *_UNSEEN, *_UNWRITTEN, *_VALID, *_NAMES, *_NUMBERS, *_REST]
