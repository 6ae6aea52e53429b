import Entities
import Merging
import Services

/// Makes a repository of a vault where it is none, and gives it a remote. Done twice it changes nothing.
struct SyncSetUpWork {
  let folder: String
  let files: any SyncedFiles
  let manner: SyncManner
  let program: GitProgram
  let setUp: SyncSetUp

  static let ignored = """
    .trash/
    .obsidian/workspace*
    *.sync-conflict-*
    .DS_Store

    """
  /// Both devices merge by the program, plain `git pull` by the driver of this name if it is set.
  static let attributes = """
    *.md merge=notes-tui diff=markdown

    """

  /// A dry run asks for a repository that is there.
  func run(isDryRun: Bool) async throws -> GitRepository {
    guard !setUp.url.isEmpty, !setUp.url.hasPrefix("-") else {
      throw SyncFailure.obstacle(
        "“\(setUp.url)” is no address of a remote. Give one as git@example.org:ann/notes.git")
    }
    let repository = try await repository(isDryRun: isDryRun)
    try await addRemote(to: repository, isDryRun: isDryRun)
    if setUp.writesGitFiles, !isDryRun {
      try await write(Self.ignored, as: ".gitignore")
      if !manner.isSecret { try await write(Self.attributes, as: ".gitattributes") }
    }
    return repository
  }

  private func repository(isDryRun: Bool) async throws -> GitRepository {
    do {
      return try await GitRepository.find(at: folder, program: program)
    } catch GitError.notARepository where !isDryRun {
      return try await GitRepository.make(at: folder, program: program)
    }
  }

  private func addRemote(to repository: GitRepository, isDryRun: Bool) async throws {
    let remotes = try await repository.remotes()
    guard let name = remotes.contains("origin") ? "origin" : remotes.first else {
      if isDryRun { throw SyncFailure.notSetUp }
      return try await repository.addRemote("origin", address: setUp.url)
    }
    let address = try await repository.address(of: name)
    // It is shown without a password, so one with it is compared by its end.
    guard let address, address != setUp.url, address.withoutUser != setUp.url.withoutUser else {
      return
    }
    throw SyncFailure.obstacle(
      "This vault's remote \(name) is \(address). To use another one:"
        + " git -C '\(repository.root)' remote set-url \(name) ADDRESS")
  }

  /// A person's own file stays as it is.
  private func write(_ text: String, as name: String) async throws {
    do throws(NoteStoreError) {
      let path = NotePath(name)
      if try await files.file(at: path) != nil { return }
      try await files.write(SyncedFile(Array(text.utf8)), at: path, replacing: nil)
    } catch {
      if case .changedOutside = error { return }
      throw error
    }
  }
}

extension String {
  /// `https://example.org/x` of `https://ann:secret@example.org/x`.
  fileprivate var withoutUser: String {
    guard let scheme = firstRange(of: "://") else { return self }
    let rest = self[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" }
    guard let at = host.lastIndex(of: "@") else { return self }
    return String(self[..<scheme.upperBound] + rest[rest.index(after: at)...])
  }
}
