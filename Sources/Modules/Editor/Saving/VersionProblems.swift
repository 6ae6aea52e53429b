package import Services

/// What is wrong with the earlier versions of one vault's notes, reported once, in the editor that saves
/// first.
@MainActor
package final class VersionProblems {
  let versions: any NoteVersions
  private var reported: Set<String> = []

  package init(_ versions: any NoteVersions) {
    self.versions = versions
  }

  /// Those that were not reported yet; from now on they are.
  func report(_ problems: [String]) -> [String] {
    problems.filter { reported.insert($0).inserted }
  }
}
