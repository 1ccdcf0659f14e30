"""The function that stands for an entry with a contract: it assumes, calls, and asserts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from antumbra.frontends.c.contracts.declarations import Clause, Declaration, Signature, signature
from antumbra.frontends.c.contracts.expressions import RESULT, Scope, Translator
from antumbra.frontends.c.contracts.memory import Shape
from antumbra.frontends.c.contracts.quantifiers import conjuncts
from antumbra.frontends.c.contracts.tokens import Token, spelled
from antumbra.frontends.c.contracts.words import SHAPES
from antumbra.program.contracts import CALLED, CONTRACT, Contract
from antumbra.program.source import Location
from antumbra.records import dataclass, field

_ASKING: Final = """
extern void __antumbra_requires(int) __asm__("__VERIFIER_assume");
extern int __antumbra_read(const void *, __SIZE_TYPE__) __asm__("__CPROVER_r_ok");
extern int __antumbra_written(const void *, __SIZE_TYPE__) __asm__("__CPROVER_rw_ok");
extern void __antumbra_too_large(void) __asm__("__CPROVER_contract_with_too_large_numbers");
"""
#: for other compilers: a test has what is required, and nobody there knows which memory there is
_GRANTED: Final = """
#define __antumbra_requires(condition) ((void)0)
#define __antumbra_read(address, size) 1
#define __antumbra_written(address, size) 1
#define __antumbra_too_large() ((void)0)
"""
_ENSURING: Final = """
extern void __antumbra_ensures(long, const char *) __asm__("__CPROVER_postcondition");
"""
_HELPERS: Final = """
#define __antumbra_quiet static __attribute__((nodebug, unused))
__antumbra_quiet _Bool __antumbra_within(_BitInt(128) a, int bits) {
  _BitInt(128) most = (_BitInt(128))1 << bits;
  return -most <= a && a <= most;
}
__antumbra_quiet _BitInt(128) __antumbra_product(_BitInt(128) a, _BitInt(128) b) {
  _Bool fits = (__antumbra_within(a, 60) && __antumbra_within(b, 60)) ||
               (__antumbra_within(a, 80) && __antumbra_within(b, 40)) ||
               (__antumbra_within(a, 40) && __antumbra_within(b, 80));
  if (!fits) __antumbra_too_large();
  return a * b;
}
__antumbra_quiet _BitInt(128) __antumbra_left(_BitInt(128) a, _BitInt(128) b) {
  if (b < 0 || b > 60) __antumbra_too_large();
  return __antumbra_product(a, (_BitInt(128))1 << (int)b);
}
__antumbra_quiet _BitInt(128) __antumbra_right(_BitInt(128) a, _BitInt(128) b) {
  if (b < 0 || b > 127) __antumbra_too_large();
  return a >> (int)b;
}
#define __antumbra_plain_times(a, b) ((a) * (b))
#define __antumbra_times(a, b) _Generic((a) * (b), \\
  _BitInt(128): __antumbra_product((_BitInt(128))(a), (_BitInt(128))(b)), default: (a) * (b))
