// expect: safe
procedure main()
{
  var a: int, b: int;
  a, b := -7, 2;
  assert a div b == -4 && a mod b == 1;
}
