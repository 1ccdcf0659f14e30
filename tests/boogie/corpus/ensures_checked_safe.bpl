// expect: safe
procedure p(a: int) returns (b: int)
  ensures b > a;
{ b := a + 1; }
procedure main() { var r: int; call r := p(1); }
