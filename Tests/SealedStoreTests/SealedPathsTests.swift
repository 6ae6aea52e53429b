import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("The record of an encrypted vault's files")
struct SealedPathsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private var placesFile: String {
    let folder = bench.outside.names(in: "cache/places").first ?? "none"
    return "cache/places/\(folder)/places"
  }

  private func read() -> [SealedID: PathRecord] {
    var table = PathTable()
    bench.cache.read(into: &table)
    return table.records
  }

  private func paths(_ vault: SealedVault) -> [String] {
    let survey = vault.files.survey(isCancelled: { false })
    return survey.entries.map { survey.path(of: $0).text }.sorted()
  }

  @Test("The next start opens no unchanged file")
  func warm() async throws {
    for number in 0..<30 { try bench.add("\(number % 3)/\(number).md", "\(number)") }
    let all = paths(bench.vault)
    #expect(all.count == 30)
    #expect(read().count == 30)
    // With another vault's key no file could be opened.
    let blind = SealedFolder(
      root: bench.folder.bytes, identity: try .make(), clock: bench.clock, disk: .quick)
    let places = SealedPaths(blind, cache: bench.cache)
    #expect(places.survey().isRead)
    let survey = SealedFiles(places).survey(isCancelled: { false })
    #expect(survey.entries.map { survey.path(of: $0).text }.sorted() == all)
    #expect(survey.entries.allSatisfy { $0.fact.obstacle == nil })
  }

  @Test("The record grows with each change and is rewritten from time to time")
  func appended() async throws {
    let vault = bench.vault
    _ = paths(vault)
    var (stamp, sizes) = (try await vault.notes.create([], at: NoteID("a.md")), [Int]())
    for number in 0..<600 {
      stamp = try await vault.notes.save(
        Array("\(number)".utf8), to: NoteID("a.md"), replacing: stamp)
      sizes.append(bench.outside.read(placesFile)?.count ?? 0)
    }
    #expect(read().count == 1)
    #expect(read().values.first?.textSize == 3)
    #expect((sizes.max() ?? 0) < 70_000)
    #expect(zip(sizes, sizes.dropFirst()).contains { $0 > $1 })
  }

  @Test("A damaged or missing record of the paths costs only time", arguments: 0..<6)
  func damaged(kind: Int) async throws {
    for number in 0..<5 { try bench.add("\(number).md", "\(number)") }
    let all = paths(bench.vault)
    _ = try await bench.vault.notes.create([], at: NoteID("x.md"))
    var bytes = try #require(bench.outside.read(placesFile))
    switch kind {
    case 0: bytes = []
    case 1: bytes[bytes.count / 3] ^= 4
    case 2: bytes.removeLast(5)
    case 3: bytes += [0xff, 0xff, 0xff, 0x7f]
    case 4: bytes = Array("not ours at all".utf8)
    default: bench.outside.remove(placesFile)
    }
    if kind < 5 { bench.outside.write(placesFile, bytes) }
    let other = bench.another()
    #expect(paths(other) == (all + ["x.md"]).sorted())
    _ = try await other.notes.create([], at: NoteID("y.md"))
    #expect(read().count == 7)
    #expect(paths(bench.vault).count == 7)
  }

  @Test("A part of the record that was moved elsewhere is not believed")
  func bound() async throws {
    let vault = bench.vault
    _ = paths(vault)
    var parts: [[UInt8]] = []
    var last = bench.outside.read(placesFile) ?? []
    for note in ["a.md", "b.md", "c.md"] {
      _ = try await vault.notes.create([], at: NoteID(note))
      let now = try #require(bench.outside.read(placesFile))
      parts.append(Array(now[last.count...]))
      last = now
    }
    #expect(read().count == 3)
    #expect(parts[1].count == parts[2].count)
    // Parts of the same size swapped, one part missing, one part repeated.
    for others in [[0, 2, 1], [0, 2], [0, 1, 1], [1, 2], [0, 1, 2, 0]] {
      bench.outside.write(placesFile, others.flatMap { parts[$0] })
      let known = read().values.map(\.path.text).sorted()
      let whole = zip(others, 0...).prefix { $0 == $1 }.count
      #expect(known == Array(["a.md", "b.md", "c.md"].prefix(whole)), "\(others)")
      #expect(paths(bench.another()) == ["a.md", "b.md", "c.md"])
    }
  }

  @Test("Another vault's record is not accepted")
  func otherVault() async throws {
    try bench.add("a.md", "1")
    _ = paths(bench.vault)
    let bytes = try #require(bench.outside.read(placesFile))
    let other = try Bench()
    try other.add("b.md", "2")
    _ = paths(other.vault)
    let folder = try #require(other.outside.names(in: "cache/places").first)
    other.outside.write("cache/places/\(folder)/places", bytes)
    #expect(paths(other.another()) == ["b.md"])
  }

  @Test("Only folders with content exist, and all count as changed after any file change")
  func folders() async throws {
    try bench.add("a.md")
    try bench.add("x/y/b.md")
    try bench.add("z/p.png")
    let files = bench.vault.files
    let survey = files.survey(isCancelled: { false })
    #expect(survey.folders.map(\.path.text) == ["", "x", "x/y", "z"])
    #expect(files.attachments() == [NotePath("z/p.png")])
    let part = files.survey(of: [NotePath("x")])
    #expect(part.entries.isEmpty)
    #expect(part.unread == [NotePath("x/y")])
    let known = survey.folders.map(\.path)
    #expect(files.changed(known) == survey.folders.map(\.changed))
    #expect(files.changed([NotePath("gone")]) == [nil])
    let fact = try #require(files.facts(of: NoteID("a.md")))
    #expect(files.differing([(NoteID("a.md"), fact)]) == [])
    let content = try await bench.vault.notes.read(NoteID("a.md"))
    _ = try await bench.another().notes.save(
      Array("new".utf8), to: NoteID("a.md"), replacing: content.stamp)
    #expect(files.differing([(NoteID("a.md"), fact)]) == [NoteID("a.md")])
    #expect(files.changed(known) != survey.folders.map(\.changed))
    #expect(files.facts(of: NoteID("z/p.png")) == nil)
  }

  @Test("Changes by other programs are reported by note")
  func events() async throws {
    let id = try bench.add("a.md", "1")
    _ = paths(bench.vault)
    let events = bench.vault.events
    var told = events.changes().makeAsyncIterator()
    events.mark()
    #expect(await told.next() == .notes([]))
    try bench.add("x/new.md", "2")
    #expect(await told.next() == .notes([NoteID("x/new.md")]))
    // A moved note is reported with both of its paths.
    let other = bench.another()
    _ = try await other.moves.move(
      [NoteMove(from: NoteID("a.md"), to: NoteID("b.md"))], linking: [])
    #expect(await told.next() == .notes([NoteID("a.md"), NoteID("b.md")]))
    bench.folder.remove(bench.file(id))
    #expect(await told.next() == .notes([NoteID("b.md")]))
    bench.folder.write("plain.md", "no note here")
    bench.folder.makeFolder("sub")
    events.mark()
    #expect(await told.next() == .notes([]))
  }
}
