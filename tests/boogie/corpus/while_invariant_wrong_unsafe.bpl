// expect: unsafe
procedure main()
{
  var i: int;
  i := 0;
  while (i < 5)
    invariant i < 5;
  { i := i + 1; }
}
