import Bytes
import Testing

@Suite("Bytes and their kinds")
struct ByteTests {
  @Test("Every byte has the same kinds as its character")
  func kinds() {
    let blanks = Set(" \t\n\u{B}\u{C}\r".utf8)
    for byte in UInt8.min...UInt8.max {
      let character = byte < 0x80 ? Character(Unicode.Scalar(byte)) : nil
      let isLetter = character?.isLetter ?? false
      let isDigit = character?.isWholeNumber ?? false
      #expect(Byte.isLetter(byte) == isLetter)
      #expect(Byte.isDigit(byte) == isDigit)
      #expect(Byte.isName(byte) == (isLetter || isDigit || byte == Byte.dash))
      #expect(Byte.isBlank(byte) == blanks.contains(byte))
      let isMark = (0x21...0x7e).contains(byte) && !isLetter && !isDigit
      #expect(Byte.isPunctuation(byte) == isMark)
      #expect(Byte.lowered(byte) == (isLetter ? byte | 0x20 : byte))
      #expect(Byte.hexadecimal(byte) == character?.hexDigitValue.map(UInt8.init))
    }
  }

  static let broken: [([UInt8], Int)] = [
    ([0x80], 1), ([0xc0, 0x80], 1), ([0xc3], 1), ([0xe2, 0x82], 1), ([0xed, 0xa0, 0x80], 1),
    ([0xf0, 0x80, 0x80, 0x80], 1), ([0xf4, 0x90, 0x80, 0x80], 1), ([0xff], 1), ([0xc3, 0x28], 1),
  ]

  @Test("Bytes that are not UTF-8 give no scalar and are skipped singly", arguments: broken)
  func refusesBroken(_ bytes: [UInt8], _ length: Int) {
    let found = UTF8Scalars.decode(bytes.span, at: 0)
    #expect(found.scalar == nil)
    #expect(found.length == length)
  }

  @Test("Scalars are read forward and backward as they were written")
  func scalars() {
    for value: UInt32 in [0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xfffd, 0xffff, 0x10000, 0x10ffff] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var bytes: [UInt8] = []
      UTF8Scalars.append(scalar, to: &bytes)
      #expect(bytes.elementsEqual(String(scalar).utf8))
      #expect(UTF8Scalars.length(startingWith: bytes[0]) == bytes.count)
      let found = UTF8Scalars.decode(bytes.span, at: 0)
      #expect(found.scalar == scalar && found.length == bytes.count)
      #expect(UTF8Scalars.decode(bytes.span, before: bytes.count, from: 0) == scalar)
      let cut = UTF8Scalars.decode(bytes.span, at: 0, end: bytes.count - 1)
      #expect(bytes.count == 1 || cut.scalar == nil)
    }
  }

  @Test("A search for bytes is limited to its range")
  func search() {
    let bytes = Array("  ##a#  ".utf8)
    #expect(Byte.find(Byte.hash, in: bytes.span, from: 0, to: 8) == 2)
    #expect(Byte.find(Byte.hash, in: bytes.span, from: 4, to: 5) == nil)
    #expect(Byte.find(Byte.hash, in: bytes.span, from: 8, to: 8) == nil)
    #expect(Byte.run(of: Byte.hash, in: bytes.span, from: 2, to: 8) == 2)
    #expect(Byte.run(of: Byte.hash, in: bytes.span, from: 2, to: 3) == 1)
    #expect(Byte.matches("##a", in: bytes.span, at: 2, to: 8) == true)
    #expect(Byte.matches("##a", in: bytes.span, at: 2, to: 4) == false)
    #expect(Byte.trimmed(in: bytes.span, 0..<8) == 2..<6)
    #expect(Byte.trimmed(in: bytes.span, 6..<8) == 8..<8)
    #expect(Byte.droppingBlanks(in: bytes.span, from: 7, to: 8) == 7)
  }
}
