// expect: unsafe
procedure main(m: [int]int)
{
  assert (exists i: int :: 0 <= i && i < 3 && m[i] == 7);
}
