"""Instrument one function: a check before each access, a record of frames, objects in the harness's arena.

The rules, by instruction:

- ``alloca`` becomes an object of the arena, dead when the function leaves; in between, lifetime markers and
  ``stackrestore`` say whether it lives;
- loads, stores, atomics and the memory intrinsics call a hook first, with the access's pointer and the
  pointer it was computed from, so that leaving an object is seen wherever the address lands;
- division calls a hook with "the divisor is zero", shifts, conversions of floats to integers, lanes of
  vectors and bit counts one with "this is undefined"; calls note their site; calls through pointers are checked
  against the table of functions; ``ret`` ends the frame; ``unreachable`` reports itself;
- the first instruction of a target in a block calls a hook with the target's number (see ``targets``);
- inline assembly and whatever is not listed is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from antumbra.evidence.native.conversions import integer_bounds
from antumbra.evidence.native.irtext import (
    GLOBAL_NAME,
    LOCAL_NAME,
    Function,
    Module,
    Refused,
    split_argument,
    split_operands,
    strip_prefix,
    take_balanced,
    take_operand,
    take_type,
    without_attachments,
    words,
)
from antumbra.evidence.native.stepping import RECORD, Numbers, Stepping
from antumbra.evidence.native.targets import Targets, Watch
from antumbra.frontends.llvm.library.quiet import is_quiet
from antumbra.patterns import pattern
from antumbra.program.source import Location
from antumbra.records import dataclass, field

_INSTRUCTION = pattern(rf"  (?:({LOCAL_NAME}) = )?([a-z_0-9]+)(?: (.*))?$")
_CALLEE = pattern(rf"({GLOBAL_NAME}|{LOCAL_NAME}|null)\(")
_WORD = pattern(rf"{LOCAL_NAME}(?![-\w.$])")
_GEP_BASE = pattern(rf"ptr ({GLOBAL_NAME}|{LOCAL_NAME})")

#: instructions copied as they are
PLAIN = words(
    "br switch fneg add fadd sub fsub mul fmul fdiv frem and or xor "
    "shufflevector extractvalue insertvalue fence trunc zext sext fptrunc fpext "
    "uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast icmp fcmp phi select freeze getelementptr"
)

#: intrinsics without effect on a run: their lines are dropped (all return nothing)
DROPPED = pattern(
    r"@llvm\.(?:dbg\.|assume$|donothing$|sideeffect$|prefetch|var\.annotation|experimental\.noalias\.scope|"
    r"invariant\.end|va_end|codeview)"
)

#: intrinsics the code generator expands by itself, without memory access
ARITHMETIC = pattern(
    r"@llvm\.(?:abs|smax|smin|umax|umin|ctpop|ctlz|cttz|bswap|bitreverse|fshl|fshr|[su](?:add|sub|mul)\.with\.overflow|"
    r"[su](?:add|sub|shl)\.sat|fabs|sqrt|floor|ceil|trunc|rint|nearbyint|roundeven|round|copysign|minnum|maxnum|"
    r"minimum|maximum|minimumnum|maximumnum|fmuladd|is\.fpclass|is\.constant|expect|objectsize|ssa\.copy|ptrmask|"
    r"launder\.invariant|strip\.invariant|canonicalize|ptr\.annotation|annotation|ucmp|scmp|lrint|llrint|"
    r"threadlocal\.address|allow\.|fpto[su]i\.sat|vector\.reduce\.(?:add|mul|and|or|xor|[su](?:max|min))\.)"
)


@dataclass(slots=True)
class Sites:
    """Numbers for places in the program; the harness reports numbers, we know what they mean. 0 is nowhere."""

    places: list[Location | None] = field(default_factory=lambda: [None])
    _known: dict[Location, int] = field(default_factory=dict[Location, int])

    def number(self, place: Location | None) -> int:
        if place is None:
            return 0
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = len(self.places)
            self.places.append(place)
        return known


@dataclass(frozen=True, slots=True)
class Context:
    """What the function's instrumentation must know of its module."""

    module: Module
    sites: Sites
    #: masked names of everything that may be called directly
    callable_names: frozenset[str]
    #: C names of functions without a body that may write through their pointer arguments
    writing: frozenset[str]
    pointer_bits: int
    targets: Targets
    #: tell the harness which way each branch goes
    branches: bool = False
    #: tell the harness of lines, and of the values of variables, with these numbers
    steps: Numbers | None = None

    @property
    def word(self) -> str:
        return f"i{self.pointer_bits}"


