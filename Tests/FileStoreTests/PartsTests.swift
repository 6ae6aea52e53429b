import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Parts of the store")
struct PartsTests {
  @Test("Digests differ with every byte, their order and their number")
  func digests() {
    var seen: Set<UInt64> = []
    var count = 0
    for length in 0..<40 {
      let base = [UInt8](repeating: 0, count: length)
      seen.insert(Digest.of(base))
      count += 1
      for index in 0..<length {
        for bit in 0..<8 {
          var changed = base
          changed[index] ^= 1 << UInt8(bit)
          seen.insert(Digest.of(changed))
          count += 1
        }
      }
    }
    #expect(seen.count == count)
    #expect(Digest.of([1]) != Digest.of([1], seed: 1))
  }

  @Test("Any bytes survive percent-encoding, on one line of plain characters")
  func percent() {
    let all = [UInt8](0...255) + [0x25, 0x25, 0x34, 0x31]
    let encoded = Hex.percentEncoded(all)
    #expect(encoded.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(Hex.percentDecoded(encoded) == all)
    #expect(Hex.percentDecoded(Array("%4".utf8)) == nil)
    #expect(Hex.percentDecoded(Array("%4g".utf8)) == nil)
    #expect(Hex.percentDecoded(Array("%41b".utf8)) == Array("Ab".utf8))
  }

  @Test("What the system refuses becomes what a person can act on")
  func errors() {
    let path = NotePath("a.md")
    #expect(SystemError(ENOENT).noteError(path, "save") == .notFound(path))
    for code in [ENOSPC, EDQUOT] {
      #expect(SystemError(code).noteError(path, "save") == .noSpace(path))
    }
    for code in [EACCES, EPERM, EROFS] {
      #expect(
        SystemError(code).noteError(path, "save") == .notPermitted(path, action: "save"))
    }
    #expect(
      SystemError(EIO).noteError(path, "save")
        == .failed(path, action: "save", reason: String(cString: strerror(EIO))))
  }

  @Test("A file that never gets its place removes itself")
  func newFile() throws {
    let folder = TemporaryFolder()
    do {
      let open = try Posix.openFolder(folder.bytes)
      let file = try NewFile(in: open.raw, mode: 0o600, disk: .real)
      try file.write([1, 2, 3])
      let names = folder.names()
      #expect(names.count == 1)
      #expect(names.allSatisfy { TemporaryName.matches($0.utf8) && folder.mode($0) == 0o600 })
    }
    #expect(folder.names().isEmpty)
  }

  @Test("A save keeps extended attributes where the disk has them")
  func attributes() throws {
    let bench = Bench()
    bench.folder.write("a.md", "text")
    guard setAttribute(bench.folder.path("a.md")) else { return }
    let id = NoteID("a.md")
    _ = try bench.vault.save([1], to: id, replacing: bench.vault.read(id).stamp)
    #expect(attribute(bench.folder.path("a.md")) == Array("value".utf8))
  }

  private func setAttribute(_ path: String) -> Bool {
    setxattr(path, "user.notes", "value", 5, 0) == 0
  }

  private func attribute(_ path: String) -> [UInt8] {
    var value = [UInt8](repeating: 0, count: 16)
    let count = getxattr(path, "user.notes", &value, value.count)
    return Array(value.prefix(max(0, count)))
  }

  @Test("The calendar of the still clock is the one on the wall")
  func civil() {
    let clock = StillClock()
    let cases: [(Int64, CivilTime)] = [
      (0, CivilTime(year: 1970, month: 1, day: 1)),
      (951_827_696, CivilTime(year: 2000, month: 2, day: 29, hour: 12, minute: 34, second: 56)),
      (-1, CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59)),
      (4_107_542_400, CivilTime(year: 2100, month: 3, day: 1)),
    ]
    for (seconds, civil) in cases { #expect(clock.civil(Timestamp(seconds: seconds)) == civil) }
    #expect(
      clock.civil(clock.now) == CivilTime(year: 2026, month: 3, day: 2, hour: 10, minute: 30))
  }
}

// Glibc's module leaves these two out.
@_silgen_name("setxattr") private func setxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>,
  _ size: Int, _ flags: Int32
) -> Int32
@_silgen_name("getxattr") private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutablePointer<UInt8>,
  _ size: Int
) -> Int
