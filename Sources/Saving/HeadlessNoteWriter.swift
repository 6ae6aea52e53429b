import CopyNames
package import Entities
package import Services
import TextEngine

/// Writes text to notes for commands, as safely as the editor does.
package struct HeadlessNoteWriter: Sendable {
  let files: MergingStore
  /// Stores texts before they are replaced; nil: they are not stored.
  private let versions: (any NoteVersions)?
  private let clock: any WallClock

  package init(
    store: any NoteStore, files: (any VaultFiles)? = nil, versions: (any NoteVersions)? = nil,
    clock: any WallClock
  ) {
    self.files = MergingStore(store: store, files: files)
    self.versions = versions
    self.clock = clock
  }

  package enum Outcome: Equatable, Sendable {
    case written(NoteID)
    /// Others changed the note at the same moment, so the text is a note of its own next to theirs.
    case beside(NoteID)
  }

  /// Replaces the note's text, or creates the note. The old text is stored as a version first: one that
  /// cannot be stored is not replaced.
  package func write(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    let turn = await files.store.turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    return try await change(note, orCreate: bytes, orSaveBeside: bytes) {
      () async throws(NoteStoreError) in try await replace(note, by: bytes)
    }
  }

  /// Changes a note, or creates it where it is missing and `text` is given. Where others change it at
  /// the same moment, or create and remove it without end, `bytes` become a note of their own.
  private func change(
    _ note: NoteID, orCreate text: [UInt8]? = nil, orSaveBeside bytes: [UInt8],
    _ change: () async throws(NoteStoreError) -> NoteID
  ) async throws(NoteStoreError) -> Outcome {
    for _ in 0..<20 {
      do throws(NoteStoreError) {
        return .written(try await change())
      } catch .changedOutside {
        break
      } catch .notFound {
        guard let text else { throw .notFound(note.path) }
        do throws(NoteStoreError) {
          _ = try await files.store.create(text, at: note)
          return .written(note)
        } catch .changedOutside {
          continue
        }
      }
    }
    let title = ConflictName.title(of: note.path.stem.text, at: clock.civil(clock.now))
    return .beside(
      try await files.store.create(bytes, titled: title, in: note.path.folder, keptAs: note).id)
  }

  /// Throws `.notFound` where there is no such note, and `.changedOutside` where others changed it at
  /// this very moment.
  private func replace(
    _ note: NoteID, by bytes: [UInt8]
  ) async throws(NoteStoreError) -> NoteID {
    let old = try await files.reader.readAll(note)
    let text = Rope(bytes)
    if old.text == text { return note }
    try await storeVersion(old, of: note)
    return try await files.save(text, to: note, over: old, makingAgain: false).note
  }

  private func storeVersion(_ old: NoteBase, of note: NoteID) async throws(NoteStoreError) {
    guard let versions, old.text.byteCount <= versions.largestText else { return }
    var problem: NoteStoreError?
    // Other runs may store versions too, and each waits up to a second for the others.
    for _ in 0..<5 {
      do throws(NoteStoreError) {
        return try await versions.keep(old.text.bytes, of: note, written: old.stamp.modified)
      } catch {
        problem = error
      }
    }
    guard let problem else { return }
    throw .refused(
      note.path, reason: "its text could not be kept as a version first (\(problem.reason))")
  }

  /// Adds lines at the note's end.
  package func append(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    if bytes.isEmpty { return .written(note) }
    return try await add(bytes, to: note, beginningWith: nil, by: Self.joined)
  }

  /// Puts the result of `join` in place of the note's text, from the text that it has then. With `text`,
  /// a missing note is created from that.
  package func add(
    _ bytes: [UInt8], to note: NoteID, beginningWith text: [UInt8]?,
    by join: @Sendable (_ old: [UInt8], _ added: [UInt8]) -> [UInt8]
  ) async throws(NoteStoreError) -> Outcome {
    try await change(note, orCreate: text.map { join($0, bytes) }, orSaveBeside: bytes) {
      () async throws(NoteStoreError) in try await added(bytes, to: note, by: join)
    }
  }

  /// Creates a note; throws `.changedOutside` if there is one already.
  package func create(_ bytes: [UInt8], at note: NoteID) async throws(NoteStoreError) {
    _ = try await files.store.create(bytes, at: note)
  }

  /// Creates a note under a free name.
  package func create(
    _ bytes: [UInt8], titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> NoteID {
    try await files.store.create(bytes, titled: title, in: folder).id
  }

  /// The same for a note that may be missing: it is created then, with another text before the lines.
  package func append(
    _ bytes: [UInt8], to note: NoteID, beginningWith text: [UInt8]
  ) async throws(NoteStoreError) -> Outcome {
    let whole = bytes.isEmpty ? text : Self.joined(text, bytes)
    return try await change(note, orCreate: whole, orSaveBeside: bytes) {
      () async throws(NoteStoreError) in
      try await bytes.isEmpty
        ? files.store.summary(of: note).id : added(bytes, to: note, by: Self.joined)
    }
  }

  private func added(
    _ bytes: [UInt8], to note: NoteID,
    by join: @Sendable (_ old: [UInt8], _ added: [UInt8]) -> [UInt8]
  ) async throws(NoteStoreError) -> NoteID {
    try await files.store.inTurn(at: note) { () async throws(NoteStoreError) in
      let old = try await files.store.read(note)
      try ForeignEncoding.check(old.bytes, adding: bytes, to: note.path)
      _ = try await files.store.save(join(old.bytes, bytes), to: note, replacing: old.stamp)
      return note
    }
  }

  /// Puts the added text on lines of its own, with the note's line endings.
  @Sendable
  package static func joined(_ old: [UInt8], _ added: [UInt8]) -> [UInt8] {
    let feed = UInt8(ascii: "\n")
    let ending = (Rope(old).ending(of: .zero) ?? .lf).bytes
    var joined = old
    if let last = old.last, last != feed { joined += ending }
    joined += added
    if added.last != feed { joined += ending }
    return joined
  }
}
