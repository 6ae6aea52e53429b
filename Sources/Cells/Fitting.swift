/// The start of a text that fits into so many cells, as it is drawn.
package struct Fitting: Hashable, Sendable {
  /// What begins with it: the text itself wherever nothing that fits is drawn as something else.
  package let source: String
  /// So many bytes of that are the start that fits.
  package let bytes: Int
  package let width: Int
  /// So many bytes of the text itself are that start.
  package let read: Int
  /// Whether that is all of the text.
  package let isWhole: Bool
  /// Whether each byte of the text itself is one cell; false where that took a closer look.
  package let isPlain: Bool

  package init(
    source: String = "", bytes: Int = 0, width: Int = 0, read: Int? = nil, isWhole: Bool = true,
    isPlain: Bool = true
  ) {
    self.source = source
    self.bytes = bytes
    self.width = width
    self.read = read ?? bytes
    self.isWhole = isWhole
    self.isPlain = isPlain
  }

  /// Made anew at each call. Whoever draws a row needs no text of its own.
  package var text: String {
    if bytes == source.utf8.count { return source }
    return source.utf8Span.span.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[..<bytes]), as: UTF8.self)
    }
  }
}

extension Cells {
  /// The longest start of a text that fits into `width` cells.
  package static func prefix(of text: String, fitting width: Int) -> Fitting {
    let bytes = text.utf8Span.span
    let end = min(bytes.count, max(0, width))
    // A letter that is cut off behind may still be one with a mark.
    if isPlain(bytes, upTo: end), bytes.standsApart(at: end) {
      return Fitting(source: text, bytes: end, width: end, isWhole: end == bytes.count)
    }
    var start = Start()
    start.grow(in: bytes, to: width)
    return start.fitting(of: text)
  }

  /// The same, with a cell left free for a sign where that is not all of the text.
  package static func prefix(of text: String, leavingRoomIn width: Int) -> Fitting {
    let bytes = text.utf8Span.span
    let end = min(bytes.count, max(0, width))
    // Behind the last of these letters, and behind that which makes room for the sign, comes more.
    if isPlain(bytes, upTo: end), end == bytes.count || bytes[end] < 0x80 {
      let isWhole = end == bytes.count
      let shown = isWhole ? end : max(0, end - 1)
      return Fitting(source: text, bytes: shown, width: shown, isWhole: isWhole)
    }
    var start = Start()
    start.grow(in: bytes, to: width - 1)
    if start.end == bytes.count { return start.fitting(of: text) }
    var longer = start
    longer.grow(in: bytes, to: width)
    return (longer.end == bytes.count ? longer : start).fitting(of: text)
  }

  private static func isPlain(_ bytes: Span<UInt8>, upTo end: Int) -> Bool {
    bytes.withUnsafeBufferPointer { endOfPlain(in: $0, 0..<end) == end }
  }
}

/// How far a text is taken, and what is drawn for it.
private struct Start {
  /// What is drawn for the bytes before `copied`; those from there to `end` are drawn as they are.
  var drawn = ""
  var copied = 0
  var end = 0
  var width = 0

  mutating func grow(in bytes: Span<UInt8>, to room: Int) {
    bytes.withUnsafeBufferPointer { source in
      // No glyph takes less than a cell.
      while end < source.count, width < room {
        if let run = Cells.run(in: source, from: end, to: source.count, cells: room - width) {
          end = run.end
          width += run.width
          continue
        }
        let glyph = Cells.glyph(in: bytes, at: end, drawing: true)
        if width + glyph.width > room { return }
        copy(from: source)
        drawn += glyph.text
        end += glyph.byteCount
        width += glyph.width
        copied = end
      }
    }
  }

  private mutating func copy(from source: UnsafeBufferPointer<UInt8>) {
    guard copied < end else { return }
    drawn += String(decoding: source[copied..<end], as: UTF8.self)
    copied = end
  }

  func fitting(of text: String) -> Fitting {
    let isWhole = end == text.utf8.count
    if copied == 0 {
      // What takes several bytes takes fewer cells.
      return Fitting(
        source: text, bytes: end, width: width, isWhole: isWhole, isPlain: end == width)
    }
    let rest = text.utf8Span.span.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[copied..<end]), as: UTF8.self)
    }
    let all = drawn + rest
    return Fitting(
      source: all, bytes: all.utf8.count, width: width, read: end, isWhole: isWhole, isPlain: false)
  }
}
