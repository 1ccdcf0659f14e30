// expect: unsafe
datatype Option<T> { None(), Some(value: T) }
datatype Pair<A, B> { Pair(first: A, second: B) }
procedure main(p: Pair (Option int) bool)
{
  assume p->first is Some && p->second;
  assert p->first->value < 100;
}
