package import Bytes
import Folding

/// What must change in notes so that links to a part of a note still lead to it, when a heading or a
/// block's id is renamed.
///
/// `leads` tells whether a link leads to the note of that part; it is asked with nil for links
/// within a note, `[[#Heading]]`.
package enum PartRewriting {
  /// Links to a heading say its words, or in Markdown its slug; each stays what it was.
  package static func headingRenamed(
    from old: String, to new: String, in bytes: [UInt8], leads: (LinkName?) -> Bool
  ) -> [ByteEdit] {
    let renamed = headingSteps(from: old, to: new)
    return edits(in: bytes, leads, renamed)
  }

  /// What a step of a link's part says instead; nil where it names another heading.
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

  /// Links to a block say `^id`.
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

  /// One edit for each step of a link's part, `#One#Two`, that `renamed` has another text for.
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

  /// The heading as a link can say it: marks that mean something in a link are blanks.
  static func words(_ heading: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    for part in heading.split(whereSeparator: { Byte.isBlank($0) || marks.contains($0) }) {
      if !words.isEmpty { words.append(0x20) }
      words += part
    }
    return words
  }

  private static let marks = Set("#|^[]\\".utf8)

  /// Headings with the same key are the same to a link.
  static func key(_ heading: [UInt8]) -> [UInt8] { Folding.name(words(heading)) }

  /// `What it's like` as `what-its-like`, as the sites do that show Markdown.
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
