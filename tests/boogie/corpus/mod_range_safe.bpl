// expect: safe
procedure main()
{
  var a: int;
  assert 0 <= a mod 5 && a mod 5 < 5;
}
