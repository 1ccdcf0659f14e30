// expect: safe
procedure main()
{
  var m: [int][int]bool;
  m[1][2] := true; m[1][3] := false;
  assert m[1][2] && !m[1][3];
}
