// expect: unsafe
procedure main()
{
  var a: int;
  assert a mod 5 != 4;
}
