/// Filters that files must go through on their way to git and back, as those that encrypt them.
extension GitRepository {
  /// One that a sync does not run, with the first file that needs it; nil where no file does.
  func filterObstacle() async throws(GitError) -> SyncObstacle? {
    for name in settings.neededFilters {
      var call = GitCall(
        "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--",
        ":(top,attr:filter=\(name))")
      call.environment["GIT_LITERAL_PATHSPECS"] = "0"
      if let first = try await run(call).entries().first {
        return .filtered(String(decoding: first, as: UTF8.self), by: name)
      }
    }
    return nil
  }
}

extension GitSettings {
  /// Their names, git-lfs's apart: a sync does that one's part itself.
  var neededFilters: [String] {
    let names = lines.filter { $0.section == "filter" && $0.name == "required" && $0.isTrue }
      .map { String($0.middle) }
    return Set(names).filter { $0 != "lfs" && $0.utf8.allSatisfy(Self.isAttribute) }.sorted()
  }

  /// What a value may have in it that paths are looked for by.
  private static func isAttribute(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
