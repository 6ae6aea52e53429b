package import Bytes

/// A note in plain CommonMark: embeds and the answers of query blocks are written in, callouts
/// become quotes, and other extensions are left out or become text. Footnotes stay, since most
/// readers know them.
package enum PortableMarkdown {
  /// Returns edits of a text's links. `within`: the embeds around the text, the outermost first.
  package typealias Links = (_ text: [UInt8], _ within: [String]) -> [ByteEdit]

  /// Returns edits that remove text hidden from readers: comments and block ids.
  package static func hidden(in note: [UInt8]) -> [ByteEdit] { PortableSigns.hidden(in: note) }

  /// Returns the note's text, including front matter.
  package static func text(
    of note: [UInt8], embeds: Embeds = Embeds(), links: Links
  ) -> [UInt8] {
    text(of: note, embeds, within: [], links)
  }

  private static func text(
    of note: [UInt8], _ embeds: Embeds, within: [String], _ links: Links
  ) -> [UInt8] {
    let text = AnsweredText.text(of: note, embeds)
    let shown = PortableSigns.all(of: text, embeds) { tree, source in
      let lines = LineTable(source)
      return tree.blocks.compactMap { block in
        guard case .embed(let link, let content) = block.kind else { return nil }
        let body: [UInt8]
        switch content {
        case .note(let inner):
          body = Self.text(of: inner.bytes, inner.embeds, within: within + [link.target], links)
        case .view(let query):
          guard let answer = embeds.answers[query] else { return nil }
          body = Self.text(of: answer.markdown, Embeds(), within: within, links)
        }
        let name = Array("[[\(link.target)]]".utf8)
        return quote(
          ByteEdit.apply(links(name, within), to: name), body, lines.range(of: block.line), source)
      }
    }
    // Footnote labels of an embedded note could clash with this note's.
    let signs = PortableSigns.edits(of: text, keepsFootnotes: within.isEmpty)
    // Where two edits overlap, those in `shown` win.
    let edits = (signs + links(text, within)).filter { edit in
      !shown.contains { $0.range.overlaps(edit.range) }
    }
    return ByteEdit.apply((shown + edits).inOrder(), to: text)
  }

  /// Returns the quote that replaces an embed's line, within the same containers.
  private static func quote(
    _ name: [UInt8], _ body: [UInt8], _ line: Range<Int>, _ source: [UInt8]
  ) -> ByteEdit? {
    guard let start = Byte.find("![[", in: source.span, from: line.lowerBound, to: line.upperBound)
    else { return nil }
    let first = Array(source[line.lowerBound..<start])
    let rest = PortableSigns.ofContainers(below: first)
    var quote = first + Array("> ".utf8) + name + [Byte.lineFeed] + rest + [Byte.greater]
    var body = body[...]
    while body.last == Byte.lineFeed { body.removeLast() }
    for inner in body.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      quote += [Byte.lineFeed] + rest + Array("> ".utf8) + inner
    }
    return ByteEdit(range: line, bytes: quote)
  }
}
