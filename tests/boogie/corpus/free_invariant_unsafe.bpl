// expect: unsafe
procedure main(n: int)
{
  var i: int;
  i := 0;
  while (i < 3)
    free invariant n > 5;
  { i := i + 1; }
  assert n > 6;
}
