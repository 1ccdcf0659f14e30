// expect: safe
// assumed: some execution returns true
procedure main(x: int)
  requires |{ var z: int; A: assume z > 3; return x == z; }|;
{
  assert x > 3;
  assert !|{ var z: int; A: assume z < 3; return x == z; }|;
}
