import Bytes
import MarkdownLines

/// A link that stands in a text, in any of the forms of Markdown.
package struct TextLink: Equatable, Sendable {
  package enum Kind: Sendable {
    /// `[[Note#Part|words]]`
    case wiki
    /// `[words](address)`
    case markdown
    /// `<https://…>`, or an address by itself
    case address
    /// `[words][label]`, whose address stands elsewhere in the text
    case reference
    /// `[^label]`: its target is the place of the note in the text
    case footnote
  }

  package var kind: Kind
  package var isEmbed: Bool
  /// All of it, with its marks.
  package var range: Range<ByteOffset>
  /// What it leads to, as it is written, without the part; empty for a part of the same text.
  package var target: String
  /// Behind the `#`: a heading, or a block with its `^`.
  package var part: String?
  package var words: String
  /// Where a reference or footnote is defined in the text; nil where it is not.
  package var definition: ByteOffset?

  /// Links are looked for this near only.
  static let reach = 4096

  /// The link that a place is in or at the end of; nil where there is none.
  package static func at(_ place: ByteOffset, in text: Rope) -> TextLink? {
    let line = text.content(at: place)
    let low = max(line.lowerBound, place - reach)
    let high = min(line.upperBound, max(place, low) + reach)
    guard low < high else { return nil }
    let scan = LinkScan(bytes: text.bytes(in: low..<high), place: place - low)
    return scan.find { found in
      var link = found
      link.range = low + found.range.lowerBound.value..<low + found.range.upperBound.value
      guard link.kind == .reference || link.kind == .footnote else { return link }
      guard let definition = definition(of: link.target, in: text) else {
        // Brackets that no definition belongs to are text.
        return link.kind == .footnote ? link : nil
      }
      link.definition = definition.start
      if link.kind == .reference { link.lead(to: definition.target) }
      return link
    }
  }

  /// The same, else the first behind a place in its line that is wanted. Each has a colon or brackets.
  package static func atOrBehind(
    _ place: ByteOffset, in text: Rope, where isWanted: (TextLink) -> Bool
  ) -> TextLink? {
    if let link = at(place, in: text), isWanted(link) { return link }
    let end = min(text.content(at: place).upperBound, place + reach)
    guard place < end else { return nil }
    let signs: [UInt8] = [.openBracket, Byte.colon]
    let bytes = text.bytes(in: place..<end)
    let places = bytes.indices.filter { signs.contains(bytes[$0]) }.prefix(mostTried)
    return places.lazy.compactMap { at(place + $0, in: text) }.first(where: isWanted)
  }

  private static let mostTried = 64

  /// A `#` in an address of the web is the web's.
  private mutating func lead(to written: String) {
    target = written
    guard !written.utf8.contains(UInt8(ascii: ":")), let hash = written.firstIndex(of: "#") else {
      return
    }
    target = String(written[..<hash])
    part = String(written[written.index(after: hash)...])
  }

  /// Definitions are looked for among so many of the same name.
  private static let mostDefinitions = 64

  /// `[label]: address`, at the start of a line.
  private static func definition(
    of label: String, in text: Rope
  ) -> (start: ByteOffset, target: String)? {
    let mark = Array("[\(label)]:".utf8)
    guard let search = LiteralSearch(mark, ignoringCase: true) else { return nil }
    for match in search.all(in: text, limit: mostDefinitions).matches {
      let line = text.content(at: match.lowerBound)
      let before = text.bytes(in: max(line.lowerBound, match.lowerBound - 4)..<match.lowerBound)
      guard match.lowerBound - line.lowerBound < 4, before.isBlank else { continue }
      // What a note at the foot says is no address.
      if label.hasPrefix("^") { return (line.lowerBound, "") }
      let whole = text.bytes(in: match.lowerBound..<min(line.upperBound, match.lowerBound + reach))
      let stop = Byte.droppingBlanks(in: whole.span, from: 0, to: whole.count)
      if let definition = LinkDefinition(whole.span, 0, stop) {
        return (line.lowerBound, whole.span.text(definition.destination.target))
      }
    }
    return nil
  }
}
