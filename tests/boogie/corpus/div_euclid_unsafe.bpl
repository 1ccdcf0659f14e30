// expect: unsafe
procedure main()
{
  var a: int, b: int;
  a, b := -7, 2;
  assert a div b == -3;
}
