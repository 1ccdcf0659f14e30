"""Turn the analysed module into one that runs under the harness: see ``functions`` for the code.

Here: what is reachable from the entry is kept, globals get a gap behind them and a line in the harness's
table, functions without a body become stubs that take their result from the test, and ``antumbra.h.run``
calls the entry function with arguments from the test.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from antumbra.evidence.native.functions import Context, Instrumenter, Sites, may_write, size_of
from antumbra.evidence.native.irtext import (
    Module,
    Refused,
    names_used,
    split_argument,
    split_operands,
    strip_prefix,
    take_balanced,
    take_operand,
    take_type,
    without_attachments,
    words,
)
from antumbra.evidence.native.stepping import DECLARATIONS, Numbers, Told, global_of
from antumbra.evidence.native.targets import Targets
from antumbra.frontends.llvm.library.names import (
    ASSERTION_FAILS,
    CALLS_BACK,
    JUMPING,
    NONDET_MEMORY,
    NOTHING,
    OURS,
    UNKNOWN,
    argument_of,
    is_input,
)
from antumbra.program.pointers import Meaning, Meanings, may_be_equal
from antumbra.records import dataclass, field

#: C functions that the harness defines. In the first group they win over the library's models but not over the
#: user's definitions, in the second over nobody's.
_BUILT_IN = words(
    "malloc calloc free abort _exit _Exit memcpy memmove mempcpy __memcpy_chk __memmove_chk memset "
    "__memset_chk klee_abort klee_get_obj_size klee_make_symbolic klee_int klee_range klee_choose klee_silent_exit "
    "klee_report_error klee_is_symbolic klee_check_memory_access klee_print_expr klee_get_valuef klee_get_valued "
    "klee_get_valuel klee_get_valuell klee_get_value_i32 klee_get_value_i64"
) | frozenset(
    f"__ubsan_handle_{what}{how}"
    for what in (
        "add_overflow",
        "sub_overflow",
        "mul_overflow",
        "negate_overflow",
        "divrem_overflow",
        "shift_out_of_bounds",
    )
    for how in ("", "_abort", "_minimal")
)
_LAST_RESORT = words(
    "exit quick_exit __stack_chk_fail fmod fmodf fmodl floorl ceill truncl rintl nearbyintl roundevenl roundl fminl "
    "fmaxl fma fmaf fmal"
)
#: these mean what they say even if the program defines them
_INTERCEPTED = words(
    "__VERIFIER_assume klee_assume antumbra.object_size antumbra.object_base antumbra.reused antumbra.apart "
    "antumbra.accessible"
)
HARNESS_FUNCTIONS = _BUILT_IN | _LAST_RESORT | _INTERCEPTED

_GAP = 256
#: of an entry function; a bit of a word each
MOST_POINTERS = 31
#: bytes of an external array without a size, as the analysis has it
_UNSIZED = 4096
_FROM_INPUT, _FROM_UNINITIALISED, _FROM_EXTERNAL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Instrumented:
    """``tags``: names of external functions and of globals → the numbers by which the harness knows them.

    ``told``: what numbers in events of steps mean.
    """

    text: str
    sites: Sites
    tags: dict[str, int]
    told: list[Told]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the instrumentation depends on besides the module."""

    entry: str = "main"
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"})
    #: functions without a body that may write through their pointer arguments
    writing_externals: frozenset[str] = frozenset()
    pointer_bits: int = 64
    #: what the user's own modules define: it wins over what we build in
    users: frozenset[str] = frozenset()
    #: what pointer parameters of the entry are
    entry_pointers: Meanings = Meanings()
    #: bytes of what pointers lead to that these functions give
    outside_pointers: int = 0
    pointers_given: frozenset[str] = frozenset()
    #: globals that functions without a body write: in memory, and as variables of the analysis
    outside_objects: frozenset[str] = frozenset()
    outside_variables: frozenset[str] = frozenset()
    #: functions that they may call back, in the order of the numbers by which a test names them
    hooks: tuple[str, ...] = ()
    #: tell which way each branch goes
    branches: bool = False
    #: tell of lines, and of the values of variables
    steps: bool = False
    #: places at which a run stops if its request says so
    targets: Targets = field(default_factory=Targets)


