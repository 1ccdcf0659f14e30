// expect: unsafe
function {:builtin "fp.add"} FADD(rmode, float24e8, float24e8): float24e8;
function {:builtin "fp.lt"} FLT(float24e8, float24e8): bool;
function {:builtin "fp.isNaN"} NAN(float24e8): bool;
procedure main()
{
  var x: float24e8;
  assume !NAN(x);
  assert !FLT(x, 0x0.0e0f24e8);
}
