// expect: unsafe
procedure main()
{
  var a: int;
  a := 7;
  assert a div -2 == -4;
}
