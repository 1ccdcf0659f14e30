// expect: safe
// claimed: every execution returns true
procedure main(x: int, y: int)
{
  assert |{ var z: int; A: havoc z; goto B, C; B: assume z > 0; return z + x > x; C: assume z <= 0; return z < 1; }|;
  assert (forall i: int :: |{ A: return i < i + 1; }|);
  assert x < y ==> |{ A: assume y < 0; return x < 0; }|;
}
