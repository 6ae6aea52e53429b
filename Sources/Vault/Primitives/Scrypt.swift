import CSodium
import Files
import Glibc

/// The key of a passphrase: dear in time and memory, so that guessing is.
enum Scrypt {
  /// What age writes: some second, and 256 MB for that time.
  static let usualWorkFactor = 18

  /// What is still tried when a file asks for it.
  static let workFactorLimit = workFactorLimit(memory: MemoryLimit.bytes)

  /// What age tries, if half of the memory bears it. What this program writes is tried in any case.
  static func workFactorLimit(memory: Int) -> Int {
    // 1 KB for each of the 2^factor steps.
    (usualWorkFactor...22).last { memory / 2 >= 1 << ($0 + 10) } ?? usualWorkFactor
  }

  /// False where there is not enough memory.
  static func derive(
    from passphrase: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, workFactor: Int,
    into key: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition((1...30).contains(workFactor))
    Sodium.start()
    return crypto_pwhash_scryptsalsa208sha256_ll(
      bytes(passphrase), passphrase.count, bytes(salt), salt.count, 1 << UInt64(workFactor), 8, 1,
      bytes(key), key.count) == 0
  }
}

/// How much memory this program may have: a container or a limit may leave it less than the machine has,
/// and a program that takes more is ended by the system without a word.
enum MemoryLimit {
  static var bytes: Int {
    var limits = [sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))]
    limits += [RLIMIT_AS, RLIMIT_DATA].compactMap { resourceLimit($0) }
    if let limit = groupLimit(root: []) { limits.append(limit) }
    return limits.min() ?? 0
  }

  private static func resourceLimit(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// What the control groups of this process allow, those around it too; nil where they say nothing.
  /// `root` precedes each path that is read.
  static func groupLimit(root: [UInt8]) -> Int? {
    guard let groups = text(root, "/proc/self/cgroup") else { return nil }
    return groups.split(separator: "\n").compactMap { limit(of: $0, root) }.min()
  }

  /// A line is `0::/path` of the one tree, or `4:memory:/path` where each controller has its own.
  private static func limit(of line: Substring, _ root: [UInt8]) -> Int? {
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let tree: (folder: String, names: [String])
    if parts[1].isEmpty {
      tree = ("/sys/fs/cgroup", ["memory.max", "memory.high"])
    } else if parts[1].split(separator: ",").contains("memory") {
      tree = ("/sys/fs/cgroup/memory", ["memory.limit_in_bytes"])
    } else {
      return nil
    }
    // In a container the path may be as the host sees it, and only the beginning be there.
    var steps = parts[2].split(separator: "/")
    if steps.contains("..") { steps = [] }
    return (0...steps.count).flatMap { count in
      let group = steps[..<count].map { "/\($0)" }.joined()
      return tree.names.compactMap { name in
        text(root, "\(tree.folder)\(group)/\(name)").flatMap {
          // “max” is none.
          Int($0.prefix { $0 != "\n" })
        }
      }
    }.min()
  }

  /// Such files say that they are empty, and have something to read all the same.
  private static func text(_ root: [UInt8], _ path: String) -> String? {
    guard let file = try? Posix.open(root + Array(path.utf8), O_RDONLY) else { return nil }
    let raw = file.raw
    var bytes = [UInt8](repeating: 0, count: 4_096)
    guard let count = try? bytes.withUnsafeMutableBytes({ try Posix.read(raw, into: $0) }) else {
      return nil
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
