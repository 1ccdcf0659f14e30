"""A test as one C file that any gcc or clang compiles to a program that does what the test says.

For C programs it is the text of the program's first file followed by definitions of what the program leaves undefined:
input functions that return the test's values in call order, error functions that abort. Each is defined under a C
identifier of ours with an assembler name (``__asm__``), so that it cannot clash with the program's prototype. No header
is included. For LLVM programs the file holds the definitions only, to be linked with the program. The first line is
the command that compiles and runs it (``building``).

Text from the program (names, messages) reaches the file only through ``_plain``, which keeps a harmless alphabet, and
names of files through ``building``, which quotes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from antumbra.engines.outcome import InputValue
from antumbra.evidence.building import ENTERING, SANITIZERS, Build, command
from antumbra.evidence.launcher import launcher
from antumbra.evidence.surroundings import surroundings
from antumbra.evidence.testcase import TestCase
from antumbra.evidence.values import NONDET_TYPES, decimal, in_memory
from antumbra.frontends.c.contracts.wrapper import standalone
from antumbra.frontends.llvm.library.names import ANY, ASSERTIONS, NOTHING, WORLD, for_people, input_suffix, is_input
from antumbra.patterns import pattern
from antumbra.program.c_types import CBMC_TYPES
from antumbra.program.contracts import Contract
from antumbra.program.model import Source
from antumbra.program.pointers import SIZE

_SUPPLY = """\
static const unsigned char antumbra_{queue}_bytes[] = {{{bytes}}};
static const unsigned antumbra_{queue}_sizes[] = {{{sizes}}};
static void antumbra_{queue}(void *to, __SIZE_TYPE__ size) {{
  static unsigned entry, at;
  unsigned char *bytes = to;
  __SIZE_TYPE__ given = 0;
  if (entry >= {count}u) antumbra_leave(0); /* the test says no more */
  for (; given < antumbra_{queue}_sizes[entry]; given++)
    if (given < size) bytes[given] = antumbra_{queue}_bytes[at + given];
  at += antumbra_{queue}_sizes[entry++];
  for (; given < size; given++) bytes[given] = 0;
}}
"""

_KLEE: Mapping[str, str] = {
    "klee_make_symbolic": "void {id}(void *to, __SIZE_TYPE__ size, const char *name) {{ (void)name; "
    "antumbra_input(to, size); }}",
    "klee_assume": "void {id}(__UINTPTR_TYPE__ condition) {{ if (!condition) antumbra_leave(0); }}",
    "klee_int": "int {id}(const char *name) {{ int value; (void)name; antumbra_input(&value, sizeof value); "
    "return value; }}",
    "klee_range": "int {id}(int a, int b, const char *name) {{ int value; (void)a; (void)b; (void)name; "
    "antumbra_input(&value, sizeof value); return value; }}",
    "klee_choose": "__UINTPTR_TYPE__ {id}(__UINTPTR_TYPE__ n) {{ __UINTPTR_TYPE__ value; (void)n; "
    "antumbra_input(&value, sizeof value); return value; }}",
    "klee_assert_fail": "void {id}(void) {{ antumbra_error(); }}",
    "klee_abort": "void {id}(void) {{ __builtin_abort(); }}",
    "klee_report_error": "void {id}(void) {{ antumbra_error(); }}",
    "klee_silent_exit": "void {id}(int status) {{ antumbra_leave(status); }}",
    "klee_is_symbolic": "unsigned {id}(__UINTPTR_TYPE__ value) {{ (void)value; return 0; }}",
    "klee_is_replay": "unsigned {id}(void) {{ return 1; }}",
    "klee_get_valuef": "float {id}(float value) {{ return value; }}",
    "klee_get_valued": "double {id}(double value) {{ return value; }}",
    "klee_get_valuel": "long {id}(long value) {{ return value; }}",
    "klee_get_valuell": "long long {id}(long long value) {{ return value; }}",
    "klee_get_value_i32": "int {id}(int value) {{ return value; }}",
    "klee_get_value_i64": "long long {id}(long long value) {{ return value; }}",
    "klee_get_errno": 'int {id}(void) {{ extern int *antumbra_errno(void) __asm__("__errno_location"); '
    "return *antumbra_errno(); }}",
    "__VERIFIER_assume": "void {id}(int condition) {{ if (!condition) antumbra_leave(0); }}",
    "__CPROVER_havoc_slice": "int {id}(void *to, __SIZE_TYPE__ size) {{ antumbra_input(to, size); return 0; }}",
}
#: conditions that are checked or taken for granted, under others' names
_CHECKING = tuple(ASSERTIONS)
_ASSUMING = ("__CPROVER_assume", "__ESBMC_assume")
_EFFECTLESS = frozenset(NOTHING) - {"klee_is_replay"} | {"klee_print_expr"}
_CALLED = pattern(r"\b(__VERIFIER_\w+|__CPROVER_\w+|__ESBMC_\w+|klee_\w+|nondet_\w+|reach_error)\s*\(")
_DECLARED = pattern(r"^declare ([^@\n]*)@([A-Za-z_]\w*)\(", re.MULTILINE)
_IR_TYPES = {
    "void": "void", "i1": "_Bool", "i8": "unsigned char", "i16": "unsigned short", "i32": "unsigned int",
    "i64": "unsigned long long", "i128": "unsigned __int128", "float": "float", "double": "double", "ptr": "void *",
}  # fmt: skip


def undefined_functions(ir_text: str) -> dict[str, str]:
    """Functions a module declares but does not define → C type of their result (as far as IR tells)."""
    found: dict[str, str] = {}
    for words, name in _DECLARED.findall(ir_text):
        kind = str(words).split()[-1:] or ["void"]
        found[str(name)] = _IR_TYPES.get(kind[0], "unsigned long long")
    return found


def defined_among(names: Iterable[str], ir_text: str) -> tuple[str, ...]:
    """Those of some functions that a module defines."""
    return tuple(n for n in names if re.search(rf"^define [^@\n]*@{re.escape(n)}\(", ir_text, re.MULTILINE))


def _guess_undefined(source: str) -> dict[str, str]:
    """Without a compiler's word: what is called by a known name and has no body in the text."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(_CALLED.findall(source)):
        if not re.search(rf"\b{name}\s*\([^;{{}}()]*\)\s*\{{", source):
            found[name] = "int"
    return found


