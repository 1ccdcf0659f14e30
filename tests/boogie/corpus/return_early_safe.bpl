// expect: safe
procedure f(x: int) returns (y: int)
  ensures (y == 1) == (x > 0);
{
  y := 0;
  if (x > 0) { y := 1; return; }
  y := -1;
}
