// expect: unsafe
type T;
const unique a, b: T;
const c: T;
procedure main()
{
  assert a != c;
}
