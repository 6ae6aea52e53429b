package import Entities
package import OpenVault
package import Services
import Undo
import UseCases

/// A command that changes notes by chance, as one run of the program does it.
package struct TrialCommand {
  private let store: any NoteStore
  private let moves: any NoteMoves & NoteRewriting
  private let number: Int
  private let recorder: DoneRecorder
  /// The paths of the notes that there are.
  private let notes: [NotePath]
  private let plainStore: any NoteStore

  package init(
    _ number: Int, in done: StoredValue<DoneCommands>, store: any NoteStore,
    moves: any NoteMoves & NoteRewriting, notes: [NotePath], at moment: Timestamp,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    (self.number, self.notes, plainStore) = (number, notes, store)
    recorder = DoneRecorder(
      DoneCommand("step \(number)", began: moment, number: UInt64(number)), in: done,
      rewriting: moves, tell: tell)
    self.store = recorder.recording(store)
    self.moves = recorder.recording(moves)
  }

  /// Says what it does, or why it was refused. `kind`: not by chance.
  package func run(_ random: inout SeededRandom, kind: Int? = nil) async -> String {
    var said = ""
    do throws(NoteStoreError) {
      try await run(&random, kind, &said)
      return said
    } catch {
      return "\(said) (refused: \(error.message))"
    }
  }

  private func run(
    _ random: inout SeededRandom, _ kind: Int?, _ said: inout String
  ) async throws(NoteStoreError) {
    guard let path = notes.randomElement(using: &random) else { return try await make(&said) }
    let note = NoteID(path)
    let kind = kind ?? Int.random(in: 0..<15, using: &random)
    let other = notes.randomElement(using: &random) ?? path
    said = "\(number): \(kind) \(path.text)"
    switch kind {
    case 0: try await save("# Other \(number)\ntext [[n1]]\n", to: note)
    case 1: try await save("", to: note)
    case 2: try await change(note) { $0 + "line \(number)\n" }
    case 3: try await make(&said)
    case 4: _ = try await moves.rename(note, to: "Name \(number % 7)", linking: nil)
    case 5:
      let folder = ["", "f", "g/h", "new \(number)"].randomElement(using: &random) ?? ""
      let to = NoteID(NotePath(folder).appending(path.name))
      said += " to \(to.path.text)"
      _ = try await moves.move([NoteMove(from: note, to: to)], linking: nil)
    case 6: _ = try await store.trash(note)
    case 7, 8:
      guard let trashed = try await store.trashed().randomElement(using: &random) else { return }
      said = "\(number): restore \(trashed.resting.text)"
      _ = try await store.restore(trashed)
    case 9: try await change(note) { "---\nkey: \(number)\n---\n" + $0 }
    case 10: try await change(note) { $0 + "- [ ] task #tag\n" }
    case 11:
      try await change(note) { $0.replacing("- [ ] task", with: "- [x] task", maxReplacements: 1) }
    case 12: try await renameTag()
    case 13:
      said += " with \(other.text)"
      if other != path { try await join(NoteID(other), into: note) }
    default: try await bring(&said)
    }
  }

  private func make(_ said: inout String) async throws(NoteStoreError) {
    said = "\(number): new"
    let text = Array("# Made \(number)\n#tag [[n0]]\n".utf8)
    if number % 3 == 2 {
      _ = try await store.create(text, titled: "Made", in: NotePath("made"))
    } else {
      // The name may have belonged to another note.
      let at = NoteID(NotePath(["n1.md", "f/n2.md"][number % 3]))
      _ = try await store.create(text, at: at)
    }
  }

  private func save(_ text: String, to note: NoteID) async throws(NoteStoreError) {
    let stamp = try await store.read(note).stamp
    _ = try await store.save(Array(text.utf8), to: note, replacing: stamp)
  }

  private func text(_ note: NoteID) async throws(NoteStoreError) -> String {
    String(decoding: try await store.read(note).bytes, as: UTF8.self)
  }

  private func change(
    _ note: NoteID, _ change: (String) -> String
  ) async throws(NoteStoreError) {
    try await save(change(try await text(note)), to: note)
  }

  private func renameTag() async throws(NoteStoreError) {
    var changes: [NoteChange] = []
    for path in notes {
      let old = Array(try await text(NoteID(path)).utf8)
      let tag = Array("#tag".utf8)
      guard let start = old.indices.first(where: { old[$0...].starts(with: tag) }) else { continue }
      changes.append(
        NoteChange(
          note: NoteID(path), title: "",
          pieces: [piece(start, tag, Array("#word\(number)".utf8))]))
    }
    if !changes.isEmpty { _ = try await moves.rewrite(changes) }
  }

  private func join(_ other: NoteID, into target: NoteID) async throws(NoteStoreError) {
    let (old, added) = (try await store.read(target).bytes, try await store.read(other).bytes)
    let change = NoteChange(
      note: target, title: "",
      pieces: [piece(old.count, [], Array("\n# Joined\n".utf8) + added)])
    let joined = JoinedNotes(
      target: .init(id: target, title: "", text: old),
      others: [.init(id: other, title: "", text: added)], changes: [change])
    let receipt = try await joined.carryOut(in: store, by: moves)
    if let failure = receipt.failure { throw failure }
  }

  private func piece(_ start: Int, _ old: [UInt8], _ new: [UInt8]) -> NoteChange.Piece {
    NoteChange.Piece(
      range: start..<start + old.count, old: old, new: new, line: 1, context: "",
      contextRange: 0..<0)
  }

  private func bring(_ said: inout String) async throws(NoteStoreError) {
    said = "\(number): import"
    let files = ["a.md", "b/c.md", "b/p.png"].map { name in
      NewVaultFile(
        NoteID(NotePath("in \(number % 4)/\(name)")), Array("brought \(number) \(name)\n".utf8))
    }
    let bringing = recorder.recording(plainStore, bringing: true)
    for answer in await bringing.createMany(files) { _ = try answer.get() }
    _ = try await bringing.create(
      Array("report \(number)\n".utf8), titled: "Report", in: NotePath("in \(number % 4)"))
    await recorder.end()
  }
}
