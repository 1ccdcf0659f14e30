// expect: safe
// A serial port: a spin lock, and an IRP that is completed or marked pending exactly once.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { SUCCESS, PENDING, INVALID };
enum { FRESH, MARKED, COMPLETED };
enum { READ, WRITE, CLEANUP };

static int lock_held;
static int irp;
static int buffered;
static int readers;

static void acquire(void) {
  if (lock_held) reach_error();
  lock_held = 1;
}

static void release(void) {
  if (!lock_held) reach_error();
  lock_held = 0;
}

static void complete_request(void) {
  if (lock_held) reach_error();
  if (irp == COMPLETED) reach_error();
  irp = COMPLETED;
}

static void mark_pending(void) {
  if (irp != FRESH) reach_error();
  irp = MARKED;
}

static int dispatch_read(void) {
  acquire();
  if (buffered > 0) {
    buffered--;
    release();
    complete_request();
    return SUCCESS;
  }
  if (readers == 0) {
    readers = 1;
    mark_pending();
    release();
    return PENDING;
  }
  release();
  complete_request();
  return INVALID;
}

static int dispatch_write(void) {
  int status = SUCCESS;
  acquire();
  if (readers > 0) readers = 0;
  else if (buffered < 4) buffered++;
  else status = INVALID;
  release();
  complete_request();
  return status;
}

static int dispatch_cleanup(void) {
  acquire();
  buffered = 0;
  readers = 0;
  release();
  complete_request();
  return SUCCESS;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int status, major = __VERIFIER_nondet_int();
    irp = FRESH;
    if (major == READ) status = dispatch_read();
    else if (major == WRITE) status = dispatch_write();
    else if (major == CLEANUP) status = dispatch_cleanup();
    else {
      status = INVALID;
      complete_request();
    }
    if (lock_held) reach_error();
    if (status == PENDING && irp != MARKED) reach_error();
    if (status != PENDING && irp != COMPLETED) reach_error();
  }
  return 0;
}
