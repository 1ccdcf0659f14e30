// expect: safe
// A function that has a definition.
function twice(x: int): int { x + x }
procedure main(n: int)
{
  var i, s: int;
  assume n >= 0;
  i := 0;
  s := 0;
  while (i < n)
  {
    s := s + 2;
    i := i + 1;
  }
  assert s == twice(n);
}
