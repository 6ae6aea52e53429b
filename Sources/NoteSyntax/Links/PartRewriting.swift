package import Bytes
import Folding

/// Finds the edits of notes that keep links leading to a heading or a block when it is renamed.
///
/// `leads` returns whether a link leads to the part's note; it gets nil for links within a note,
/// `[[#Heading]]`.
package enum PartRewriting {
  /// Links name a heading by its words, or in Markdown by its slug; each link keeps its form.
  package static func headingRenamed(
    from old: String, to new: String, in bytes: [UInt8], leads: (LinkName?) -> Bool
  ) -> [ByteEdit] {
    let renamed = headingSteps(from: old, to: new)
    return edits(in: bytes, leads, renamed)
  }

  /// Returns the new text of a step of a link's part; nil if it names another heading.
  static func headingSteps(
    from old: String, to new: String
  ) -> ([UInt8], NoteScan.Link.Kind) -> [UInt8]? {
    let (oldKey, oldSlug) = (key(Array(old.utf8)), slug(old))
    return { step, kind in
      let plain = kind == .wiki ? step : LinkName.unescaped(step)
      if kind != .wiki, plain == oldSlug, plain != Array(old.utf8) { return slug(new) }
      guard step.first != UInt8(ascii: "^"), key(plain) == oldKey else { return nil }
      let words = words(Array(new.utf8))
      if kind == .wiki { return words }
      return LinkStyle.encoded(words, encodesLetters: false, keepsBlanks: step.contains(0x20))
    }
  }

  /// Links name a block as `^id`.
  package static func blockRenamed(
    from old: String, to new: String, in bytes: [UInt8], leads: (LinkName?) -> Bool
  ) -> [ByteEdit] {
    let wanted = Folding.name(Array("^\(old)".utf8))
    return edits(in: bytes, leads) { step, kind in
      let plain = kind == .wiki ? step : LinkName.unescaped(step)
      return Folding.name(plain) == wanted ? Array("^\(new)".utf8) : nil
    }
  }

  private static func edits(
    in bytes: [UInt8], _ leads: (LinkName?) -> Bool,
    _ renamed: ([UInt8], NoteScan.Link.Kind) -> [UInt8]?
  ) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for link in NoteScanner.scan(bytes.span).links where !link.isExternal && link.part != nil {
      guard leads(link.target.isEmpty ? nil : LinkName(link, in: bytes.span)) else { continue }
      edits += self.edits(of: link, in: bytes.span, renamed)
    }
    return edits.inOrder()
  }

  /// Returns an edit for each step of a link's part, `#One#Two`, that `renamed` changes.
  static func edits(
    of link: NoteScan.Link, in bytes: Span<UInt8>,
    _ renamed: ([UInt8], NoteScan.Link.Kind) -> [UInt8]?
  ) -> [ByteEdit] {
    guard let part = link.part else { return [] }
    var edits: [ByteEdit] = []
    for step in bytes.copy(part).split(separator: UInt8(ascii: "#")) {
      let written = link.quote.unquoted(Array(step))
      guard let text = renamed(written, link.kind), text != written else { continue }
      let start = part.lowerBound + step.startIndex
      let range = start..<(start + step.count)
      edits.append(ByteEdit(range: range, bytes: link.quote.quoted(text)))
    }
    return edits
  }

  /// Returns a heading for use in a link; characters with a meaning in links become blanks.
  static func words(_ heading: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    for part in heading.split(whereSeparator: { Byte.isBlank($0) || marks.contains($0) }) {
      if !words.isEmpty { words.append(0x20) }
      words += part
    }
    return words
  }

  private static let marks = Set("#|^[]\\".utf8)

  /// Returns the key of a heading; links do not distinguish headings with the same key.
  static func key(_ heading: [UInt8]) -> [UInt8] { Folding.name(words(heading)) }

  /// Returns `What it's like` as `what-its-like`, as web sites do that render Markdown.
  static func slug(_ heading: String) -> [UInt8] {
    var slug: [UInt8] = []
    for scalar in heading.lowercased().unicodeScalars {
      if scalar == " " || scalar == "-" {
        slug.append(UInt8(ascii: "-"))
      } else if scalar == "_" || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
      {
        UTF8Scalars.append(scalar, to: &slug)
      }
    }
    return slug
  }
}
