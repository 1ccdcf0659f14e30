// expect: safe
// What is written is read, and nothing else changes.
procedure main(a: [int]int, i: int, j: int)
{
  var m: [int]int;
  m := a;
  m[i] := m[j] + 1;
  assert i == j || (m[i] == a[j] + 1 && m[j] == a[j]);
  assert m[i] > a[j];
}