"""


#: what conditions of ACSL's may call
CALCULATING: Final = _ASKING + _HELPERS


@dataclass(slots=True)
class _Writer:
    lines: list[str] = field(default_factory=list[str])
    required: list[str] = field(default_factory=list[str])
    unchecked: list[str] = field(default_factory=list[str])
    shapes: list[Shape] = field(default_factory=list[Shape])
    #: parameters of which the user says what they lead to; None: one may lead to what another one does
    given: frozenset[str] | None = frozenset()
    alone: bool = True  #: there is one function around the entry

    def at(self, place: Location, text: str) -> None:
        """A line that the compiler takes for one of the user's."""
        name = place.file.replace("\\", "\\\\").replace('"', '\\"')
        pad = " " * max(place.column - 1, 0)
        self.lines.append(f'# {place.line} "{name}"\n{pad}{text}')

    def function(
        self, found: Signature, clauses: list[Clause], inner: str, own: str, symbol: str, place: Location
    ) -> None:
        scope = Scope(found.parameters)
        before: list[tuple[Location, str]] = []
        after: list[tuple[Location, str]] = []
        last: dict[int, int] = {}  # parameter → behind which condition all is said of what it leads to
        for clause in clauses:
            known = len(scope.memory.shapes)
            self._clause(clause, scope, before, after)
            last |= {shape.position: len(before) for shape in scope.memory.shapes[known:]}
        for position, at in sorted(last.items(), key=lambda item: -item[1]):
            before[at:at] = self._exact(scope, found.parameters[position - 1], position, place)
        head = f"{_text(found.before)} {own} {_text(found.after)}"
        prototype = _text(found.before), own, _text(found.after)
        self.at(place, f'{" ".join(prototype)} __asm__("{symbol}");')
        self.at(place, f"__attribute__((noinline, used)) {head} {{")
        self._told(scope)
        for text in scope.checks:
            self.at(place, text)
        for where, text in before:
            self.at(where, text)
        for name, text in scope.olds.items():
            self.at(place, f"__auto_type {name} = ({text});")
        call = f"{inner}({', '.join(found.parameters)})"
        self.at(place, f"__auto_type {RESULT} = {call};" if found.returns else f"{call};")
        for where, text in after:
            self.at(where, text)
        self.at(place, f"return {RESULT}; }}" if found.returns else "}")

    def _clause(
        self, clause: Clause, scope: Scope, before: list[tuple[Location, str]], after: list[tuple[Location, str]]
    ) -> None:
        place = clause.at.place
        shown = f"{spelled(clause.tokens)} (line {place.line})"
        match clause.kind:
            case "requires":
                self.required.append(shown)
                for part in [clause.tokens] if clause.guard else conjuncts(clause.tokens):
                    reader = Translator(scope, acsl=clause.acsl, before=True)
                    if clause.guard:
                        text = f"{_guard(clause, scope)} || ({reader.condition(part, clause.at)})"
                        before.append((place, f"__antumbra_requires(({text}) != 0);"))
                    else:
                        before.append((place, reader.statement(part, clause.at, "__antumbra_requires")))
            case "ensures":
                told = json.dumps(re.sub(r"[^ -~]", "?", f"ensures {spelled(clause.tokens)}"))
                text = Translator(scope, acsl=clause.acsl, before=False).condition(clause.tokens, clause.at)
                if clause.guard:
                    guard = scope.fresh("old")
                    scope.olds[guard] = _guard(clause, scope)
                    text = f"{guard} || ({text})"
                after.append((place, f"__antumbra_ensures(({text}) != 0, {told});"))
            case "complete" | "disjoint":
                before.append((place, _behaviors(clause, scope)))
            case _:
                self.unchecked.append(f"{clause.kind} {shown}")

    def _exact(self, scope: Scope, name: str, position: int, place: Location) -> list[tuple[Location, str]]:
        """Objects have the bytes that are required and no more: whatever is done with larger ones is done with these,
        or an access is outside. Only where nobody else says what the parameter leads to."""
        own = [shape for shape in scope.memory.shapes if shape.position == position]
        if not self.alone or self.given is None or {name, str(position)} & self.given:
            return []
        most = _greatest([f"(_BitInt(128))({shape.extent})" for shape in own])
        return [(place, f"__antumbra_requires(!__antumbra_read({name}, (__SIZE_TYPE__)({most}) + 1));")]

    def _told(self, scope: Scope) -> None:
        """What the front end reads of the module: constants, where the compiler can tell them."""
        for shape in scope.memory.shapes:
            plain = shape.extent.replace("__antumbra_times(", "__antumbra_plain_times(")
            extent = f"(long long)({plain})"
            known = f"__builtin_choose_expr(__builtin_constant_p({extent}), {extent}, -1ll)"
            values = f"{shape.position}, {int(shape.always)}, {known}, (long long)({shape.step})"
            name = f"{SHAPES}_{len(self.shapes)}"
            self.shapes.append(shape)
            self.lines.append(f"static const long long {name}[4] __attribute__((used)) = {{{values}}};")


def _guard(clause: Clause, scope: Scope) -> str:
    """That an assumption of the behavior does not hold."""
    parts = [Translator(scope, acsl=True, before=True).condition(part, clause.at) for part in clause.guard]
    return f"!({' && '.join(f'({part})' for part in parts)})"


def _behaviors(clause: Clause, scope: Scope) -> str:
    parts = [
        Translator(scope, acsl=True, before=True).condition(part, clause.at) if part else "1" for part in clause.guard
    ]
    truths = [f"(({part}) != 0)" for part in parts]
    if clause.kind == "complete":
        return f'__antumbra_ensures({" || ".join(truths) or "1"}, "complete behaviors");'
    return f'__antumbra_ensures({" + ".join(truths) or "0"} <= 1, "disjoint behaviors");'


def _greatest(texts: Sequence[str]) -> str:
    """Of some numbers and 0."""
    most = "(_BitInt(128))0"
    for text in texts:
        most = f"({text} > {most} ? {text} : {most})"
    return most


def _text(found: list[Token]) -> str:
    return " ".join(token.text for token in found)


def wrapped(entry: str, declarations: list[Declaration], names: set[str], given: frozenset[str] | None) -> Contract:
    """The function around ``entry`` with the clauses of all its ``declarations``, each around the one before it.

    ``names``: identifiers of preprocessed text, which no macro may change any more. ``given``: names or
    numbers of parameters whose meaning is not up to the contract.
    """
    writer = _Writer(given=given, alone=len(declarations) == 1)
    inner, symbol, parameters = entry, entry, tuple[str, ...]()
    for number, declaration in enumerate(declarations):
        found = signature(declaration)
        names |= {token.text for token in (*found.before, *found.after) if token.kind == "id"}
        own, symbol = f"{CALLED}{number}", f"{entry}{CONTRACT}" + (f".{number}" if number else "")
        place = declaration.name.place if declaration.name is not None else declaration.clauses[0].at.place
        writer.function(found, declaration.clauses, inner, own, symbol, place)
        inner, parameters = own, found.parameters
    undefined = "".join(f"#undef {name}\n" for name in sorted(names))
    text = f"\n{undefined}{_ASKING}{_ENSURING}{_HELPERS}" + "\n".join(writer.lines) + "\n"
    return Contract(text, symbol, inner, parameters, tuple(writer.required), tuple(writer.unchecked))


def standalone(contract: Contract) -> str:
    """The text for a compiler that knows neither our functions nor numbers of any width."""
    return contract.text.replace(_ASKING, _GRANTED).replace("_BitInt(128)", "__int128")
