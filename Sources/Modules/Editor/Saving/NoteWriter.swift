package import Entities
package import Services
import TextEngine

/// Puts text into notes without a screen, with the same care as the editor: for the command line.
package struct NoteWriter: Sendable {
  private let saver: TextSaver
  private let clock: any WallClock

  init(saver: TextSaver, clock: any WallClock) {
    self.saver = saver
    self.clock = clock
  }

  /// What became of a text.
  package enum Outcome: Equatable, Sendable {
    case written(NoteID)
    /// Others changed the note at that very moment: the text is a note of its own, beside theirs.
    case beside(NoteID)
  }

  /// Makes a note named after `title`, beside whatever has that name.
  package func make(
    _ bytes: [UInt8], titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> NoteID {
    try await saver.store.create(bytes, titled: title, in: folder).id
  }

  /// Makes a note under this very name. Throws `.changedOutside` where something has it already.
  package func make(_ bytes: [UInt8], at note: NoteID) async throws(NoteStoreError) {
    _ = try await saver.store.create(bytes, at: note)
  }

  /// Gives the note this text, whatever it had before the call.
  package func write(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    let old = try await NoteLoader(store: saver.store).all(of: note)
    let text = Rope(bytes)
    if old.text == text { return .written(note) }
    do throws(NoteStoreError) {
      return .written(
        try await saver.save(text, to: note, over: old, makingAgain: false).note)
    } catch .changedOutside {
      return .beside(try await saveBeside(bytes, note: note))
    }
  }

  /// Adds lines at the note's end, after whatever stands there at that moment.
  package func append(
    _ bytes: [UInt8], to note: NoteID
  ) async throws(NoteStoreError) -> Outcome {
    if bytes.isEmpty { return .written(note) }
    let turn = await saver.store.turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    // Whoever writes without end is not outrun; the text is not lost all the same.
    for _ in 0..<20 {
      do throws(NoteStoreError) {
        let old = try await saver.store.read(note)
        let joined = Self.joined(old.bytes, bytes)
        _ = try await saver.store.save(joined, to: note, replacing: old.stamp)
        return .written(note)
      } catch .changedOutside {
        continue
      }
    }
    return .beside(try await saveBeside(bytes, note: note))
  }

  /// The same for a note that may not be there yet: it is made then, with another text before them.
  package func append(
    _ bytes: [UInt8], to note: NoteID, beginningWith text: [UInt8]
  ) async throws(NoteStoreError) -> Outcome {
    // It may come and go meanwhile.
    for _ in 0..<20 {
      if try await isThere(note) { return try await append(bytes, to: note) }
      do throws(NoteStoreError) {
        try await make(bytes.isEmpty ? text : Self.joined(text, bytes), at: note)
        return .written(note)
      } catch .changedOutside {
        continue
      }
    }
    throw .changedOutside(note.path)
  }

  private func isThere(_ note: NoteID) async throws(NoteStoreError) -> Bool {
    do throws(NoteStoreError) {
      _ = try await saver.store.summary(of: note)
      return true
    } catch .notFound {
      return false
    }
  }

  private func saveBeside(
    _ bytes: [UInt8], note: NoteID
  ) async throws(NoteStoreError) -> NoteID {
    let title = ConflictName.title(of: note.path.stem.text, at: clock.civil(clock.now))
    return try await saver.store.create(
      bytes, titled: title, in: note.path.folder, keptAs: note
    ).id
  }

  /// The added text stands on lines of its own, ended as the note's lines are.
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

/// What a text is called that could not be merged: `Plan (conflict 2026-03-02 0900)`.
enum ConflictName {
  static func title(of name: String, at time: CivilTime) -> String {
    "\(name) (conflict \(time.shortText(between: "")))"
  }
}
