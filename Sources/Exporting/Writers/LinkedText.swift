import Bytes
import Entities
import Markdown
import NoteSyntax

/// Links of a note as links of CommonMark that lead to where things are in an export. What does not
/// go out is text there.
struct LinkedText {
  let links: ExportLinks
  /// Where the link leads, percent-encoded.
  let address: (ExportLinks.Target) -> [UInt8]?

  /// `within`: the embeds that the text comes from, the outer one first. Front matter stays.
  func edits(in text: [UInt8], of note: NotePath, within: [String] = []) -> [ByteEdit] {
    let scan = NoteScanner.scan(text.span)
    return scan.links.flatMap { link -> [ByteEdit] in
      if link.whole.lowerBound < scan.body { return [] }
      if link.isExternal { return Self.size(of: link, in: text) }
      var wanted = PageLink(
        link.kind == .wiki ? .wiki : .markdown, Self.written(link, in: text),
        isEmbed: link.isEmbed)
      wanted.within = within
      let target = links.target(of: wanted, in: note)
      let address = target.flatMap(address)
      return link.kind == .wiki
        ? [wiki(link, wanted, target, address, in: text)]
        : Self.markdown(link, address) + Self.size(of: link, in: text)
    }
  }

  private static func written(_ link: NoteScan.Link, in bytes: [UInt8]) -> String {
    let part = link.part.map { [Byte.hash] + bytes[Byte.trimmed(in: bytes.span, $0)] } ?? []
    return String(
      decoding: bytes[Byte.trimmed(in: bytes.span, link.target)] + part, as: UTF8.self)
  }

  private static func markdown(_ link: NoteScan.Link, _ address: [UInt8]?) -> [ByteEdit] {
    if let address {
      let range = link.target.lowerBound..<(link.part ?? link.target).upperBound
      return [ByteEdit(range: range, bytes: address)]
    }
    // Links that name their address elsewhere are text without it.
    guard link.kind == .markdown, let text = link.text else {
      return [ByteEdit(range: link.whole, bytes: [])]
    }
    return [
      ByteEdit(range: link.whole.lowerBound..<text.lowerBound, bytes: []),
      ByteEdit(range: text.upperBound..<link.whole.upperBound, bytes: []),
    ]
  }

  /// `|120` behind the words of a picture says how wide it is, to Obsidian alone.
  private static func size(of link: NoteScan.Link, in bytes: [UInt8]) -> [ByteEdit] {
    guard link.isEmbed, let text = link.text,
      let bar = bytes[text].lastIndex(of: Byte.bar), isSize(bytes[(bar + 1)..<text.upperBound])
    else { return [] }
    return [ByteEdit(range: bar..<text.upperBound, bytes: [])]
  }

  private static func isSize(_ words: some Collection<UInt8>) -> Bool {
    !words.isEmpty && words.allSatisfy { Byte.isDigit($0) || $0 == UInt8(ascii: "x") }
  }

  private func wiki(
    _ link: NoteScan.Link, _ wanted: PageLink, _ target: ExportLinks.Target?,
    _ address: [UInt8]?, in bytes: [UInt8]
  ) -> ByteEdit {
    let isPicture = link.isEmbed && PageLink.isPicture(NotePath(wanted.target))
    let own = link.text.map { Array(bytes[$0]) } ?? []
    let isSize = isPicture && Self.isSize(own)
    let parts = wanted.target.split(separator: "#")
    let words = Self.escaped(
      own.isEmpty || isSize ? Array(parts.joined(separator: isPicture ? "#" : " › ").utf8) : own)
    guard let address else { return ByteEdit(range: link.whole, bytes: words) }
    let start = Array((isPicture ? "![" : "[").utf8)
    return ByteEdit(
      range: link.whole, bytes: start + words + Array("](".utf8) + address + Array(")".utf8))
  }

  /// The words of a wiki link are text.
  private static func escaped(_ words: [UInt8]) -> [UInt8] {
    words.flatMap { "\\`*_[]<&~".utf8.contains($0) ? [Byte.backslash, $0] : [$0] }
  }
}
