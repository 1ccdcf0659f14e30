// expect: unsafe
procedure main()
{
  var a, b: bool;
  assume a <== b;
  assert a ==> b;
}
