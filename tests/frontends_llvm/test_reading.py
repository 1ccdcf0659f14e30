"""LLVM text in all its forms: types, constants, names, what is refused."""

from __future__ import annotations

import pytest

from antumbra import terms as T
from antumbra.frontends.llvm import read_module
from antumbra.frontends.llvm.reading.layout import DataLayout
from antumbra.frontends.llvm.reading.lexer import Cursor, unescape, unquote
from antumbra.frontends.llvm.reading.module import Global
from antumbra.frontends.llvm.reading.values import Bytes, FloatConstant, IntConstant
from antumbra.program.model import End, Program, Region
from antumbra.program.widths import POINTER_8
from support.concrete import Interpreter
from support.translate import LAYOUT, from_c, from_llvm, stops


def value_of(text: str) -> object:
    entity = read_module(f"@x = global {text}\n").global_entity("x")
    assert isinstance(entity, Global)
    return entity.initializer


def returned(program: Program) -> int:
    outcome = Interpreter(program).run()
    assert outcome.kind == "returned", outcome
    return outcome.values[0]


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("half 0xH3E00", 0x3E00),
        ("bfloat 0xR3FC0", 0x3FC0),
        ("float 1.500000e+00", 0x3FC00000),
        ("float 0x3FB99999A0000000", 0x3DCCCCCD),
        ("double 0x7FF0000000000000", 0x7FF0000000000000),
        ("double -0.000000e+00", 1 << 63),
        ("x86_fp80 0xK3FFFA000000000000000", 0x3FFFA000000000000000),
        ("float 0x7FF8000020000000", 0x7FC00001),
        ("float 0xFFF0000060000000", 0xFF800003),
        ("float 0xFFF0000000000000", 0xFF800000),
        ("double 0x7FF0000000000009", 0x7FF0000000000009),
        ("fp128 0xL00000000000000003FFF800000000000", 0x3FFF8000000000000000000000000000),
    ],
)
def test_float_constants(text: str, bits: int) -> None:
    value = value_of(text)
    assert isinstance(value, FloatConstant)
    assert value.bits == bits


def test_integer_constants() -> None:
    for text, number in (("i32 -1", 2**32 - 1), ("i1 true", 1), ("i128 -5", 2**128 - 5), ("i37 7", 7)):
        value = value_of(text)
        assert isinstance(value, IntConstant)
        assert value.value == number


def test_strings_and_names() -> None:
    value = value_of(r'[6 x i8] c"a\22\\\0A\FF\00"')
    assert isinstance(value, Bytes)
    assert value.data == b'a"\\\n\xff\0'
    assert unquote('"a b\\22"') == r'a\20b"'
    assert unescape('c"\\C3\\A4"') == "ä".encode()


def test_type_layout() -> None:
    module = read_module(
        LAYOUT + "%s = type { i8, i32, [3 x i16], double, i128, x86_fp80, <4 x i32> }\n%o = type opaque\n"
    )
    struct = module.named_type("s")
    assert module.layout.size_align(struct) == (80, 16)
    packed = module.parse_type(Cursor("<{ i8, i32, ptr }>"))
    assert module.layout.size_align(packed) == (13, 1)
    assert module.layout.size(module.named_type("o")) == 0
    small = DataLayout("e-m:e-p:32:32-f64:32:64-f80:32-n8:16:32-S128")
    assert small.size_align(module.parse_type(Cursor("{ i8, double, x86_fp80, ptr }"))) == (28, 4)


def test_initialisers() -> None:
    program = from_llvm(
        """
@"odd name" = global [2 x ptr] [ptr @target, ptr getelementptr inbounds (i8, ptr @target, i64 5)]
@target = constant <{ i8, i32, [3 x i8] }> <{ i8 1, i32 -2, [3 x i8] c"xyz" }>
@number = global i64 ptrtoint (ptr @target to i64)
@difference = global i64 sub (i64 ptrtoint (ptr @"odd name" to i64), i64 ptrtoint (ptr @target to i64))
@function = global [3 x ptr] [ptr @main, ptr null, ptr @other]
@other = alias i32 (), ptr @main
@undefined = global { i32, i8, [2 x i16] } { i32 undef, i8 poison, [2 x i16] [i16 7, i16 undef] }
@floats = global [2 x x86_fp80] [x86_fp80 0xK3FFF8000000000000000, x86_fp80 zeroinitializer]
@elsewhere = external global [4 x i32]
@unsized = external global [0 x i32]
define i32 @main() {
  %a = ptrtoint ptr @"odd name" to i64
  %b = ptrtoint ptr @number to i64
  %c = ptrtoint ptr @difference to i64
  %d = ptrtoint ptr @function to i64
  %e = ptrtoint ptr @undefined to i64
  %f = ptrtoint ptr @floats to i64
  %g = ptrtoint ptr @elsewhere to i64
  %h = ptrtoint ptr @unsized to i64
  %i = add i64 %a, %b
  %j = add i64 %c, %d
  %k = add i64 %e, %f
  %l = add i64 %g, %h
  %m = add i64 %i, %j
  %n = add i64 %k, %l
  %o = add i64 %m, %n
  %p = trunc i64 %o to i32
  ret i32 %p
}
"""
    )
    objects = {o.name: o for o in program.objects}
    target = objects["target"]
    assert target.region is Region.CONSTANT
    assert target.size == 8
    assert target.cells == ((0, 1, 1), (1, 4, 2**32 - 2), (5, 1, 120), (6, 1, 121), (7, 1, 122))
    assert objects[r"odd\20name"].cells == ((0, POINTER_8, target.address), (8, POINTER_8, target.address + 5))
    # a number that is an address plus a constant lies there as a pointer; one that is neither can be anything
    assert objects["number"].cells == ((0, POINTER_8, target.address),)
    assert objects["difference"].unknown
    main = objects["main"]
    assert main.region is Region.CODE
    assert program.functions == {main.address: "main"}
    assert objects["function"].cells == ((0, POINTER_8, main.address), (16, POINTER_8, main.address))
    assert objects["undefined"].unknown
    assert objects["floats"].cells == ((0, 10, 0x3FFF8000000000000000),)
    assert objects["elsewhere"].unknown
    assert objects["elsewhere"].size == 16
    assert objects["unsized"].size > 0
    assert all(o.address >= 0x1000 for o in program.objects)