def _plain(text: str, limit: int = 200) -> str:
    """Text that can stand in a C comment, a string literal and a shell command as it is."""
    return re.sub(r"[^A-Za-z0-9 _.,:=<>+()\[\]-]|/(?=\*)|\*(?=/)", "_", text)[:limit]


def _file_name(path: str) -> str:
    """The last part of a path, in letters that need no quoting anywhere."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", path.replace("\\", "/").rsplit("/", 1)[-1])[:100].lstrip("-") or "program.c"


def _queue(name: str, inputs: list[InputValue]) -> str:
    values = [in_memory(item) for item in inputs]
    sizes = [len(value) for value in values]
    data = b"".join(values)
    return _SUPPLY.format(
        queue=name,
        bytes=", ".join(map(str, data or b"\0")),
        sizes=", ".join(map(str, sizes or [0])),
        count=len(inputs),
    )


def _definition(number: int, name: str, kind: str, error_functions: frozenset[str]) -> str | None:
    """The definition of one undefined function; none if the C library should have it."""
    identifier = f"antumbra_supplied_{number}"
    if name in error_functions:
        text = f"void {identifier}(void) {{ antumbra_error(); }}"
    elif is_input(name):
        result = NONDET_TYPES.get(input_suffix(name), kind if kind != "void" else "int")
        text = f"{result} {identifier}(void) {{ {result} value; antumbra_input(&value, sizeof value); return value; }}"
    elif name in _KLEE:
        text = _KLEE[name].format(id=identifier)
    elif name in _CHECKING:
        text = f"void {identifier}(int condition) {{ if (!condition) antumbra_error(); }}"
    elif name in _ASSUMING:
        text = f"void {identifier}(int condition) {{ if (!condition) antumbra_leave(0); }}"
    elif name in _EFFECTLESS:
        text = f"void {identifier}(void) {{}}"
    else:
        return None
    return _labelled(text, name)


def _labelled(definition: str, name: str) -> str:
    prototype = definition[: definition.index(" {")]
    return f'{prototype} __asm__("{name}");\n{definition}\n'


def _external(number: int, name: str, kind: str) -> str:
    identifier = f"antumbra_supplied_{number}"
    if kind == "void":
        text = f"void {identifier}(void) {{}}"
    else:
        take = f"antumbra_external_{number}(&value, sizeof value);"
        text = f"{kind} {identifier}(void) {{ {kind} value; {take} return value; }}"
    return _labelled(text, name)


#: results of the library that a comment tells
_MOST_TOLD = 8


def _comment(test: TestCase, build: Build, program: str, file: str, further: tuple[str, ...]) -> str:
    how = command(test, build, file, further)
    if how is None:
        how = "No command is given here: the name of a file of this program has characters that cannot be printed."
    what = _plain(f"{test.check}: {test.message}" if test.is_error else test.end.text)
    place, called = test.blamed
    where = f" in {_plain(called)}," if called else ""
    where += f" at line {place.line} of {_file_name(place.file)}" if place else ""
    lines = [how, "", f"A test of {program}, made by Antumbra. Above is how to compile and run it (Linux).", ""]
    lines.append(f"What happens: {what}{where}")
    if test.is_error and test.check in SANITIZERS:
        lines.append("A sanitizer of gcc or clang reports it (zig has none for addresses).")
    if any(item.source is Source.UNINITIALISED and item.decisive for item in test.inputs):
        lines.append("Some values come from memory the program never wrote; C gives no means to choose them.")
    results = [item for item in test.inputs if item.decisive and item.name.startswith((WORLD, ANY))]
    if results:
        told = [f"{for_people(item.name)} = {decimal(item)}" for item in results[:_MOST_TOLD] if item.width <= 128]
        rest = "" if len(told) == len(results) else ", and more"
        lines.append(_plain(f"It rests on what the C library does, which nothing here gives: {', '.join(told)}{rest}"))
    return "/* " + "\n * ".join(lines).replace(" \n", "\n") + "\n */\n"


def reproducer(
    test: TestCase,
    source: str | None = None,
    undefined: Mapping[str, str] | None = None,
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"}),
    build: Build | None = None,
    file: str = "THIS_FILE.c",
    defined_errors: Sequence[str] = (),
    contract: Contract | None = None,
) -> str:
    """The C text. ``undefined`` is what ``undefined_functions`` says of the program's module, where there is one;
    ``defined_errors`` are error functions that the program defines itself; ``file`` is the name the text will have."""
    program = _file_name(test.program_file)
    if undefined is None:
        undefined = _guess_undefined(source or "")
    hook = defined_errors if test.is_error and test.check in ("unreach-call", "assert") else ()
    further = (ENTERING,) if hook else ()
    if "assert" in undefined:
        further += ("-Wno-error=implicit-function-declaration",)
    if build is None:
        build = Build("cc") if source is not None else Build("clang", files=(program,))
    parts = [_comment(test, build, program, file, further)]
    if source is not None:
        types = "".join(f"typedef {meaning} {name};\n" for name, meaning in CBMC_TYPES.items() if name in source)
        parts += [f'{types}#line 1 "{program}"\n', source.rstrip("\\\n") + "\n\n", '#line 1 "antumbra-inputs"\n']
    parts.append('extern void antumbra_leave(int) __asm__("exit");\n')
    parts.append("static __attribute__((unused)) void antumbra_error(void) { __builtin_abort(); }\n")
    given, inputs = surroundings(test)
    if given is not None:
        parts.append(launcher(given))
    parts.append(_queue("input", inputs).replace("static void", "static __attribute__((unused)) void"))
    for number, (name, kind) in enumerate(sorted(undefined.items())):
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            continue
        text = _definition(number, name, kind, error_functions)
        values = [item for item in test.inputs if item.source is Source.EXTERNAL and item.name == name]
        if text is not None:
            parts.append(text)
        elif values:
            parts += [_queue(f"external_{number}", values), _external(number, name, kind)]
    if hook:
        parts.append(_entering(hook))
    if test.entry != "main" and re.fullmatch(r"[A-Za-z_]\w*", test.entry) and source is not None:
        elsewhere = re.search(rf"\b{test.entry}\s*\(", source) is None
        around = contract if not elsewhere else None
        parts.append(f"#undef main\n{standalone(around)}" if around is not None else "")
        parts.append(_main(test.entry if around is None else around.function, inputs, elsewhere))
    return "".join(parts)


def _entering(error_functions: Sequence[str]) -> str:
    """What is called whenever a function is entered: an error function ends the run, whatever its body does."""
    names = [name for name in error_functions if re.fullmatch(r"[A-Za-z_]\w*", name)]
    declared = "".join(f'extern void antumbra_own_{n}(void) __asm__("{name}");\n' for n, name in enumerate(names))
    tests = " || ".join(f"function == (void *)antumbra_own_{n}" for n in range(len(names))) or "0"
    quiet = "__attribute__((no_instrument_function)) void"
    return (
        f"{declared}{quiet} __cyg_profile_func_enter(void *function, void *site) {{\n"
        f"  (void)site;\n  if ({tests}) __builtin_abort();\n}}\n"
        f"{quiet} __cyg_profile_func_exit(void *function, void *site) {{ (void)function; (void)site; }}\n"
    )


def _main(entry: str, inputs: list[InputValue], elsewhere: bool) -> str:
    """A main that calls the entry function; an object of many bytes is passed by its address.

    ``elsewhere``: the function is in another file, and no prototype is in sight.
    """
    rooms: list[str] = []
    kinds: list[str] = []
    arguments: list[str] = []
    pointers = {"null": "(void *)0"}
    for number, item in enumerate(inputs):
        name, chosen, other = item.name.partition(" is ")
        if chosen and item.type_name == "_Bool":
            # what a pointer parameter is, rather than a parameter
            rooms.append(f"  _Bool room{number};\n")
            if item.value and other in pointers:
                arguments.append(pointers[other])
                kinds.append("void *")
                pointers.setdefault(name, pointers[other])
        elif item.name.startswith(SIZE):
            rooms.append(f"  unsigned room{number};\n")
            if not item.value:  # no bytes follow
                rooms.append(f"  static unsigned char none{number}[1];\n")
                arguments.append(f"(void *)(none{number} + 1)")
                kinds.append("void *")
                pointers.setdefault(item.name.removeprefix(SIZE), arguments[-1])
        elif item.type_name == "bytes":
            rooms.append(f"  static unsigned char room{number}[{max(1, (item.width + 7) // 8)}];\n")
            arguments.append(f"(void *)room{number}")
            kinds.append("void *")
            pointers.setdefault(item.name, arguments[-1])
        else:
            kind = _C_NAMES.get(item.type_name, "unsigned long long" if item.width > 32 else "unsigned int")
            rooms.append(f"  {kind} room{number};\n")
            arguments.append(f"room{number}")
            kinds.append(kind)
    takes = "".join(f"  antumbra_input(&room{number}, sizeof room{number});\n" for number in range(len(inputs)))
    called = entry
    declared = ""
    if elsewhere:
        called = "antumbra_entry"
        declared = f'extern void {called}({", ".join(kinds) or "void"}) __asm__("{entry}");\n'
    body = f"{''.join(rooms)}{takes}  {called}({', '.join(arguments)});\n  return 0;\n"
    return f"#undef main\n{declared}int main(void) {{\n{body}}}\n"


_C_NAMES = {name: name for name in NONDET_TYPES.values() if "*" not in name}