def instrument(module: Module, wishes: Wishes) -> Instrumented:
    """Raises ``Refused`` with the reason when something in the reachable part is not run natively."""
    for name in (*module.functions, *module.globals, *module.aliases, *module.declarations):
        if module.plain(name).startswith("antumbra.h."):
            raise Refused("the program defines a name of the replay harness")
    _replace_definitions(module, wishes)
    entry = next((name for name in module.functions if module.plain(name) == wishes.entry), None)
    if entry is None:
        raise Refused(f"entry function {wishes.entry} has no definition")
    kept = _reachable(module, entry, {*wishes.outside_objects, *wishes.outside_variables, *wishes.hooks})
    sites = Sites()
    callables = frozenset((*module.functions, *module.declarations, *module.aliases))
    context = Context(
        module,
        sites,
        callables,
        wishes.writing_externals,
        wishes.pointer_bits,
        wishes.targets,
        wishes.branches,
        Numbers() if wishes.steps else None,
    )
    lines = [module.layout, *module.types, *_hook_declarations(context)]
    table: list[str] = []
    tags: dict[str, int] = {}
    for name, line in module.globals.items():
        if name in kept and not name.startswith("@llvm."):
            lines.append(_global(line, name, context, table, tags, _known_outside(module.plain(name), wishes)))
    for name, line in module.aliases.items():
        if name in kept:
            lines.append(_alias(line, module))
    functions: list[str] = []
    for name, line in module.declarations.items():
        if name in kept:
            lines.extend(_declaration(line, name, context, wishes, functions, tags))
    for name, function in module.functions.items():
        if name in kept:
            functions.append(name)
            lines.extend(Instrumenter(function, context).run())
    if context.steps is not None:
        lines.extend(_place_globals(module, kept, context.word, context.steps))
    lines.extend(_world(module, context, wishes, tags))
    lines.extend(_run(module.functions[entry].header, entry, context, wishes))
    lines.extend(_tables(table, functions, context))
    lines.extend(re.sub(r"\{.*\}", "{ nounwind }", group) for group in module.attribute_groups)
    told = context.steps.told if context.steps is not None else []
    return Instrumented(module.strings.unmask("\n".join(lines)) + "\n", sites, tags, told)


def _place_globals(module: Module, kept: Collection[str], word: str, numbers: Numbers) -> list[str]:
    """Tells where global variables lie, and what they hold before the program begins."""
    lines = ["define void @antumbra.h.place_globals() {"]
    for name, line in module.globals.items():
        number = global_of(line)
        kind, fields = module.metadata.get(f"!{number}", ("", {}))
        if name in kept and kind == "DIGlobalVariableExpression" and "var" in fields and " extern_weak " not in line:
            size = _bytes_of(without_attachments(line), word)
            lines.append(f"  call void @antumbra.h.place(i32 {numbers.number(int(fields['var'][1:]))}, ptr {name})")
            lines.append(f"  call void @antumbra.h.wrote(ptr {name}, {word} {size})" if size else "")
    return [*lines, "  ret void", "}", *DECLARATIONS, f"declare void @antumbra.h.wrote(ptr, {word})"]


def _bytes_of(line: str, word: str) -> str:
    """The size of a global's type, as a constant."""
    match = re.search(r"\b(?:global|constant) ", line)
    if match is None or " external " in line:
        return ""
    kind = line[match.end() : take_type(line, match.end())]
    return f"ptrtoint (ptr getelementptr ({kind}, ptr null, i32 1) to {word})"


def _replace_definitions(module: Module, wishes: Wishes) -> None:
    """Functions that have a meaning of their own lose their body."""
    for name in list(module.functions):
        plain = module.plain(name)
        meant = plain in _INTERCEPTED or plain in wishes.error_functions or plain.startswith(UNKNOWN)
        built_in = plain in _BUILT_IN or plain in ASSERTION_FAILS or plain.startswith("__ubsan_handle_")
        if plain == wishes.entry or not (meant or (built_in and plain not in wishes.users)):
            continue
        header = without_attachments(module.functions.pop(name).header)
        start = header.index(name)
        end = take_balanced(header, start + len(name))
        before = re.sub(
            r"\b(?:internal|private|weak|weak_odr|linkonce|linkonce_odr|available_externally) ", "", header[7:start]
        )
        module.declarations[name] = f"declare {before}{header[start:end]}"


