// expect: safe
procedure main()
{
  var x: int;
  assert (var y := x + 1; y > x);
}
