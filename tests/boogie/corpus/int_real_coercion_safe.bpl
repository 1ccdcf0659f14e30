// expect: safe
procedure main()
{
  var r: real, i: int;
  r := 2.75; i := int(r);
  assert i == 2 && real(i) == 2.0;
}
