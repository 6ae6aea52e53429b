import Glibc
import TestSupport
import Testing

@testable import Vault

@Suite("The work that a passphrase may require where memory is limited")
struct MemoryLimitTests {
  private static let unlimited = "9223372036854771712\n"

  @Test(
    "The program's control groups and their parents limit its memory (security L11)",
    arguments: [
      ([:], nil),
      (["proc/self/cgroup": "0::/\n"], nil),
      (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"], nil),
      (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1000\n"], 1000),
      (
        [
          "proc/self/cgroup": "0::/user/app\n", "sys/fs/cgroup/user/app/memory.max": "3000\n",
          "sys/fs/cgroup/user/memory.max": "2000\n",
        ], 2000
      ),
      (
        [
          "proc/self/cgroup": "0::/app\n", "sys/fs/cgroup/app/memory.max": "max\n",
          "sys/fs/cgroup/app/memory.high": "700\n",
        ], 700
      ),
      // The path is the host's, which a container cannot see.
      (["proc/self/cgroup": "0::/docker/01\n", "sys/fs/cgroup/memory.max": "400\n"], 400),
      (["proc/self/cgroup": "0::/../..\n", "sys/fs/cgroup/memory.max": "400\n"], 400),
      (
        [
          "proc/self/cgroup": "5:cpu,cpuacct:/\n4:memory:/docker/01\n0::/\n",
          "sys/fs/cgroup/memory/memory.limit_in_bytes": unlimited,
          "sys/fs/cgroup/memory/docker/01/memory.limit_in_bytes": "500\n",
        ], 500
      ),
      (["proc/self/cgroup": "no table\n:\n0:\n", "sys/fs/cgroup/memory.max": "1\n"], nil),
      (["proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "much\n"], nil),
    ] as [([String: String], Int?)])
  func groups(files: [String: String], limit: Int?) {
    let folder = TemporaryFolder()
    for (path, text) in files { folder.write(path, text) }
    #expect(MemoryLimit.groupLimit(root: folder.bytes) == limit)
  }

  @Test("Half of the memory limits the work that is tried, and our own files are always tried")
  func factors() {
    let megabyte = 1 << 20
    for (memory, factor) in [(0, 18), (200, 18), (1023, 18), (1024, 19), (4096, 21), (65_536, 22)] {
      #expect(Scrypt.workFactorLimit(memory: memory * megabyte) == factor, "\(memory) MB")
    }
  }

  @Test("A limit on the process reduces the memory that counts (security L11)")
  func resources() async {
    await #expect(processExitsWith: .success) {
      let before = MemoryLimit.bytes
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
      limit.rlim_cur = rlim_t(before / 2)
      guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { exit(3) }
      guard MemoryLimit.bytes == before / 2 else { exit(4) }
    }
  }
}
