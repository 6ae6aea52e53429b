import Entities
import Files
import Services
import TestSupport
import Testing
import VaultLayers

@testable import FileStore

@Suite("The writers of versions")
struct VersionWriterTests {
  private let note = NoteID("a.md")
  private let other = NoteID("folder/b.md")
  private let writers = [
    VersionWriter(.unknown), VersionWriter(.screen), VersionWriter(.command, name: "prop set"),
    VersionWriter(.sync), VersionWriter(.import), VersionWriter(.otherProgram),
  ]

  /// A version by each writer, the oldest first.
  private func fill(_ bench: VersionBench, _ note: NoteID) async throws {
    for (number, writer) in writers.enumerated() {
      bench.clock.advance(by: .seconds(1))
      try await bench.versions.keep(
        NoteState(note: note, bytes: Array("text \(number)".utf8), written: nil, by: writer))
    }
  }

  private func found(_ note: NoteID, in versions: FolderVersions) async throws -> [VersionWriter] {
    try await versions.versions(of: note).map(\.writer).reversed()
  }

  @Test("Each writer is read back, also after moves, joins and thinning", arguments: [false, true])
  func roundTrip(isSealed: Bool) async throws {
    let bench = VersionBench(seal: isSealed ? .toy : .none)
    try await fill(bench, note)
    #expect(try await found(note, in: bench.another()) == writers)
    try await bench.versions.noteMoved(from: note, to: other)
    #expect(try await found(other, in: bench.another()) == writers)
    bench.clock.advance(by: .seconds(1))
    try await fill(bench, note)
    try await bench.versions.noteMoved(from: note, to: other)
    #expect(try await found(other, in: bench.another()) == writers + writers)
    bench.clock.advance(by: .seconds(400 * 86_400))
    await bench.another().thin()
    let left = try await bench.another().versions(of: other)
    #expect(left.count < 2 * writers.count && left.first?.writer == writers.last)
    #expect(try await bench.words(of: other).first == "text 5")
  }

  @Test("States stored together each have their own writer")
  func many() async throws {
    let bench = VersionBench()
    let notes = (0..<20).map { NoteID("note \($0).md") }
    for round in 0..<2 {
      await bench.versions.keep(
        notes.enumerated().map { number, note in
          NoteState(
            note: note, bytes: Array("\(round)".utf8), written: nil,
            by: writers[(number + round) % writers.count])
        })
    }
    for (number, note) in notes.enumerated() {
      #expect(
        try await found(note, in: bench.another())
          == [writers[number % writers.count], writers[(number + 1) % writers.count]])
    }
  }

  @Test("A name over 255 bytes is cut, and its version is intact")
  func longName() async throws {
    let bench = VersionBench()
    let writer = VersionWriter(.command, name: String(repeating: "é", count: 200))
    try await bench.versions.keep(
      NoteState(note: note, bytes: [1], written: nil, by: writer))
    let version = try #require(try await bench.another().versions(of: note).first)
    #expect(version.writer.name.hasPrefix(String(repeating: "é", count: 127)))
    #expect(try await bench.another().bytes(of: version) == [1])
    #expect(await bench.versions.problems().isEmpty)
  }

  @Test("A record of an earlier program version has no writer and can still be read")
  func earlier() async throws {
    let bench = VersionBench()
    try await bench.versions.keep(
      NoteState(note: note, bytes: [1], written: nil, by: VersionWriter(.unknown)))
    let log = try #require(bench.folder.read(bench.logName(note)))
    let head = try VersionLog.head(of: note, identity: 0, seal: .none).count
    // As earlier program versions wrote it.
    #expect(log[(head + 6)..<(head + 8)] == [0, 0])
    let checksum = UInt32(truncatingIfNeeded: Digest.of(Array(log[(head + 72)...])))
    #expect(Array(log[head...]).number(at: 36) == checksum)
    #expect(try await found(note, in: bench.another()) == [VersionWriter(.unknown)])
  }

  @Test("A writer kind from a later program version is unknown, and its version is intact")
  func later() throws {
    var record = VersionRecord(
      kind: .whole, step: 0, number: 1, base: 1, size: 1,
      savedAt: Timestamp(seconds: 1), name: 1, digest: TextDigest([1]))
    record.writer = VersionWriter(.command, name: "Editor 2")
    var head = record.head([7])
    head[6] = 200
    var digest: [UInt8] = []
    digest.append(number: Digest.of(Array(head[..<64])))
    head.replaceSubrange(64..<72, with: digest)
    let read = try #require(VersionRecord(head: head[...], at: 0))
    #expect(read.writer == VersionWriter(.unknown, name: "Editor 2"))
    #expect(read.payload == 80..<81)
    #expect(VersionRecord.fits([7], head: head[...]))
  }

  @Test("A text found without a stored version is attributed to another program")
  func found() async throws {
    let bench = VersionBench()
    let memory = MemoryNoteStore(["a.md": "theirs"], clock: bench.clock)
    let store = VersionedStore(memory, versions: bench.versions)
    let old = try await store.read(note)
    bench.clock.advance(by: .seconds(1))
    try await VersionWriter.$current.withValue(VersionWriter(.command, name: "append")) {
      _ = try await store.save(Array("ours".utf8), to: note, replacing: old.stamp)
    }
    let now = try await store.read(note)
    _ = try await store.save(Array("typed".utf8), to: note, replacing: now.stamp)
    #expect(
      try await found(note, in: bench.versions) == [
        VersionWriter(.otherProgram), VersionWriter(.command, name: "append"),
        VersionWriter(.screen),
      ])
  }
}
