// expect: safe
procedure p(x: int)
  free requires {:always_assume} x > 0;
  requires x >= 0;
  free ensures {:always_assume} x > 5;
  ensures x > 4;
{
}
procedure main(x: int) { call p(x); assert x > 5; }