def test_scalar_globals_are_variables() -> None:
    program = from_c(
        """
        int plain = 5; static float real = 1.5f; _Bool flag; const int fixed = 9; extern long outside;
        int taken; int *pointer = &taken; int mixed;
        int main(void) {
          plain++; real *= 2; flag = !flag; *pointer = fixed; outside++;
          *(char *)&mixed = 3;
          return plain + (int)real + flag + taken + mixed;
        }"""
    )
    variables = {v.data: value for v, value in program.variables.items()}
    assert set(variables) == {"plain!", "real!", "flag!", "pointer!", "outside!"}
    assert variables["plain!"] is T.bv(5, 32)
    assert variables["outside!"] is None
    assert {o.name for o in program.objects if o.region is not Region.CODE} >= {"taken", "mixed"}
    assert returned(program) == 6 + 3 + 1 + 9 + 3


def test_locations_and_source_names() -> None:
    program = from_c(
        "int twice(int number) {\n  int result = number * 2;\n  return result;\n}\nint main() { return twice(4); }\n",
        main_file="some/where.c",
    )
    procedure = program.procedures["twice"]
    assert procedure.location is not None
    assert str(procedure.location) == "some/where.c:1"
    (block,) = procedure.blocks.values()
    location = block.commands[0].location
    assert location is not None
    assert (location.file, location.line, location.function) == ("some/where.c", 2, "twice")
    assert set(procedure.source_names.values()) == {"number", "result"}


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('call void asm sideeffect "cli", ""()', "inline assembly cli"),
        ("%x = call ptr @llvm.returnaddress(i32 0)", "intrinsic llvm.returnaddress"),
        ("%x = load <vscale x 4 x i32>, ptr null", "a value of type <vscale x 4 x i32>"),
    ],
)
def test_unsupported_is_a_stop(body: str, what: str) -> None:
    program = from_llvm(
        f"declare ptr @llvm.returnaddress(i32)\ndefine i32 @main(i32 %c) {{\n  %z = icmp eq i32 %c, 0\n"
        f"  br i1 %z, label %bad, label %good\nbad:\n  {body}\n  ret i32 1\ngood:\n  ret i32 7\n}}\n"
    )
    assert stops(program, End.UNSUPPORTED) == [what]
    assert returned(program) == 7


def test_invoke_and_landing_pads_are_stops() -> None:
    program = from_llvm(
        """
declare i32 @p(...)
declare void @f()
define i32 @main() personality ptr @p {
  invoke void @f()
          to label %fine unwind label %bad
fine:
  ret i32 0
bad:
  %x = landingpad { ptr, i32 }
          cleanup
  ret i32 1
}
"""
    )
    assert stops(program, End.UNSUPPORTED) == ["instruction invoke"]


def test_quoted_labels_and_registers() -> None:
    program = from_llvm(
        """
define i32 @main() {
"the entry":
  br label %"a: b"
"a: b":                       ; preds = %"the entry"
  %"x y" = phi i32 [ 3, %"the entry" ]
  %"x.y" = add i32 %"x y", 4
  ret i32 %"x.y"
}
"""
    )
    assert returned(program) == 7


def test_switch_edges_and_parallel_phis() -> None:
    program = from_llvm(
        """
define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %a = phi i32 [ 1, %entry ], [ %b, %body ]
  %b = phi i32 [ 2, %entry ], [ %a, %body ]
  switch i32 %i, label %body [
    i32 5, label %done
    i32 7, label %done
  ]
body:
  %next = add i32 %i, 1
  br label %loop
done:
  %r = phi i32 [ %a, %loop ], [ %a, %loop ]
  %s = mul i32 %r, 10
  %t = add i32 %s, %b
  ret i32 %t
}
"""
    )
    assert returned(program) == 21
    labels = program.procedures["main"].blocks
    assert "loop>done" in labels


def test_signatures_that_cannot_be_expressed() -> None:
    program = from_llvm(
        """
define void @odd(<vscale x 2 x i32> %v) {
  ret void
}
define i32 @main(i32 %c) {
  %z = icmp eq i32 %c, 0
  br i1 %z, label %bad, label %good
bad:
  call void @odd(<vscale x 2 x i32> zeroinitializer)
  ret i32 1
good:
  ret i32 7
}
"""
    )
    assert returned(program) == 7


def test_large_constants() -> None:
    count = 50_000
    numbers = ", ".join(f"i32 {i}" for i in range(count))
    program = from_llvm(
        f"""
@table = constant [{count} x i32] [{numbers}]
define i32 @main() {{
  %p = getelementptr inbounds [{count} x i32], ptr @table, i64 0, i64 {count - 1}
  %v = load i32, ptr %p
  ret i32 %v
}}
"""
    )
    assert returned(program) == count - 1