def size_of(kind: str, context: Context) -> str:
    """Bytes a value of the type takes in memory, as an IR constant of word type."""
    match = re.fullmatch(r"i([0-9]+)", kind)
    if match:
        return str((int(match.group(1)) + 7) // 8)
    fixed = {
        "half": 2,
        "bfloat": 2,
        "float": 4,
        "double": 8,
        "x86_fp80": 10,
        "fp128": 16,
        "ptr": context.pointer_bits // 8,
    }
    if kind in fixed:
        return str(fixed[kind])
    if "addrspace" in kind:
        raise Refused("address spaces are not run natively")
    return f"ptrtoint (ptr getelementptr ({kind}, ptr null, i32 1) to {context.word})"


class Instrumenter:
    """Rewrites one function; ``lines`` is the result."""

    def __init__(self, function: Function, context: Context) -> None:
        self.function = function
        self.context = context
        self.name = context.module.plain(function.name)
        self.lines: list[str] = []
        self.temporaries = 0
        self.site = 0
        self.watch = Watch(context.targets)
        self.stepping = None if context.steps is None else Stepping(context.steps)
        self.parents: dict[str, str] = {}
        self.renamed: dict[str, str] = {}
        self.handlers: dict[str, Callable[[str, str, str], None]] = {
            "alloca": self._alloca,
            "load": self._load,
            "store": self._store,
            "cmpxchg": self._atomic,
            "atomicrmw": self._atomic,
            "call": self._call,
            "tail": self._call,
            "musttail": self._call,
            "notail": self._call,
            "ret": self._return,
            "unreachable": self._unreachable,
            "sdiv": self._divide,
            "udiv": self._divide,
            "srem": self._divide,
            "urem": self._divide,
            "shl": self._shift,
            "lshr": self._shift,
            "ashr": self._shift,
            "fptosi": self._to_integer,
            "fptoui": self._to_integer,
            "extractelement": self._lane,
            "insertelement": self._lane,
        }
        if context.branches:
            self.handlers |= {"br": self._branch, "switch": self._branch}

    def run(self) -> list[str]:
        header = without_attachments(self.function.header)
        end = take_balanced(header, header.index(self.function.name) + len(self.function.name))
        if re.search(r"\b(?:prologue|prefix|personality|gc)\b", header[end:]):
            raise Refused("prologue, prefix data and personalities are not run natively")
        self.lines.append(_without_section(header))
        labelled = bool(self.function.body) and not self.function.body[0].startswith(" ")
        body = self.function.body[1:] if labelled else self.function.body
        if labelled:
            self.lines.append(self.function.body[0])
        self._find_parents()
        self._enter(header)
        self._watch("", "", self.context.module.location(self.function.header, self.name))
        for line, attached in _with_attachments(body):
            self._line(line, attached)
        self.lines.append("}")
        return self.lines

    # ---------------------------------------------------------------- helpers

    def emit(self, text: str) -> None:
        self.lines.append("  " + text)

    def hook(self, name: str, arguments: str) -> None:
        self.emit(f"call void @antumbra.h.{name}({arguments})")

    def temporary(self) -> str:
        self.temporaries += 1
        return f"%antumbra.t.{self.temporaries}"

    def _find_parents(self) -> None:
        """For each computed pointer the one it was computed from, across the whole function."""
        for line in self.function.body:
            match = _INSTRUCTION.match(line)
            if match and match.group(1) and match.group(2) == "getelementptr":
                text = match.group(3)
                found = _GEP_BASE.search(text)
                if found and not text.startswith("<"):
                    self.parents[match.group(1)] = found.group(1)

    def root(self, operand: str) -> str:
        """The first pointer of the chain of address computations that leads to the operand."""
        if operand.startswith("getelementptr"):
            found = _GEP_BASE.search(operand)
            return found.group(1) if found else operand
        seen = operand
        while seen in self.parents:
            seen = self.parents[seen]
        return self.renamed.get(seen, seen)

    def _enter(self, header: str) -> None:
        self.hook("enter", "")
        start = header.index(self.function.name) + len(self.function.name)
        parameters = header[start + 1 : take_balanced(header, start) - 1]
        for index, parameter in enumerate(split_operands(parameters)):
            if parameter == "...":
                continue
            _, attributes, name = split_argument(parameter)
            match = re.search(r"byval\(", attributes)
            if match is None:
                continue
            kind = attributes[match.end() : take_balanced(attributes, match.end() - 1) - 1]
            align = re.search(r"align ([0-9]+)", attributes)
            copy = self.temporary()
            size = size_of(kind, self.context)
            name = name or f"%{index}"
            word = self.context.word
            bytes_ = align.group(1) if align else 16
            self.emit(f"{copy} = call ptr @antumbra.h.byval(ptr {name}, {word} {size}, {word} {bytes_})")
            self.renamed[name] = copy

    def _line(self, line: str, attached: str) -> None:
        """One line of the body; ``attached`` is the one that has its attachments."""
        if line.startswith(RECORD):
            if self.stepping is not None:
                self.stepping.record(self._rename(line))
            return
        if not line.startswith("  ") or line.startswith(("    ", "  ]")):
            if not line.startswith(" "):
                self.watch.block()
                if self.stepping is not None:
                    self.stepping.block()
            self.lines.append(without_attachments(line))
            return
        line = self._rename(line)
        match = _INSTRUCTION.match(without_attachments(line))
        if match is None:
            raise Refused(f"instruction not understood: {line.strip()[:80]}")
        result, opcode, rest = match.group(1) or "", match.group(2), match.group(3) or ""
        self._watch(opcode, rest, self.context.module.location(attached, self.name))
        handler = self.handlers.get(opcode)
        if handler is not None:
            handler(result, opcode, rest)
        elif opcode in PLAIN:
            self.lines.append(match.group())
        else:
            raise Refused(f"instruction {opcode} is not run natively")

    def _rename(self, line: str) -> str:
        return _WORD.sub(lambda match: self.renamed.get(match.group(), match.group()), line) if self.renamed else line

    def _watch(self, opcode: str, operands: str, place: Location | None) -> None:
        """Go on to ``place``. A function's own is where it begins: what has no place of its own is told there."""
        self.site = self.context.sites.number(place)
        for target, site in self.watch.before(opcode, operands, place, self.site):
            self.hook("target", f"i32 {target}, i32 {site}")
        if self.stepping is not None:
            for text in self.stepping.before(opcode, self.site):
                self.emit(text)

    def _again(self, result: str, opcode: str, rest: str) -> None:
        self.emit((f"{result} = " if result else "") + f"{opcode} {rest}".rstrip())

    # ---------------------------------------------------------------- memory

    def _alloca(self, result: str, _opcode: str, rest: str) -> None:
        end = take_type(rest)
        if end == 0 or "addrspace" in rest[end:]:
            raise Refused(f"alloca not understood: {rest[:80]}")
        word = self.context.word
        size = f"ptrtoint (ptr getelementptr ({rest[:end]}, ptr null, i32 1) to {word})"
        align = "1"
        for part in split_operands(rest[end:].lstrip(", ")):
            if part.startswith("align "):
                align = part[6:]
                continue
            kind, _, count = split_argument(part)
            wide = self._as_word(kind, count)
            product = self.temporary()
            self.emit(f"{product} = mul {word} {wide}, {size}")
            size = product
        self.emit(f"{result} = call ptr @antumbra.h.alloca({word} {size}, {word} {align}, i32 {self.site})")

    def _as_word(self, kind: str, value: str) -> str:
        word = self.context.word
        if kind == word:
            return value
        wide = self.temporary()
        bits = int(kind[1:])
        self.emit(f"{wide} = {'zext' if bits < self.context.pointer_bits else 'trunc'} {kind} {value} to {word}")
        return wide

    def _check(self, hook: str, pointer: str, kind: str) -> None:
        size = size_of(kind, self.context)
        self.hook(hook, f"ptr {self.root(pointer)}, ptr {pointer}, {self.context.word} {size}, i32 {self.site}")

    def _load(self, result: str, opcode: str, rest: str) -> None:
        text = re.sub(r"^(?:atomic )?(?:volatile )?", "", rest)
        end = take_type(text)
        pointer = _pointer(text, end)
        self._check("load", pointer, text[:end])
        self._again(result, opcode, rest)

    def _store(self, result: str, opcode: str, rest: str) -> None:
        text = re.sub(r"^(?:atomic )?(?:volatile )?", "", rest)
        end = take_type(text)
        pointer = _pointer(text, take_operand(text, end))
        self._check("store", pointer, text[:end])
        self._again(result, opcode, rest)
        self._wrote(pointer, text[:end])

    def _atomic(self, result: str, opcode: str, rest: str) -> None:
        text = re.sub(r"^(?:weak )?(?:volatile )?(?:[a-z_]+ )?(?=ptr )", "", rest)
        end = take_operand(text, 0)
        if not text.startswith("ptr "):
            raise Refused(f"atomic not understood: {rest[:80]}")
        kind = text[end + 2 : take_type(text, end + 2)]
        self._check("load", text[4:end], kind)
        self._check("store", text[4:end], kind)
        self._again(result, opcode, rest)
        self._wrote(text[4:end], kind)

    def _wrote(self, pointer: str, kind: str) -> None:
        if self.stepping is not None:
            self.hook("wrote", f"ptr {pointer}, {self.context.word} {size_of(kind, self.context)}")

    # ---------------------------------------------------------------- arithmetic and control

    def _divide(self, result: str, opcode: str, rest: str) -> None:
        text = rest.removeprefix("exact ")
        end = take_type(text)
        kind = text[:end]
        divisor = text[take_operand(text, end) + 2 :]
        if not kind.startswith("i") or (divisor.isdigit() and int(divisor)):
            self._again(result, opcode, rest)
        elif opcode in ("udiv", "urem"):
            zero = self._truth(f"icmp eq {kind} {divisor}, 0")
            self.hook("divisor", f"i32 {zero}, i32 0, i32 {self.site}")
            self._again(result, opcode, rest)
        else:
            self._divide_signed(result, opcode, kind, text[end + 1 : take_operand(text, end)], divisor)

    def _truth(self, comparison: str) -> str:
        holds, wide = self.temporary(), self.temporary()
        self.emit(f"{holds} = {comparison}")
        self.emit(f"{wide} = zext i1 {holds} to i32")
        return wide

    def _divide_signed(self, result: str, opcode: str, kind: str, dividend: str, divisor: str) -> None:
        """The least number divided by -1 wraps here, where the processor would stop."""
        minus, least, both, safe = (self.temporary() for _ in range(4))
        zero = self._truth(f"icmp eq {kind} {divisor}, 0")
        self.emit(f"{minus} = icmp eq {kind} {divisor}, -1")
        self.emit(f"{least} = icmp eq {kind} {dividend}, {-(1 << (int(kind[1:]) - 1))}")
        self.emit(f"{both} = and i1 {minus}, {least}")
        overflows = self._truth(f"or i1 {both}, false")
        self.hook("divisor", f"i32 {zero}, i32 {overflows}, i32 {self.site}")
        self.emit(f"{safe} = select i1 {minus}, {kind} 1, {kind} {divisor}")
        if opcode == "srem":
            self.emit(f"{result} = srem {kind} {dividend}, {safe}")
            return
        quotient, negated = self.temporary(), self.temporary()
        self.emit(f"{quotient} = sdiv {kind} {dividend}, {safe}")
        self.emit(f"{negated} = sub {kind} 0, {dividend}")
        self.emit(f"{result} = select i1 {minus}, {kind} {negated}, {kind} {quotient}")

    def _lane(self, result: str, opcode: str, rest: str) -> None:
        operands = split_operands(rest)
        lanes = re.match(r"<([0-9]+) x ", operands[0])
        kind, _, index = operands[-1].partition(" ")
        if lanes is None or not re.fullmatch(r"i[0-9]+", kind):
            raise Refused(f"{opcode} not understood: {rest[:80]}")
        self._below(int(lanes.group(1)), kind, index)
        self._again(result, opcode, rest)

    def _shift(self, result: str, opcode: str, rest: str) -> None:
        text = re.sub(r"^(?:nuw |nsw |exact )*", "", rest)
        end = take_type(text)
        kind = text[:end]
        if re.fullmatch(r"i[0-9]+", kind):
            self._below(int(kind[1:]), kind, text[take_operand(text, end) + 2 :])
        self._again(result, opcode, rest)

    def _below(self, count: int, kind: str, value: str) -> None:
        """A number from ``count`` on is undefined behaviour here."""
        if (not value.isdigit() or int(value) >= count) and count >> int(kind[1:]) == 0:
            outside = self._truth(f"icmp uge {kind} {value}, {count}")
            self.hook("undefined", f"i32 {outside}, i32 {self.site}")

    def _to_integer(self, result: str, opcode: str, rest: str) -> None:
        """A float that is no integer of the type, without its fraction, is undefined behaviour here."""
        end = take_type(rest)
        lanes = re.fullmatch(r"<([0-9]+) x ([a-z0-9_]+)>", rest[:end])
        source, kind = lanes.group(2) if lanes else rest[:end], rest.rpartition(" ")[2].rstrip(">")
        value = rest[end + 1 : rest.rindex(" to ")]
        for lane in range(int(lanes.group(1)) if lanes else 1):
            scalar = value
            if lanes:
                scalar = self.temporary()
                self.emit(f"{scalar} = extractelement {rest[:end]} {value}, i32 {lane}")
            low, high, both = (self.temporary() for _ in range(3))
            comparison, least, limit = integer_bounds(source, int(kind[1:]), signed=opcode == "fptosi")
            self.emit(f"{low} = fcmp {comparison} {source} {scalar}, {least}")
            self.emit(f"{high} = fcmp olt {source} {scalar}, {limit}")
            self.emit(f"{both} = and i1 {low}, {high}")
            outside = self._truth(f"xor i1 {both}, true")
            self.hook("undefined", f"i32 {outside}, i32 {self.site}")
        self._again(result, opcode, rest)

    def _return(self, result: str, opcode: str, rest: str) -> None:
        self.hook("leave", "")
        self._again(result, opcode, rest)

    def _branch(self, result: str, opcode: str, rest: str) -> None:
        """``br i1 %c, …`` and ``switch i32 %x, …``."""
        match = re.match(r"i([0-9]+) ([^,]+),", rest)
        if match is not None and int(match[1]) <= 64:
            value = f"i64 {match[2]}"
            if int(match[1]) < 64:
                wide = self.temporary()
                self.emit(f"{wide} = zext i{match[1]} {match[2]} to i64")
                value = f"i64 {wide}"
            self.hook("branch", value)
        self._again(result, opcode, rest)

    def _unreachable(self, result: str, opcode: str, rest: str) -> None:
        self.hook("error", f"i32 16, i32 {self.site}")
        self._again(result, opcode, rest)

    # ---------------------------------------------------------------- calls

    def _call(self, result: str, opcode: str, rest: str) -> None:
        text = rest if opcode == "call" else rest.removeprefix("call ")
        found = _callee(text)
        if found is None:
            self._odd_call(result, text)
            return
        callee, start = found
        if callee.startswith("@llvm."):
            self._intrinsic(result, text, callee, start)
            return
        if callee not in self.context.callable_names:
            self.hook("callee", f"ptr {callee}, i32 {self.site}")
            if callee.startswith("@"):  # data: the hook ends the run, and not even the text calls it
                text, callee = f"{text[:start]}null{text[start + len(callee) :]}", "null"
        end = take_balanced(text, start + len(callee))
        arguments = [split_argument(part) for part in split_operands(text[start + len(callee) + 1 : end - 1])]
        for _, attributes, value in arguments:
            if "byval(" in attributes:
                inner = attributes.index("byval(") + 5
                self._check("load", value, attributes[inner + 1 : take_balanced(attributes, inner) - 1])
        if callee in ("@alloca", "@__builtin_alloca") and callee in self.context.module.declarations and result:
            kind, _, size = arguments[0]
            word = self.context.word
            wide = self._as_word(kind, size)
            self.emit(f"{result} = call ptr @antumbra.h.alloca({word} {wide}, {word} 16, i32 {self.site})")
            return
        self.emit(f"store i32 {self.site}, ptr @antumbra.h.site")
        self._external_effects(callee, arguments, text[end:])
        self._again(result, "call", text)

    def _external_effects(self, callee: str, arguments: list[tuple[str, str, str]], tail: str) -> None:
        """A function without a body may write what it knows, as the analysis supposes, and call back what it knows."""
        module = self.context.module
        if callee not in module.declarations or module.plain(callee) not in self.context.writing:
            return
        declared = module.declarations[callee]
        start = declared.index(callee) + len(callee)
        end = take_balanced(declared, start)
        if not may_write(module.attribute_words(declared[end:]) + " " + module.attribute_words(tail)):
            return
        for kind, attributes, value in arguments:
            if kind == "ptr" and "byval(" not in attributes:
                self.hook("havoc", f"ptr {value}")
            elif kind == self.context.word:
                pointer = self.temporary()
                self.emit(f"{pointer} = inttoptr {kind} {value} to ptr")
                self.hook("havoc", f"ptr {pointer}")

    def _odd_call(self, result: str, text: str) -> None:
        match = re.search(r'\basm (?:sideeffect |alignstack |inteldialect |unwind )*("[0-9]+")', text)
        quiet = match is not None and is_quiet(self.context.module.strings.content(match.group(1)))
        if match and quiet and not result:
            return  # a barrier
        if match and quiet and self.context.module.strings.is_empty(match.group(1)):
            self._again(result, "call", text)
            return
        if match:
            raise Refused("inline assembly is not run natively")
        raise Refused(f"call not understood: {text[:80]}")

    def _intrinsic(self, result: str, text: str, callee: str, start: int) -> None:
        if DROPPED.match(callee) and not result:
            return
        begin = start + len(callee)
        arguments = [split_argument(part) for part in split_operands(text[begin + 1 : take_balanced(text, begin) - 1])]
        if ARITHMETIC.match(callee):
            if re.match(r"@llvm\.ct[lt]z\.i", callee) and arguments[1][2] == "true":
                zero = self._truth(f"icmp eq {arguments[0][0]} {arguments[0][2]}, 0")
                self.hook("undefined", f"i32 {zero}, i32 {self.site}")
            self._again(result, "call", text)
            return
        word = self.context.word
        kind = callee.split(".")[1]
        if kind == "lifetime":
            if arguments[-1][2].startswith("%"):
                self.hook("begin_life" if ".start" in callee else "end_life", f"ptr {arguments[-1][2]}")
        elif kind == "stacksave":
            if result:
                self.emit(f"{result} = call ptr @antumbra.h.stack_mark()")
        elif kind == "stackrestore":
            self.hook("stack_restore", f"ptr {arguments[0][2]}")
        elif kind in ("memcpy", "memmove"):
            (_, _, to), (_, _, source), (size_type, _, size) = arguments[:3]
            wide = size if size.isdigit() else self._as_word(size_type, size)
            roots = f"ptr {self.root(to)}, ptr {self.root(source)}"
            self.hook("copy", f"{roots}, ptr {to}, ptr {source}, {word} {wide}, i32 {self.site}")
            if kind == "memcpy":
                self.hook("apart", f"ptr {to}, ptr {source}, {word} {wide}, i32 {self.site}")
        elif kind == "memset":
            (_, _, to), (_, _, byte), (size_type, _, size) = arguments[:3]
            wide = size if size.isdigit() else self._as_word(size_type, size)
            value = self.temporary()
            self.emit(f"{value} = zext i8 {byte} to i32")
            self.hook("fill", f"ptr {self.root(to)}, ptr {to}, i32 {value}, {word} {wide}, i32 {self.site}")
        elif kind == "va_start":
            self._va_list(text, arguments[0][2])
        elif kind == "va_copy":
            size = 24 if self.context.pointer_bits == 64 else 4
            (_, _, to), (_, _, source) = arguments[:2]
            self.hook("copy", f"ptr {to}, ptr {source}, ptr {to}, ptr {source}, {word} {size}, i32 {self.site}")
        elif kind == "trap" or kind == "debugtrap":
            self.hook("error", f"i32 3, i32 {self.site}")
        elif kind == "ubsantrap":
            # clang's numbers for the checks it traps on: add, divrem, mul, negate, sub overflow
            ending = 14 if arguments[0][2] in ("0", "3", "12", "13", "21") else 22 if arguments[0][2] == "20" else 16
            self.hook("error", f"i32 {ending}, i32 {self.site}")
        else:
            raise Refused(f"intrinsic {callee[1:]} is not run natively")

    def _va_list(self, text: str, pointer: str) -> None:
        size = 24 if self.context.pointer_bits == 64 else 4
        word = self.context.word
        self.hook("store", f"ptr {self.root(pointer)}, ptr {pointer}, {word} {size}, i32 {self.site}")
        self._again("", "call", text)
        self.hook("va_start", f"ptr {pointer}")


def _with_attachments(body: list[str]) -> list[tuple[str, str]]:
    """Each line, and the line with its attachments: those of a switch stand behind its table."""
    closing = ""
    pairs: list[tuple[str, str]] = []
    for line in reversed(body):
        closing = line if line.startswith("  ]") else closing
        pairs.append((line, closing if line.endswith("[") else line))
    pairs.reverse()
    return pairs


def may_write(attributes: str) -> bool:
    if re.search(r"\bread(?:none|only)\b", attributes):
        return False
    memory = re.search(r"\bmemory\s*\(([^)]*)\)", attributes)
    return memory is None or "write" in memory.group(1)


def _callee(text: str) -> tuple[str, int] | None:
    """The called name and where it begins; none for inline assembly and computed constants."""
    rest = strip_prefix(text)
    start = len(text) - len(rest)
    end = take_type(text, start)
    if end == start:
        return None
    while text[end : end + 1] == " " and text[end + 1 : end + 2] == "(":
        end = take_balanced(text, end + 1)  # the parameter list of a function type
    match = _CALLEE.match(text, end + 1)
    return (match.group(1), end + 1) if match else None


def _pointer(text: str, comma: int) -> str:
    """The pointer operand behind ``, ptr``."""
    if not text.startswith(", ptr ", comma) or text.startswith(", ptr addrspace", comma):
        raise Refused(f"access not understood: {text[:80]}")
    end = take_operand(text, comma + 2)
    operand = text[comma + 6 : end]
    return re.sub(
        r" (?:syncscope\(\"[0-9]+\"\) )?(?:unordered|monotonic|acquire|release|acq_rel|seq_cst)$", "", operand
    )


def _without_section(header: str) -> str:
    """A definition's first line without section, comdat and linkage that would hide or drop it."""
    text = re.sub(r' (?:section|partition) "[0-9]+"', "", header)
    text = re.sub(r" comdat(?:\([^)]*\))?", "", text)
    return text.replace("define available_externally ", "define ")
