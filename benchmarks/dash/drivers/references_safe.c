// expect: safe
// An object lives while somebody holds a reference; the last one to go deletes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct object {
  int references, alive, handles, removing;
};

static struct object device;

static void reference(struct object *o) {
  if (!o->alive) reach_error();
  o->references++;
}

static void dereference(struct object *o) {
  if (!o->alive || o->references <= 0) reach_error();
  o->references--;
  if (o->references == 0) o->alive = 0;
}

static int open_handle(struct object *o) {
  if (!o->alive || o->removing || o->handles >= 2) return 0;
  reference(o);
  o->handles++;
  return 1;
}

static void close_handle(struct object *o) {
  if (o->handles == 0) return;
  o->handles--;
  dereference(o);
}

static int control(struct object *o, int code) {
  if (o->handles == 0) return -1;
  reference(o);
  int result = 0;
  if (code == 1) {
    if (o->removing) {
      dereference(o);
      return -2;
    }
    result = 1;
  } else if (code == 2) {
    result = o->handles;
  }
  if (!o->alive) reach_error();
  dereference(o);
  return result;
}

static void surprise_removal(struct object *o) {
  if (o->removing || !o->alive) return;
  o->removing = 1;
  dereference(o);
}

int main(void) {
  struct object *o = &device;
  o->alive = 1;
  o->references = 1;
  while (__VERIFIER_nondet_int()) {
    int event = __VERIFIER_nondet_int();
    if (event == 0) open_handle(o);
    else if (event == 1) close_handle(o);
    else if (event == 2) control(o, __VERIFIER_nondet_int());
    else if (event == 3) surprise_removal(o);
    if (o->removing && o->handles == 0 && o->alive) reach_error();
    if (!o->removing && !o->alive) reach_error();
  }
  return 0;
}
