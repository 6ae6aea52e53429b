import CopyNames
package import Entities
package import Services
import TextEngine

/// Writes text to notes without a screen, with the same care as the editor: a command awaits it.
package struct HeadlessNoteWriter: Sendable {
  private let files: MergingStore
  /// They store what is replaced as a whole; nil: it is not stored.
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

  /// What became of a text.
  package enum Outcome: Equatable, Sendable {
    case written(NoteID)
    /// Others changed the note at that very moment: the text is a note of its own, next to theirs.
    case beside(NoteID)
  }

  /// Gives the note this text, whatever it had before the call; makes it where it is not there. What it
  /// had is a version by then: a text that could not be stored is not replaced.
  package func write(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    let turn = await files.store.turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    return try await change(note, orCreate: bytes, orSaveBeside: bytes) {
      () async throws(NoteStoreError) in try await replace(note, by: bytes)
    }
  }

  /// Changes a note, or creates it where it is not there; where it comes and goes without end, saves a note
  /// of its own.
  private func change(
    _ note: NoteID, orCreate text: [UInt8], orSaveBeside bytes: [UInt8],
    _ change: () async throws(NoteStoreError) -> Outcome
  ) async throws(NoteStoreError) -> Outcome {
    for _ in 0..<20 {
      do throws(NoteStoreError) {
        return try await change()
      } catch .notFound {
        do throws(NoteStoreError) {
          _ = try await files.store.create(text, at: note)
          return .written(note)
        } catch .changedOutside {
          continue
        }
      }
    }
    return .beside(try await saveBeside(bytes, note: note))
  }

  /// Throws `.notFound` where there is no such note.
  private func replace(
    _ note: NoteID, by bytes: [UInt8]
  ) async throws(NoteStoreError) -> Outcome {
    let old = try await files.reader.readAll(note)
    let text = Rope(bytes)
    if old.text == text { return .written(note) }
    try await storeVersion(old, of: note)
    do throws(NoteStoreError) {
      return .written(
        try await files.save(text, to: note, over: old, makingAgain: false).note)
    } catch .changedOutside {
      return .beside(try await saveBeside(bytes, note: note))
    }
  }

  /// It is replaced unread, and as a whole.
  private func storeVersion(_ old: NoteBase, of note: NoteID) async throws(NoteStoreError) {
    guard let versions, old.text.byteCount <= versions.largestText else { return }
    var problem: NoteStoreError?
    // Many runs may store versions just now, and each waits for the others a second.
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

  /// Adds lines at the note's end, after whatever is there at that moment.
  package func append(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    if bytes.isEmpty { return .written(note) }
    do throws(NoteStoreError) {
      return try await files.store.inTurn(at: note) { () async throws(NoteStoreError) in
        let old = try await files.store.read(note)
        try ForeignEncoding.check(old.bytes, adding: bytes, to: note.path)
        let joined = Self.joined(old.bytes, bytes)
        _ = try await files.store.save(joined, to: note, replacing: old.stamp)
        return .written(note)
      }
    } catch .changedOutside {
      return .beside(try await saveBeside(bytes, note: note))
    }
  }

  /// The same for a note that may not be there yet: it is made then, with another text before them.
  package func append(
    _ bytes: [UInt8], to note: NoteID, beginningWith text: [UInt8]
  ) async throws(NoteStoreError) -> Outcome {
    let whole = bytes.isEmpty ? text : Self.joined(text, bytes)
    return try await change(note, orCreate: whole, orSaveBeside: bytes) {
      () async throws(NoteStoreError) in
      if bytes.isEmpty { _ = try await files.store.summary(of: note) }
      return try await append(bytes, to: note)
    }
  }

  private func saveBeside(
    _ bytes: [UInt8], note: NoteID
  ) async throws(NoteStoreError) -> NoteID {
    let title = ConflictName.title(of: note.path.stem.text, at: clock.civil(clock.now))
    return try await files.store.create(
      bytes, titled: title, in: note.path.folder, keptAs: note
    ).id
  }

  /// The added text gets lines of its own, ended as the note's lines are.
  static func joined(_ old: [UInt8], _ added: [UInt8]) -> [UInt8] {
    let feed = UInt8(ascii: "\n")
    let crlf = [UInt8(ascii: "\r"), feed]
    let usesCRLF = old.firstIndex(of: feed).map { $0 > 0 && old[$0 - 1] == crlf[0] } ?? false
    let ending = usesCRLF ? crlf : [feed]
    var joined = old
    if let last = old.last, last != feed { joined += ending }
    joined += added
    if added.last != feed { joined += ending }
    return joined
  }
}
