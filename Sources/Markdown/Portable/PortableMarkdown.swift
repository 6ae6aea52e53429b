package import Bytes
import NoteSyntax

/// A note in CommonMark alone: what is embedded and what query blocks come to are written in, callouts are
/// quotes, and signs that CommonMark has no meaning for are left out, or are text; but for footnotes, which most of its
/// readers know.
package enum PortableMarkdown {
  /// Edits of the links in a text, which comes from these embeds, the outer one first.
  package typealias Links = (_ text: [UInt8], _ within: [String]) -> [ByteEdit]

  /// What no reader shall see: comments, and the ids of blocks.
  package static func hidden(in note: [UInt8]) -> [ByteEdit] { PortableSigns.hidden(in: note) }

  /// With its front matter.
  package static func text(
    of note: [UInt8], embeds: Embeds = Embeds(), links: Links
  ) -> [UInt8] {
    text(of: note, embeds, within: [], links)
  }

  private static func text(
    of note: [UInt8], _ embeds: Embeds, within: [String], _ links: Links
  ) -> [UInt8] {
    let text = AnsweredText.text(of: note, embeds)
    var edits: [ByteEdit] = []
    for line in EmbedLines.lines(in: text) {
      guard let shown = embeds.texts[line.name.written] else { continue }
      let source = Array("[[\(line.name.written)]]".utf8)
      let name = ByteEdit.apply(links(source, within), to: source)
      var quote = line.first + Array("> ".utf8) + name
      quote += [Byte.lineFeed] + line.rest + [Byte.greater]
      var body = Self.text(
        of: shown.bytes, shown.embeds, within: within + [line.name.written], links)
      while body.last == Byte.lineFeed { body.removeLast() }
      for inner in body.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
        quote += [Byte.lineFeed] + line.rest + Array("> ".utf8) + inner
      }
      edits.append(ByteEdit(range: line.range, bytes: quote))
    }
    // Where two overlap, the first of these stays.
    let shown = edits
    // A name of a footnote is one note's: in another's it would be taken for that one's.
    let signs = PortableSigns.edits(of: text, keepsFootnotes: within.isEmpty)
    edits += (signs + links(text, within)).filter { edit in
      !shown.contains { $0.range.overlaps(edit.range) }
    }
    return ByteEdit.apply(edits.inOrder(), to: text)
  }
}
