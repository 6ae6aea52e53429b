import Bytes
package import Entities
import Folding

/// Finds the headings and blocks of notes in the joined text.
package final class JoinedParts {
  struct Other {
    /// The note with the new ids of its blocks.
    var part: NoteJoining.Part
    /// The note's original text.
    var before: [UInt8]
    /// The new ids of blocks, by their old ids in folded form.
    var blocks: [[UInt8]: [UInt8]]
  }

  package struct Unclear: Hashable, Sendable {
    /// The note that the link led to before.
    package var note: NotePath
    package var part: String
  }

  private struct Known {
    var text: [UInt8]
    var scan: NoteScan
    var shift: Int
    var blocks: [[UInt8]: [UInt8]]
  }

  private let joined: [UInt8]
  private let scan: NoteScan
  private var known: [NotePath: Known] = [:]
  private(set) var unclear: [Unclear] = []

  init(_ joined: JoinedText, _ others: [Other]) {
    self.joined = joined.text
    scan = JoinedText.scan(joined.text)
    for (other, shift) in zip(others, joined.shifts) {
      guard let shift else { continue }
      known[other.part.path] = Known(
        text: other.before, scan: JoinedText.scan(other.before), shift: shift, blocks: other.blocks)
    }
  }

  static func key(_ id: some Collection<UInt8>) -> [UInt8] { Folding.name(Array(id)) }

  /// Returns the edits of a link's part, for a link to one of the notes. An embed of a whole note
  /// gets a part, so that it shows the same text as before.
  func edits(
    of link: NoteScan.Link, in bytes: Span<UInt8>, leadingTo old: NotePath
  ) -> [ByteEdit] {
    guard let note = known[old] else { return [] }
    guard let part = link.part else { return embedEdit(of: link, note) }
    let written = link.quote.unquoted(bytes.copy(part))
    guard let new = name(of: written, link.kind, in: note, old), new != written else { return [] }
    return [ByteEdit(range: part, bytes: link.quote.quoted(new))]
  }

  private func embedEdit(of link: NoteScan.Link, _ note: Known) -> [ByteEdit] {
    guard link.isEmbed, link.kind == .wiki, !link.target.isEmpty,
      let heading = scan.headings.last(where: { $0.line <= note.shift + bodyLine(of: note) }),
      let name = names(of: heading).first(where: { line(of: $0) == heading.line })
    else { return [] }
    let end = link.target.upperBound
    return [ByteEdit(range: end..<end, bytes: [UInt8(ascii: "#")] + link.quote.quoted(name))]
  }

  /// Returns the first line of the note's text that is not blank.
  private func bodyLine(of note: Known) -> Int {
    var end = note.scan.body
    while end < note.text.count, Byte.isBlank(note.text[end]) { end += 1 }
    return note.text[..<end].count { $0 == Byte.lineFeed } + 1
  }

  private func name(
    of written: [UInt8], _ kind: NoteScan.Link.Kind, in note: Known, _ path: NotePath
  ) -> [UInt8]? {
    let plain = kind == .wiki ? written : LinkName.unescaped(written)
    if plain.first == UInt8(ascii: "^") {
      return note.blocks[Self.key(plain.dropFirst())].map { [UInt8(ascii: "^")] + $0 }
    }
    let line = PartFinding.line(ofPart: plain, in: note.text.span, note.scan)
    guard let line, self.line(of: plain) != line + note.shift else { return nil }
    if let heading = scan.headings.first(where: { $0.line == line + note.shift }) {
      let names = names(of: heading)
      if kind != .wiki, let slug = slug(of: heading), self.line(of: slug) == heading.line {
        return slug
      }
      if let name = names.first(where: { self.line(of: $0) == heading.line }) {
        return kind == .wiki
          ? name : LinkStyle.encoded(name, encodesLetters: false, keepsBlanks: false)
      }
    }
    let unclear = Unclear(note: path, part: String(decoding: plain, as: UTF8.self))
    if !self.unclear.contains(unclear) { self.unclear.append(unclear) }
    return nil
  }

  private func line(of part: [UInt8]) -> Int? {
    let text = joined
    return PartFinding.line(ofPart: part, in: text.span, scan)
  }

  private func words(of heading: NoteScan.Heading) -> [UInt8] {
    let text = joined
    return NoteScanner.words(of: heading.text, in: text.span)
  }

  /// Returns a heading's names in links: its words, then with one more parent heading each time.
  private func names(of heading: NoteScan.Heading) -> [[UInt8]] {
    var name = PartRewriting.words(words(of: heading))
    var names = [name]
    var level = heading.level
    for above in scan.headings.reversed() where above.line < heading.line && above.level < level {
      level = above.level
      let outer = PartRewriting.words(words(of: above))
      name = outer + [UInt8(ascii: "#")] + name
      names.append(name)
    }
    return names.filter { !$0.isEmpty }
  }

  /// Returns the slug, with a number where earlier headings have the same slug.
  private func slug(of heading: NoteScan.Heading) -> [UInt8]? {
    let slugs = scan.headings.prefix { $0.line <= heading.line }.map {
      PartRewriting.slug(String(decoding: words(of: $0), as: UTF8.self))
    }
    guard let slug = slugs.last, !slug.isEmpty else { return nil }
    let before = slugs.dropLast().count { $0 == slug }
    return before == 0 ? slug : slug + Array("-\(before)".utf8)
  }
}
