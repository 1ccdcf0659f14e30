// expect: unsafe
// an execution returns false
procedure main(x: int)
{
  assert |{ var z: int; A: goto B, C; B: assume z > 0; return z + x > x; C: assume z <= 0; return z < 0; }|;
}
