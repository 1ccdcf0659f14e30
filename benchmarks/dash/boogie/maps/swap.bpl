// expect: safe
// The sum of two cells stays when they are exchanged.
procedure main(a: [int]int, i: int, j: int)
{
  var m: [int]int;
  var t: int;
  m := a;
  t := m[i];
  m[i] := m[j];
  m[j] := t;
  assert m[i] + m[j] == a[i] + a[j];
}
