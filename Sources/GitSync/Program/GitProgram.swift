/// The git of this computer, run so that a repository's own settings start no program, and so that
/// nothing waits without an end.
package struct GitProgram: Sendable {
  /// Where it is.
  package let path: String
  /// This program's environment, as git gets it but for what is git's own.
  package let environment: [String: String]
  package var patience: GitPatience

  /// Finds git in the folders of `PATH` and asks for its version.
  package static func find(
    environment: [String: String], patience: GitPatience = GitPatience()
  ) async throws(GitError) -> GitProgram {
    throw .notInstalled
  }
}

/// How long git may take.
package struct GitPatience: Sendable {
  /// For what needs no network, in all.
  package var local = Duration.seconds(300)
  /// Until a remote says its first word, and between two words.
  package var connecting = Duration.seconds(30)
  package var silence = Duration.seconds(60)
  /// Until a person has answered what ssh or git ask.
  package var answering = Duration.seconds(300)
  /// For a lock that another program holds.
  package var lock = Duration.seconds(10)

  package init() {}
}
