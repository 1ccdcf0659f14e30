// expect: unsafe
datatype Cell { Free(), Used(owner: int) }
var cells: [int]Cell;
procedure main(i: int, j: int)
  modifies cells;
{
  cells[i] := Used(1);
  cells[j] := Free();
  assert cells[i] is Used;
}
