import Bytes
import Cells

/// Text of notes as part of a line that another program reads.
///
/// Everything stays as it is but what would end the line, the field, or steer a terminal: that is
/// spelled out as on the screen. So a path with an emoji can be used, and no name can do harm.
enum PlainLine {
  static func of(_ bytes: [UInt8]) -> String {
    if isAsItIs(bytes.span) { return String(decoding: bytes, as: UTF8.self) }
    var line = ""
    var index = 0
    while index < bytes.count {
      let (scalar, length) = UTF8Scalars.decode(bytes.span, at: index)
      if let scalar {
        if Cells.steers(scalar) {
          line += Cells.escape(for: scalar)
        } else {
          line.unicodeScalars.append(scalar)
        }
      } else {
        line += Cells.escape(forByte: bytes[index])
      }
      index += length
    }
    return line
  }

  /// Whether nothing in it has to be spelled out.
  static func isAsItIs(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      if (0x20..<0x7f).contains(bytes[index]) {
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalars.decode(bytes, at: index)
      guard let scalar, !Cells.steers(scalar) else { return false }
      index += length
    }
    return true
  }
}
