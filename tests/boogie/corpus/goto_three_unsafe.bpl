// expect: unsafe
procedure main()
{
  var y: int;
  start: goto a, b, c;
  a: y := 1; goto done;
  b: y := 2; goto done;
  c: y := 3; goto done;
  done:
  assert y != 3;
}
