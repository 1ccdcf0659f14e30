// expect: safe
// A map of truth values over two indices.
procedure main(i: int, j: int)
{
  var seen: [int,int]bool;
  var count: int;
  count := 0;
  seen[i, j] := false;
  if (!seen[i, j])
  {
    seen[i, j] := true;
    count := count + 1;
  }
  if (!seen[i, j])
  {
    count := count + 1;
  }
  assert count == 1;
}
