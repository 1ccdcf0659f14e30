// expect: safe
procedure main()
{
  var m: [int]int;
  m[0] := 5; m[1] := 6; m[0] := 15;
  assert m[0] == 15 && m[1] == 6;
}
