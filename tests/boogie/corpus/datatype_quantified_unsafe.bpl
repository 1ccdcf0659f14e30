// expect: unsafe
datatype Color { Red(), Green(), Blue() }
procedure main(m: [Color]int)
{
  assume (forall c: Color :: m[c] > 0);
  assert m[Green()] != 3;
}
