// expect: not-safe
// nothing is known about the type parameter, whatever is known about types
type T;
function holds<a>(x: a, y: int): bool;
axiom (forall x: T :: holds(x, 1));
procedure main<U>(x: U) { assert holds(x, 1); }
