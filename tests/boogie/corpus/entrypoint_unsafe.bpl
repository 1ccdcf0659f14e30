// expect: unsafe
procedure {:entrypoint} start() { assert false; }
procedure main() { assert false; }
