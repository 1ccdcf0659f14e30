// expect: safe
procedure main()
{
  var m: [int, bool]int;
  m[1, true] := 4; m[1, false] := 5;
  assert m[1, true] == 4;
}
