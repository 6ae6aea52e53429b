import Bytes
import Folding

/// The names that links may have for the parts of one note after their `#`, for fast lookup of many
/// links. Contains the parts for which `PartFinding` finds a line.
package struct PartNames {
  private var headings: Set<[UInt8]> = []
  private var slugs: Set<[UInt8]> = []
  private var blocks: Set<[UInt8]> = []
  /// Ids that Markdown links can name and that are not derived from headings.
  private var anchors: Set<[UInt8]> = []

  /// `headings`: as they are written, in their order. `blocks`: without their `^`.
  package init(headings: [[UInt8]], blocks: [[UInt8]]) {
    var counts: [[UInt8]: Int] = [:]
    for text in headings {
      let words = NoteScanner.words(of: text.indices, in: text.span)
      let key = PartRewriting.key(words)
      if !key.isEmpty { self.headings.insert(key) }
      let slug = PartRewriting.slug(String(decoding: words, as: UTF8.self))
      let count = counts[slug, default: 0]
      counts[slug] = count + 1
      let whole = count > 0 ? slug + Array("-\(count)".utf8) : slug
      if !whole.isEmpty { slugs.insert(whole) }
    }
    for id in blocks { self.blocks.insert(Folding.name(id)) }
  }

  /// Collects the parts of a whole note.
  package init(_ bytes: Span<UInt8>) {
    let scan = NoteScanner.scan(bytes)
    self.init(
      headings: scan.headings.map { bytes.copy($0.text) },
      blocks: scan.blocks.map { bytes.copy($0.id) })
    addAnchors(in: bytes)
  }

  /// Whether a link leads to a part, as the link writes it. The empty part, the whole note, is
  /// always found.
  package func has(_ part: [UInt8], of kind: NoteScan.Link.Kind) -> Bool {
    let plain = kind == .wiki ? part : LinkName.unescaped(part)
    if plain.first == UInt8(ascii: "^") { return blocks.contains(Folding.name(plain.dropFirst())) }
    guard let last = plain.split(separator: UInt8(ascii: "#")).last else { return true }
    if headings.contains(PartRewriting.key(Array(last))) { return true }
    let lowered = Array(String(decoding: plain, as: UTF8.self).lowercased().utf8)
    return slugs.contains(lowered) || (kind != .wiki && anchors.contains(plain))
  }

  /// Adds `<a id="x">`, `<a name='x'>`, and `{#x}` after a heading.
  private mutating func addAnchors(in bytes: Span<UInt8>) {
    var index = 0
    while let equals = Byte.find(UInt8(ascii: "="), in: bytes, from: index, to: bytes.count) {
      index = equals + 1
      guard Self.isID(before: equals, in: bytes), index < bytes.count else { continue }
      let quote = bytes[index]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      addAnchor(in: bytes, from: index + 1, to: quote)
    }
    index = 0
    while let brace = Byte.find(UInt8(ascii: "{"), in: bytes, from: index, to: bytes.count) {
      index = brace + 1
      guard index < bytes.count, bytes[index] == UInt8(ascii: "#") else { continue }
      addAnchor(in: bytes, from: index + 1, to: UInt8(ascii: "}"))
    }
  }

  private static func isID(before end: Int, in bytes: Span<UInt8>) -> Bool {
    (end >= 2 && Byte.matches("id", in: bytes, at: end - 2, to: end))
      || (end >= 4 && Byte.matches("name", in: bytes, at: end - 4, to: end))
  }

  private mutating func addAnchor(
    in bytes: Span<UInt8>, from start: Int, to stop: UInt8
  ) {
    let limit = min(bytes.count, start + Self.longest)
    var end = start
    while end < limit, bytes[end] != stop, !Byte.isBlank(bytes[end]) { end += 1 }
    anchors.insert(bytes.copy(start..<end))
  }

  private static let longest = 256
}
