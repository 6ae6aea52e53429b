import Entities
import Merging
import Services

/// Reverts the last sync's changes to the files. A file that was changed since stays as it is. No
/// branch moves: to git the undo is a change like any other.
struct SyncUndo {
  let repository: GitRepository
  let files: any SyncedFiles
  let state: SyncState
  private let objects: LfsObjects
  private var report = SyncReport()
  private var names: ReadableNames

  init(repository: GitRepository, files: any SyncedFiles, opener: (any AgeOpening)? = nil) {
    self.repository = repository
    self.files = files.puttingBack
    names = ReadableNames(repository: repository, files: files, opener: opener)
    state = SyncState(gitFolder: repository.gitFolder)
    objects = repository.lfsObjects
  }

  mutating func run() async throws -> SyncReport {
    let lock = try state.lock()
    defer { withExtendedLifetime(lock) {} }
    let changes = try state.lastChanges()
    if changes.isEmpty { throw SyncFailure.nothingToUndo }
    guard try state.applying() == nil else {
      throw SyncFailure.obstacle(
        "A sync was stopped while it wrote files. Sync once: it continues there. Then undo it.")
    }
    for change in changes.reversed() { try await undo(change) }
    try await writeLfsFiles()
    try state.remove(.last)
    report.came.sort { $0.path < $1.path }
    return try await names.shown(report)
  }

  private mutating func undo(_ change: Applying) async throws {
    let difference = TreeDifference(
      try await repository.changes(from: change.new, to: change.old))
    names.note(difference)
    let blobs = try repository.blobs()
    // The same order as in a sync: an interruption leaves a renamed note twice.
    for one in difference.writes + difference.removals + difference.lateWrites {
      try Task.checkCancellation()
      let (written, before) = (try blobs.file(one.before), try blobs.file(one.after))
      do throws(NoteStoreError) {
        try await undo(one.path, from: written, to: before)
      } catch {
        report.events.append(.leftAlone(one.path, error.message))
      }
    }
  }

  /// Writes the contents of restored pointers, as far as they are on this computer.
  private mutating func writeLfsFiles() async throws {
    let lfs = LfsFiles(repository: repository, files: files)
    let changed = Set(report.came.map(\.path))
    for file in try await lfs.waiting(untracked: true) {
      guard let reason = await lfs.write(file), changed.contains(file.path) else { continue }
      report.events.append(.leftAlone(file.path, reason))
    }
  }

  private mutating func undo(
    _ path: NotePath, from written: SyncedFile?, to before: SyncedFile?
  ) async throws(NoteStoreError) {
    let there = try await files.file(at: path)
    if there == before { return }
    guard there.map({ objects.areSame($0, written) }) ?? (written == nil) else {
      report.events.append(.leftAlone(path, "It was changed since the sync."))
      return
    }
    if let before {
      try await files.write(before, at: path, replacing: there)
      report.came.append(SyncChange(path, there == nil ? .added : .changed))
    } else if let there {
      try await files.remove(path, holding: there)
      report.came.append(SyncChange(path, .removed))
    }
  }
}

extension BlobReading {
  /// Returns nil for no entry, and for a nested repository.
  func file(_ entry: TreeEntry?) throws -> SyncedFile? {
    guard let entry, let kind = SyncedFile.Kind(entry.kind) else { return nil }
    return SyncedFile(try bytes(of: entry.blob), as: kind)
  }
}

extension SyncedFile.Kind {
  /// Nil for a nested repository.
  init?(_ kind: TreeEntry.Kind) {
    switch kind {
    case .file: self = .file
    case .executable: self = .executable
    case .link: self = .link
    case .submodule: return nil
    }
  }
}
