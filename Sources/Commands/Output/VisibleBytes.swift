import Cells

extension Cells {
  /// Bytes as a terminal may show them: those that are no UTF-8 are spelled out too.
  static func visible(_ bytes: [UInt8]) -> String {
    glyphs(inUTF8: bytes[...]).map(\.text).joined()
  }
}
