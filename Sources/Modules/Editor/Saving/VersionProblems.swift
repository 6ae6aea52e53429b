package import Services

/// What the earlier versions of one vault's notes have to say, told once in whichever editor saves
/// first.
@MainActor
package final class VersionProblems {
  let versions: any NoteVersions
  private var told: Set<String> = []

  package init(_ versions: any NoteVersions) {
    self.versions = versions
  }

  /// Those that nobody was told of yet; from now on they are.
  func take(_ problems: [String]) -> [String] {
    problems.filter { told.insert($0).inserted }
  }
}
