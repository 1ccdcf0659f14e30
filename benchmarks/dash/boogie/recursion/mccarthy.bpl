// expect: safe
// McCarthy's function never leaves less than 91.
procedure f(n: int) returns (r: int)
{
  if (n > 100)
  {
    r := n - 10;
  }
  else
  {
    call r := f(n + 11);
    call r := f(r);
  }
}
procedure main(n: int)
{
  var r: int;
  call r := f(n);
  assert r >= 91;
}
