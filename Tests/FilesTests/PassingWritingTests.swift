import Bytes
import Glibc
import Services
import TestSupport
import Testing

@testable import Files

@Suite("Large texts that pass the system's cache")
struct PassingWritingTests {
  private let folder = TemporaryFolder()
  private static let block = PassingWriting.block

  private func write(_ text: any ByteSource, _ disk: Disk = .real) throws -> UInt64 {
    let file = try Posix.open(
      Array(folder.path("text").utf8), O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    let writing = try #require(PassingWriting(file: file.raw, disk: disk))
    return try writing.write(text)
  }

  /// No two blocks of it are alike.
  private func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      var value: UInt64 = 1
      for place in 0..<count {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        room[place] = UInt8(truncatingIfNeeded: value >> 56)
      }
      filled = count
    }
  }

  private func digest(of bytes: [UInt8]) -> UInt64 {
    var digest = RunningDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.value
  }

  static let sizes = [
    0, 1, 4_095, 4_096, 4_097, block - 1, block, block + 1, 2 * block, 3 * block + 8_191,
  ]

  @Test("However long it is and however it is cut, every byte is written once", arguments: sizes)
  func writing(size: Int) throws {
    var random = SeededRandom(seed: 3)
    let bytes = bytes(size)
    for cuts in [0, 1, 300] {
      let found = try write(PiecedText(bytes, cuts: cuts, &random))
      #expect(folder.read("text")?.elementsEqual(bytes) == true, "\(size) in \(cuts)")
      #expect(found == digest(of: bytes))
    }
  }

  @Test(
    "A disk that takes odd parts, is interrupted, or wants larger blocks gets all of it all the same",
    arguments: [70_001, 4_096, 1])
  func hesitant(least: Int) throws {
    let calls = SharedList()
    let disk = Disk(
      writeSome: { file, bytes in
        calls.append(bytes.count)
        if calls.all.count % 5 == 2 { return -Int(EINTR) }
        // One that wants larger blocks refuses for as long as the cache is passed.
        if least == 1, fcntl(file, F_GETFL) & 0o40000 != 0 { return -Int(EINVAL) }
        let most = least == 1 ? bytes.count : min(bytes.count, least + 300_000)
        let taken = Glibc.write(file, bytes.baseAddress, most)
        return taken < 0 ? -Int(errno) : taken
      }, flush: { _ in 0 })
    let bytes = bytes(2 * Self.block + 5_000)
    #expect(try write(bytes, disk) == digest(of: bytes))
    #expect(folder.read("text")?.elementsEqual(bytes) == true)
  }

  @Test("What fails is told, after whatever block, and nothing is written behind it")
  func full() throws {
    let bytes = bytes(4 * Self.block + 100)
    for calls in 0..<5 {
      let sizes = SharedList()
      let disk = Disk(
        writeSome: { file, bytes in
          sizes.append(bytes.count)
          if sizes.all.count > calls { return -Int(ENOSPC) }
          return Glibc.write(file, bytes.baseAddress, bytes.count)
        }, flush: { _ in 0 })
      #expect(throws: SystemError(ENOSPC)) { try write(bytes, disk) }
      #expect(sizes.all.count == calls + 1)
      #expect(folder.read("text")?.elementsEqual(bytes.prefix(calls * Self.block)) == true)
    }
  }
}
