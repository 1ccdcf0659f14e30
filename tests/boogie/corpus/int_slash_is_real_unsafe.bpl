// expect: unsafe
procedure main()
{
  var r: real;
  r := 1 / 2;
  assert r == 0.0;
}
