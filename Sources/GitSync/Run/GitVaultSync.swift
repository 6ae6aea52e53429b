import Entities
import Files
import Merging
package import Services

/// Syncs a vault through git.
package struct GitVaultSync: VaultSync {
  /// The vault's folder.
  let folder: String
  let files: any SyncedFiles
  let manner: SyncMode
  let environment: [String: String]
  let merge: TreeMerging

  /// `environment` is this program's own environment.
  package init(
    folder: String, files: any SyncedFiles, manner: SyncMode, environment: [String: String]
  ) {
    self.folder = folder
    self.files = files
    self.manner = manner
    self.environment = environment
    merge = Self.merging(with: manner.opener, templates: manner.templates)
  }

  static func merging(
    with opener: (any AgeOpening)?, templates: NotePath? = nil
  ) -> TreeMerging {
    { base, one, other, blobs in
      try TreeMerge.merge(
        base: base, one: one, other: other, blobs: blobs, opener: opener, templates: templates)
    }
  }

  @concurrent
  package func sync(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport {
    try await failing { () async throws -> SyncReport in
      try await run(in: try await repository(), request, progress)
    }
  }

  @concurrent
  package func setUp(
    _ setUp: SyncSetUp, _ request: SyncRequest,
    progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport {
    try await failing { () async throws -> SyncReport in
      progress(.checking)
      let program = try await GitProgram.find(environment: environment)
      let maker = SyncSetUpWork(
        folder: folder, files: files, manner: manner, program: program, setUp: setUp)
      let (repository, isNew) = try await maker.run(isDryRun: request.isDryRun)
      var report = try await run(in: repository, request, progress, naming: isNew ? maker : nil)
      if try await maker.nameDriver(in: repository, isDryRun: request.isDryRun) {
        report.events.append(.remark(SyncSetUpWork.driverNamed))
      }
      if let program = OtherSync.program(of: repository.root) {
        report.events.append(.remark(OtherSync.remark(program)))
      }
      return report
    }
  }

  @concurrent
  package func undoLast() async throws(SyncFailure) -> SyncReport {
    try await failing { () async throws -> SyncReport in
      if manner.isLocked { throw SyncFailure.locked(waiting: 0) }
      var undo = SyncUndo(repository: try await repository(), files: files, opener: manner.opener)
      return try await undo.run()
    }
  }

  @concurrent
  package func status() async throws(SyncFailure) -> SyncStatus {
    try await failing { () async throws -> SyncStatus in
      do {
        return try await SyncStatusWork(
          repository: try await repository(), files: files, opener: manner.opener
        ).status()
      } catch SyncFailure.notSetUp, GitError.notARepository {
        return .notSetUp
      }
    }
  }

  private func run(
    in repository: GitRepository, _ request: SyncRequest,
    _ progress: @escaping @Sendable (SyncProgress) -> Void, naming: SyncSetUpWork? = nil
  ) async throws -> SyncReport {
    let asking = SyncAsking(manner, request, environment: environment)
    var manner = manner
    manner.network = asking.options
    var run = SyncRun(
      repository: repository, files: files, manner: manner, request: request, merge: merge,
      progress: progress)
    do {
      let report = try await run.run()
      await asking.close()
      return report
    } catch {
      await asking.close()
      guard let error = error as? GitError else { throw error }
      if let failure = try await naming?.takenBack(error, in: repository) { throw failure }
      throw asking.failure(error, remote: run.remote)
    }
  }

  private func repository() async throws -> GitRepository {
    let program = try await GitProgram.find(environment: environment)
    return try await GitRepository.find(at: folder, program: program).trusted(by: manner.trust)
  }

  /// Runs the body and turns any error into a message for a person.
  private func failing<Value>(
    _ body: () async throws -> Value
  ) async throws(SyncFailure) -> Value {
    do {
      return try await VersionWriter.$current.withValue(VersionWriter(.sync)) { try await body() }
    } catch {
      throw SyncFailure(error)
    }
  }
}

extension SyncFailure {
  init(_ error: any Error) {
    switch error {
    case let error as SyncFailure: self = error
    case let error as GitError: self.init(error, remote: "The remote")
    case let error as NoteStoreError: self = .file(error)
    case is CancellationError: self = .cancelled
    default: self = .state("The sync failed: \(error).")
    }
  }

  init(_ error: GitError, remote: String) {
    switch error {
    case .notInstalled: self = .gitMissing
    case .tooOld(let version): self = .gitTooOld(version)
    case .notARepository: self = .notSetUp
    case .offline(let said): self = .offline(remote: remote, reason: said.withoutDot)
    case .refusedCredentials(let said): self = .notLetIn(remote: remote, reason: said.withoutDot)
    case .unknownHost, .changedHost: self = .unknownHost(error.message)
    case .timedOut(let command, _) where ["fetch", "push", "ls-remote", "lfs"].contains(command):
      self = .timedOut(remote: remote)
    case .cancelled: self = .cancelled
    case .locked(let holder): self = .obstacle(holder.message)
    case .unsafeOwner, .noName, .damaged: self = .obstacle(error.message)
    default: self = .git(error.message)
    }
  }
}

extension String {
  /// The text for the middle of a sentence.
  var withoutDot: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// Another sync program at work on the repository's folder, and so on git's own files.
enum OtherSync {
  /// The marks that such programs leave at the top of a synced folder.
  private static let marks = [
    (".stfolder", "Syncthing"), (".dropbox.cache", "Dropbox"), (".owncloudsync.log", "Nextcloud"),
    (".nextcloudsync.log", "Nextcloud"), (".SynologyWorkingDirectory", "Synology Drive"),
    (".sync/ID", "Resilio"),
  ]

  /// Returns the name of the program that syncs the folder; nil if none is known.
  static func program(of root: String) -> String? {
    var folder = root[...]
    while folder.count > 1, let slash = folder.lastIndex(of: "/") {
      let found = marks.first { mark, _ in
        Posix.exists(Array("\(folder)/\(mark)".utf8), in: Posix.noFolder)
      }
      if let found { return found.1 }
      folder = folder[..<slash]
    }
    return nil
  }

  static func remark(_ program: String) -> String {
    "\(program) syncs this folder as well, and .git with it: two devices at once can break that. Let"
      + " \(program) leave .git out, or sync the vault by one of the two."
  }
}

/// Reads the state of a vault and its remotes. It writes nothing, and waits only for git.
private struct SyncStatusWork {
  let repository: GitRepository
  let files: any SyncedFiles
  let opener: (any AgeOpening)?

  func status() async throws -> SyncStatus {
    let state = SyncState(gitFolder: repository.gitFolder)
    let remotes = try SyncedRemotes(try await repository.remotes(), repository.settings)
    let applying = try state.applying()
    let obstacle = applying == nil ? try await repository.obstacle() : nil
    // Without a branch there is nothing to count; the obstacle reports that.
    let branch = (try? await repository.branch()) ?? ""
    var found: [SyncStatus.Remote] = []
    for remote in remotes.all { found.append(try await facts(of: remote, branch)) }
    let synced = try state.synced()
    let waiting = try await repository.unstaged().files
    let conflicts = await SyncContents(
      files: files, opener: opener, objects: repository.lfsObjects
    )
    .marked(of: try state.conflicts())
    let names = try await names(of: waiting + conflicts)
    return .setUp(
      SyncStatus.Facts(
        remotes: found, branch: branch, lastSync: synced.map { Timestamp(seconds: $0.seconds) },
        waiting: waiting.map { names[$0] ?? $0 }.sorted(),
        conflicts: conflicts.map { names[$0] ?? $0 }.sorted(),
        isUnfinished: applying != nil, obstacle: obstacle?.message, otherRemotes: remotes.others))
  }

  private func facts(
    of remote: SyncedRemotes.Remote, _ branch: String
  ) async throws -> SyncStatus.Remote {
    var facts = SyncStatus.Remote(
      name: remote.name, url: repository.address(of: remote.name) ?? "", isSentTo: remote.isSentTo)
    guard !branch.isEmpty, let head = try await repository.head(),
      let there = try await repository.resolve("refs/remotes/\(remote.name)/\(branch)")
    else { return facts }
    if remote.isSentTo { facts.ahead = try await repository.commits(from: there, to: head) }
    facts.behind = try await repository.commits(from: head, to: there)
    return facts
  }

  /// Returns the notes' real names. For a deleted file, the last commit has the name.
  private func names(of paths: [NotePath]) async throws -> [NotePath: NotePath] {
    guard opener != nil, !paths.isEmpty else { return [:] }
    var names = ReadableNames(repository: repository, files: files, opener: opener)
    if let head = try await repository.head() { names.note(try await repository.tree(of: head)) }
    return try await names.names(of: Set(paths))
  }
}
