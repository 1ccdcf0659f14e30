// expect: safe
procedure {:selective_checking} main(x: int, y: int, z: int)
{
  assert x < y;
  if (*)
  {
    assert y < z;
    assume {:start_checking_here} true;
    assert x < z;
  }
}
