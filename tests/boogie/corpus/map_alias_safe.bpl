// expect: safe
procedure main()
{
  var m: [int]int, i: int, j: int;
  m[i] := 1; m[j] := 2;
  assert m[j] == 2;
}
