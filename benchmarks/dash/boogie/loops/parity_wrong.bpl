// expect: unsafe
procedure main()
{
  var x: int;
  x := 1;
  while (*)
  {
    x := x + 2;
  }
  assert x != 7;
}
