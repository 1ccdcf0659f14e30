// expect: safe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(x: List, y: List)
{
  assume x is Cons;
  assert x == Cons(x->head, x->tail);
  assert x != x->tail;
  assert Cons(1, x) != Cons(2, y);
  assert Cons(1, x) == Cons(1, y) ==> x == y;
  assert y is Nil || y is Cons;
}
