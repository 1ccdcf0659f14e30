// expect: safe
procedure main()
{
  var m, n: [int]int;
  m[1] := 10; n := m; m[1] := 20;
  assert n[1] == 10 && m[1] == 20;
}
