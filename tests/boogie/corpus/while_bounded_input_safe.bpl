// expect: safe
procedure main()
{
  var n, i: int;
  assume 0 <= n && n <= 4; i := 0;
  while (i < n) { i := i + 1; }
  assert i == n;
}
