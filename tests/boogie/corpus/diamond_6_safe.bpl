// expect: safe
procedure main()
{
  var s: int;
  s := 0;
  if (*) { s := s + 1; } else { s := s - 1; }
  if (*) { s := s + 2; } else { s := s - 2; }
  if (*) { s := s + 4; } else { s := s - 4; }
  if (*) { s := s + 8; } else { s := s - 8; }
  if (*) { s := s + 16; } else { s := s - 16; }
  if (*) { s := s + 32; } else { s := s - 32; }
  assert s >= -63 && s <= 63;
}
