// expect: unsafe
type Field _;
const unique size: Field int;
const unique done: Field bool;
procedure main(heap: <a>[Field a]a)
{
  var h: <a>[Field a]a;
  h := heap[done := true];
  assert h[done] && h[size] > 0;
}
