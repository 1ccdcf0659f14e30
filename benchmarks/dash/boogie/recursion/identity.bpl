// expect: safe
// Counted up while it goes down.
procedure identity(n: int) returns (r: int)
{
  if (n <= 0)
  {
    r := 0;
  }
  else
  {
    call r := identity(n - 1);
    r := r + 1;
  }
}
procedure main(n: int)
{
  var r: int;
  assume n >= 0;
  call r := identity(n);
  assert r == n;
}
