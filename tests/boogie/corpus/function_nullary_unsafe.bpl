// expect: unsafe
function c(): int;
axiom c() > 3;
procedure main()
{

  assert c() > 4;
}
