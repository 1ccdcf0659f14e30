// expect: safe
// The same argument, the same value.
function f(x: int): int;
procedure main(n: int, m: int)
{
  var i: int;
  i := n;
  while (i < m)
  {
    i := i + 1;
  }
  if (n <= m)
  {
    assert f(i) == f(m);
  }
}
