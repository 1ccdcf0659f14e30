// expect: safe
var err: bool;
function MUL(int, int): int;
axiom (forall a, b: int :: a != 0 && b != 0 ==> MUL(a,b) != 0);
procedure checked_div(a: int, b: int) returns (r: int)
  modifies err;
{
  entry:
    goto zero, nonzero;
  zero:
    assume b == 0;
    err := true; r := a;
    return;
  nonzero:
    assume b != 0;
    r := a div b;
    return;
}
procedure main(a: int, b: int)
  requires a != 0 && b != 0;
  modifies err;
{
  var r: int;
  err := false;
  call r := checked_div(MUL(a,b), MUL(a,b));
  assert r == 1;
  assert !err;
}
