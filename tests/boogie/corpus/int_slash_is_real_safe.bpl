// expect: safe
procedure main()
{
  var r: real;
  r := 1 / 2;
  assert r == 0.5;
}
