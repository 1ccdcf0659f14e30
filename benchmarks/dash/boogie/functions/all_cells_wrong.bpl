// expect: unsafe
procedure main(m: [int]int, k: int)
{
  var a: [int]int;
  assume (forall i: int :: m[i] == 0);
  a := m;
  a[3] := 1;
  assert a[k] == 0;
}
