import Entities
import Files
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

/// The version of a newly created note: its file has the same text, so no flush is needed.
@Suite("A note's first version")
struct FirstVersionTests {
  private let note = NoteID("a.md")

  /// A disk that counts its flushes.
  private final class Waits: Sendable {
    private let count = Mutex(0)

    var disk: Disk {
      Disk(
        writeSome: Disk.real.writeSome,
        flush: { [self] _ in
          count.withLock { $0 += 1 }
          return 0
        })
    }

    func taken() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  @Test("The first version is stored without a flush, and the next one flushes both")
  func waits() async throws {
    let waits = Waits()
    let bench = VersionBench(disk: waits.disk)
    try await bench.versions.keepFirst(Array("one".utf8), of: note)
    #expect(waits.taken() == 0)
    #expect(try await bench.words(of: note) == ["one"])
    try await bench.keep("two", of: note, after: .seconds(1))
    // The log and the folder with its name.
    #expect(waits.taken() == 2)
    try await bench.keep("three", of: note, after: .seconds(1))
    #expect(waits.taken() == 1)
    #expect(try await bench.words(of: note) == ["three", "two", "one"])
  }

  @Test(
    "A first version lost in a power cut is reported, and later versions are stored",
    arguments: [0, 1, 130])
  func lost(size: Int) async throws {
    let bench = VersionBench()
    try await bench.versions.keepFirst(Array("one".utf8), of: note)
    bench.folder.write(bench.logName(note), [UInt8](repeating: 0, count: size))
    let next = bench.another()
    #expect(try await VersionBench.texts(of: note, in: next) == [])
    try await next.keep(Array("two".utf8), of: note)
    #expect(try await VersionBench.texts(of: note, in: next) == [Array("two".utf8)])
    #expect(await next.problems().count == 1)
  }

  @Test("A note whose creation fails leaves no version and does not harm the next note's")
  func refused() async throws {
    let bench = VersionBench()
    let vault = TemporaryFolder()
    func store(_ disk: Disk) -> VersionedStore {
      let folder = VaultFolder(root: vault.bytes, clock: bench.clock, disk: disk)
      return VersionedStore(FolderStore(folder), versions: bench.versions)
    }
    await #expect(throws: NoteStoreError.self) {
      try await store(.breaking(atFlush: 1)).create([65], titled: "Plan", in: NotePath(""))
    }
    #expect(vault.names().isEmpty)
    bench.clock.advance(by: .seconds(1))
    let made = try await store(.real).create([66], titled: "Plan", in: NotePath(""))
    #expect(try await bench.words(of: made.id) == ["B"])
  }

  @Test("The store saves a first version when it creates a note, and not when it saves one")
  func store() async throws {
    let waits = Waits()
    let bench = VersionBench(disk: waits.disk)
    let vault = TemporaryFolder()
    let store = VersionedStore(
      FolderStore(root: vault.bytes, clock: bench.clock), versions: bench.versions)
    let made = try await store.create(Array("one".utf8), titled: "Plan", in: NotePath(""))
    #expect(waits.taken() == 0)
    bench.clock.advance(by: .seconds(1))
    _ = try await store.save(Array("two".utf8), to: made.id, replacing: made.stamp)
    #expect(waits.taken() == 2)
    #expect(try await bench.words(of: made.id) == ["two", "one"])
  }
}
