// expect: unsafe
procedure main()
{
  var x: bv8;
  x := 255bv8;
  assert x == 254bv8;
}
