// expect: unsafe
procedure p(a: int) returns (r: int);
  ensures r == a + a;
implementation p(x: int) returns (y: int)
{ y := x; }
procedure main() { var r: int; call r := p(2); }
