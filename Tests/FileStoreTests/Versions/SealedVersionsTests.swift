import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions of an encrypted vault")
struct SealedVersionsTests {
  private let note = NoteID("canary folder/canary.md")
  private let other = NoteID("canary two.md")
  private let bench = VersionBench(seal: .toy)

  /// Lines that compress well, and one that does not and can be searched for literally.
  private func text(_ number: Int) -> String {
    String(repeating: "canary line\n", count: 20) + "canary #canarytag \(number)\n"
  }

  private func lives() async throws {
    for number in 0..<4 { try await bench.keep(text(number), of: note, after: .seconds(7_200)) }
    try await bench.keep(text(1), of: note, after: .seconds(7_200))
    try await bench.keep("canary", of: other)
    try await bench.versions.keepUndo(Array("canary undo".utf8), of: note)
    bench.clock.advance(by: .seconds(3 * 86_400))
    await bench.versions.thin()
  }

  @Test(
    "Sealed versions are stored, moved, joined and thinned like others, and read back unchanged")
  func works() async throws {
    try await lives()
    #expect(try await bench.words(of: note) == [1, 3, 2, 1, 0].map(text))
    try await bench.versions.noteMoved(from: other, to: note)
    #expect(try await bench.words(of: note).count == 6)
    try await bench.versions.noteMoved(from: note, to: other)
    #expect(try await bench.words(of: note) == [])
    let another = bench.another()
    #expect(try await VersionBench.texts(of: other, in: another).count == 6)
    #expect(await another.undo(of: other) == Array("canary undo".utf8))
  }

  @Test("Names and files reveal nothing about a note, before its move and during it")
  func tellsNothing() async throws {
    try await lives()
    let pending = bench.versions.willMove([NoteMove(from: note, to: other)])
    #expect(pending != nil && bench.pendingMoves.count == 1)
    for place in [bench.place, "\(bench.place)/undo", "\(bench.place)/moving"] {
      for name in bench.folder.names(in: place) where !["undo", "moving"].contains(name) {
        let bytes = try #require(bench.folder.read("\(place)/\(name)"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("canary"))
        for id in [note, other] { #expect(!name.contains(ShortName.of(id.path.bytes))) }
        // The compressed text must not appear without encryption either.
        let packed = try #require(ZstdText.compressed(Array(text(0).utf8)))
        #expect(!bytes.contains(packed.dropFirst(4).prefix(24)))
      }
    }
    await bench.another().recover { $0 == other }
    #expect(bench.pendingMoves.isEmpty)
  }

  @Test("Versions are invisible without the key, and remain in the folder")
  func otherKey() async throws {
    try await lives()
    let stranger = FolderVersions(
      stateFolder: bench.folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock,
      disk: .unsynced, thinsByItself: false, seal: .toy(key: 1))
    #expect(try await stranger.versions(of: note) == [])
    #expect(await stranger.undo(of: note) == nil)
    #expect(try await bench.words(of: note).count == 5)
  }

  @Test("A record moved to another log or position is rejected")
  func swapped() async throws {
    for number in 0..<3 { try await bench.keep(text(number), of: note, after: .seconds(1)) }
    for number in 5..<8 { try await bench.keep(text(number), of: other, after: .seconds(1)) }
    let logs = try [note, other].map { try #require(bench.folder.read(bench.logName($0))) }
    let parts = try logs.map { try self.parts(of: $0) }
    let bent: [[[UInt8]]] = [
      [parts[0].head, parts[0].records[0], parts[1].records[1], parts[0].records[2]],
      [parts[0].head, parts[0].records[1], parts[0].records[0]],
      [parts[1].head] + parts[0].records,
    ]
    for (number, log) in bent.enumerated() {
      bench.folder.write(bench.logName(note), Array(log.joined()))
      let store = bench.another()
      let known = (try? await VersionBench.texts(of: note, in: store)) ?? []
      #expect(known.count < 3, "case \(number)")
      for text in known { #expect((0..<3).contains { Array(self.text($0).utf8) == text }) }
    }
  }

  private func parts(of bytes: [UInt8]) throws -> (head: [UInt8], records: [[UInt8]]) {
    guard case .log(var log) = VersionLog.head(in: bytes, seal: bench.seal) else {
      throw SystemError.damaged
    }
    let start = log.end
    #expect(log.take(Array(bytes[start...]), seal: bench.seal) == .whole)
    var (records, from) = ([[UInt8]](), start)
    for record in log.records {
      records.append(Array(bytes[from..<record.payload.upperBound]))
      from = record.payload.upperBound
    }
    return (Array(bytes[..<start]), records)
  }
}
