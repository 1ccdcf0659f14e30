// expect: unsafe
procedure main(a: [int]int, i: int, j: int)
{
  var m: [int]int;
  m := a;
  m[i] := m[j] + 1;
  assert m[j] == a[j];
}
