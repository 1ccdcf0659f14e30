// expect: safe
procedure main()
{
  var x: int;
  assume x > 2 && x < 4;
  assert x == 3;
}
