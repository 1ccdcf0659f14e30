// expect: safe
procedure fact(n: int) returns (r: int)
{
  if (n <= 0) { r := 1; } else { call r := fact(n - 1); r := r * n; }
}
procedure main()
{
  var x: int;
  call x := fact(5);
  assert x == 120;
}
