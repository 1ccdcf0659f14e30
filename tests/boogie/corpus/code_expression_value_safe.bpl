// expect: safe
var g: int;
procedure {:inline 1} twice(a: int) returns (g': int)
{
  var z: int;
  z := a;
  g' := z + a;
}
procedure main(z: int) returns (r: bool)
  ensures r <==> z > 2;
{
  r := |{ var a: int; A: call a := twice(z);
          if (a > 10) { return true; } a := a - 1; goto B, C; B: assume a > 3; return true; C: assume !(a > 3); return false; }|;
}
