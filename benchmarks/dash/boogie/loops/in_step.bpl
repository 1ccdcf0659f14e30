// expect: safe
// Two counters stay equal.
procedure main(n: int)
{
  var x, y: int;
  x := 0;
  y := 0;
  while (x < n)
  {
    x := x + 1;
    y := y + 1;
  }
  assert x == y;
}
