// expect: safe
procedure main()
{
  var i, s: int;
  i, s := 0, 0;
  while (i < 10) { s := s + i; i := i + 1; }
  assert s == 45;
}
