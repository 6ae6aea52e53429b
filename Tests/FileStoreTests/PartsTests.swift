import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Parts of the store")
struct PartsTests {
  @Test("A save preserves extended attributes where the disk supports them")
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

  @Test("The test clock's calendar equals the real calendar")
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

// The Glibc module leaves these two out.
@_silgen_name("setxattr") private func setxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>,
  _ size: Int, _ flags: Int32
) -> Int32
@_silgen_name("getxattr") private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutablePointer<UInt8>,
  _ size: Int
) -> Int