def _reachable(module: Module, entry: str, known: Collection[str]) -> set[str]:
    """What the entry needs, and what other code is ``known`` to use."""
    work = [entry, *(name for name in module.globals if name in ("@llvm.global_ctors", "@llvm.global_dtors"))]
    work += [name for what in ("begin", "argc", "argv", "envp") if (name := f"@{OURS}{what}") in module.functions]
    if known:
        work += [name for name in (*module.globals, *module.functions) if module.plain(name) in known]
    kept = set(work)
    while work:
        name = work.pop()
        function = module.functions.get(name)
        if function is not None:
            texts = [function.header, *function.body]
        else:
            texts = [module.globals.get(name, "") or module.aliases.get(name, "")]
        for text in texts:
            for used in names_used(text):
                if used not in kept:
                    kept.add(used)
                    work.append(used)
    return kept


def _hook_declarations(context: Context) -> list[str]:
    word = context.word
    return [
        "@antumbra.h.site = external global i32",
        "declare void @antumbra.h.enter()",
        "declare void @antumbra.h.leave()",
        f"declare ptr @antumbra.h.alloca({word}, {word}, i32)",
        f"declare ptr @antumbra.h.byval(ptr, {word}, {word})",
        "declare void @antumbra.h.begin_life(ptr)",
        "declare void @antumbra.h.end_life(ptr)",
        "declare ptr @antumbra.h.stack_mark()",
        "declare void @antumbra.h.stack_restore(ptr)",
        f"declare void @antumbra.h.load(ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.store(ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.copy(ptr, ptr, ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.apart(ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.fill(ptr, ptr, i32, {word}, i32)",
        "declare void @antumbra.h.havoc(ptr)",
        "declare void @antumbra.h.outside()",
        "declare void @antumbra.h.va_start(ptr)",
        "declare void @antumbra.h.divisor(i32, i32, i32)",
        "declare void @antumbra.h.error(i32, i32)",
        "declare void @antumbra.h.undefined(i32, i32)",
        "declare void @antumbra.h.callee(ptr, i32)",
        "declare void @antumbra.h.branch(i64)",
        "declare void @antumbra.h.target(i32, i32)",
        f"declare void @antumbra.h.input(ptr, {word}, i32, i32)",
        f"declare ptr @antumbra.h.entry_object({word})",
        f"declare ptr @antumbra.h.entry_pointer({word}, {word}, i32, {word})",
        f"declare ptr @antumbra.h.given_pointer({word})",
        f"declare void @antumbra.h.make_symbolic(ptr, {word})",
        "declare ptr @antumbra.h.arguments(i32)",
    ]


# ---------------------------------------------------------------- globals


def _tag(tags: dict[str, int], name: str) -> int:
    return tags.setdefault(name, len(tags) + 1)


def _known_outside(name: str, wishes: Wishes) -> int:
    return 4 if name in wishes.outside_objects else 8 if name in wishes.outside_variables else 0


def _global(line: str, name: str, context: Context, table: list[str], tags: dict[str, int], known: int) -> str:
    match = re.match(r"(.*? = )(.*?)\b(global|constant) ", without_attachments(line))
    if match is None:
        raise Refused(f"global not understood: {line[:80]}")
    linkage_words = match.group(2)
    if "addrspace" in linkage_words:
        raise Refused("address spaces are not run natively")
    rest = without_attachments(line)[match.end() :]
    end = take_type(rest)
    kind = rest[:end]
    if re.search(r"\bextern_weak\b", linkage_words):
        return f"{name} = extern_weak global {kind}"
    external = bool(re.search(r"\bexternal\b", linkage_words))
    if external and re.fullmatch(r"\[0 x .*\]", kind):
        kind = f"[{_UNSIZED} x i8]"
    start = end if external else take_operand(rest, end)
    value = "zeroinitializer" if external else rest[end:start].strip()
    align = re.search(r"\balign ([0-9]+)", rest[start:])
    alignment = max(16, int(align.group(1)) if align else 16)
    flags = (1 if match.group(3) == "constant" else 0) | (2 if external else 0) | known
    word = context.word
    size = f"ptrtoint (ptr getelementptr ({kind}, ptr null, i32 1) to {word})"
    tag = _tag(tags, context.module.plain(name))
    table.append(f"{_entry_type(context)} {{ ptr {name}, {word} {size}, {word} {flags}, {word} {tag} }}")
    linkage = "internal " if re.search(r"\b(?:private|internal)\b", linkage_words) else ""
    # never a section of its own, never read-only memory: the harness is what protects constants
    padded = f"{{ {kind}, [{_GAP} x i8] }}"
    return f"{name} = {linkage}global {padded} {{ {kind} {value}, [{_GAP} x i8] zeroinitializer }}, align {alignment}"


