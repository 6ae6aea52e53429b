import CSystem
import Glibc
import Synchronization

/// The access of others to this program's memory.
package enum Dumps {
  /// The limit of core dumps before they were forbidden.
  private static let original = Mutex<rlimit?>(nil)

  /// From here on, the system writes no core dump of this process, and no other process of this
  /// user can read its memory.
  package static func forbid() {
    csystem_prctl(PR_SET_DUMPABLE, 0)
    original.withLock { original in
      var limit = rlimit()
      guard original == nil, getrlimit(core, &limit) == 0 else { return }
      original = limit
      setLimit(0, within: limit)
    }
  }

  /// Starts a program without these restrictions. They stay for this program.
  package static func withChildLimits<Value>(_ start: () -> Value) -> Value {
    let limit = original.withLock { $0 }
    if let limit { setLimit(limit.rlim_cur, within: limit) }
    defer { if let limit { setLimit(0, within: limit) } }
    return start()
  }

  /// Whether other processes of this user can read this one's memory, and core dumps may be written.
  package static var areAllowed: Bool { csystem_prctl(PR_GET_DUMPABLE, 0) == 1 }

  private static var core: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_CORE.rawValue) }

  private static func setLimit(_ bytes: rlim_t, within limit: rlimit) {
    var changed = rlimit(rlim_cur: bytes, rlim_max: limit.rlim_max)
    setrlimit(core, &changed)
  }
}
