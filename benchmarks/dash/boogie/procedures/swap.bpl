// expect: safe
// Two results at once.
procedure swap(x: int, y: int) returns (a: int, b: int)
{
  a, b := y, x;
}
procedure main(n: int, m: int)
{
  var p, q: int;
  p, q := n, m;
  call p, q := swap(p, q);
  call p, q := swap(p, q);
  assert p == n && q == m;
}
