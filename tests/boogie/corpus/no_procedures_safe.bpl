// expect: safe
const x: int;
axiom x == x;
