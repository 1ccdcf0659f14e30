// expect: safe
procedure main()
{
  var x: int, y: int;
  start: goto a, b;
  a: assume x > 0; y := 1; goto done;
  b: assume x <= 0; y := -1; goto done;
  done:
  assert y == 1 <==> x > 0;
}
