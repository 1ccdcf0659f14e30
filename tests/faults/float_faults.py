"""What is left out where floats become numbers: the bits of NaN, and unknown values that hardly any float needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.frontends.llvm.library import floats
from antumbra.frontends.llvm.reading import parser
from antumbra.frontends.llvm.translating import calls
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values import float_registers
from antumbra.program import kinds
from antumbra.proofs import walker
from antumbra.semantics.compiling import flow, nans
from antumbra.semantics.compiling.commands import CommandWriter
from antumbra.terms.simplify import fp
from faults.reading_faults import verdict
from frontends_llvm import test_reading
from proofs.helpers import check, program, said
from support.faults import Fault
from terms import test_floats

_PROGRAMS = Path(__file__).parents[1] / "programs" / "floats"

Killer = Callable[[], None]


def _as_expected(name: str, data_model: str = "LP64") -> Killer:
    """A program of ours has its verdict."""

    def killer() -> None:
        text = (_PROGRAMS / f"{name}.c").read_text("utf-8")
        assert verdict(text, data_model=data_model) == text.split()[2]

    killer.__name__ = name
    return killer


moved = _as_expected("nan_moved_safe")
calculated = _as_expected("nan_calculated_unsafe")
signalling = _as_expected("fmin_signalling_unknown")
x87 = _as_expected("nan_returned_x87_unsafe", data_model="ILP32")
invalid = _as_expected("long_double_invalid")
other_kinds = _as_expected("float_called_as_number_unknown")


def concrete() -> None:
    """A NaN of constants, in code that was compiled for constants."""
    head = "#include <math.h>\nextern void reach_error(void); double zero;"
    body = "for (int i = 0; i < 3; i++) { double q = zero / zero; if (signbit(q)) reach_error(); }"
    assert verdict(f"{head}\nint main(void) {{ {body} return 0; }}") == "unsafe"


def unknown_from_the_start() -> None:
    text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
    assert (
        verdict(f"{text} int main(void) {{ if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }}") == "unsafe"
    )


def kinds_of_nan() -> None:
    text = """extern void reach_error(void);
    int main(void) { float f = __builtin_nanf(""); if (__builtin_issignaling(f)) reach_error(); return 0; }"""
    assert verdict(text) == "safe"


def _violated(body: str, variables: str = "", before: str = "", after: str = "") -> list[int]:
    """How many inputs each violation of a program has."""
    made = program(f"e: {body} r := 0bv32; return r;", f"f: f32, b: bv32, {variables}", before=before, after=after)
    ends = list(Explorer(made, ExploreOptions(frozenset({"assert"}))).run())
    return [len(end.inputs) for end in ends if end.check == "assert"]


_NUMBER = "f := fp_from_bv{f32}(1bv32);"
_MADE = 'n := havoc machine "NaN" "float";'


def read_twice() -> None:
    used = "b := (if fp_is_nan(f) then n else 1bv32);"
    assert _violated(f'{_NUMBER} {_MADE} {used} assert "assert" n != 5bv32, "";', "n: bv32") == [1]


def read_elsewhere() -> None:
    used = "b := (if fp_is_nan(f) then n else 1bv32); call look();"
    look = 'procedure look() returns () { e: assert "assert" n != 5bv32, ""; return; }'
    assert _violated(f"{_NUMBER} {_MADE} {used}", before="var n: bv32 := 0bv32;", after=look) == [1]


def read_otherwise() -> None:
    used = "b := (if fp_is_nan(f) then 1bv32 else n);"
    assert _violated(f'{_NUMBER} {_MADE} {used} assert "assert" b != 5bv32, "";', "n: bv32") == [1]


def inputs_in_order() -> None:
    """What a program asks for is an input, whether it is used or not."""
    asked = 'n := havoc input "n" "int"; b := (if fp_is_nan(f) then n else 1bv32); m := havoc input "m" "int";'
    assert _violated(f'{_NUMBER} {asked} assert "assert" m != 5bv32, "";', "n: bv32, m: bv32") == [2]


def checked_kinds() -> None:
    """The check of proofs does not hand a float over as a number."""
    made = program(
        'e: x := call *(0x300000bv64)(7bv64) "f/f"; assert "assert" x == 7bv64, ""; r := 0bv32; return r;',
        "x: bv64",
        before="object same at 0x300000 size 1 code;\naddress 0x300000 same;",
        after='procedure same(a: bv64) returns (c: bv64) kinds "n/n" { e: return a; }',
    )
    assert said(check(made)) == "unchecked"


def floats_of_bits() -> None:
    test_floats.test_floats_of_bits()


def constants() -> None:
    test_reading.test_float_constants("float 0xFFF0000060000000", 0xFF800003)


_REGISTERS = "numbers in registers"
_NEEDED = "NaNs made when needed"
_OF_BITS = "floats of bits"
FAULTS = [
    Fault(
        _REGISTERS,
        "stores and calls see bits",
        float_registers.number_registers,
        "elif not _is_arithmetic(instruction):",
        "elif False:",
        (moved,),
    ),
    Fault(
        _REGISTERS,
        "callers see results",
        float_registers.number_registers,
        "seen.extend(_locals(operands(block.last)))",
        "pass",
        (moved,),
    ),
    Fault(
        _REGISTERS,
        "what is moved is seen later",
        float_registers.number_registers,
        "seen.extend(moves.pop(name, ()))",
        "pass",
        (moved,),
    ),
    Fault(
        _REGISTERS,
        "kinds of NaN are told apart by bits",
        floats.tells_nans_apart,
        "mask & 3 in (1, 2)",
        "False",
        (kinds_of_nan,),
    ),
    Fault(
        "bits of numbers",
        "many NaNs are one number",
        Builder.bits,
        "T.fp_is_nan(value) is not T.FALSE",
        "False",
        (calculated,),
    ),
    Fault(
        "bits of numbers",
        "signalling NaNs do not always give way",
        floats.choice,
        "if signals is T.FALSE:",
        "if True:",
        (signalling,),
    ),
    Fault("bits of numbers", "x87 makes NaNs quiet", Builder.returned, "self.pointer_width != 32", "True", (x87,)),
    Fault(
        "bits of numbers",
        "not all bits of a long double are numbers",
        Builder.number,
        "is_encoding(value)",
        "T.TRUE",
        (invalid,),
    ),
    Fault(
        "bits of numbers",
        "constants that are NaN",
        parser._float_bits,
        "raw & _DOUBLE_INFINITY == _DOUBLE_INFINITY",
        "False",
        (constants,),
    ),
    Fault(
        "bits of numbers",
        "floats are passed elsewhere than numbers",
        calls._kind,
        '"f" if isinstance(type_, FloatType) else "n"',
        '"n"',
        (other_kinds,),
    ),
    Fault(
        "bits of numbers", "callee and caller agree", kinds.alike, "return all(", "return True or all(", (other_kinds,)
    ),
    Fault(
        "bits of numbers",
        "callee and caller agree in the check of proofs",
        walker._fits,
        "not alike(command.kinds, callee.kinds)",
        "False",
        (checked_kinds,),
    ),
    Fault(
        _NEEDED,
        "only what machines choose",
        nans.made_when_needed,
        "source=P.Source.MACHINE",
        "source=_",
        (inputs_in_order,),
    ),
    Fault(_NEEDED, "nobody else reads it", nans.made_when_needed, "mentioned[nan] == 2", "True", (read_twice,)),
    Fault(
        _NEEDED,
        "nobody reads it elsewhere",
        nans.made_when_needed,
        "and nan not in global_variables",
        "",
        (read_elsewhere,),
    ),
    Fault(_NEEDED, "others do not read it", nans.made_when_needed, "value.args[::2]", "()", (read_otherwise,)),
    Fault(
        _NEEDED,
        "it is made for a NaN",
        CommandWriter._is_no_nan,
        "floats.infinity(number.sort, False)",
        "1 << number.width",
        (concrete,),
    ),
    Fault(
        _NEEDED,
        "it is made for what may be NaN",
        CommandWriter._is_no_nan,
        "{e.applied(is_nan)} is False",
        "True",
        (calculated,),
    ),
    Fault(
        _NEEDED,
        "code for constants is compiled anew",
        CommandWriter._bits_of_float,
        "if not self.regions.is_symbolic(self.name, target):",
        "if False:",
        (concrete,),
    ),
    Fault(
        _NEEDED,
        "others are unknown from the start",
        flow.symbolic_variables,
        "and command.target in seldom",
        "",
        (unknown_from_the_start,),
    ),
    Fault(_OF_BITS, "one is NaN", fp._of_choice, "_is_nan(nan, sort) or", "True or", (floats_of_bits,)),
    Fault(_OF_BITS, "where the other is", fp._of_choice, "if fp_is_nan(found) is here:", "if True:", (floats_of_bits,)),
    Fault(
        _OF_BITS,
        "what is added to is NaN",
        fp._of_choice,
        "and fp_is_nan(_float(nan.args[0], sort, depth)) is here",
        "",
        (floats_of_bits,),
    ),
    Fault(
        _OF_BITS,
        "any bits, or NaN's if they are none",
        fp._is_nan,
        "if condition is not fp_is_nan(fold(FP_FROM_BV, (then,), sort)):",
        "if False:",
        (floats_of_bits,),
    ),
    Fault(_OF_BITS, "the sign changes", fp._is_sign, "and a.data == 1 << (a.width - 1)", "", (floats_of_bits,)),
    Fault(_OF_BITS, "the sign is gone", fp._of_bits, "and a.args[0].data == (a.width - 2, 0)", "", (floats_of_bits,)),
]
