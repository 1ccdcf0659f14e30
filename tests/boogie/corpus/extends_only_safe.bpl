// expect: safe
type C;
const unique a: C extends;
const unique b: C extends;
procedure main() { assert !(a <: b); }