def _alias(line: str, module: Module) -> str:
    match = re.search(r", ptr (@\S+)$", without_attachments(line))
    if match is None or (match.group(1) not in module.functions and match.group(1) not in module.globals):
        raise Refused("alias of a computed address is not run natively")
    return without_attachments(line)


def _entry_type(context: Context) -> str:
    return f"{{ ptr, {context.word}, {context.word}, {context.word} }}"


def _tables(table: list[str], functions: list[str], context: Context) -> list[str]:
    entry = _entry_type(context)
    pointers = ", ".join(f"ptr {name}" for name in functions)
    return [
        f"@antumbra.h.globals = constant [{len(table)} x {entry}] [{', '.join(table)}]",
        f"@antumbra.h.global_count = constant i32 {len(table)}",
        f"@antumbra.h.functions = constant [{len(functions)} x ptr] [{pointers}]",
        f"@antumbra.h.function_count = constant i32 {len(functions)}",
    ]


# ---------------------------------------------------------------- functions without a body


def _declaration(
    line: str, name: str, context: Context, wishes: Wishes, functions: list[str], tags: dict[str, int]
) -> list[str]:
    text = without_attachments(line).replace("declare  ", "declare ")
    plain = context.module.plain(name)
    if plain.startswith("llvm."):
        return [text]
    if re.match(r"declare [^@]*\bextern_weak ", text):
        return [text]  # its address is null
    functions.append(name)
    if plain in HARNESS_FUNCTIONS:
        return [text]
    start = text.index(name) + len(name)
    end = take_balanced(text, start)
    result = strip_prefix(text)
    kind = result[: take_type(result)]
    before = re.sub(r"\b(?:dllimport|external|dso_local) ", "", text[len("declare ") : text.index(name)])
    lines = [f"define weak {before}{text[text.index(name) : end]} {{"]
    ending = _ending(plain, text[end:], context, wishes)
    parameters = [split_argument(part) for part in split_operands(text[start + 1 : end - 1]) if part != "..."]
    if plain in wishes.writing_externals and may_write(context.module.attribute_words(text[end:])):
        for index, (of, attributes, given) in enumerate(parameters):
            if of == "ptr" and "byval(" not in attributes:
                lines.append(f"  call void @antumbra.h.havoc(ptr {given or f'%{index}'})")
        lines.append("  call void @antumbra.world()")
    if plain in ASSERTION_FAILS and not (parameters and parameters[0][0] == "ptr"):
        lines.extend(_checked_condition(plain, parameters, ending))
    elif ending:
        lines.append(f"  call void @antumbra.h.error(i32 {ending}, i32 0)")
    if kind == "void":
        if plain == NONDET_MEMORY and [part[0] for part in parameters] == ["ptr", context.word]:
            address, size = (part[2] or f"%{index}" for index, part in enumerate(parameters))
            lines.append(f"  call void @antumbra.h.make_symbolic(ptr {address}, {context.word} {size})")
        lines.append("  ret void")
    elif plain in NOTHING:
        lines.append(f"  ret {kind} zeroinitializer")
    else:
        source = _FROM_INPUT if is_input(plain) and not parameters else _FROM_EXTERNAL
        source = _FROM_UNINITIALISED if plain.startswith(UNKNOWN) else source
        tag = _tag(tags, plain) if source == _FROM_EXTERNAL else 0
        if kind == "ptr" and plain in wishes.pointers_given:
            size = f"{context.word} {wishes.outside_pointers}"
            value, taken = "%antumbra.given", [f"  %antumbra.given = call ptr @antumbra.h.given_pointer({size})"]
        else:
            value, taken = _take(kind, source, context, 0, tag)
        lines.extend([*taken, f"  ret {kind} {value}"])
    return [*lines, "}"]


