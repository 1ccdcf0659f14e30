// expect: safe
function f(int): int;
axiom (forall x: int :: { f(x) } f(x) >= 0);
procedure main(a: int) { assert f(a) + f(a + 1) >= 0; }
