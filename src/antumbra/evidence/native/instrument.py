"""Turn the analysed module into one that runs under the harness: see ``functions`` for the code.

Here: what is reachable from the entry is kept, globals get a gap behind them and a line in the harness's
table, functions without a body become stubs that take their result from the test, and ``antumbra.h.run``
calls the entry function with arguments from the test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from antumbra.evidence.native.functions import Context, Instrumenter, Sites, size_of
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
)

#: C functions that the harness defines (weakly: a definition in the program wins)
HARNESS_FUNCTIONS = frozenset(
    "malloc calloc free abort exit _exit _Exit __assert_fail __assert __stack_chk_fail __VERIFIER_assume "
    "__VERIFIER_atomic_begin __VERIFIER_atomic_end klee_make_symbolic klee_assume klee_int klee_range klee_choose "
    "klee_assert_fail klee_abort klee_silent_exit klee_report_error klee_warning klee_warning_once klee_prefer_cex "
    "klee_posix_prefer_cex klee_print_expr klee_print_range klee_stack_trace klee_mark_global klee_set_forking "
    "klee_open_merge klee_close_merge klee_is_replay klee_is_symbolic klee_get_obj_size klee_check_memory_access "
    "klee_get_valuef klee_get_valued klee_get_valuel klee_get_valuell klee_get_value_i32 klee_get_value_i64 "
    "__antumbra_object_size __antumbra_object_base __antumbra_check_access".split()
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

_GAP = 256
_FROM_INPUT, _FROM_UNINITIALISED, _FROM_EXTERNAL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Instrumented:
    text: str
    sites: Sites


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the instrumentation depends on besides the module."""

    entry: str = "main"
    error_functions: frozenset[str] = frozenset({"reach_error", "__VERIFIER_error"})
    #: functions without a body that may write through their pointer arguments
    writing_externals: frozenset[str] = frozenset()
    pointer_bits: int = 64


def instrument(module: Module, wishes: Wishes) -> Instrumented:
    """Raises ``Refused`` with the reason when something in the reachable part is not run natively."""
    for name in (*module.functions, *module.globals, *module.aliases, *module.declarations):
        if module.plain(name).startswith("antumbra.h."):
            raise Refused("the program defines a name of the replay harness")
    entry = next((name for name in module.functions if module.plain(name) == wishes.entry), None)
    if entry is None:
        raise Refused(f"entry function {wishes.entry} has no definition")
    kept = _reachable(module, entry)
    sites = Sites()
    callables = frozenset((*module.functions, *module.declarations, *module.aliases))
    context = Context(module, sites, callables, wishes.error_functions, wishes.pointer_bits)
    lines = [module.layout, *module.types, *_hook_declarations(context)]
    table: list[str] = []
    for name, line in module.globals.items():
        if name in kept:
            lines.append(_global(line, name, context, table))
    for name, line in module.aliases.items():
        if name in kept:
            lines.append(_alias(line, module))
    functions: list[str] = []
    for name, line in module.declarations.items():
        if name in kept:
            lines.extend(_declaration(line, name, context, wishes, functions))
    for name, function in module.functions.items():
        if name in kept:
            functions.append(name)
            lines.extend(Instrumenter(function, context).run())
    lines.extend(_run(module.functions[entry].header, entry, context))
    lines.extend(_tables(table, functions, context))
    for group in module.attribute_groups:
        lines.append(re.sub(r"\{.*\}", "{ nounwind }", group))
    return Instrumented(module.strings.unmask("\n".join(lines)) + "\n", sites)


def _reachable(module: Module, entry: str) -> set[str]:
    work = [entry, *(name for name in module.globals if name == "@llvm.global_ctors")]
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
        f"declare void @antumbra.h.load(ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.store(ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.copy(ptr, ptr, ptr, ptr, {word}, i32)",
        f"declare void @antumbra.h.fill(ptr, ptr, i32, {word}, i32)",
        "declare void @antumbra.h.havoc(ptr)",
        "declare void @antumbra.h.va_start(ptr)",
        "declare void @antumbra.h.divisor(i32, i32)",
        "declare void @antumbra.h.error(i32, i32)",
        "declare void @antumbra.h.callee(ptr, i32)",
        f"declare void @antumbra.h.input(ptr, {word}, i32)",
    ]


# ---------------------------------------------------------------- globals


def _global(line: str, name: str, context: Context, table: list[str]) -> str:
    match = re.match(r"(.*? = )(.*?)\b(global|constant) ", without_attachments(line))
    if match is None:
        raise Refused(f"global not understood: {line[:80]}")
    if name.startswith("@llvm."):
        return without_attachments(line)
    words = match.group(2)
    if "addrspace" in words:
        raise Refused("address spaces are not run natively")
    rest = without_attachments(line)[match.end() :]
    end = take_type(rest)
    kind = rest[:end]
    external = bool(re.search(r"\b(?:external|extern_weak)\b", words))
    start = end if external else take_operand(rest, end)
    value = "zeroinitializer" if external else rest[end:start].strip()
    align = re.search(r"\balign ([0-9]+)", rest[start:])
    alignment = max(16, int(align.group(1)) if align else 16)
    flags = (1 if match.group(3) == "constant" else 0) | (2 if external else 0)
    word = context.word
    size = f"ptrtoint (ptr getelementptr ({kind}, ptr null, i32 1) to {word})"
    table.append(f"{{ ptr, {word}, {word} }} {{ ptr {name}, {word} {size}, {word} {flags} }}")
    linkage = "internal " if re.search(r"\b(?:private|internal)\b", words) else ""
    # never a section of its own, never read-only memory: the harness is what protects constants
    padded = f"{{ {kind}, [{_GAP} x i8] }}"
    return f"{name} = {linkage}global {padded} {{ {kind} {value}, [{_GAP} x i8] zeroinitializer }}, align {alignment}"


