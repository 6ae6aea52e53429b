import Bytes
import Glibc
import Services
import TestSupport
import Testing

@testable import Files

@Suite("Writing and digesting texts in pieces")
struct GatheredWritingTests {
  private func bytes(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  private func whole(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    var digest = RunningDigest(seed: seed)
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.value
  }

  @Test("A digest is the same wherever the pieces end")
  func digests() {
    var random = SeededRandom(seed: 1)
    for count in 0..<120 {
      let bytes = bytes(count, &random)
      for _ in 0..<20 {
        var digest = RunningDigest(seed: 7)
        PiecedText(bytes, cuts: Int.random(in: 0...9, using: &random), &random).forEachPiece {
          digest.add($0)
          return true
        }
        #expect(digest.value == whole(bytes, seed: 7))
      }
    }
  }

  @Test("Every byte is written once, however the text is cut and however little the disk takes")
  func writing() throws {
    var random = SeededRandom(seed: 2)
    let folder = TemporaryFolder()
    let hesitant = Disk(
      writeSome: { file, bytes in
        Int.random(in: 0..<3) == 0
          ? -Int(EINTR) : Glibc.write(file, bytes.baseAddress, min(bytes.count, 70_001))
      }, flush: { _ in 0 })
    for size in [0, 1, 100, 65_535, 65_536, 300_000, 1_000_003] {
      for cuts in [0, 1, 5, 2_000] {
        let bytes = bytes(size, &random)
        let text = PiecedText(bytes, cuts: cuts, &random)
        let file = try Posix.open(
          Array(folder.path("text").utf8), O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
        let digest = try GatheredWriting(file: file.raw, disk: hesitant).write(text)
        #expect(folder.read("text")?.elementsEqual(bytes) == true, "\(size) in \(cuts)")
        #expect(digest == whole(bytes))
      }
    }
  }

  @Test("Small pieces are written together, and large ones directly from memory")
  func calls() throws {
    let folder = TemporaryFolder()
    let file = try Posix.open(Array(folder.path("text").utf8), O_RDWR | O_CREAT, mode: 0o600)
    let sizes = SharedList()
    let disk = Disk(
      writeSome: { _, bytes in
        sizes.append(bytes.count)
        return bytes.count
      }, flush: { _ in 0 })
    let small = [UInt8](repeating: 1, count: 1_000)
    let large = [UInt8](repeating: 2, count: 9 << 20)
    let text = PiecedText(
      [[UInt8]](repeating: small, count: 600) + [large] + [small, [], small])
    _ = try GatheredWriting(file: file.raw, disk: disk).write(text)
    #expect(sizes.all == [262_000, 262_000, 76_000, 8 << 20, 1 << 20, 2_000])
  }

  @Test("A full disk is reported after any piece")
  func full() throws {
    let folder = TemporaryFolder()
    let file = try Posix.open(Array(folder.path("text").utf8), O_RDWR | O_CREAT, mode: 0o600)
    let text = PiecedText([[UInt8]](repeating: [UInt8](repeating: 1, count: 70_000), count: 5))
    for calls in 0..<5 {
      let sizes = SharedList()
      let disk = Disk(
        writeSome: { _, bytes in
          if sizes.all.count == calls { return -Int(ENOSPC) }
          sizes.append(bytes.count)
          return bytes.count
        }, flush: { _ in 0 })
      #expect(throws: SystemError(ENOSPC)) {
        try GatheredWriting(file: file.raw, disk: disk).write(text)
      }
    }
  }
}
