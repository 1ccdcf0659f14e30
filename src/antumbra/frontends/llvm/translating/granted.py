"""What a translated program takes for granted: the rows of the table of assumptions that apply to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from antumbra.frontends.llvm.library.names import OURS
from antumbra.frontends.llvm.options import TranslateOptions
from antumbra.frontends.llvm.preparing.linkage import Symbol
from antumbra.frontends.llvm.reading.instructions import (
    Alloca,
    AtomicUpdate,
    Body,
    CallInstruction,
    CompareExchange,
    LoadInstruction,
    Nothing,
    Operation,
    Plain,
    StoreInstruction,
)
from antumbra.frontends.llvm.reading.layout import UnsupportedError
from antumbra.frontends.llvm.reading.lexer import words
from antumbra.frontends.llvm.reading.module import Global
from antumbra.frontends.llvm.reading.types import FloatType, IntType, PointerType, Type, VectorType
from antumbra.frontends.llvm.reading.values import GlobalAddress, IntConstant, Opaque, Value
from antumbra.frontends.llvm.translating.assembly import is_barrier
from antumbra.frontends.llvm.translating.assumptions import ASSUMPTIONS
from antumbra.frontends.llvm.translating.builder import Context
from antumbra.frontends.llvm.translating.reach import Reachable
from antumbra.program.assumptions import Assumption, assume, unseen
from antumbra.program.contracts import is_contract
from antumbra.program.graphs.algorithms import strongly_connected_components
from antumbra.program.model import Alloc, Procedure, Region
from antumbra.program.pointers import Meaning, may_be_equal
from antumbra.records import dataclass, field

_SIGNALS: Final = words("signal sigaction alarm sleep usleep nanosleep")
_MUTEXES: Final = words(
    "pthread_mutex_lock pthread_mutex_trylock __VERIFIER_atomic_begin pthread_once pthread_rwlock_rdlock "
    "pthread_rwlock_wrlock pthread_spin_lock pthread_cond_signal pthread_cond_broadcast"
)
#: only the sign, or whether it is zero, is specified of what they return
_LOOSE: Final = words(
    "memcmp bcmp strcmp strncmp strcoll strcasecmp strncasecmp wcscmp wcsncmp wmemcmp isalnum isalpha isascii isblank "
    "iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit "
    "iswalnum iswalpha iswblank iswcntrl iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit iswdigit"
)
#: what <math.h> has and C does not define exactly, for each type
_MATHEMATICS: Final = frozenset(
    f"{name}{type_}"
    for name in words(
        "sin cos tan asin acos atan atan2 exp exp2 exp10 expm1 log log2 log10 log1p sinh cosh tanh asinh acosh atanh "
        "pow cbrt hypot erf erfc tgamma"
    )
    for type_ in ("", "f")
)
#: functions of ours that stand for the library's
_MEANT: Final[Mapping[str, str]] = {
    "antumbra.jump_save": "setjmp",
    "antumbra.jump_save_masked": "sigsetjmp",
    "antumbra.jump": "longjmp",
    "antumbra.jump_masked": "siglongjmp",
}
_ZONED: Final = words("localtime localtime_r mktime ctime ctime_r strftime tzset")
_ENVIRONMENT: Final = words("getenv secure_getenv")
_WEAK: Final = words("extern_weak weak linkonce")
_INTEGER: Final = words("add sub mul shl")
_DIVISIONS: Final = words("sdiv srem")
_FLOAT: Final = words("fadd fsub fmul fdiv frem fneg")
#: words of LLVM's text, outside of names, that say of a value what we neither need nor check
_PROMISES: Final = re.compile(
    r"""getelementptr (?:inbounds |nusw )*?(inbounds|nusw|nuw)\b"""
    r"""|(?<![-\w%@.$"])!?(nonnull|dereferenceable|dereferenceable_or_null|range|noalias|captures|nofpclass|undef)\b"""
    r"""|(?<![-\w%@.$"!])(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\b"""
    r"""|@llvm\.(assume)\(.*\) \["""
)
#: bytes of local objects in all functions together that are taken for few
_LARGE: Final = 1 << 20


@dataclass(slots=True)
class _Facts:
    """What instructions say of a program."""

    #: function → functions it may call
    calls: dict[Symbol, dict[Symbol, None]] = field(default_factory=dict[Symbol, dict[Symbol, None]])
    #: what the user's functions call, or use the address of: functions of the library, and functions without a body
    library: dict[str, None] = field(default_factory=dict[str, None])
    declared: dict[str, None] = field(default_factory=dict[str, None])
    assumed: dict[str, None] = field(default_factory=dict[str, None])  #: places
    volatile: bool = False
    atomic: bool = False
    promises: dict[str, None] = field(default_factory=dict[str, None])  #: of the code, which are not checked
    integers: bool = False
    floats: bool = False
    dynamic: bool = False  #: local objects of variable size
    locals: int = 0  #: bytes of the others


class _Reader:
    def __init__(self, context: Context, reachable: Reachable) -> None:
        self.facts = _Facts()
        self._context = context
        self._indirect = dict.fromkeys(reachable.functions_with_address)

    def read(self, symbol: Symbol, body: Body) -> None:
        self.facts.calls[symbol] = {}
        if self._context.options.flags_promise and not symbol.in_library:
            text = symbol.module.function_text(symbol.name)
            self.facts.promises.update((found[found.lastindex or 0], None) for found in _PROMISES.finditer(text))
        for block in body.blocks.values():
            for instruction in block.instructions:
                self._instruction(symbol, instruction)

    def _instruction(self, symbol: Symbol, instruction: Plain) -> None:
        facts = self.facts
        users = not symbol.in_library and not is_contract(symbol.name)
        match instruction:
            case Operation(opcode=opcode, type=type_):
                if opcode in _DIVISIONS or opcode in _INTEGER:
                    facts.integers |= users and self._may_overflow(instruction)
                elif opcode in _FLOAT:
                    facts.floats |= users and isinstance(type_, FloatType | VectorType)
            case LoadInstruction():
                facts.volatile |= instruction.volatile
                facts.atomic |= instruction.atomic
            case StoreInstruction():
                facts.atomic |= instruction.atomic
            case AtomicUpdate() | CompareExchange() | Nothing():
                facts.atomic = True
            case Alloca(type=type_, count=count):
                self._local(type_, count)
            case CallInstruction():
                self._call(symbol, instruction)
            case _:
                pass

    def _may_overflow(self, operation: Operation) -> bool:
        """Our own compiler leaves out nsw where overflow wraps."""
        if operation.opcode in _DIVISIONS:
            return True
        if self._context.options.flags_promise:
            return "nsw" in operation.flags
        return isinstance(operation.type, IntType) and operation.type.width > 1

    def _local(self, type_: Type, count: Value | None) -> None:
        number = 1 if count is None else count.value if isinstance(count, IntConstant) else None
        try:
            size = self._context.layout.size(type_)
        except UnsupportedError:
            number, size = None, 0
        if number is None:
            self.facts.dynamic = True
        else:
            self.facts.locals += size * number

    def _call(self, symbol: Symbol, call: CallInstruction) -> None:
        facts = self.facts
        if isinstance(call.callee, Opaque):
            facts.atomic |= is_barrier(call)
        elif not isinstance(call.callee, GlobalAddress):
            facts.calls[symbol].update(self._indirect)
        elif not call.callee.name.startswith("llvm."):
            callee = self._context.linker.resolve(symbol.module, call.callee.name)
            facts.calls[symbol][callee] = None
            if not symbol.in_library and not is_contract(symbol.name):
                self.used(callee)
                if callee.name in ASSUMPTIONS:
                    place = symbol.module.debug.location(call.debug)
                    facts.assumed[f"line {place.line}" if place is not None else f"in {symbol.name}"] = None

    def used(self, symbol: Symbol) -> None:
        if symbol.in_library:
            if symbol.module.is_local(symbol.name):
                return
            if name := _MEANT.get(symbol.name, "" if symbol.name.startswith(OURS) else symbol.name):
                self.facts.library[name] = None
        elif not symbol.defined:
            self.facts.declared[symbol.name] = None


def granted(
    context: Context, entry: Symbol, reachable: Reachable, procedures: Mapping[str, Procedure]
) -> list[Assumption]:
    """What is taken for granted of the world around the program, and of what the program says of itself."""
    reader = _Reader(context, reachable)
    for symbol, body in reachable.bodies.items():
        reader.read(symbol, body)
    for symbol in reachable.functions_with_address:
        reader.used(symbol)
    facts = reader.facts
    heap = any(
        isinstance(command, Alloc) and command.region is Region.HEAP
        for procedure in procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )
    return [
        *_entry(context, entry, reachable),
        *_outside(context, facts, heap=heap, main=entry.name == "main"),
        *_symbols(context, reachable),
        *_machine(context, facts, heap=heap),
        *_library(facts),
        *_assumed(facts),
    ]


def _entry(context: Context, entry: Symbol, reachable: Reachable) -> Iterator[Assumption]:
    signature = entry.module.signature(entry.name)
    if entry.name == "main":
        yield from _surroundings(context.options, len(signature.parameters))
        return
    called = context.options.called or entry.name
    if context.options.required:
        yield assume("entry-requires", context.options.required)
    if context.options.unchecked:
        yield assume("entry-frame", context.options.unchecked, entry=called)
    names = {r: entry.module.debug.variable_name(n) for r, n in reachable.bodies[entry].variables.items()}
    pointers = [
        (shown := names.get(p.name) or p.name, context.options.entry_pointers.of(number, shown, p.name))
        for number, p in enumerate(signature.parameters, 1)
        if isinstance(p.type, PointerType) and p.by_value is None
    ]
    yield from _pointers(called, pointers)
    if any(_is_variable(symbol) for symbol in reachable.globals if not symbol.in_library):
        yield assume("entry-globals", entry=called)


def _surroundings(options: TranslateOptions, parameters: int) -> Iterator[Assumption]:
    """Of main: its arguments, variables and files."""
    given = options.environment
    if given.arguments and parameters:
        length = max(group.length for group in given.arguments)
        yield assume("argument-bounds", argc=given.argc_text, length=length)
    elif parameters:
        yield assume("arguments")
    if given.variables:
        yield assume("variable-bounds", [f"{v.name} ({v.length})" for v in given.variables])
    elif parameters > 2:
        yield assume("no-environment")
    if options.files_given:
        names = () if given.files is None else given.files.names
        size = 0 if given.files is None or not names else given.files.size
        yield assume("file-bounds", names or ("none",), size=size, stdin=given.stdin or 0)
        if not given.io_may_fail:
            yield assume("io")


def _pointers(entry: str, pointers: list[tuple[str, Meaning]]) -> Iterator[Assumption]:
    """What is supposed of pointer parameters, those together of which the same is."""
    if nulls := [name for name, meaning in pointers if meaning.null == "always"]:
        yield assume("entry-null", nulls, entry=entry)
    if valid := [name for name, meaning in pointers if meaning.null == "never" and not meaning.required]:
        yield assume("entry-not-null", valid, entry=entry)
    leading = [(name, meaning) for name, meaning in pointers if meaning.null != "always"]
    equal = [name for name, one in leading if any(may_be_equal(one, two) for other, two in leading if other != name)]
    if equal:
        yield assume("entry-overlap", equal, entry=entry)
    if len(leading) > 1 and any(not may_be_equal(one, two) for (_, one), (_, two) in combinations(leading, 2)):
        yield assume("entry-separate", [name for name, meaning in leading if not meaning.equal], entry=entry)
    for row, string in (("entry-size", False), ("entry-string", True)):
        sizes: dict[str, list[str]] = {}
        for name, meaning in leading:
            if meaning.string is string:
                sizes.setdefault(str(meaning.most - 1) if string else meaning.size, []).append(name)
        for size, names in sizes.items():
            yield assume(row, names, entry=entry, size=size)


def _is_variable(symbol: Symbol) -> bool:
    """Whether a global has a value that may differ from its initial one."""
    if not symbol.defined or not symbol.module.is_global(symbol.name):
        return False
    entity = symbol.module.global_entity(symbol.name)
    return isinstance(entity, Global) and not entity.constant


def _outside(context: Context, facts: _Facts, *, heap: bool, main: bool) -> Iterator[Assumption]:
    changing = [name for name, policy in context.externals.items() if policy == "havoc"]
    pure = [name for name, policy in context.externals.items() if policy == "pure"]
    if pure:
        yield assume("external-pure", pure)
    if changing:
        yield assume("external-by-name", changing)
        if heap:
            yield assume("external-frees", changing)
    if changing or pure:
        yield assume("external-correct", [*changing, *pure])
        if context.options.files_given or context.options.environment.variables:
            yield assume("external-environment", [*changing, *pure])
    if context.pointers_given:
        yield assume("outside-pointers", context.pointers_given, size=context.options.outside_pointers)
    if facts.floats and (changing or not main):
        yield assume("float-environment")


def _symbols(context: Context, reachable: Reachable) -> Iterator[Assumption]:
    declared = [s for s in (*reachable.globals, *reachable.functions_with_address) if not s.defined]
    used = (*reachable.bodies, *reachable.globals, *reachable.functions_with_address)
    weak = {s.name: None for s in used if not s.in_library and s.module.linkage(s.name) in _WEAK}
    if weak:
        yield assume("weak-absent", weak)
    unsized = [s.name for s in declared if _is_unsized(context, s)]
    if unsized:
        yield assume("unsized", unsized)


def _is_unsized(context: Context, symbol: Symbol) -> bool:
    if not symbol.module.is_global(symbol.name):
        return False
    entity = symbol.module.global_entity(symbol.name)
    return isinstance(entity, Global) and entity.linkage != "extern_weak" and not context.layout.size(entity.type)


def _machine(context: Context, facts: _Facts, *, heap: bool) -> Iterator[Assumption]:
    if heap and not context.options.malloc_may_fail:
        yield assume("heap")
    if facts.dynamic or facts.locals > _LARGE or _recursive(facts):
        yield assume("stack")
    if facts.volatile:
        yield assume("volatile")
    if facts.atomic or _MUTEXES & (facts.declared.keys() | facts.library.keys()):
        yield assume("threads")
    if facts.integers and context.options.overflow_wraps:
        yield assume("wrapping")
    if context.options.unseen:
        yield unseen(context.options.unseen)
    if facts.floats:
        yield assume("float-evaluation")
    if facts.promises:
        yield assume("promises", sorted(facts.promises))


def _recursive(facts: _Facts) -> bool:
    known = {symbol: [c for c in callees if c in facts.calls] for symbol, callees in facts.calls.items()}
    return any(
        len(group) > 1 or any(one in known[one] for one in group) for group in strongly_connected_components(known)
    )


def _library(facts: _Facts) -> Iterator[Assumption]:
    if facts.library:
        yield assume("library", facts.library)
    if _SIGNALS & facts.library.keys():
        yield assume("signals")
    if "setlocale" in facts.library:
        yield assume("locale")
    if zoned := [name for name in facts.library if name in _ZONED]:
        yield assume("timezone", zoned)
    if "qsort" in facts.library:
        yield assume("sorting")
    if loose := [name for name in facts.library if name in _LOOSE]:
        yield assume("glibc", loose)
    if inexact := [name for name in facts.library if name in _MATHEMATICS]:
        yield assume("mathematics", inexact)
    if _ENVIRONMENT & facts.library.keys():
        yield assume("environment")


def _assumed(facts: _Facts) -> Iterator[Assumption]:
    if facts.assumed:
        yield assume("assumed", facts.assumed)
