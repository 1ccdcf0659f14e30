// expect: unsafe
type T;
const unique a: T;
const unique b: T;
const c: T;
function f(T): int;
axiom (forall x: T, y: T :: f(x) == f(y) ==> x == y);
procedure main(n: int)
{
  if (f(a) != f(b))
  {
    assert n != 7 || f(c) == f(a);
  }
}
