// expect: unsafe
procedure f(x: int) returns (y: int)
  ensures y == 1;
{
  y := 0;
  if (x > 0) { y := 1; return; }
  y := -1;
}
