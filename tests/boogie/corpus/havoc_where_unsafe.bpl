// expect: unsafe
procedure main()
{
  var x: int where x > 3;
  havoc x;
  assert x > 4;
}
