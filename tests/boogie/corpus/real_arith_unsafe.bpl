// expect: unsafe
procedure main()
{
  var r: real;
  assume r > 0.5;
  assert r > 0.6;
}