def _checked_condition(plain: str, parameters: list[tuple[str, str, str]], ending: int) -> list[str]:
    """An assertion handler that the program declares with a condition: it ends the run if that is zero."""
    if len(parameters) != 1 or not re.fullmatch(r"i[0-9]+", parameters[0][0]):
        raise Refused(f"a call of {plain} without its prototype is not run natively")
    kind, _, name = parameters[0]
    return [
        f"  %antumbra.holds = icmp ne {kind} {name or '%0'}, 0",
        "  br i1 %antumbra.holds, label %antumbra.on, label %antumbra.failed",
        "antumbra.failed:",
        f"  call void @antumbra.h.error(i32 {ending}, i32 0)",
        "  br label %antumbra.on",
        "antumbra.on:",
    ]


def _ending(plain: str, tail: str, context: Context, wishes: Wishes) -> int:
    """How a call of the function ends the run (a number of harness.h), 0 if it does not."""
    if plain in wishes.error_functions:
        return 6
    if plain in ASSERTION_FAILS:
        return 7
    if plain.startswith("__ubsan_handle_"):
        return 16
    return 3 if re.search(r"\bnoreturn\b", context.module.attribute_words(tail)) else 0


def _take(kind: str, source: int, context: Context, number: int, tag: int = 0) -> tuple[str, list[str]]:
    """IR that takes a value of the type from the test: one a scalar. The room for it is on the native stack."""
    room, value = f"%antumbra.room.{number}", f"%antumbra.value.{number}"
    integer = re.fullmatch(r"i([0-9]+)", kind)
    held = f"i{(int(integer.group(1)) + 7) // 8 * 8}" if integer else kind
    word = context.word
    lines = [f"  {room} = alloca {held}, align 16"]
    leaves = split_operands(kind[1:-1].strip()) if kind.startswith("{") else []
    for index, leaf in enumerate(leaves):
        at = f"%antumbra.leaf.{number}.{index}"
        lines.append(f"  {at} = getelementptr {kind}, ptr {room}, i32 0, i32 {index}")
        lines.append(
            f"  call void @antumbra.h.input(ptr {at}, {word} {size_of(leaf, context)}, i32 {source}, i32 {tag})"
        )
    if not leaves:
        size = size_of(held, context)
        lines.append(f"  call void @antumbra.h.input(ptr {room}, {word} {size}, i32 {source}, i32 {tag})")
    lines.append(f"  {value} = load {held}, ptr {room}, align 16")
    if held != kind:
        narrow = f"%antumbra.narrow.{number}"
        lines.append(f"  {narrow} = trunc {held} {value} to {kind}")
        value = narrow
    return value, lines


def _world(module: Module, context: Context, wishes: Wishes, tags: dict[str, int]) -> list[str]:
    """What happens while a function without a body runs: memory changes, and functions are called back."""
    lines = ["define internal void @antumbra.world() {", "  br label %loop", "loop:"]
    lines.append("  call void @antumbra.h.outside()")
    if wishes.hooks:
        choice, taken = _take("i32", _FROM_EXTERNAL, context, 0, _tag(tags, CALLS_BACK))
        cases = " ".join(f"i32 {number}, label %call{number}" for number in range(1, len(wishes.hooks) + 1))
        lines += [*taken, f"  switch i32 {choice}, label %done [ {cases} ]"]
    else:
        lines.append("  br label %done")
    values = 1
    for number, hook in enumerate(wishes.hooks, 1):
        lines.append(f"call{number}:")
        name = next((n for n in (*module.functions, *module.declarations) if module.plain(n) == hook), None)
        if name is not None:
            header = module.functions[name].header if name in module.functions else module.declarations[name]
            kind, parameters = _signature(header, name)
            arguments: list[str] = []
            for of, _, _ in parameters:
                value, taken = _take(of, _FROM_EXTERNAL, context, values, _tag(tags, argument_of(hook)))
                values += 1
                lines += taken
                arguments.append(f"{of} {value}")
            lines.append(f"  call {kind} {name}({', '.join(arguments)})")
        lines.extend(_unless_jumping(module, number))
    return [*lines, "done:", "  ret void", "}"]


def _unless_jumping(module: Module, number: int) -> list[str]:
    """Go on, unless a longjmp has left the function that was called back."""
    if f"@{JUMPING}" not in module.globals:
        return ["  br label %loop"]
    return [
        f"  %jumping{number} = load i32, ptr @{JUMPING}",
        f"  %jumps{number} = icmp ne i32 %jumping{number}, 0",
        f"  br i1 %jumps{number}, label %done, label %loop",
    ]


