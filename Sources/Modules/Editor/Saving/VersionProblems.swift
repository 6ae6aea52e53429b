package import Services

/// Problems with the versions of one vault's notes. Each is reported once, by the first editor that saves.
@MainActor
package final class VersionProblems {
  let versions: any NoteVersions
  private var reported: Set<String> = []

  package init(_ versions: any NoteVersions) {
    self.versions = versions
  }

  /// Returns the problems that were not reported yet, and marks them as reported.
  func report(_ problems: [String]) -> [String] {
    problems.filter { reported.insert($0).inserted }
  }
}
