// expect: safe
datatype Color { Red(), Green(), Blue() }
procedure main()
{
  assert (forall c: Color :: c == Red() || c == Green() || c == Blue());
  assert (exists c: Color :: c != Red());
}
