// expect: unsafe
function {:inline} sq(x: int): int { x * x }
procedure main()
{

  assert sq(5) == 10;
}
