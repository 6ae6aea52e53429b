import Entities
import FileStore
import Files
import Glibc
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("What an encrypted vault leaves in memory")
struct LettingGoTests {
  /// Is in memory only as what it becomes in a text that was made of it.
  private let secret: [UInt8] = (0..<80).map { _ in UInt8.random(in: 0x61...0x7a) ^ 0x15 }

  private func text() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(200 * 81 + 2)
    text += [0x23, 0x20]
    for _ in 0..<200 {
      for byte in secret { text.append(byte ^ 0x15) }
      text.append(0x0a)
    }
    return text
  }

  @Test("Freed memory holds nothing of a note's text once the note is released (security L3)")
  func freed() async throws {
    let bench = try Bench()
    let id = NoteID("a.md")
    do {
      let vault = bench.vault
      var stamp = try await vault.notes.create(text(), at: id)
      stamp = try await vault.notes.save(text() + [0x61], to: id, replacing: stamp)
      let note = try await vault.notes.read(id)
      let whole = try (try await vault.notes.open(id)).whole(block: 5_000)
      #expect(note.bytes == whole)
      // The search finds the text while it is in memory.
      #expect(OwnMemory.count(of: secret) > 0)
      _ = stamp
    }
    // The thread's own memory is clean, too, once it is overwritten.
    #expect(OwnMemory.count(of: secret) == 0)
  }
}

/// The memory of this process, as the system sees it.
enum OwnMemory {
  /// How often a text is there whose every byte is changed by 0x15 in `hidden`.
  static func count(of hidden: [UInt8]) -> Int {
    guard let maps = fopen("/proc/self/maps", "r") else { return -1 }
    defer { fclose(maps) }
    // The size of a pipe: writing to it from unmapped memory does no harm.
    let block = 1 << 16
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return -1 }
    defer { ends.forEach { close($0) } }
    // The pipe may accept less.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    // Not from the heap, and released at the end.
    guard let room = mmap(nil, block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      room != MAP_FAILED
    else { return -1 }
    defer { munmap(room, block) }
    let own = UInt(bitPattern: room)
    var regions: [(start: UInt, end: UInt)] = []
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), maps) != nil {
      let words = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
      )
      .split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, words[1].hasPrefix("rw") else { continue }
      // The buffer may be part of a larger region.
      for part in [(ends[0], min(ends[1], own)), (max(ends[0], own + UInt(block)), ends[1])]
      where part.0 < part.1 {
        regions.append(part)
      }
    }
    let overlap = UInt(hidden.count)
    var count = 0
    for region in regions {
      var at = region.start
      while at < region.end {
        let size = min(UInt(block), region.end - at)
        let put = write(ends[1], UnsafeRawPointer(bitPattern: at), Int(size))
        let got = put > 0 ? read(ends[0], room, put) : 0
        if got > 0 {
          count += matches(UnsafeRawBufferPointer(start: room, count: got), hidden)
        }
        // Text across two blocks is whole in the next one.
        let taken = got > 0 ? UInt(got) : size
        at += taken == region.end - at || taken <= overlap ? taken : taken - overlap
      }
    }
    return count
  }

  private static func matches(_ bytes: UnsafeRawBufferPointer, _ hidden: [UInt8]) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let first = Int32(hidden[0] ^ 0x15)
    var (count, at) = (0, 0)
    while at + hidden.count <= bytes.count {
      let left = bytes.count - at - hidden.count + 1
      guard let found = memchr(start + at, first, left) else { break }
      at = UnsafeRawPointer(found) - start
      if hidden.indices.allSatisfy({ bytes[at + $0] == hidden[$0] ^ 0x15 }) { count += 1 }
      at += 1
    }
    return count
  }
}
