extension Cells {
  /// The glyphs of a text that may hold anything: each byte that is no UTF-8 becomes an escape.
  package static func glyphs(inUTF8 bytes: ArraySlice<UInt8>) -> [Glyph] {
    String(decoding: bytes, as: UTF8.self).map {
      Glyph(text: String($0), width: 1, kind: .text, byteCount: $0.utf8.count)
    }
  }
}
