import Bytes

/// A block of HTML, in which nothing is Markdown. The kinds differ in what ends them.
package enum HtmlBlock: UInt8, Hashable, Sendable {
  /// `<pre>`, `<script>`, `<style>`, `<textarea>`: ends with the line that closes one of them.
  case verbatim
  case comment, instruction, declaration, cdata
  /// Any other tag: ends at an empty line.
  case element

  private static let verbatimNames = ["script", "pre", "style", "textarea"].map { Array($0.utf8) }

  /// Returns nil if the `<` at `start` begins no block. `isInText`: the line could continue the
  /// paragraph above, which only the tag of a block element interrupts.
  init?(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, isInText: Bool
  ) {
    if Byte.matches("<!--", in: bytes, at: start, to: stop) {
      self = .comment
    } else if Byte.matches("<?", in: bytes, at: start, to: stop) {
      self = .instruction
    } else if Byte.matches("<![CDATA[", in: bytes, at: start, to: stop) {
      self = .cdata
    } else if Byte.matches("<!", in: bytes, at: start, to: stop), start + 2 < stop,
      Byte.isLetter(bytes[start + 2])
    {
      self = .declaration
    } else if Self.verbatimNames.contains(where: {
      Self.isTag($0, bytes, at: start + 1, to: stop)
    }) {
      self = .verbatim
    } else if Self.beginsElement(bytes, start, stop) {
      self = .element
    } else if !isInText, let markup = Markup(bytes, start, stop), !markup.isLink,
      markup.end == stop
    {
      self = .element
    } else {
      return nil
    }
  }

  /// Whether the line, from its first sign on, is the block's last; for an element, an empty line.
  package func ends(_ bytes: Span<UInt8>, in start: Int, _ stop: Int) -> Bool {
    switch self {
    case .comment: Byte.find("-->", in: bytes, from: start, to: stop) != nil
    case .instruction: Byte.find("?>", in: bytes, from: start, to: stop) != nil
    case .declaration: Byte.find(">", in: bytes, from: start, to: stop) != nil
    case .cdata: Byte.find("]]>", in: bytes, from: start, to: stop) != nil
    case .verbatim: Self.closesVerbatim(bytes, start, stop)
    case .element: false
    }
  }

  private static func closesVerbatim(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Bool {
    var next = start
    while let index = Byte.find("</", in: bytes, from: next, to: stop) {
      if verbatimNames.contains(where: {
        let end = index + 2 + $0.count
        return isTag($0, bytes, at: index + 2, to: stop)
          && end < stop && bytes[end] == Byte.greater
      }) {
        return true
      }
      next = index + 1
    }
    return false
  }

  /// Whether the whole name is at `index`, ignoring case.
  private static func isTag(
    _ name: [UInt8], _ bytes: Span<UInt8>, at index: Int, to stop: Int
  ) -> Bool {
    let end = index + name.count
    guard end <= stop else { return false }
    for (offset, letter) in name.enumerated() where Byte.lowered(bytes[index + offset]) != letter {
      return false
    }
    return end == stop || Byte.isBlank(bytes[end]) || bytes[end] == Byte.greater
  }

  private static let elements: Set<[UInt8]> = Set(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog \
    dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
    hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param section \
    source summary table tbody td tfoot th thead title tr track ul
    """.split(separator: " ").map { Array($0.utf8) })

  private static func beginsElement(
    _ bytes: Span<UInt8>, _ index: Int, _ stop: Int
  ) -> Bool {
    var start = index + 1
    if start < stop, bytes[start] == Byte.slash { start += 1 }
    var end = start
    while end < stop, Byte.isLetter(bytes[end]) || Byte.isDigit(bytes[end]), end - start < 12 {
      end += 1
    }
    guard elements.contains((start..<end).map { Byte.lowered(bytes[$0]) }) else { return false }
    return end == stop || Byte.isBlank(bytes[end]) || bytes[end] == Byte.greater
      || Byte.matches("/>", in: bytes, at: end, to: stop)
  }
}
