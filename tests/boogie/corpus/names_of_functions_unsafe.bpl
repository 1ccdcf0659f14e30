// expect: unsafe
// division by zero is not a function that a program can name
function div0(x: int): int;
axiom (forall x: int :: div0(x) == 7);
procedure main(n: int)
{
  assume div0(n) == 7;
  assert n div 0 == 7;
}
