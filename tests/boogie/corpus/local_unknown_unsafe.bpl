// expect: unsafe
procedure main()
{
  var x: int;
  assert x == 0;
}
