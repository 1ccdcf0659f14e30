// expect: unsafe
procedure main()
{
  var a: int, b: int;
  assume a == b;
  assert a div 0 == 0;
}
