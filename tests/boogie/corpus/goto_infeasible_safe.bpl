// expect: safe
procedure main()
{
  var y: int;
  y := 0;
  start: goto a, b;
  a: assume false; y := 9; goto done;
  b: goto done;
  done:
  assert y == 0;
}
