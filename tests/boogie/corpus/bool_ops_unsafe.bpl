// expect: unsafe
procedure main()
{
  var a, b: bool;
  assert a ==> b;
}
