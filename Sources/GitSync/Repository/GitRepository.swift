package import Entities
package import Merging

/// A repository with a vault in it, by way of the program git.
///
/// Cancelling the task ends the git that is running, and the call throws `.cancelled`.
package struct GitRepository: Sendable {
  package let program: GitProgram
  /// `/home/ann/notes/.git`
  package let gitFolder: String
  /// The folder of files that the repository is about: `/home/ann/notes`.
  package let root: String
  /// The vault within it: nothing, or `notes/`.
  package let prefix: String

  package static func find(
    at folder: String, program: GitProgram
  ) async throws(GitError) -> GitRepository {
    throw .notARepository
  }

  /// Makes a repository of a folder that is in none.
  package static func make(
    at folder: String, branch: String = "main", program: GitProgram
  ) async throws(GitError) -> GitRepository {
    throw .notARepository
  }

  package func obstacle() async throws(GitError) -> SyncObstacle? { throw .notARepository }

  /// The lines of its settings that no harmless key explains: `core.sshcommand=…`.
  package func foreignSettings() async throws(GitError) -> [String] { throw .notARepository }

  /// Tells two lists of such lines apart, also against someone who wants them taken for one another.
  package static func digest(ofSettings lines: [String]) -> String { "" }
}

// Branches and commits.
extension GitRepository {
  package func branch() async throws(GitError) -> String { throw .notARepository }

  package func head() async throws(GitError) -> String? { throw .notARepository }

  package func resolve(_ reference: String) async throws(GitError) -> String? {
    throw .notARepository
  }

  package func commit(
    tree: String, parents: [String], message: String, person: CommitPerson? = nil,
    date: Int? = nil
  ) async throws(GitError) -> String {
    throw .notARepository
  }

  package func commitFacts(_ hash: String) async throws(GitError) -> CommitFacts {
    throw .notARepository
  }

  /// Throws `.branchMoved` where it is not at `old` any more; nil: where there is one.
  package func moveBranch(
    _ name: String, to new: String, from old: String?
  ) async throws(GitError) {
    throw .notARepository
  }

  package func mergeBases(_ one: String, _ other: String) async throws(GitError) -> [String] {
    throw .notARepository
  }

  package func isAncestor(_ one: String, of other: String) async throws(GitError) -> Bool {
    throw .notARepository
  }

  /// How many commits `two` has that `one` has not.
  package func commits(from one: String, to two: String) async throws(GitError) -> Int {
    throw .notARepository
  }
}

// The index and trees.
extension GitRepository {
  /// Puts all that was changed in the vault into the index. Answers with the repositories within the
  /// vault, which are left alone.
  @discardableResult
  package func stageAll() async throws(GitError) -> [NotePath] { throw .notARepository }

  /// A tree of HEAD with the vault as it is in the index.
  package func writeIndexTree() async throws(GitError) -> String { throw .notARepository }

  /// Makes the index that of a commit, and leaves all files as they are.
  package func readIndex(from commit: String) async throws(GitError) { throw .notARepository }

  /// Files of the vault that are otherwise than in HEAD, new ones too.
  package func changedFiles() async throws(GitError) -> [NotePath] { throw .notARepository }

  /// The vault's files in a commit or tree.
  package func tree(of commit: String) async throws(GitError) -> Tree { throw .notARepository }

  /// A tree with these files in the vault; the rest is as in `base`, a commit or tree.
  package func makeTree(
    from base: String?, files: Tree
  ) async throws(GitError) -> String {
    throw .notARepository
  }

  /// Files outside the vault in which two commits differ.
  package func changesOutside(
    from one: String, to other: String
  ) async throws(GitError) -> [String] {
    throw .notARepository
  }

  package func writeBlobs(_ contents: [[UInt8]]) async throws(GitError) -> [String] {
    throw .notARepository
  }

  /// Reads contents while it lives.
  package func blobs() throws(GitError) -> GitBlobs { throw .notARepository }
}

// Remotes.
extension GitRepository {
  package func remotes() async throws(GitError) -> [String] { throw .notARepository }

  /// Its address, without a password that may be in it.
  package func address(of remote: String) async throws(GitError) -> String? {
    throw .notARepository
  }

  package func addRemote(_ name: String, address: String) async throws(GitError) {
    throw .notARepository
  }

  /// Brings `refs/remotes/REMOTE/` in line with the branches that are there.
  package func fetch(
    _ remote: String, options: NetworkOptions = .automatic
  ) async throws(GitError) {
    throw .notARepository
  }

  /// Sends a commit to the branch there; never forced.
  package func push(
    _ commit: String, to remote: String, branch: String, options: NetworkOptions = .automatic
  ) async throws(GitError) -> PushOutcome {
    throw .notARepository
  }
}

/// What a commit says of itself.
package struct CommitFacts: Equatable, Sendable {
  package var tree: String
  package var parents: [String]
  package var author: String
  /// Seconds since 1970.
  package var date: Int
  package var message: String

  package init(tree: String, parents: [String], author: String, date: Int, message: String) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.date = date
    self.message = message
  }
}
