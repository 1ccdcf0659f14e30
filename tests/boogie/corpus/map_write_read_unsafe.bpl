// expect: unsafe
procedure main()
{
  var m: [int]int, i: int;
  m[i] := 3;
  assert m[i + 1] == 3;
}
