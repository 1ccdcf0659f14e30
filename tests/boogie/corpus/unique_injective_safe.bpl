// expect: safe
type T;
const unique a: T;
const unique b: T;
function f(T): int;
axiom (forall x: T, y: T :: f(x) == f(y) ==> x == y);
procedure main(n: int)
{
  if (f(a) == f(b))
  {
    assert false;
  }
  assert a != b;
}
