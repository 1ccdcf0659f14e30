// expect: unsafe
procedure p(a: int)
  free requires a > 0;
{ assert a > 1; }
procedure main() { var x: int; call p(x); }
