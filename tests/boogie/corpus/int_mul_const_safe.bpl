// expect: safe
procedure main()
{
  var x: int;
  assume x >= 3;
  assert 2 * x >= 6;
}
