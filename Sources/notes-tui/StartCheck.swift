import Glibc

/// Checks the preconditions before anything is opened.
enum StartCheck {
  /// The number of files that the program may need at the same time, with some spare.
  private static let fewestFiles: rlim_t = 32
  private static let usefulFiles: rlim_t = 256

  /// Returns the reason that the program cannot work here, or nil.
  static func problem(_ environment: UserEnvironment) -> String? {
    if environment.home.isEmpty {
      return
        "notes-tui: HOME names no folder, and the system knows none of this user. Set HOME to an"
        + " absolute path."
    }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    if limit.rlim_cur < usefulFiles, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, usefulFiles)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    if limit.rlim_cur >= fewestFiles { return nil }
    return
      "notes-tui: only \(limit.rlim_cur) files may be open at a time, and \(fewestFiles) are needed."
      + " Raise the limit with ulimit -n."
  }
}
