// expect: safe
datatype Cell { Free(), Used(owner: int) }
var cells: [int]Cell;
procedure main(i: int, j: int)
  requires i != j;
  modifies cells;
{
  cells[i] := Used(1);
  cells[j] := Free();
  assert cells[i]->owner == 1;
}
