import CSQLite
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import SearchIndex

/// A file as SQLite sees it, through the layer that seals its blocks.
private final class OpenFile {
  private let memory: UnsafeMutableRawPointer
  private var file: UnsafeMutablePointer<sqlite3_file> {
    memory.assumingMemoryBound(to: sqlite3_file.self)
  }
  private var methods: sqlite3_io_methods { file.pointee.pMethods.pointee }
  /// SQLite's own file names end with additional zeros.
  private let name: UnsafeMutablePointer<CChar>

  init(_ files: SealedFiles, _ path: String) throws {
    let vfs = try #require(sqlite3_vfs_find(files.name))
    memory = .allocate(byteCount: Int(vfs.pointee.szOsFile), alignment: 16)
    name = .allocate(capacity: path.utf8.count + 8)
    name.initialize(repeating: 0, count: path.utf8.count + 8)
    for (index, byte) in path.utf8.enumerated() { name[index] = CChar(bitPattern: byte) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    precondition(vfs.pointee.xOpen(vfs, name, file, flags, nil) == SQLITE_OK)
  }

  deinit {
    _ = methods.xClose(file)
    memory.deallocate()
    name.deallocate()
  }

  func size() throws -> Int {
    var size: Int64 = 0
    try #require(methods.xFileSize(file, &size) == SQLITE_OK)
    return Int(size)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    try #require(methods.xWrite(file, bytes, Int32(bytes.count), Int64(offset)) == SQLITE_OK)
  }

  func truncate(_ size: Int) throws {
    try #require(methods.xTruncate(file, Int64(size)) == SQLITE_OK)
  }

  func read(_ range: Range<Int>) -> (answer: Int32, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0xee, count: range.count)
    let answer = methods.xRead(file, &bytes, Int32(range.count), Int64(range.lowerBound))
    return (answer, bytes)
  }
}

@Suite("An index in sealed blocks")
struct SealedFileTests {
  let folder = TemporaryFolder()
  let files = SealedFiles(ToySeal.make())

  @Test("A file holds what was written to it, at any offset and in any pieces", arguments: 0..<4)
  func model(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let file = try OpenFile(files, folder.path("file"))
    var model: [UInt8] = []
    for step in 0..<1500 {
      // Lengths and offsets at the edges of blocks are the most frequent.
      let edge = Int.random(in: 0...5, using: &random) * 4096
      let place = max(0, edge + Int.random(in: -40...40, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let most = Bool.random(using: &random) ? 60 : 9000
        let bytes = (0..<Int.random(in: 1...most, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        try file.write(bytes, at: place)
        if model.count < place + bytes.count {
          model += Array(repeating: 0, count: place + bytes.count - model.count)
        }
        model.replaceSubrange(place..<place + bytes.count, with: bytes)
      case 5:
        try file.truncate(place)
        model = Array(model.prefix(place)) + Array(repeating: 0, count: max(0, place - model.count))
      default:
        let range = place..<place + Int.random(in: 1...9000, using: &random)
        let (answer, bytes) = file.read(range)
        let there = model.dropFirst(place).prefix(range.count)
        let rest = range.count - there.count
        #expect(answer == (rest == 0 ? SQLITE_OK : SQLITE_IOERR | 2 << 8), "step \(step)")
        #expect(bytes.elementsEqual(there + Array(repeating: 0, count: rest)), "step \(step)")
      }
      #expect(try file.size() == model.count, "step \(step)")
    }
  }

  @Test("A block that was changed, moved, or copied from another file counts as damage")
  func tampering() throws {
    let text = Array(repeating: UInt8(ascii: "s"), count: 10_000)
    for name in ["one", "two"] { try OpenFile(files, folder.path(name)).write(text, at: 0) }
    let closed = try #require(folder.read("one"))
    let other = try #require(folder.read("two"))
    let block = 4096 + BlockSeal.extra
    let changes: [([UInt8]) -> [UInt8]] = [
      {
        var bytes = $0; bytes[block + 100] ^= 1; return bytes
      },
      {
        var bytes = $0; bytes[block] ^= 1; return bytes
      },
      {
        var bytes = $0; bytes[2 * block - 1] ^= 1; return bytes
      },
      { Array($0[..<block]) + $0[..<block] + $0[(2 * block)...] },
      { Array($0[..<block]) + other[block..<2 * block] + $0[(2 * block)...] },
      { Array($0.dropLast()) },
      { Array($0.prefix(2 * block + 7)) },
    ]
    for (number, change) in changes.enumerated() {
      folder.write("one", change(closed))
      let file = try OpenFile(files, folder.path("one"))
      let (answer, bytes) = file.read(0..<10_000)
      #expect(answer == SQLITE_CORRUPT, "change \(number)")
      #expect(bytes != text)
    }
  }

  @Test(
    "Several connections search and change sealed files at once, with no plain text on disk"
  )
  func searching() async throws {
    let vault = MemoryVault()
    for number in 0..<300 {
      vault.write(
        "f\(number % 7)/canary\(number).md",
        "# Canary title \(number)\n\ncanaryword\(number) #canarytag [[canary\(number / 2)]]\n",
        seconds: Int64(number))
    }
    let seal = ToySeal.make()
    func makeIndex() -> VaultIndex {
      VaultIndex(files: vault, folder: folder.bytes, clock: UTCClock(), seal: seal)
    }
    do {
      let (one, two) = (makeIndex(), makeIndex())
      _ = await one.reconciled()
      for number in 0..<40 {
        vault.write("new\(number).md", "canarylater\(number)\n", seconds: Int64(1000 + number))
        _ = await (number % 2 == 0 ? one : two).reconciled()
        let found = try await (number % 2 == 0 ? two : one).catalog(CatalogRequest())
        #expect(found.count == 301 + number)
      }
      #expect(try await two.find("canary12").count >= 1)
      for name in folder.names() {
        let bytes = try #require(folder.read(name))
        #expect(!String(decoding: bytes, as: UTF8.self).lowercased().contains("canary"), "\(name)")
      }
    }
    #expect(try await makeIndex().catalog(CatalogRequest()).count == 340)
    // Without the key it is not a database, and is rebuilt.
    let stranger = VaultIndex(files: vault, folder: folder.bytes, clock: UTCClock())
    #expect(try await stranger.catalog(CatalogRequest()).count == 340)
  }
}
