import Files
import TestSupport
import Testing

@testable import Vault

@Suite("Armor")
struct ArmorTests {
  private static func read(_ text: String, step: Int = .max) -> Result<[UInt8], AgeError> {
    let text = Array(text.utf8)
    return Result { () throws(AgeError) in
      var reader = ArmorReader()
      var made: [UInt8] = []
      var start = 0
      while start < text.count {
        let end = start + min(step, text.count - start)
        try Array(text[start..<end]).withRaw { (piece) throws(AgeError) in
          try reader.read(piece, to: &made)
        }
        start = end
      }
      try reader.finish(&made)
      return made
    }
  }

  private static func written(_ bytes: [UInt8], step: Int) -> String {
    var writer = ArmorWriter()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      bytes[start..<min(start + step, bytes.count)].withUnsafeBytes {
        writer.write($0, to: &text)
      }
    }
    writer.finish(&text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test("Bytes of any count come back, in pieces of any size, with either line ending")
  func roundTrips() throws {
    for count in [0, 1, 2, 3, 46, 47, 48, 49, 50, 95, 96, 97, 1_000] {
      let bytes = seeded(count, seed: UInt64(count))
      let text = Self.written(bytes, step: 7)
      #expect(text == Self.written(bytes, step: 1_000))
      #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
      for step in [1, 5, 64, 65, Int.max] {
        #expect(Self.read(text, step: step) == .success(bytes), "\(count) \(step)")
        let returns = text.replacing("\n", with: "\r\n")
        #expect(Self.read(returns, step: step) == .success(bytes))
      }
    }
  }

  private static let begin = "-----BEGIN AGE ENCRYPTED FILE-----\n"
  private static let end = "-----END AGE ENCRYPTED FILE-----\n"
  private static let full = String(repeating: "A", count: 64) + "\n"

  @Test("White space may surround armor, and the last line ending may be missing")
  func space() {
    for text in [
      "\n\r\n \t\n\(Self.begin)AAAA\n\(Self.end)\n \r\n\t",
      "\(Self.begin)AAAA\n\(Self.end.dropLast())", "\(Self.begin)AAAA\n\(Self.end.dropLast())\r",
    ] {
      for step in [1, 3, Int.max] { #expect(Self.read(text, step: step) == .success([0, 0, 0])) }
    }
    #expect(
      Self.read(Self.begin + Self.full + Self.end) == .success(.init(repeating: 0, count: 48)))
  }

  static let malformed: [(String, ArmorFault, Int)] = [
    ("", .noBegin, 1), ("\n\n", .noBegin, 3), ("AAAA\n", .noBegin, 1),
    (" \(begin)AAAA\n\(end)", .noBegin, 1), ("x\n\(begin)AAAA\n\(end)", .noBegin, 1),
    ("\(begin.dropLast()) \nAAAA\n\(end)", .noBegin, 1),
    (begin.lowercased() + "AAAA\n" + end, .noBegin, 1),
    ("-----BEGIN AGE ENCRYPTED FILES-----\nAAAA\n\(end)", .noBegin, 1),
    (begin, .noEnd, 2), ("\(begin)AAAA\n", .noEnd, 3), (begin + full, .noEnd, 3),
    ("\(begin)\nAAAA\n\(end)", .emptyLine, 2), ("\(begin)AAAA\n\n\(end)", .emptyLine, 3),
    ("\(begin)\(full)\n\(end)", .emptyLine, 3),
    ("\(begin)AAAA\nAAAA\n\(end)", .shortLine, 3), ("\(begin)A\(full)\(end)", .longLine, 2),
    ("\(begin)AAAAA\(full)\(end)", .longLine, 2), ("\(begin)AAA\n\(end)", .badPadding, 2),
    ("\(begin)AA=\n\(end)", .badPadding, 2), ("\(begin)A===\n\(end)", .badLetter, 2),
    ("\(begin)====\n\(end)", .badLetter, 2), ("\(begin)AA=A\n\(end)", .badLetter, 2),
    ("\(begin)AAB=\n\(end)", .notCanonical, 2), ("\(begin)AB==\n\(end)", .notCanonical, 2),
    ("\(begin)AA==\nAAAA\n\(end)", .shortLine, 3), ("\(begin)AA A\n\(end)", .badLetter, 2),
    ("\(begin)AAAA \n\(end)", .badPadding, 2), ("\(begin) AAA\n\(end)", .badLetter, 2),
    ("\(begin)AA-_\n\(end)", .badLetter, 2), ("\(begin)AAAA\r\r\n\(end)", .badPadding, 2),
    ("\(begin)AAAA\n \(end)", .shortLine, 3), ("\(begin)AAAA\n\(end.dropLast()) \n", .shortLine, 3),
    ("\(begin)Version: 1\n\nAAAA\n\(end)", .badPadding, 2),
    ("\(begin)AAAA\n\(end)x", .trailing, 4), ("\(begin)AAAA\n\(end)\n \nx\n", .trailing, 6),
    ("\(begin)AAAA\n\(end)\(begin)AAAA\n\(end)", .trailing, 4),
  ]

  @Test(
    "Armor that age would not have written is refused, with its line", arguments: malformed.indices)
  func refusing(row: Int) {
    let (text, fault, line) = Self.malformed[row]
    for step in [Int.max, 1, 3] {
      #expect(Self.read(text, step: step) == .failure(.armor(fault, line: line)), "\(text) \(step)")
    }
  }

  @Test("Armor is recognized by its first letter, after any white space")
  func forms() throws {
    let own = AgeRecipient.key(try key().recipient)
    let armored = try Age.seal(bytes: [7], to: [own], armored: true)
    let binary = try Age.seal(bytes: [7], to: [own])
    let space = Array("\n \r\n".utf8)
    for pieces in [1, 2, Int.max] {
      #expect(Opened(armored, [.key(try key())], pieces: { pieces }).text == [7])
      #expect(Opened(space + [10] + armored, [.key(try key())], pieces: { pieces }).text == [7])
      #expect(Opened(binary, [.key(try key())], pieces: { pieces }).text == [7])
      #expect(
        Opened(space + binary, [.key(try key())], pieces: { pieces }).error
          == .header(.notAge, line: 1))
    }
    #expect(Opened(binary, [.key(try key())], form: .armored).error == .armor(.noBegin, line: 1))
    #expect(Opened(armored, [.key(try key())], form: .binary).error == .header(.notAge, line: 1))
    #expect(Opened([], [.key(try key())]).error == .header(.notAge, line: 1))
    #expect(Opened(space, [.key(try key())]).error == .header(.notAge, line: 1))
    let endless = [UInt8](repeating: 0x20, count: 2_000)
    #expect(Opened(endless, [.key(try key())], pieces: { 9 }).error == .header(.notAge, line: 1))
  }
}