def _alias(line: str, module: Module) -> str:
    match = re.search(r", ptr (@\S+)$", without_attachments(line))
    if match is None or match.group(1) not in module.functions and match.group(1) not in module.globals:
        raise Refused("alias of a computed address is not run natively")
    return without_attachments(line)


def _tables(table: list[str], functions: list[str], context: Context) -> list[str]:
    entry = f"{{ ptr, {context.word}, {context.word} }}"
    pointers = ", ".join(f"ptr {name}" for name in functions)
    return [
        f"@antumbra.h.globals = constant [{len(table)} x {entry}] [{', '.join(table)}]",
        f"@antumbra.h.global_count = constant i32 {len(table)}",
        f"@antumbra.h.functions = constant [{len(functions)} x ptr] [{pointers}]",
        f"@antumbra.h.function_count = constant i32 {len(functions)}",
    ]


# ---------------------------------------------------------------- functions without a body


def _declaration(line: str, name: str, context: Context, wishes: Wishes, functions: list[str]) -> list[str]:
    text = without_attachments(line)
    text = text.replace("declare  ", "declare ")
    plain = context.module.plain(name)
    if plain.startswith("llvm."):
        return [text]
    functions.append(name)
    if plain in HARNESS_FUNCTIONS:
        return [text]
    start = text.index(name) + len(name)
    end = take_balanced(text, start)
    result = strip_prefix(text)
    kind = result[: take_type(result)]
    attributes = text[len("declare ") : text.index(name)]
    attributes = re.sub(r"\b(?:extern_weak|dllimport|external) ", "", attributes)
    lines = [f"define weak {attributes}{text[text.index(name) : end]} {{"]
    if plain in wishes.error_functions:
        lines.append("  call void @antumbra.h.error(i32 6, i32 0)")
    source = _FROM_EXTERNAL
    if plain.startswith("__VERIFIER_nondet_"):
        source = _FROM_INPUT
    elif plain.startswith("__antumbra_unknown"):
        source = _FROM_UNINITIALISED
    elif plain in wishes.writing_externals:
        for index, parameter in enumerate(split_operands(text[start + 1 : end - 1])):
            if parameter.startswith("ptr"):
                lines.append(f"  call void @antumbra.h.havoc(ptr {split_argument(parameter)[2] or f'%{index}'})")
    if kind == "void":
        lines.append("  ret void")
    else:
        value, taken = _take(kind, source, context, 0)
        lines.extend([*taken, f"  ret {kind} {value}"])
    return [*lines, "}"]


def _take(kind: str, source: int, context: Context, number: int) -> tuple[str, list[str]]:
    """IR that takes a value of the type from the test. The room for it is on the native stack."""
    integer = re.fullmatch(r"i([0-9]+)", kind)
    held = kind
    if integer:
        held = f"i{(int(integer.group(1)) + 7) // 8 * 8}"
    room, value = f"%antumbra.room.{number}", f"%antumbra.value.{number}"
    lines = [
        f"  {room} = alloca {held}, align 16",
        f"  call void @antumbra.h.input(ptr {room}, {context.word} {size_of(held, context)}, i32 {source})",
        f"  {value} = load {held}, ptr {room}, align 16",
    ]
    if held != kind:
        narrow = f"%antumbra.narrow.{number}"
        lines.append(f"  {narrow} = trunc {held} {value} to {kind}")
        value = narrow
    return value, lines


def _run(header: str, entry: str, context: Context) -> list[str]:
    """The function the harness starts. ``main``'s parameters are fixed; another entry's are inputs."""
    text = without_attachments(header)
    start = text.index(entry) + len(entry)
    parameters = split_operands(text[start + 1 : take_balanced(text, start) - 1])
    result = strip_prefix(text)
    kind = result[: take_type(result)]
    is_main = context.module.plain(entry) == "main"
    lines = ["define i32 @antumbra.h.run() {"]
    arguments: list[str] = []
    for index, parameter in enumerate(parameters):
        if parameter == "...":
            continue
        of, attributes, _ = split_argument(parameter)
        if "byval(" in attributes:
            raise Refused("an entry function with a structure parameter is not run natively")
        if is_main:
            value = {"i32": "0"}.get(of, "zeroinitializer" if of != "ptr" else "null")
        else:
            value, taken = _take(of, _FROM_INPUT, context, index)
            lines.extend(taken)
        keep = " ".join(word for word in attributes.split() if word in ("zeroext", "signext", "inreg"))
        arguments.append(f"{of} {keep + ' ' if keep else ''}{value}")
    call = f"call {kind} {entry}({', '.join(arguments)})"
    if kind == "i32":
        lines.extend([f"  %antumbra.result = {call}", "  ret i32 %antumbra.result", "}"])
    else:
        lines.extend([f"  {call}", "  ret i32 0", "}"])
    return lines
