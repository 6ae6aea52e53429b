import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing

@testable import SealedStore

/// Random things done by two programs at one encrypted vault, and by others to its files, beside a
/// dictionary.
@Suite("An encrypted vault compared with a model")
struct SealedModelTests {
  @Test("After thousands of operations the vault matches the model", arguments: [1, 2, 3, 4])
  func random(seed: UInt64) async throws {
    var model = try Model(seed: seed)
    for step in 0..<600 {
      try await model.step()
      if step % 50 == 49 { try await model.check() }
    }
  }
}

private struct Model {
  private let bench: Bench
  private let programs: [SealedVault]
  private var random: SeededRandom
  private var notes: [NotePath: [UInt8]] = [:]
  private var stamps: [NotePath: NoteStamp] = [:]
  /// By where they lie.
  private var trash: [NotePath: (original: NotePath, text: [UInt8])] = [:]
  private let folders = ["", "x", "x/y", "ü"]
  private let names = ["a", "b", "A", "é", "e\u{301}", "c d", "%20", "z>"]

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    bench = try Bench()
    programs = [bench.vault, bench.another()]
  }

  private mutating func pick<Value>(_ values: some Collection<Value>) -> Value? {
    values.randomElement(using: &random)
  }

  private mutating func text() -> [UInt8] {
    let size = Int.random(in: 0..<20, using: &random) == 0 ? 70_000 : 40
    return (0..<Int.random(in: 0...size, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
  }

  /// Without links, so that moves leave texts alone.
  private mutating func words() -> [UInt8] { text().map { $0 == 0x5b ? 0x20 : $0 } }

  mutating func step() async throws {
    bench.clock.advance(by: .milliseconds(7))
    guard let program = pick(programs) else { return }

    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2: try await create(program)
    case 3, 4: try await save(program)
    case 5: try await putAway(program)
    case 6: try await restore(program)
    case 7: try await delete(program)
    case 8, 9: try await move(program)
    case 10: try await others()
    default: await refused(program)
    }
  }

  private mutating func create(_ program: SealedVault) async throws {
    let (folder, name, text) = (NotePath(pick(folders) ?? ""), pick(names) ?? "", words())
    let made = try await program.notes.create(text, titled: name, in: folder)
    #expect(notes.updateValue(text, forKey: made.id.path) == nil)
    stamps[made.id.path] = made.stamp
  }

  private mutating func save(_ program: SealedVault) async throws {
    guard let path = pick(notes.keys.sorted()) else { return }
    let id = NoteID(path)
    var stamp = stamps[path]
    if stamp == nil { stamp = try await program.notes.read(id).stamp }
    guard let stamp else { return }
    let new = words()
    stamps[path] = try await program.notes.save(
      PiecedText(new, cuts: 3, &random), to: id, replacing: stamp)
    notes[path] = new
  }

  private mutating func putAway(_ program: SealedVault) async throws {
    guard let path = pick(notes.keys.sorted()) else { return }
    let trashed = try await program.notes.trash(NoteID(path))
    #expect(trashed.original.path == path)
    trash[trashed.resting] = (path, notes.removeValue(forKey: path) ?? [])
    stamps[path] = nil
  }

  private mutating func restore(_ program: SealedVault) async throws {
    guard let trashed = pick(try await program.notes.trashed()) else { return }
    let found = trash.removeValue(forKey: trashed.resting)
    let was = try #require(found)
    let back = try await program.notes.restore(trashed).path
    if notes[was.original] == nil { #expect(back == was.original) }
    #expect(notes.updateValue(was.text, forKey: back) == nil)
  }

  private mutating func delete(_ program: SealedVault) async throws {
    guard let trashed = pick(try await program.notes.trashed()) else { return }
    try await program.notes.deleteForGood([trashed])
    #expect(trash.removeValue(forKey: trashed.resting) != nil)
  }

  private mutating func move(_ program: SealedVault) async throws {
    let going = notes.keys.sorted().shuffled(using: &random).prefix(2)
    guard going.count == 2 else { return }
    var targets = Array(going.reversed())
    if Bool.random(using: &random) {
      let number = Int.random(in: 0..<1000, using: &random)
      targets[0] = NotePath("\(pick(folders.dropFirst()) ?? "x")/new \(number).md")
    }
    if notes[targets[0]] != nil, !going.contains(targets[0]) { return }
    let before = notes
    let receipt: MoveReceipt
    do throws(NoteStoreError) {
      receipt = try await program.moves.move(
        zip(going, targets).map { NoteMove(from: NoteID($0), to: NoteID($1)) }, linking: [])
    } catch {
      // A restored note may have a name that looks like this one.
      guard case .refused = error else { throw error }
      return
    }
    for path in going { notes[path] = nil }
    for (path, target) in zip(going, targets) { notes[target] = before[path] }
    for path in Array(going) + targets { stamps[path] = nil }
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    do throws(NoteStoreError) {
      _ = try await program.moves.undo(receipt)
      notes = before
    } catch {
      guard case .refused = error else { throw error }
    }
  }

  /// A program that knows nothing of us brings files and takes them away.
  private mutating func others() async throws {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let (path, text) = (NotePath("other \(number).md"), words())
    if notes[path] == nil {
      _ = try bench.sealed.add(text, at: path, modified: bench.clock.now)
      notes[path] = text
    }
    guard Bool.random(using: &random), let gone = pick(notes.keys.sorted()) else { return }
    for item in try bench.sealed.items() {
      if !item.isTrashed, try item.content.get().path == gone {
        bench.folder.remove(bench.file(item.id))
      }
    }
    notes[gone] = nil
    stamps[gone] = nil
  }

  private mutating func refused(_ program: SealedVault) async {
    guard let path = pick(notes.keys.sorted()) else { return }
    let stamp = NoteStamp(inode: 1, size: 3, modified: bench.clock.now, digest: 1)
    await #expect(throws: NoteStoreError.changedOutside(path)) {
      try await program.notes.save(Array("never".utf8), to: NoteID(path), replacing: stamp)
    }
    await #expect(throws: NoteStoreError.self) {
      try await program.notes.create(Array("never".utf8), at: NoteID(path))
    }
    await #expect(throws: NoteStoreError.self) { try await program.notes.read(NoteID("never.md")) }
  }

  func check() async throws {
    for program in programs + [bench.another()] {
      let survey = program.files.survey(isCancelled: { false })
      #expect(survey.problems == [])
      let found = survey.entries.map { survey.path(of: $0) }
      #expect(found.sorted() == notes.keys.sorted())
      for entry in survey.entries {
        #expect(entry.fact.obstacle == nil)
        #expect(entry.fact.size == notes[survey.path(of: entry)]?.count)
      }
      for (path, text) in notes {
        let content = try await program.notes.read(NoteID(path))
        #expect(content.bytes == text)
        if let stamp = stamps[path] { #expect(content.stamp == stamp) }
      }
      let lying = try await program.notes.trashed()
      #expect(Set(lying.map(\.resting)) == Set(trash.keys))
      for note in lying { #expect(trash[note.resting]?.original == note.original.path) }
    }
    #expect(bench.leftovers == [])
    #expect(bench.folder.names(in: ".trash").count == trash.count)
  }
}
