import Cells

/// The words of a note for a model: what a person would not see is written out.
///
/// Zero-width characters, marks that change the direction of text, tags and controls come as escapes
/// such as `<U+200B>`, and comments as `<hidden: <!-- words -->>`, so that no instruction hides in a
/// note.
package enum VisibleText {
  package static func of(_ bytes: some Collection<UInt8>) -> String {
    of(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns a part of a text, which may begin within a comment.
  package static func of(_ part: ArraySlice<UInt8>, in whole: [UInt8]) -> String {
    guard let end = endOfComment(around: part.startIndex, in: whole) else { return of(part) }
    let hidden = String(decoding: part[..<min(end, part.endIndex)], as: UTF8.self)
    var shown = "<hidden: "
    write(hidden.unicodeScalars[...], to: &shown)
    return shown + ">" + of(part[min(end, part.endIndex)...])
  }

  private static func endOfComment(around start: Int, in text: [UInt8]) -> Int? {
    var index = 0
    while index < start {
      let rest = text[index...]
      guard let sign = signs.first(where: { rest.starts(with: $0.opening.utf8) }) else {
        index += 1
        continue
      }
      let close = rest.dropFirst(sign.opening.utf8.count).firstRange(of: Array(sign.closing.utf8))
      let end = close?.upperBound ?? text.count
      if end > start { return end }
      index = end
    }
    return nil
  }

  private static let signs = [
    (opening: "<!--", closing: "-->"), (opening: "%%", closing: "%%"),
  ]

  package static func of(_ text: String) -> String {
    var shown = ""
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "%" }) {
      write(rest[..<start], to: &shown)
      rest = rest[start...]
      let comment = comment(at: rest)
      if let comment {
        shown += "<hidden: "
        write(comment, to: &shown)
        shown += ">"
        rest = rest[comment.endIndex...]
      } else {
        shown.unicodeScalars.append(rest.removeFirst())
      }
    }
    write(rest, to: &shown)
    return shown
  }

  /// Returns a comment that begins here. One without an end goes on to the end of the text.
  private static func comment(
    at text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    for (opening, closing) in signs
    where text.starts(with: opening.unicodeScalars) {
      let inside = text.dropFirst(opening.unicodeScalars.count)
      var index = inside.startIndex
      while index < inside.endIndex {
        let rest = inside[index...]
        if rest.starts(with: closing.unicodeScalars) {
          return text[..<rest.index(rest.startIndex, offsetBy: closing.unicodeScalars.count)]
        }
        index = inside.index(after: index)
      }
      return text
    }
    return nil
  }

  private static func write(_ part: Substring.UnicodeScalarView, to shown: inout String) {
    for scalar in part {
      if isHidden(scalar) {
        shown += Cells.escape(for: scalar)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // A joiner is part of emojis and of several scripts, as variation selectors are.
    case 0x09, 0x0a, 0x0d, 0x200d, 0x200c, 0xfe00...0xfe0f: false
    case 0xe0000...0xe0fff: true
    default:
      Cells.steers(scalar)
        || scalar.properties.generalCategory == .format
        || scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
