// expect: safe
procedure main()
{
  var x: int;
  assert x == x;
}
