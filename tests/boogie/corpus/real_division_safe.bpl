// expect: safe
procedure main()
{
  var r: real;
  r := 1.0 / 4.0;
  assert r == 0.25;
}