def _signature(header: str, name: str) -> tuple[str, list[tuple[str, str, str]]]:
    """The result's type, and each parameter as its type, attributes and name; variadic ones count as no parameter."""
    text = without_attachments(header)
    start = text.index(name) + len(name)
    parameters = split_operands(text[start + 1 : take_balanced(text, start) - 1])
    result = strip_prefix(text)
    return result[: take_type(result)], [split_argument(part) for part in parameters if part != "..."]


def _structors(module: Module, table: str) -> list[str]:
    """What runs before the entry function or after it (``global_ctors``, ``global_dtors``), in its order."""
    found = re.findall(r"\{ i32 ([0-9]+), ptr (@\S+), ptr [^}]*\}", module.globals.get(f"@llvm.{table}", ""))
    return [name for _, name in sorted(found, key=lambda item: int(item[0]))]


def _run(header: str, entry: str, context: Context, wishes: Wishes) -> list[str]:
    """The function the harness starts: constructors, the entry function, destructors.

    ``main`` gets one argument, its name; another entry's parameters are inputs, an object each behind pointers.
    """
    text = without_attachments(header)
    start = text.index(entry) + len(entry)
    parameters = split_operands(text[start + 1 : take_balanced(text, start) - 1])
    result = strip_prefix(text)
    kind = result[: take_type(result)]
    lines = ["define i32 @antumbra.h.run() {"]
    if f"@{OURS}begin" in context.module.functions:
        lines.append(f"  call void @{OURS}begin()")
    lines.extend(f"  call void {name}()" for name in _structors(context.module, "global_ctors"))
    arguments: list[str] = []
    pointers: list[Meaning] = []
    for index, parameter in enumerate(parameters):
        if parameter == "...":
            continue
        of, attributes, name = split_argument(parameter)
        if context.module.plain(entry) == "main":
            value, taken = _main_argument(of, index, given=f"@{OURS}begin" in context.module.functions)
        elif of == "ptr":
            value = f"%antumbra.object.{index}"
            by_value = re.search(r"byval\((.*?)\)(?: |$)", attributes)
            if by_value:
                size = size_of(by_value.group(1), context)
                taken = [f"  {value} = call ptr @antumbra.h.entry_object({context.word} {size})"]
            else:
                meaning = wishes.entry_pointers.of(index + 1, context.module.plain(name))
                taken = [f"  {value} = {_entry_pointer(meaning, pointers, context.word)}"]
                pointers.append(meaning)
        else:
            value, taken = _take(of, _FROM_INPUT, context, index)
        lines.extend(taken)
        keep = " ".join(re.findall(r"zeroext|signext|inreg|byval\(.*?\)(?= |$)|align [0-9]+", attributes))
        arguments.append(f"{of} {keep + ' ' if keep else ''}{value}")
    call = f"call {kind} {entry}({', '.join(arguments)})"
    lines.append(f"  %antumbra.result = {call}" if kind != "void" else f"  {call}")
    lines.extend(f"  call void {name}()" for name in _structors(context.module, "global_dtors"))
    lines.extend(["  ret i32 %antumbra.result" if kind == "i32" else "  ret i32 0", "}"])
    return lines


def _entry_pointer(meaning: Meaning, earlier: list[Meaning], word: str) -> str:
    if len(earlier) >= MOST_POINTERS:
        raise Refused(f"more than {MOST_POINTERS} pointer parameters are not run natively")
    equal = sum(1 << number for number, other in enumerate(earlier) if may_be_equal(meaning, other))
    null = ("never", "maybe", "always").index(meaning.null)
    return (
        f"call ptr @antumbra.h.entry_pointer({word} {meaning.least}, {word} {meaning.most}, i32 {null}, {word} {equal})"
    )


def _main_argument(kind: str, index: int, *, given: bool) -> tuple[str, list[str]]:
    value = f"%antumbra.argument.{index}"
    if given and index < 3 and kind == ("ptr" if index else "i32"):
        return value, [f"  {value} = call {kind} @{OURS}{('argc', 'argv', 'envp')[index]}()"]
    if kind == "ptr":
        return value, [f"  {value} = call ptr @antumbra.h.arguments(i32 {index})"]
    return ("1", []) if index == 0 and kind.startswith("i") else ("zeroinitializer", [])
