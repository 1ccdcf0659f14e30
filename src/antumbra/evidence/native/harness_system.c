/* The operating system as the harness sees it: raw system calls, limits, signals, the final record.

   After limit_and_confine the kernel kills the process for anything but read, write and exit
   (seccomp's strict mode), so a program that found a way around the checks still cannot reach the host. */

#include "harness.h"

#if __SIZEOF_POINTER__ == 8
enum { SYS_READ = 0, SYS_WRITE = 1, SYS_MMAP = 9, SYS_SIGACTION = 13, SYS_SETRLIMIT = 160, SYS_EXIT = 60,
       SYS_SIGALTSTACK = 131, SYS_PRCTL = 157 };

static sword system_call(word n, word a, word b, word c, word d, word e, word f) {
    sword result;
    register word r10 __asm__("r10") = d;
    register word r8 __asm__("r8") = e;
    register word r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

__asm__(".text\n.globl _start\n_start:\n"
        "xorl %ebp, %ebp\nmovq %rsp, %rdi\nandq $-16, %rsp\ncall harness_main\nhlt\n");
#else
enum { SYS_READ = 3, SYS_WRITE = 4, SYS_MMAP = 192, SYS_SIGACTION = 174, SYS_SETRLIMIT = 75, SYS_EXIT = 1,
       SYS_SIGALTSTACK = 186, SYS_PRCTL = 172 };

static __attribute__((noinline)) sword system_call(word n, word a, word b, word c, word d, word e, word f) {
    word arguments[7] = {n, a, b, c, d, e, f};
    sword result;
    __asm__ volatile("pushl %%ebx\npushl %%ebp\n"
                     "movl 4(%%eax), %%ebx\nmovl 8(%%eax), %%ecx\nmovl 12(%%eax), %%edx\n"
                     "movl 16(%%eax), %%esi\nmovl 20(%%eax), %%edi\nmovl 24(%%eax), %%ebp\n"
                     "movl (%%eax), %%eax\nint $0x80\npopl %%ebp\npopl %%ebx\n"
                     : "=a"(result)
                     : "a"(arguments)
                     : "ecx", "edx", "esi", "edi", "memory");
    return result;
}

__asm__(".text\n.globl _start\n_start:\n"
        "xorl %ebp, %ebp\nmovl %esp, %eax\nandl $-16, %esp\nsubl $12, %esp\npushl %eax\ncall harness_main\nhlt\n");
#endif

u32 sandboxed;

void *map_pages(word size, word hint) {
    /* readable and writable; private, anonymous, no swap reserved */
    sword got = system_call(SYS_MMAP, hint, size, 3, 0x2 | 0x20 | 0x4000, (word)-1, 0);
    return got < 0 && got > -4096 ? 0 : (void *)got;
}

sword read_some(void *to, word size) { return system_call(SYS_READ, 0, (word)to, size, 0, 0, 0); }

static __attribute__((noreturn)) void leave(word status) {
    for (;;) system_call(SYS_EXIT, status, 0, 0, 0, 0, 0);
}

void write_all(const void *from, word size) {
    const u8 *next = from;
    while (size) {
        sword written = (sword)system_call(SYS_WRITE, 1, (word)next, size, 0, 0, 0);
        if (written <= 0) return;
        next += written;
        size -= (word)written;
    }
}

void finish(u32 ending, u32 detail, word address) {
    static int finishing;
    static struct record record;
    if (finishing++) leave(99);
    record.magic = 0x52544e41u;
    record.ending = ending;
    record.detail = detail;
    record.site = current_site;
    record.address = address;
    for (u32 i = 0; i < SOURCES; i++) record.used[i] = used_values[i];
    record.missing = missing_values;
    record.mismatched = mismatched_values;
    record.sandboxed = sandboxed;
    record.ways = ways;
    record.frames = copy_sites(record.sites, MAX_STACK_SITES, &record.depth);
    if ((options & SCAN_LEAKS) && (ending == ENDED_RETURN || ending == ENDED_EXIT))
        count_leaks(ending == ENDED_EXIT, &record.unfreed, &record.lost);
    steps_tell();
    write_all(&record, sizeof record);
    leave(ending);
}

void fail_at(u32 ending, u32 site, word address) {
    current_site = site;
    finish(ending, 0, address);
}

/* ---------------------------------------------------------------- signals */

enum { SIGILL_ = 4, SIGTRAP_ = 5, SIGABRT_ = 6, SIGBUS_ = 7, SIGFPE_ = 8, SIGSEGV_ = 11, SIGXCPU_ = 24 };

static u8 signal_stack[65536];

static void on_signal(int number, void *information) {
    word address = 0;
    if (number == SIGSEGV_ || number == SIGBUS_) address = *(word *)((u8 *)information + (sizeof(word) == 8 ? 16 : 12));
    if (number == SIGFPE_) finish(ENDED_DIVISION, 1, 0); /* a division that was not checked: of vectors */
    finish(ENDED_SIGNAL, (u32)number, address);
}

static void restorer(void) { leave(98); }

static void watch(int number) {
    struct {
        word handler, flags, restore;
        u32 mask[2];
    } action = {(word)on_signal, 0x4 | 0x08000000u | 0x04000000u | 0x40000000u, (word)restorer, {0, 0}};
    system_call(SYS_SIGACTION, (word)number, (word)&action, 0, 8, 0, 0);
}

static void limit(word resource, word soft, word hard) {
    struct {
        word soft, hard;
    } limits = {soft, hard};
    system_call(SYS_SETRLIMIT, resource, (word)&limits, 0, 0, 0, 0);
}

void limit_and_confine(u32 cpu_seconds) {
    struct {
        void *start;
        int flags;
        word size;
    } alternative = {signal_stack, 0, sizeof signal_stack};
    system_call(SYS_SIGALTSTACK, (word)&alternative, 0, 0, 0, 0, 0);
    static const int watched[] = {SIGILL_, SIGTRAP_, SIGABRT_, SIGBUS_, SIGFPE_, SIGSEGV_, SIGXCPU_};
    for (u32 i = 0; i < sizeof watched / sizeof *watched; i++) watch(watched[i]);
    limit(3, (word)64 << 20, (word)64 << 20); /* stack */
    limit(4, 0, 0);                           /* core file */
    limit(1, 0, 0);                           /* file size */
    limit(6, 0, 0);                           /* processes */
    limit(7, 0, 0);                           /* open files */
    limit(0, cpu_seconds, cpu_seconds + 1);   /* processor time */
    system_call(SYS_PRCTL, 38, 1, 0, 0, 0, 0);
    sandboxed = system_call(SYS_PRCTL, 22, 1, 0, 0, 0, 0) == 0;
}
