// expect: safe
// What is known of all cells of a map, and of one that was written.
procedure main(m: [int]int, k: int)
{
  var a: [int]int;
  assume (forall i: int :: m[i] == 0);
  a := m;
  a[3] := 1;
  if (k != 3)
  {
    assert a[k] == 0;
  }
}
