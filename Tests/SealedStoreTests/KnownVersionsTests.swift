import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("Earlier sightings of an encrypted vault's notes")
struct KnownVersionsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// What another start would tell.
  private func told(_ bench: Bench? = nil, repairing: Bool = false) -> [String] {
    (bench ?? self.bench).another().seen.findings(repairing: repairing).map {
      "\($0.state.rawValue): \($0.text)"
    }
  }

  private let nothing = [
    "ok: None is older than it was, doubled or missing; remembered here since 2026-03-02."
  ]

  private var record: String {
    "state/seen/\(bench.outside.names(in: "state/seen").first ?? "none")/seen"
  }

  private func file(of note: String, in vault: SealedVault) throws -> String {
    let id = try #require(vault.seen.paths.asking { $0.holder(of: NotePath(note))?.id })
    return bench.file(id)
  }

  @Test("An earlier state of a note is reported, and the note stays readable and writable")
  func older() async throws {
    let vault = bench.vault
    let stamp = try await vault.notes.create(Array("one".utf8), at: NoteID("a.md"))
    let name = try file(of: "a.md", in: vault)
    let first = try #require(bench.folder.read(name))
    #expect(told() == nothing)
    _ = try await vault.notes.save(Array("two".utf8), to: NoteID("a.md"), replacing: stamp)
    #expect(told() == nothing)
    bench.folder.write(name, first)
    let wanted = ["problem: a.md: an earlier state of it was put back."]
    // A start that saw the current state still remembers the earlier one.
    _ = await bench.listed(bench.another())
    #expect(told() == wanted)
    #expect(told() == wanted)
    let other = bench.another()
    let content = try await other.notes.read(NoteID("a.md"))
    #expect(content.text == "one")
    _ = try await other.notes.save(
      Array("three".utf8), to: NoteID("a.md"), replacing: content.stamp)
    #expect(told() == nothing)
  }

  @Test("A copied note file, current or of an earlier state, is reported")
  func copies() async throws {
    let vault = bench.vault
    let stamp = try await vault.notes.create(Array("one".utf8), at: NoteID("a.md"))
    let name = try file(of: "a.md", in: vault)
    let first = try #require(bench.folder.read(name))
    _ = try await vault.notes.save(Array("two".utf8), to: NoteID("a.md"), replacing: stamp)
    _ = await bench.listed(vault)
    // The last of all ids: of two files with one path the first keeps its name.
    let copy = String(repeating: "7", count: 25) + "4.age"
    bench.folder.write(copy, first)
    #expect(told() == ["problem: a 2.md: its file is a copy of the one of a.md."])
    bench.folder.write(copy, try #require(bench.folder.read(name)))
    #expect(told() == ["problem: a 2.md: its file is a copy of the one of a.md."])
    #expect(told(repairing: true).last == "ok: All notes are taken as they are from here on.")
    #expect(told() == nothing)
  }

  @Test("A missing note is reported, but not one trashed or deleted here")
  func missing() async throws {
    let vault = bench.vault
    for note in ["a.md", "b.md", "c.md"] {
      _ = try await vault.notes.create(Array(note.utf8), at: NoteID(note))
    }
    _ = await bench.listed(vault)
    let gone = try file(of: "a.md", in: vault)
    bench.folder.remove(gone)
    let trashed = try await vault.notes.trash(NoteID("b.md"))
    #expect(told() == ["warning: a.md: it was seen here, is gone, and was not deleted here."])
    let name = String(decoding: trashed.resting.name.bytes, as: UTF8.self)
    let kept = try #require(bench.folder.read(".trash/\(name)"))
    try await vault.notes.deleteForGood([trashed])
    #expect(told() == ["warning: a.md: it was seen here, is gone, and was not deleted here."])
    #expect(
      told(repairing: true) == [
        "warning: a.md: it was seen here, is gone, and was not deleted here.",
        "ok: All notes are taken as they are from here on.",
      ])
    #expect(told() == nothing)
    bench.folder.write(name, kept)
    #expect(told() == ["problem: b.md: it was deleted here, and is there again."])
  }

  @Test("A note written by another computer is accepted, and an older file is doubted")
  func elsewhere() async throws {
    let vault = bench.vault
    var stamp = try await vault.notes.create(Array("one".utf8), at: NoteID("a.md"))
    let name = try file(of: "a.md", in: vault)
    #expect(told() == nothing)
    // Another state folder knows nothing of this one's record.
    let other = SealedVault(
      bench.sealed, seal: bench.keys.stateSeal,
      cacheFolder: bench.outside.bytes + Array("/other-cache".utf8),
      stateFolder: bench.outside.bytes + Array("/other-state".utf8), background: nil,
      identified: { _ in [] })
    _ = await bench.listed(other)
    stamp = try await other.notes.save(Array("two".utf8), to: NoteID("a.md"), replacing: stamp)
    let second = try #require(bench.folder.read(name))
    #expect(told() == nothing)
    #expect(other.seen.findings(repairing: false).map(\.state) == [.ok])
    bench.clock.advance(by: .seconds(60))
    stamp = try await other.notes.save(Array("three".utf8), to: NoteID("a.md"), replacing: stamp)
    #expect(told() == nothing)
    bench.folder.write(name, second)
    #expect(told() == ["problem: a.md: an earlier state of it was put back."])
    // A state never seen here.
    try bench.sealed.reseal(
      try #require(SealedID(fileName: Array(name.utf8))), isTrashed: false, for: bench.sealed,
      as: NotePath("a.md"))
    bench.folder.setModified(name, seconds: Int(bench.clock.now.seconds) - 3600)
    #expect(told() == ["warning: a.md: its file is older than the one that was seen last."])
    #expect(told(repairing: true).count == 2)
    #expect(told() == nothing)
  }

  @Test("Moves and their undo do not count as earlier states")
  func moves() async throws {
    let vault = bench.vault
    _ = try await vault.notes.create(Array("[[b]]".utf8), at: NoteID("a.md"))
    _ = try await vault.notes.create(Array("b".utf8), at: NoteID("b.md"))
    let receipt = try await vault.moves.rename(NoteID("b.md"), to: "c", linking: nil)
    #expect(told() == nothing)
    _ = try await vault.moves.undo(receipt)
    #expect(told() == nothing)
    // This program writes the earlier file under its name again.
    let name = try file(of: "a.md", in: vault)
    let id = try #require(SealedID(fileName: Array(name.utf8)))
    let before = try #require(bench.folder.read(name))
    let content = try await vault.notes.read(NoteID("a.md"))
    _ = try await vault.notes.save(Array("x".utf8), to: NoteID("a.md"), replacing: content.stamp)
    bench.folder.write(name, before)
    let root = try bench.sealed.openRoot()
    vault.seen.paths.look(at: id, in: root.raw, isOurs: true)
    #expect(told() == nothing)
  }

  @Test("A damaged, missing or unwritable record keeps no note from being read", arguments: 0..<8)
  func damaged(kind: Int) async throws {
    let vault = bench.vault
    var stamp = try await vault.notes.create(Array("one".utf8), at: NoteID("a.md"))
    let name = try file(of: "a.md", in: vault)
    _ = await bench.listed(vault)
    stamp = try await vault.notes.save(Array("two".utf8), to: NoteID("a.md"), replacing: stamp)
    var bytes = try #require(bench.outside.read(record))
    let record = record
    switch kind {
    case 0: bytes = []
    case 1: bytes[bytes.count / 3] ^= 4
    case 2: bytes.removeLast(5)
    case 3: bytes += [0xff, 0xff, 0xff, 0x7f]
    case 4: bytes = Array("not ours at all, but long enough to have numbers in it".utf8)
    case 5: bytes += bytes
    default: break
    }
    bench.outside.write(record, bytes)
    if kind == 6 { bench.outside.remove(record) }
    if kind == 7 {
      bench.outside.remove(record)
      bench.outside.write("\(record)/in/the/way", "")
    }
    let other = bench.another()
    #expect(await bench.listed(other).map(path) == ["a.md"])
    #expect(try await other.notes.read(NoteID("a.md")).text == "two")
    _ = try await other.notes.save(Array("three".utf8), to: NoteID("a.md"), replacing: stamp)
    #expect(try await bench.another().notes.read(NoteID("a.md")).text == "three")
    let said = told()
    switch kind {
    case 6: #expect(said == nothing)
    case 7:
      #expect(said.count == 1)
      #expect(
        said[0].hasPrefix("warning: The record of known versions cannot be read or written: "))
    default:
      #expect(said == ["warning: A part of what was remembered of the notes could not be read."])
      #expect(told(repairing: true).count == 2)
      #expect(told() == nothing)
      // The record is whole again and remembers new facts.
      bench.folder.remove(name)
      #expect(told() == ["warning: a.md: it was seen here, is gone, and was not deleted here."])
    }
  }

  @Test("A part of the record moved elsewhere is not read")
  func bound() async throws {
    let vault = bench.vault
    _ = await bench.listed(vault)
    let start = try #require(bench.outside.read(record)).count
    _ = try await vault.notes.create([], at: NoteID("a.md"))
    let one = try #require(bench.outside.read(record))
    _ = try await vault.notes.create([], at: NoteID("b.md"))
    let two = try #require(bench.outside.read(record))
    // Both parts have the same size, so one can replace the other.
    let (first, second) = (one[start...], two[one.count...])
    #expect(first.count == second.count)
    bench.outside.write(record, Array(two[..<start] + second + first))
    #expect(told().first?.hasPrefix("warning: A part of what was remembered") == true)
    bench.outside.write(record, Array(two[..<start] + second))
    #expect(told().first?.hasPrefix("warning: A part of what was remembered") == true)
    bench.outside.write(record, two)
    #expect(told() == nothing)
  }

  @Test("The record's size stays within a small multiple of its facts")
  func size() throws {
    let id = SealedID.random()
    let seen = KnownVersions(
      stateFolder: bench.outside.bytes, vault: bench.folder.bytes, seal: bench.keys.stateSeal,
      room: 4096)
    seen.begin(bench.clock.now) { [] }
    let file = "seen/\(try #require(bench.outside.names(in: "seen").first))/seen"
    var (sizes, states) = ([Int](), [SeenState]())
    for number in 0..<500 {
      let state = SeenState(
        mark: FileMark(bits: UInt64(number + 1)), modified: bench.clock.now,
        path: NotePath("some/note.md"))
      states.append(state)
      seen.add([.written(id, state)]) { [] }
      sizes.append(try #require(bench.outside.read(file)).count)
    }
    #expect((sizes.max() ?? 0) < 20_000)
    #expect(zip(sizes, sizes.dropFirst()).contains { $0 > $1 })
    let entry = try #require(try seen.table().entries[id])
    #expect(entry.last == states.last)
    #expect(entry.earlier == states.dropLast().map(\.mark))
  }
}
