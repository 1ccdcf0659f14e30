// expect: unsafe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(x: List)
{
  assume x is Cons && x->tail is Cons;
  assert x->head <= x->tail->head;
}
