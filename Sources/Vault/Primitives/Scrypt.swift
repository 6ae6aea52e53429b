import CSodium
import Files
import Glibc

/// Derives a key from a passphrase. It is costly in time and memory, and so is guessing.
enum Scrypt {
  /// The default of age: about a second, and 256 MB for that time.
  static let usualWorkFactor = 18

  /// The highest factor that is accepted from a file.
  static let workFactorLimit = workFactorLimit(memory: MemoryLimit.bytes)

  /// Returns age's limit, or a lower one if that takes half of the memory. This program's own
  /// default is always accepted.
  static func workFactorLimit(memory: Int) -> Int {
    // Each of the 2^factor steps takes 1 KB.
    (usualWorkFactor...22).last { memory / 2 >= 1 << ($0 + 10) } ?? usualWorkFactor
  }

  /// Returns false if there is not enough memory.
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

/// The memory available to this program. A container or a limit may allow less than the machine
/// has, and the system kills a program that uses more.
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

  /// Returns the limit of this process's control groups and their parents; nil if there is none.
  /// `root` precedes each path that is read.
  static func groupLimit(root: [UInt8]) -> Int? {
    guard let groups = text(root, "/proc/self/cgroup") else { return nil }
    return groups.split(separator: "\n").compactMap { limit(of: $0, root) }.min()
  }

  /// A line is `0::/path` for the unified tree, or `4:memory:/path` for a tree per controller.
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
    // In a container, the path may be the host's, and only its beginning exist.
    var steps = parts[2].split(separator: "/")
    if steps.contains("..") { steps = [] }
    return (0...steps.count).flatMap { count in
      let group = steps[..<count].map { "/\($0)" }.joined()
      return tree.names.compactMap { name in
        text(root, "\(tree.folder)\(group)/\(name)").flatMap {
          // “max” means no limit.
          Int($0.prefix { $0 != "\n" })
        }
      }
    }.min()
  }

  /// Such files report a size of zero, but can be read.
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
