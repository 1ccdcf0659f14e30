// expect: safe
procedure p(a: int)
  free requires a > 0;
{ assert a > 0; }
procedure main() { var x: int; call p(x); }
