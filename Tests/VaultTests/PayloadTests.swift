import Files
import TestSupport
import Testing

@testable import Vault

@Suite("Texts in chunks")
struct PayloadTests {
  static let size = ChunkCipher.size
  static let sizes = [
    0, 1, 100, size - 1, size, size + 1, 2 * size - 1, 2 * size, 2 * size + 1, 5 * size + 17,
  ]

  @Test("A text of any size comes back, in pieces of any size", arguments: sizes)
  func roundTrips(count: Int) throws {
    let identity = AgeIdentity.key(try key())
    let recipient = AgeRecipient.key(try key().recipient)
    let text = seeded(count, seed: UInt64(count))
    for armored in [false, true] {
      for step in [Int.max, 1_000, Self.size, Self.size + 16, Self.size + 17] {
        var encryptor = try AgeEncryptor(to: [recipient], armored: armored)
        var file: [UInt8] = []
        for start in stride(from: 0, to: count, by: min(step, count + 1)) {
          text[start..<(start + min(step, count - start))].withUnsafeBytes { piece in
            encryptor.push(piece) { file += $0 }
          }
        }
        encryptor.finish { file += $0 }
        let opened = Opened(file, [identity], pieces: { step })
        #expect(opened.error == nil && opened.text == text, "\(armored) \(step)")
        #expect(opened.largestPiece <= Self.size)
      }
    }
  }

  @Test("Single bytes work as pieces too")
  func byteByByte() throws {
    let text = seeded(70_000, seed: 1)
    let file = try Age.seal(bytes: text, to: [.key(try key().recipient)], armored: true)
    let opened = Opened(file, [.key(try key())], pieces: { 1 })
    #expect(opened.error == nil && opened.text == text)
  }

