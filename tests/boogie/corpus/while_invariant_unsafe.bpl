// expect: unsafe
procedure main()
{
  var i: int;
  i := 0;
  while (i < 5) invariant 0 <= i && i <= 5; { i := i + 1; }
  assert i == 4;
}
