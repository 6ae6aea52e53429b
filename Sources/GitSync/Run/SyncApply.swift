import Bytes
import Comparing
import Entities
import Merging
import Services

/// Brings the vault's files from one commit to another, even after an interrupted attempt.
///
/// Text typed since the first commit is never overwritten: it is merged with the incoming text.
struct SyncApply {
  let contents: SyncContents
  let blobs: any BlobReading
  /// The names in conflict marks: for the folder's version, and for the incoming one.
  let names: (here: String, there: SideName)
  let state: SyncState
  let progress: @Sendable (SyncProgress) -> Void
  let step: SyncStepping
  private(set) var events: [SyncEvent] = []
  /// Notes that were written with conflict marks.
  private(set) var marked: Set<NotePath> = []
  /// A file that changes all the time must not block the sync forever.
  private static let mostTries = 5

  private var files: any SyncedFiles { contents.files }

  /// Applies the changes, all writes before any removal. Then a half-finished rename shows a note twice.
  /// The other order would look like a deletion by the person, if the run is never continued.
  mutating func run(_ difference: TreeDifference) async throws {
    let done = try state.applied()
    let all = difference.writes + difference.removals + difference.lateWrites
    for (index, change) in all.enumerated() where !done.contains(change.path) {
      try Task.checkCancellation()
      progress(.writing(index + 1, of: all.count))
      if change.after == nil { try await remove(change) } else { try await write(change) }
      try state.addApplied(change.path)
      try await step(.fileDone(change.path))
    }
    for refused in difference.refused {
      events.append(
        .leftAlone(refused.path, "No vault may have this name: \(refused.reason.message)."))
    }
  }

  // MARK: - One file

  private mutating func write(_ change: TreeDifference.Change) async throws {
    guard let after = try blobs.file(change.after) else { return }
    let before = try blobs.file(change.before)
    for _ in 0..<Self.mostTries {
      do {
        let there = try await files.file(at: change.path)
        try await write(after, at: change.path, over: there, before: before)
        return
      } catch NoteStoreError.changedOutside {
        continue
      } catch NoteStoreError.notAFile, NoteStoreError.refused {
        // A new file or folder here has the path, or is in the path's way.
        return try await writeAside(after, change.path)
      }
    }
    throw SyncFailure.alwaysChanging(change.path)
  }

  private mutating func write(
    _ after: SyncedFile, at path: NotePath, over there: SyncedFile?, before: SyncedFile?
  ) async throws {
    var new = after
    var isMerged = false
    if let there, contents.objects.areSame(there, after) {
      // Never write the pointer that git has, not even for a moment.
      new.bytes = there.bytes
    } else if let there, !contents.objects.areSame(there, before) {
      if let merged = try merge(there, after, before, at: path) {
        new.bytes = merged.bytes
        isMerged = true
      } else {
        let copy = try await writeCopy(of: there, path)
        events.append(.bothKept(path, other: copy))
      }
    }
    try await files.write(new, at: path, replacing: there)
    if isMerged { events.append(.changedMeanwhile(path)) }
    if new.kind != .link, contents.hasMarks(path, new.bytes) { marked.insert(path) }
  }

  private func merge(
    _ there: SyncedFile, _ after: SyncedFile, _ before: SyncedFile?, at path: NotePath
  ) throws -> MergedText? {
    guard there.kind != .link, after.kind != .link, before?.kind != .link else { return nil }
    let names = ConflictNames(names.here, names.there.of(path))
    if path.isSealed, let opener = contents.opener {
      return try FileMerge.merge(
        closedAt: path, base: before?.bytes, one: there.bytes, other: after.bytes, names: names,
        opener: opener)
    }
    return FileMerge.merge(
      at: path, base: before?.bytes, one: there.bytes, other: after.bytes, names: names)
  }

  private mutating func remove(_ change: TreeDifference.Change) async throws {
    guard let before = try blobs.file(change.before) else { return }
    do {
      guard let there = try await files.file(at: change.path) else { return }
      if contents.objects.areSame(there, before) {
        return try await files.remove(change.path, holding: there)
      }
    } catch NoteStoreError.changedOutside {
    } catch NoteStoreError.notAFile, NoteStoreError.refused {
      // The path is now a folder, or something that a sync does not follow, and not the removed file.
      return
    }
    events.append(.deletionOverruled(change.path))
  }

  // MARK: - Names in use

  private mutating func writeAside(_ file: SyncedFile, _ path: NotePath) async throws {
    for candidate in asides(of: path) {
      do {
        if let there = try await files.file(at: candidate), there != file { continue }
        try await files.write(file, at: candidate, replacing: nil)
        events.append(.nameTaken(path, to: candidate))
        return
      } catch NoteStoreError.changedOutside, NoteStoreError.notAFile, NoteStoreError.refused {
        continue
      }
    }
    throw SyncFailure.alwaysChanging(path)
  }

  /// Saves the file's current contents under a new path, and returns it.
  private func writeCopy(of file: SyncedFile, _ path: NotePath) async throws -> NotePath {
    for candidate in copies(of: path) {
      do {
        if let there = try await files.file(at: candidate), there != file { continue }
        try await files.write(file, at: candidate, replacing: nil)
        return candidate
      } catch NoteStoreError.changedOutside, NoteStoreError.notAFile {
        continue
      }
    }
    throw SyncFailure.alwaysChanging(path)
  }

  /// Returns free paths. A note of an encrypted vault stores its name in its text, so any path will do.
  private func asides(of path: NotePath) -> [NotePath] {
    guard path.isSealed, let opener = contents.opener else { return path.asides }
    return [opener.newPath()]
  }

  private func copies(of path: NotePath) -> [NotePath] {
    guard path.isSealed, let opener = contents.opener else { return path.copies(from: names.here) }
    return [opener.newPath()]
  }
}

extension NotePath {
  private static let mostNumbers = 1_000

  /// `a/b 2.md`, and `a 2/b.md` in case a file has the folder's name; and so on.
  fileprivate var asides: [NotePath] {
    (2..<Self.mostNumbers).flatMap { number in
      let own = folder.appending(name.withSuffix(" \(number)"))
      return folder.bytes.isEmpty ? [own] : [own, underTopFolder(" \(number)")]
    }
  }

  private func underTopFolder(_ suffix: String) -> NotePath {
    guard let slash = bytes.firstIndex(of: Byte.slash) else { return self }
    return NotePath(bytes: bytes[..<slash] + Array(suffix.utf8) + bytes[slash...])
  }

  /// Returns `pic (from laptop 2026-03-02 0900).png`, then the same with numbers.
  fileprivate func copies(from side: String) -> [NotePath] {
    let side = side.filter { !"/\\:".contains($0) }
    return (1..<Self.mostNumbers).map { number in
      let end = number == 1 ? " (from \(side))" : " (from \(side)) \(number)"
      return folder.appending(name.withSuffix(end))
    }
  }

  private func withSuffix(_ suffix: String) -> NotePath {
    guard let dot = bytes.lastIndex(of: Byte.dot), dot > 0 else {
      return NotePath(bytes: bytes + Array(suffix.utf8))
    }
    return NotePath(bytes: bytes[..<dot] + Array(suffix.utf8) + bytes[dot...])
  }
}
