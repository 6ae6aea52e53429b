import Entities
import Files
import Glibc
import TestSupport
import Testing

@testable import Archives

@Suite("A tar that is written can be read again")
struct TarWriterTests {
  private let folder = TemporaryFolder()

  private func write(_ body: (TarWriter) throws -> Void) throws {
    let file = try Posix.open(
      Array(folder.path("a.tar").utf8), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try body(TarWriter(into: file.raw))
  }

  @Test("Files of every size come back with their times", arguments: [0, 1, 511, 512, 513, 4096])
  func sizes(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try write { tar in
      try tar.add(NotePath("one.md"), bytes, modified: Timestamp(seconds: 1_600_000_000))
      try tar.add(NotePath("a/two.png"), Array("end".utf8), modified: Timestamp(seconds: -5))
      try tar.finish()
    }
    let source = try SourceTree([Array(folder.path("a.tar").utf8)])
    let (one, two) = (try #require(source["one.md"]), try #require(source["a/two.png"]))
    #expect(try source.read(one, atMost: 1 << 20) == bytes)
    #expect(one.modified == Timestamp(seconds: 1_600_000_000) && two.modified == nil)
    #expect(try source.read(two, atMost: 99) == Array("end".utf8))
    #expect(source.entries.count == 2)
  }

  @Test("A file with more or fewer bytes than announced, or with too long a name, is refused")
  func refused() throws {
    try write { tar in
      let moment = Timestamp(seconds: 0)
      try tar.begin(NotePath("a"), size: 2, modified: moment)
      #expect(throws: SystemError(EOVERFLOW)) { try tar.write(all: [1, 2, 3]) }
      try tar.write(all: [1])
      #expect(throws: SystemError(EOVERFLOW)) { try tar.end() }
      let name = NotePath(String(repeating: "x", count: 101))
      #expect(throws: SystemError(ENAMETOOLONG)) { try tar.begin(name, size: 0, modified: moment) }
    }
  }
}
