// expect: safe
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(a: int, b: int) { assume Cons(a, Nil()) == Cons(b, Nil()); assert a == b; }
