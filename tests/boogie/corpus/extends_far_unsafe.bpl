// expect: unsafe
type T;
const a: T;
const b: T extends a;
const c: T extends b;
const d: T extends c;
procedure main()
{
  assert a <: d;
}
