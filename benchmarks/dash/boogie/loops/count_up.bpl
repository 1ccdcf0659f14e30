// expect: safe
// A counter that stops at its bound.
procedure main(n: int)
{
  var i: int;
  assume n >= 0;
  i := 0;
  while (i < n)
  {
    i := i + 1;
  }
  assert i == n;
}
