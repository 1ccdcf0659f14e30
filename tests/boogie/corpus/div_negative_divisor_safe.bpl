// expect: safe
procedure main()
{
  var a: int;
  a := 7;
  assert a div -2 == -3 && a mod -2 == 1;
}
