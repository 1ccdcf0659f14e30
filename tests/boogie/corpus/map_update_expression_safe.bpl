// expect: safe
procedure main()
{
  var m, n: [int]int;
  n := m[4 := 9];
  assert n[4] == 9 && n[5] == m[5];
}
