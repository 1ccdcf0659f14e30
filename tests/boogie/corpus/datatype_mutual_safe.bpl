// expect: safe
datatype Tree { Leaf(value: int), Node(children: Forest) }
datatype Forest { Empty(), Grove(first: Tree, rest: Forest) }
procedure main(t: Tree)
{
  var u: Tree;
  u := Node(Grove(t, Empty()));
  assert u->children->first == t;
  assert u != t;
}
