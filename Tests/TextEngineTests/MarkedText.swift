import TextEngine

/// A text with the cursor written in it: `hel|lo`.
struct MarkedText {
  var buffer: TextBuffer
  var cursor: TextPosition

  init(_ marked: String) {
    let bytes = Array(marked.utf8)
    let bar = bytes.firstIndex(of: UInt8(ascii: "|")) ?? bytes.count
    let before = TextBuffer(Array(bytes[..<bar]))
    buffer = TextBuffer(Array(bytes[..<bar] + bytes[bar...].dropFirst()))
    cursor = before.end
  }

  var text: String {
    let before = buffer.bytes(in: TextRange(buffer.start, cursor))
    let after = buffer.bytes(in: TextRange(cursor, buffer.end))
    return String(decoding: before + Array("|".utf8) + after, as: UTF8.self)
  }

  mutating func insert(_ text: String) {
    let edit = buffer.replace(
      TextRange(cursor), with: buffer.normalisedInsert(Array(text.utf8)))
    cursor = edit.rangeAfter.end
  }

  mutating func remove(to other: TextPosition) {
    cursor = buffer.replace(TextRange(cursor, other), with: []).rangeAfter.end
  }
}
