// expect: unsafe
datatype Tree { Leaf(value: int), Node(children: Forest) }
datatype Forest { Empty(), Grove(first: Tree, rest: Forest) }
procedure main(t: Tree)
{
  assume t is Node && t->children is Grove && t->children->first is Leaf;
  assert t->children->first->value != 7;
}
