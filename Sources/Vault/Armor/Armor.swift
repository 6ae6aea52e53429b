/// A file of age's as text, for places that bear no bytes.
enum Armor {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"
  static let columns = 64
  static let lineBytes = 48

  /// What may stand around it.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }
}

/// Writes the armor around bytes that come in pieces.
struct ArmorWriter {
  private var hasBegun = false
  /// Less than a line.
  private var waiting: [UInt8] = []

  /// Adds to a text what can be said already.
  mutating func write(_ piece: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    begin(&text)
    var start = 0
    if !waiting.isEmpty {
      start = min(Armor.lineBytes - waiting.count, piece.count)
      waiting += piece[..<start]
      if waiting.count < Armor.lineBytes { return }
      waiting.withUnsafeBytes { Self.addLine($0, to: &text) }
      waiting.removeAll(keepingCapacity: true)
    }
    while start + Armor.lineBytes <= piece.count {
      let line = UnsafeRawBufferPointer(rebasing: piece[start..<start + Armor.lineBytes])
      Self.addLine(line, to: &text)
      start += Armor.lineBytes
    }
    waiting += piece[start...]
  }

  mutating func finish(_ text: inout [UInt8]) {
    begin(&text)
    if !waiting.isEmpty { waiting.withUnsafeBytes { Self.addLine($0, to: &text) } }
    text += "\(Armor.end)\n".utf8
  }

  private mutating func begin(_ text: inout [UInt8]) {
    if !hasBegun { text += "\(Armor.begin)\n".utf8 }
    hasBegun = true
  }

  private static func addLine(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    text += Base64.encoded(bytes, padded: true)
    text.append(UInt8(ascii: "\n"))
  }
}
