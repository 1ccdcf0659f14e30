// expect: safe
// A machine of four states that never comes to the fifth.
procedure main()
{
  var s, work: int;
  s := 0;
  work := 0;
  while (*)
  {
    if (s == 0)
    {
      s := 1;
    }
    else if (s == 1)
    {
      work := work + 1;
      if (*)
      {
        s := 2;
      }
    }
    else if (s == 2)
    {
      work := work - 1;
      if (work == 0)
      {
        s := 3;
      }
    }
    else if (s == 3)
    {
      s := 0;
    }
    else
    {
      assert false;
    }
  }
}
