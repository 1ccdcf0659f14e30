// expect: safe
type C;
const unique top: C;
const unique mid: C extends top;
const unique low: C extends mid;
procedure main() { assert low <: top; assert mid <: mid; }
