// provides: system popen pclose openat creat64 fcntl fcntl64 ioctl link linkat symlink symlinkat unlinkat renameat
// provides: renameat2 mkdirat fchdir dup3 pipe2 mmap mmap64 msync munmap fallocate posix_fallocate readv writev
// provides: preadv pwritev select poll ppoll pselect fmemopen open_memstream mkdtemp mktemp tmpnam tempnam chmod
// provides: fchmod fchmodat chown fchown lchown utime utimes utimensat futimens umask readlink readlinkat realpath
// provides: fdopendir scandir telldir seekdir readdir_r glob ftw nftw mkfifo mknod statvfs fstatvfs fstatat
// provides: newfstatat faccessat statx getw putw fgetwc getwc getwchar fputwc putwc putwchar fgetws fputws ungetwc
// provides: wprintf fwprintf vwprintf vfwprintf wscanf fwscanf fwide sendfile splice tee copy_file_range socket
// provides: socketpair accept lockf flock pread64 pwrite64 ftruncate64 truncate64 tmpfile64 freopen64 fseeko64
// provides: ftello64 fgetpos64 fsetpos64 mkostemp mkstemps __xstat __fxstat __lxstat chroot getdents getdents64
// provides: syscall fdatasync sync accept4 aio_read aio_write catopen daemon epoll_create epoll_create1 eventfd
// provides: fchownat getpass getwd inotify_init memfd_create mkfifoat mknodat mq_open openpty posix_openpt recv
// provides: recvfrom recvmsg send sendto sendmsg sem_open shm_open statfs fstatfs vfwscanf vwscanf wordexp bind
// provides: connect listen shutdown setrlimit tcgetattr tcsetattr ttyname ttyname_r __open_2 __open64_2 __openat_2
// provides: __openat64_2 __pread_chk __pread64_chk __fread_unlocked_chk __fgets_unlocked_chk __realpath_chk
// provides: __readlink_chk __xstat64 __fxstat64 __lxstat64 __fxstatat
// Functions on files that this file system does not have.
#include "antumbra.h"

#define MISSING(name) \
  void name(void) { __antumbra_unsupported(#name " with files that are given"); }

MISSING(system) MISSING(popen) MISSING(pclose) MISSING(openat) MISSING(creat64) MISSING(fcntl) MISSING(fcntl64)
MISSING(ioctl) MISSING(link) MISSING(linkat) MISSING(symlink) MISSING(symlinkat) MISSING(unlinkat) MISSING(renameat)
MISSING(renameat2) MISSING(mkdirat) MISSING(fchdir) MISSING(dup3) MISSING(pipe2) MISSING(mmap) MISSING(mmap64)
MISSING(msync) MISSING(munmap) MISSING(fallocate) MISSING(posix_fallocate) MISSING(readv) MISSING(writev)
MISSING(preadv) MISSING(pwritev) MISSING(select) MISSING(poll) MISSING(ppoll) MISSING(pselect) MISSING(fmemopen)
MISSING(open_memstream) MISSING(mkdtemp) MISSING(mktemp) MISSING(tmpnam) MISSING(tempnam) MISSING(chmod)
MISSING(fchmod) MISSING(fchmodat) MISSING(chown) MISSING(fchown) MISSING(lchown) MISSING(utime) MISSING(utimes)
MISSING(utimensat) MISSING(futimens) MISSING(umask) MISSING(readlink) MISSING(readlinkat) MISSING(realpath)
MISSING(fdopendir) MISSING(scandir) MISSING(telldir) MISSING(seekdir) MISSING(readdir_r) MISSING(glob) MISSING(ftw)
MISSING(nftw) MISSING(mkfifo) MISSING(mknod) MISSING(statvfs) MISSING(fstatvfs) MISSING(fstatat) MISSING(newfstatat)
MISSING(faccessat) MISSING(statx) MISSING(getw) MISSING(putw) MISSING(fgetwc) MISSING(getwc) MISSING(getwchar)
MISSING(fputwc) MISSING(putwc) MISSING(putwchar) MISSING(fgetws) MISSING(fputws) MISSING(ungetwc) MISSING(wprintf)
MISSING(fwprintf) MISSING(vwprintf) MISSING(vfwprintf) MISSING(wscanf) MISSING(fwscanf) MISSING(fwide)
MISSING(sendfile) MISSING(splice) MISSING(tee) MISSING(copy_file_range) MISSING(socket) MISSING(socketpair)
MISSING(accept) MISSING(lockf) MISSING(flock) MISSING(pread64) MISSING(pwrite64) MISSING(ftruncate64)
MISSING(truncate64) MISSING(tmpfile64) MISSING(freopen64) MISSING(fseeko64) MISSING(ftello64) MISSING(fgetpos64)
MISSING(fsetpos64) MISSING(mkostemp) MISSING(mkstemps) MISSING(__xstat) MISSING(__fxstat) MISSING(__lxstat)
MISSING(chroot) MISSING(getdents) MISSING(getdents64) MISSING(syscall) MISSING(fdatasync) MISSING(sync)
MISSING(accept4) MISSING(aio_read) MISSING(aio_write) MISSING(catopen) MISSING(daemon) MISSING(epoll_create)
MISSING(epoll_create1) MISSING(eventfd) MISSING(fchownat) MISSING(getpass) MISSING(getwd) MISSING(inotify_init)
MISSING(memfd_create) MISSING(mkfifoat) MISSING(mknodat) MISSING(mq_open) MISSING(openpty) MISSING(posix_openpt)
MISSING(recv) MISSING(recvfrom) MISSING(recvmsg) MISSING(send) MISSING(sendto) MISSING(sendmsg) MISSING(sem_open)
MISSING(shm_open) MISSING(statfs) MISSING(fstatfs) MISSING(vfwscanf) MISSING(vwscanf) MISSING(wordexp) MISSING(bind)
MISSING(connect) MISSING(listen) MISSING(shutdown) MISSING(setrlimit) MISSING(tcgetattr) MISSING(tcsetattr)
MISSING(ttyname) MISSING(ttyname_r) MISSING(__open_2) MISSING(__open64_2) MISSING(__openat_2) MISSING(__openat64_2)
MISSING(__pread_chk) MISSING(__pread64_chk) MISSING(__fread_unlocked_chk) MISSING(__fgets_unlocked_chk)
MISSING(__realpath_chk) MISSING(__readlink_chk) MISSING(__xstat64) MISSING(__fxstat64) MISSING(__lxstat64)
MISSING(__fxstatat)
