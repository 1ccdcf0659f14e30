// expect: unsafe
procedure main()
{
  var m, n: [int]int;
  n := m[4 := 9];
  assert m[4] == 9;
}
