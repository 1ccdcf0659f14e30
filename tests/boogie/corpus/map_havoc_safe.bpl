// expect: safe
procedure main()
{
  var m: [int]int;
  m[1] := 1; havoc m;
  assert m == m;
}
