// expect: safe
procedure main()
{
  var r: real;
  assume r > 0.5;
  assert r * 2.0 > 1.0;
}
