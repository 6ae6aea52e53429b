import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Reading a note in blocks")
struct ReadingInBlocksTests {
  let bench = Bench()
  let id = NoteID("a.md")

  /// Reads the next block of at most N bytes.
  private func block(_ reading: any NoteReading, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBytes { try reading.read(into: $0) }
    return Array(bytes.prefix(got))
  }

  @Test("The blocks make up the text, and its stamp equals that of a whole read")
  func whole() async throws {
    var random = SeededRandom(seed: 3)
    for size in [0, 1, 7, 8, 9, 1_000, 100_001] {
      let bytes = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      bench.folder.write("a.md", bytes)
      let reading = try await bench.store.open(id)
      #expect(reading.seen.size == size)
      #expect(reading.seen.digest == nil)
      var read: [UInt8] = []
      while true {
        let next = try block(reading, Int.random(in: 1...30_000, using: &random))
        if next.isEmpty { break }
        read += next
      }
      #expect(read == bytes)
      let stamp = try reading.finish()
      #expect(try await bench.store.read(id).stamp == stamp)
      #expect(reading.seen.isText(of: stamp))
      // A text read this way can be saved.
      _ = try await bench.store.save(Array("new".utf8), to: id, replacing: stamp)
      #expect(bench.folder.text("a.md") == "new")
    }
  }

  @Test("A text that was not read to its end has no stamp")
  func half() async throws {
    bench.folder.write("a.md", "0123456789")
    let reading = try await bench.store.open(id)
    _ = try block(reading, 5)
    #expect(throws: NoteStoreError.changedOutside(id.path)) { try reading.finish() }
  }

  /// What another program does to the file after the first block is read.
  static let changes: [String: @Sendable (TemporaryFolder) -> Void] = [
    "cuts it short": { _ = truncate($0.path("a.md"), 7) },
    "empties it": { _ = truncate($0.path("a.md"), 0) },
    "writes into it": {
      let file = open($0.path("a.md"), O_WRONLY)
      _ = pwrite(file, "x", 1, 8)
      close(file)
    },
    "writes into it and puts the time back": {
      let file = open($0.path("a.md"), O_WRONLY)
      _ = pwrite(file, "x", 1, 8)
      close(file)
      $0.setModified("a.md", seconds: 1_000_000)
    },
    "puts another in its place": {
      $0.write("b.md", "abcdefghij")
      $0.setModified("b.md", seconds: 1_000_000)
      $0.rename("b.md", to: "a.md")
    },
    "makes it longer": {
      let file = open($0.path("a.md"), O_WRONLY | O_APPEND)
      _ = write(file, "more", 4)
      close(file)
    },
  ]

  @Test(
    "A change by another program during the read is noticed", arguments: changes.keys.sorted())
  func changed(what: String) async throws {
    bench.folder.write("a.md", "0123456789")
    bench.folder.setModified("a.md", seconds: 1_000_000)
    let reading = try await bench.store.open(id)
    #expect(try block(reading, 5) == Array("01234".utf8))
    let change = try #require(Self.changes[what])
    change(bench.folder)
    #expect(throws: NoteStoreError.changedOutside(id.path)) {
      _ = try block(reading, 5)
      _ = try reading.finish()
    }
  }

  @Test("A note that cannot be opened gives the reason")
  func refused() async throws {
    await #expect(throws: NoteStoreError.notFound(id.path)) { try await bench.store.open(id) }
    bench.folder.makeFolder("a.md")
    await #expect(throws: NoteStoreError.notAFile(id.path, kind: "a folder")) {
      try await bench.store.open(id)
    }
    _ = mkfifo(bench.folder.path("p.md"), 0o600)
    await #expect(throws: NoteStoreError.notAFile(NotePath("p.md"), kind: "a pipe")) {
      try await bench.store.open(NoteID("p.md"))
    }
    let file = open(bench.folder.path("huge.md"), O_WRONLY | O_CREAT, 0o600)
    _ = ftruncate(file, off_t(VaultFolder.largestText + 1))
    close(file)
    await #expect(
      throws: NoteStoreError.tooLarge(
        NotePath("huge.md"), bytes: VaultFolder.largestText + 1)
    ) { try await bench.store.open(NoteID("huge.md")) }
  }

  @Test("A store without block support delivers the whole text in blocks")
  func wholeReading() throws {
    let stamp = NoteStamp(inode: 1, size: 5, modified: Timestamp(seconds: 1), digest: 2)
    let reading = WholeReading(NoteContent(bytes: Array("12345".utf8), stamp: stamp))
    #expect(try block(reading, 3) == Array("123".utf8))
    #expect(try block(reading, 3) == Array("45".utf8))
    #expect(try block(reading, 3).isEmpty)
    #expect(try reading.finish() == stamp)
    #expect(reading.seen.isText(of: stamp))
  }

  @Test("The beginning of a note is read without the rest")
  func beginning() async throws {
    bench.folder.write("a.md", "0123456789")
    let store = bench.store
    #expect(try await store.beginning(of: id, atMost: 4) == Array("0123".utf8))
    #expect(try await store.beginning(of: id, atMost: 99) == Array("0123456789".utf8))
    bench.folder.write("a.md", "")
    #expect(try await store.beginning(of: id, atMost: 4) == [])
    await #expect(throws: NoteStoreError.notFound(NotePath("b.md"))) {
      try await store.beginning(of: NoteID("b.md"), atMost: 4)
    }
  }
}
