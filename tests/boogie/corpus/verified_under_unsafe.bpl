// expect: unsafe
procedure main(p: bool, a: bool)
{
  assert {:verified_under a} {:verified_under true} p;
}
