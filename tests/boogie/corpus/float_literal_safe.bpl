// expect: safe
function {:builtin "fp.add"} FADD(rmode, float24e8, float24e8): float24e8;
function {:builtin "fp.lt"} FLT(float24e8, float24e8): bool;
function {:builtin "fp.isNaN"} NAN(float24e8): bool;
procedure main()
{
  var x: float24e8;
  x := 0x1.8e0f24e8;
  assert FADD(RNE, x, x) == 0x3.0e0f24e8;
}
