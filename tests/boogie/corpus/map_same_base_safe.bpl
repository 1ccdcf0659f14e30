// expect: safe
procedure main()
{
  var m: [int]int, s: int;
  m[s] := 1; m[s + 1] := 2; m[s + 2] := 3;
  assert m[s] == 1 && m[s + 1] == 2;
}
