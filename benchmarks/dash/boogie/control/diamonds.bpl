// expect: safe
// Four choices in a row, each undone by the next.
procedure main(a: int, b: int)
{
  var x, d: int;
  x := 0;
  d := 0;
  if (a > 0) { x := x + a; d := 1; }
  if (d == 1) { x := x - a; }
  if (b > 0) { x := x + b; d := 2; } else { d := 0; }
  if (d == 2) { x := x - b; }
  assert x == 0;
}