  /// A file that is put together of chunks, and what must come out of it.
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Size, number, whether it is closed as the last.
    var chunks: [(size: Int, number: UInt64, isLast: Bool)]
    var cut = 0
    var extra = 0
    var given: Int
    var fault: PayloadFault?
    var chunk: UInt64 = 0
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "empty", chunks: [(0, 0, true)], given: 0),
    Row(name: "no chunk", chunks: [], given: 0, fault: .cutOff),
    Row(name: "short tag", chunks: [(0, 0, true)], cut: 1, given: 0, fault: .cutOff),
    Row(name: "cut in its only chunk", chunks: [(50, 0, true)], cut: 1, given: 0, fault: .damaged),
    Row(name: "only chunk no last", chunks: [(50, 0, false)], given: 0, fault: .damaged),
    Row(name: "full chunk no last", chunks: [(size, 0, false)], given: size, fault: .cutOff),
    Row(name: "full last", chunks: [(size, 0, true)], given: size),
    Row(
      name: "full, then empty last", chunks: [(size, 0, false), (0, 1, true)], given: size,
      fault: .emptyLastChunk, chunk: 1),
    Row(
      name: "last chunk missing", chunks: [(size, 0, false), (size, 1, false)], given: 2 * size,
      fault: .cutOff, chunk: 1),
    Row(
      name: "last chunk cut", chunks: [(size, 0, false), (9, 1, true)], cut: 3, given: size,
      fault: .damaged, chunk: 1),
    Row(
      name: "last chunk cut to less than a tag", chunks: [(size, 0, false), (9, 1, true)], cut: 10,
      given: size, fault: .cutOff, chunk: 1),
    Row(
      name: "bytes behind a short last", chunks: [(9, 0, true)], extra: 1, given: 0, fault: .damaged
    ),
    Row(
      name: "bytes behind a full last", chunks: [(size, 0, true)], extra: 1, given: size,
      fault: .trailing),
    Row(
      name: "much behind a full last", chunks: [(size, 0, true)], extra: 2 * size, given: size,
      fault: .trailing),
    Row(
      name: "a chunk behind the last", chunks: [(size, 0, true), (size, 1, true)], given: size,
      fault: .trailing),
    Row(
      name: "short in the middle", chunks: [(size - 1, 0, false), (9, 1, true)], given: 0,
      fault: .damaged),
    Row(
      name: "swapped", chunks: [(size, 1, false), (size, 0, false), (9, 2, true)], given: 0,
      fault: .damaged),
    Row(
      name: "twice", chunks: [(size, 0, false), (size, 0, false), (9, 1, true)], given: size,
      fault: .damaged, chunk: 1),
    Row(
      name: "left out", chunks: [(size, 0, false), (9, 2, true)], given: size, fault: .damaged,
      chunk: 1),
    Row(name: "first number wrong", chunks: [(9, 1, true)], given: 0, fault: .damaged),
    Row(
      name: "large number", chunks: [(9, 1 << 56, true)], given: 0, fault: .damaged),
  ]

  @Test("Chunks that age would not have written are refused, with their number", arguments: rows)
  func refusing(row: Row) throws {
    let identity = try key()
    let (header, payloadKey) = try FileKey.close(for: [.key(identity.recipient)])
    let cipher = ChunkCipher(key: payloadKey)
    var (file, text) = (header.written, [UInt8]())
    for chunk in row.chunks {
      let part = seeded(chunk.size, seed: chunk.number)
      text += part
      var sealed = [UInt8](repeating: 0, count: chunk.size + 16)
      sealed.withUnsafeMutableBytes { room in
        part.withUnsafeBytes {
          cipher.close($0, number: chunk.number, isLast: chunk.isLast, into: room)
        }
      }
      file += sealed
    }
    file.removeLast(row.cut)
    file += seeded(row.extra, seed: 9)
    let wanted = row.fault.map { AgeError.payload($0, chunk: row.chunk) }
    for step in [Int.max, 1_000, ChunkCipher.sealedSize, ChunkCipher.sealedSize + 1] {
      let opened = Opened(file, [.key(identity)], pieces: { step })
      #expect(opened.error == wanted, "\(step)")
      #expect(opened.text.count == row.given && text.starts(with: opened.text), "\(step)")
    }
    // Two threads give the same result as one.
    let piped = Piped.opened(file, [.key(identity)], step: 70_000)
    #expect(piped.error == wanted.map { .age($0) })
    #expect(piped.made.count == row.given && text.starts(with: piped.made))
    #expect((try? Age.open(bytes: file, with: [.key(identity)])) == (row.fault == nil ? text : nil))
  }

  @Test("Any changed byte is detected, and nothing of its chunk is returned")
  func changed() throws {
    let identity = try key()
    let text = seeded(Self.size + 40, seed: 3)
    let file = try Age.seal(bytes: text, to: [.key(identity.recipient)])
    let start = file.count - text.count - 2 * Sealing.tagSize
    for place in [start - 16, start - 1, start, start + Self.size, start + Self.size + 15] {
      var bent = file
      bent[place] ^= 0x80
      #expect(
        Opened(bent, [.key(identity)]) == Opened(error: .payload(.damaged, chunk: 0)), "\(place)")
    }
    for place in file.count - 56..<file.count {
      var bent = file
      bent[place] ^= 1
      let opened = Opened(bent, [.key(identity)])
      #expect(opened.error == .payload(.damaged, chunk: 1))
      #expect(opened.text == Array(text[..<Self.size]))
    }
  }

  @Test("After an error every call throws it again, and nothing is returned")
  func dead() throws {
    let file = try Age.seal(bytes: [1], to: [.key(try key().recipient)])
    var decryptor = AgeDecryptor(with: [.key(try X25519Identity.make())])
    var given = 0
    var errors: [AgeError] = []
    for _ in 0..<2 {
      do throws(AgeError) {
        try file.withRaw { (file) throws(AgeError) in
          try decryptor.push(file) { given += $0.count }
        }
      } catch {
        errors.append(error)
      }
    }
    do throws(AgeError) {
      try decryptor.finish { given += $0.count }
    } catch {
      errors.append(error)
    }
    #expect(errors == [.noMatch(.otherKeys), .noMatch(.otherKeys), .noMatch(.otherKeys)])
    #expect(given == 0)
  }
}

extension Opened {
  init(error: AgeError) { self.error = error }
}
