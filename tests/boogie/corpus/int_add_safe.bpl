// expect: safe
procedure main()
{
  var x: int, y: int;
  y := x + 1;
  assert y > x;
}
