import Entities
import Files
import Glibc
import Services

/// Makes a repository of a vault that has none, and adds a remote. A second run changes nothing.
struct SyncSetUpWork {
  let folder: String
  let files: any SyncedFiles
  let manner: SyncMode
  let program: GitProgram
  let setUp: SyncSetUp

  static let ignored = """
    .trash/
    .obsidian/workspace*
    *.sync-conflict-*
    .syncthing.*.tmp
    ~syncthing~*.tmp
    .unison.*
    *~
    *.orig
    *.rej
    *.bak
    .DS_Store

    """
  /// Both devices merge with the program. Plain `git pull` uses the driver of this name, if it is set.
  static let attributes = """
    *.md merge=notes-tui diff=markdown
    *.age binary

    """

  /// Sets up the repository; `isNew` is whether this call added the remote.
  func run(isDryRun: Bool) async throws -> (repository: GitRepository, isNew: Bool) {
    guard !setUp.url.isEmpty, !setUp.url.hasPrefix("-") else {
      throw SyncFailure.obstacle(
        "“\(setUp.url)” is not a remote's address. Give one as git@example.org:ann/notes.git")
    }
    let address = GitAddress.inFull(
      setUp.url, from: setUp.folder ?? folder, home: program.environment["HOME"])
    let isMissing = try isMissing(address)
    let repository = try await repository(isDryRun: isDryRun)
    let isNew = try await addRemote(
      address, isMissing: isMissing, to: repository, isDryRun: isDryRun)
    if setUp.writesGitFiles, !isDryRun {
      try await write(Self.ignored, as: ".gitignore")
      try await write(Self.attributes, as: ".gitattributes")
      if !manner.isSecret { try await VaultMark.write(files) }
    }
    // The settings have a remote now.
    return (try await repository.again(), isNew)
  }

  /// Removes a newly added remote that git cannot use, so that another one can be added, and
  /// returns the error. Returns nil if the failure does not concern its address.
  func takenBack(
    _ error: GitError, in repository: GitRepository
  ) async throws -> SyncFailure? {
    let reason: String
    switch error {
    case .offline(let said), .notFoundThere(let said), .failed("fetch", _, let said): reason = said
    case .timedOut: reason = "it did not answer in time"
    default: return nil
    }
    guard let name = try await repository.remotes().first,
      try await repository.hasNothing(of: name)
    else { return nil }
    try await repository.removeRemote(name)
    let address = GitAddress.withoutPassword(setUp.url).cutInMessages
    return .obstacle(
      "\(address) did not become the remote: \(reason.replacing("fatal: ", with: "").withoutDot). Check the address and the network, then set"
        + " it up again.")
  }

  static let driverNamed =
    "Plain git pull merges notes as a sync does from now on: merge.notes-tui.driver is set here."

  /// Lets plain git merge with this program, if git finds it: with a missing driver, git would use one
  /// side's text as the result. A driver that a person set stays. Returns whether it was set now.
  func nameDriver(in repository: GitRepository, isDryRun: Bool) async throws -> Bool {
    let driver = GitSettings.driver
    guard setUp.writesGitFiles, !isDryRun, !manner.isSecret, program.finds("notes-tui"),
      !repository.settings.lines.contains(where: { $0.key == driver.key })
    else { return false }
    try await repository.set(driver)
    return true
  }

  private func repository(isDryRun: Bool) async throws -> GitRepository {
    do {
      return try await GitRepository.find(at: folder, program: program)
    } catch GitError.notARepository {
      if isDryRun { throw SyncFailure.obstacle(Self.dryRun) }
      return try await GitRepository.make(at: folder, program: program)
    }
  }

  private func addRemote(
    _ new: String, isMissing: Bool, to repository: GitRepository, isDryRun: Bool
  ) async throws -> Bool {
    let remotes = try await repository.remotes()
    guard let name = remotes.contains("origin") ? "origin" : remotes.first else {
      if isDryRun { throw SyncFailure.obstacle(Self.dryRun) }
      if isMissing { try await GitRepository.makeBare(at: new, program: program) }
      try await repository.addRemote("origin", address: new)
      return true
    }
    let address = repository.address(of: name)
    // The address is shown without its password, so compare without the user.
    guard let address, address != new, address.withoutUser != new.withoutUser else { return false }
    throw SyncFailure.obstacle(
      "This vault's remote \(name) is \(address). To use another one:"
        + " git -C '\(repository.root)' remote set-url \(name) ADDRESS")
  }

  private static let dryRun =
    "This vault has no remote yet, and a dry run names none. Set it up without --dry-run."

  /// Whether the address is a folder that still needs a repository: an empty one, or a missing one.
  private func isMissing(_ address: String) throws -> Bool {
    guard GitAddress.isLocal(address), address.hasPrefix("/") else { return false }
    guard GitAddress.isElsewhere(address, than: folder) else {
      throw SyncFailure.obstacle(
        "\(address) is in the vault itself. Name a folder elsewhere: on a stick, on a server.")
    }
    do throws(SystemError) {
      if let folder = try ifThere(Posix.openFolder(Array(address.utf8))) {
        let names = try Posix.names(in: folder.raw)
        if names.contains(Array("HEAD".utf8)) || names.contains(Array(".git".utf8)) { return false }
        if !names.isEmpty { throw SystemError(ENOTEMPTY) }
      } else {
        // Creates at most one folder: if a stick is not plugged in, its parent folder is missing.
        let above = address.prefix(upTo: address.lastIndex(of: "/") ?? address.startIndex) + "/"
        _ = try Posix.openFolder(Array(above.utf8))
      }
      return true
    } catch {
      let reason =
        error.code == ENOTEMPTY ? "it has files in it, and is not a git repository" : error.reason
      throw SyncFailure.obstacle(
        "\(address) cannot be the remote: \(reason). Name a repository, or a new folder.")
    }
  }

  /// Writes a file, unless the person has one.
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

/// The file that marks a clone as a vault: git stores no empty folder. Nothing reads its text, and
/// it says nothing about keys, programs or paths.
enum VaultMark {
  static let path = NotePath(".notes-tui/vault")
  static let text = "This folder is a vault of notes-tui.\n"

  /// Writes the mark; true if it was missing. A failure to write it does not stop the sync; the
  /// next one tries again.
  static func write(
    in repository: GitRepository, _ files: any SyncedFiles, _ manner: SyncMode,
    _ request: SyncRequest
  ) async -> Bool {
    let folder = Array("\(repository.root)/\(repository.prefix)".utf8) + path.folder.bytes
    guard !manner.isSecret, !request.isDryRun, (try? Posix.facts(folder))?.kind == .folder else {
      return false
    }
    return (try? await write(files)) ?? false
  }

  /// Writes the mark unless the file exists.
  @discardableResult
  static func write(_ files: any SyncedFiles) async throws(NoteStoreError) -> Bool {
    if try await files.file(at: path) != nil { return false }
    try await files.write(SyncedFile(Array(text.utf8)), at: path, replacing: nil)
    return true
  }
}
