// expect: safe
procedure main()
{
  var s: int;
  s := 0;
  if (*) { s := s + 1; } else { s := s - 1; }
  if (*) { s := s + 2; } else { s := s - 2; }
  if (*) { s := s + 4; } else { s := s - 4; }
  assert s >= -7 && s <= 7;
}
