// expect: unsafe
procedure {:selective_checking} main(x: int, y: int, z: int)
{
  assert x < y;
  if (*)
  {
    assume {:start_checking_here} true;
  }
  assert x < z;
}
