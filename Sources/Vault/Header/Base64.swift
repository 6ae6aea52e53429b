/// Base64 in its one allowed spelling: no spaces, no other letters, no bits left over at the end.
enum Base64 {
  enum Fault: Error, Equatable {
    case badLetter
    case badLength
    case notCanonical
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let none = UInt8(64)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
  static let pad = UInt8(ascii: "=")

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    bytes.withUnsafeBytes { append($0, to: &text) }
    return text
  }

  /// Without padding.
  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    letters.withUnsafeBufferPointer { letters in
      var start = 0
      while start + 3 <= bytes.count {
        let three =
          UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        for shift: UInt32 in [18, 12, 6, 0] { text.append(letters[Int(three >> shift & 63)]) }
        start += 3
      }
      var (bits, held): (UInt32, UInt32) = (0, 0)
      while start < bytes.count {
        (bits, held) = (bits << 8 | UInt32(bytes[start]), held + 8)
        start += 1
      }
      while held > 0 {
        let taken = min(6, held)
        text.append(letters[Int((bits >> (held - taken)) << (6 - taken) & 63)])
        held -= taken
      }
    }
  }

  static func decoded(_ text: some Collection<UInt8>) throws(Fault) -> [UInt8] {
    let text = Array(text)
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 2)
    let room = bytes.count
    let result = bytes.withUnsafeMutableBytes { room in
      text.withUnsafeBytes { decode($0, padded: false, into: room) }
    }
    let count = try result.get()
    bytes.removeLast(room - count)
    return bytes
  }

  /// Answers with how many bytes it made. The room must have three for each four letters begun.
  static func decode(
    _ text: UnsafeRawBufferPointer, padded: Bool, into room: UnsafeMutableRawBufferPointer
  ) -> Result<Int, Fault> {
    var letterCount = text.count
    if padded {
      if text.count % 4 != 0 { return .failure(.badLength) }
      while letterCount > 0, text.count - letterCount < 2, text[letterCount - 1] == pad {
        letterCount -= 1
      }
    }
    return values.withUnsafeBufferPointer { values in
      var (made, start) = (0, 0)
      var seen = UInt8(0)
      while start + 4 <= letterCount {
        let (a, b) = (values[Int(text[start])], values[Int(text[start + 1])])
        let (c, d) = (values[Int(text[start + 2])], values[Int(text[start + 3])])
        seen |= a | b | c | d
        room[made] = a << 2 | b >> 4
        room[made + 1] = b << 4 | c >> 2
        room[made + 2] = c << 6 | d
        (made, start) = (made + 3, start + 4)
      }
      if seen & none != 0 { return .failure(.badLetter) }
      let rest = text[start..<letterCount].map { values[Int($0)] }
      if rest.contains(none) { return .failure(.badLetter) }
      switch rest.count {
      case 0: return .success(made)
      case 1: return .failure(.badLength)
      default:
        room[made] = rest[0] << 2 | rest[1] >> 4
        if rest.count == 2 {
          return rest[1] & 15 == 0 ? .success(made + 1) : .failure(.notCanonical)
        }
        room[made + 1] = rest[1] << 4 | rest[2] >> 2
        return rest[2] & 3 == 0 ? .success(made + 2) : .failure(.notCanonical)
      }
    }
  }
}
