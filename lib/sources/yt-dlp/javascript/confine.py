"""Starts Node so that the JavaScript of a player can do nothing but compute.

Arguments: the seconds that it may take, the program of Node, its options. Sets limits on time and memory, and on Linux takes from the process the
system calls by which it could reach a network or another process. Then it becomes Node. The alarm, the limits and
the filter stay with the process permanently.
"""

import ctypes
import os
import platform
import resource
import signal
import struct
import sys

# Node itself takes about 100 MiB of it at its start.
MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
REFUSE = 0x00050000 | 1  # EPERM
NOT_THERE = 0x00050000 | 38  # ENOSYS: the C library uses clone in the place of clone3.
CLONE_THREAD = 0x00010000
X32_BIT = 0x40000000

# By machine: the audit number of its architecture, and the numbers of system calls (linux/unistd.h).
MACHINES = {
    'x86_64': (0xC000003E, {
        'socket': 41, 'socketpair': 53, 'fork': 57, 'vfork': 58, 'kill': 62, 'ptrace': 101, 'rt_sigqueueinfo': 129,
        'tkill': 200, 'rt_tgsigqueueinfo': 297, 'prlimit64': 302, 'process_vm_readv': 310, 'process_vm_writev': 311,
        'execveat': 322,
    }, {'clone': 56, 'tgkill': 234}),
    'aarch64': (0xC00000B7, {
        'ptrace': 117, 'kill': 129, 'tkill': 130, 'rt_sigqueueinfo': 138, 'socket': 198, 'socketpair': 199,
        'rt_tgsigqueueinfo': 240, 'prlimit64': 261, 'process_vm_readv': 270, 'process_vm_writev': 271,
        'execveat': 281,
    }, {'clone': 220, 'tgkill': 131}),
}
# The same numbers on every machine.
COMMON = {'pidfd_send_signal': 424, 'io_uring_setup': 425, 'pidfd_open': 434, 'pidfd_getfd': 438}
CLONE3 = 435


def instruction(code, true, false, value):
    return struct.pack('HBBI', code, true, false, value)


def load(offset):
    return instruction(0x20, 0, 0, offset)


def answer(value):
    return instruction(0x06, 0, 0, value)


def unless_equal(value, skip):
    return instruction(0x15, 0, skip, value)


def make_filter(audit_arch, refused, judged):
    number, architecture, first_argument = 0, 4, 16
    program = [load(architecture), instruction(0x15, 1, 0, audit_arch), answer(KILL_PROCESS), load(number)]
    program += [instruction(0x35, 0, 1, X32_BIT), answer(REFUSE)]
    for call in (refused | COMMON).values():
        program += [unless_equal(call, 1), answer(REFUSE)]
    program += [unless_equal(CLONE3, 1), answer(NOT_THERE)]
    # A thread, but no process.
    program += [unless_equal(judged['clone'], 4), load(first_argument), instruction(0x45, 0, 1, CLONE_THREAD)]
    program += [answer(ALLOW), answer(REFUSE)]
    # A signal to itself, as abort() sends it.
    program += [unless_equal(judged['tgkill'], 4), load(first_argument), unless_equal(os.getpid(), 1)]
    program += [answer(ALLOW), answer(REFUSE)]
    return b''.join([*program, answer(ALLOW)])


def refuse_system_calls():
    if sys.platform != 'linux' or platform.machine() not in MACHINES or struct.calcsize('P') != 8:
        return
    code = make_filter(*MACHINES[platform.machine()])
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack('HxxxxxxQ', len(code) // 8, ctypes.addressof(buffer))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong]
    if prctl(PR_SET_NO_NEW_PRIVS, 1, None, 0, 0) != 0 or prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        sys.exit(f'The kernel refuses a filter of system calls: {os.strerror(ctypes.get_errno())}')


def limit(kind, most):
    hard = resource.getrlimit(kind)[1]
    bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (bound, bound))


def main():
    seconds, node = int(sys.argv[1]), sys.argv[2:]
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, seconds)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_DATA, MEMORY_LIMIT_BYTES)
    signal.alarm(seconds)
    refuse_system_calls()
    libraries = {name: os.environ[name] for name in ('LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH') if name in os.environ}
    os.execve(node[0], node, libraries)


main()
