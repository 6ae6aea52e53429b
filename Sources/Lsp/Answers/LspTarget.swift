import Bytes
import Entities
import JsonRpc
import NoteSyntax
import Services
import VaultSettings

/// What a person means with a cursor in a text.
enum LspTarget: Equatable {
  /// A link; `isPart`: its part after the `#`.
  case link(NoteScan.Link, isPart: Bool)
  /// The heading that is the note's title, or the title in its front matter.
  case title(Range<Int>)
  case heading(NoteScan.Heading)
  case block(Range<Int>)
  /// A tag without `#`.
  case tag(String, Range<Int>)
}

extension LspPage {
  func target(at offset: Int) -> LspTarget? {
    let line = text.position(of: offset).line + 1
    if let link = link(at: offset) {
      let part = link.part.map { ($0.lowerBound - 1)...$0.upperBound }
      return .link(link, isPart: part?.contains(offset) == true)
    }
    let own = scan.tags.dropFirst(scan.tags.count - scan.tagRanges.count)
    for (tag, range) in zip(own, scan.tagRanges)
    where Self.touches((range.lowerBound - 1)..<range.upperBound, offset) {
      return .tag(tag.name, range)
    }
    for tag in scan.tags.dropLast(scan.tagRanges.count) where tag.line == line {
      let range = range(ofLine: line)
      guard let found = bytes[range].firstRange(of: Array(tag.name.utf8)),
        Self.touches(found, offset)
      else { continue }
      return .tag(tag.name, found)
    }
    if let block = scan.blocks.first(where: { $0.line == line && Self.touches($0.id, offset) }) {
      return .block(block.id)
    }
    if let title = titleRange, range(ofLine: line).contains(title.lowerBound) {
      return .title(title)
    }
    return scan.headings.first { $0.line == line }.map(LspTarget.heading)
  }

  /// Returns the innermost link at an offset.
  func link(at offset: Int) -> NoteScan.Link? {
    scan.links.filter { $0.whole.lowerBound <= offset && offset < $0.whole.upperBound }
      .min { $0.whole.count < $1.whole.count }
  }

  /// The words of the title; nil if the file's name is the title.
  var titleRange: Range<Int>? {
    guard let title = scan.title(in: bytes.span) else { return nil }
    for line in 2...max(2, lineCount(of: scan.frontMatter)) where !scan.frontMatter.isEmpty {
      let range = range(ofLine: line)
      guard string(range).lowercased().hasPrefix("title:") else { continue }
      return bytes[range].firstRange(of: Array(title.utf8)) ?? range
    }
    guard let first = scan.headings.first, first.level == 1 else { return nil }
    return first.text
  }

  private func lineCount(of range: Range<Int>) -> Int { bytes[range].count { $0 == Byte.lineFeed } }

  private static func touches(_ range: Range<Int>, _ offset: Int) -> Bool {
    range.lowerBound <= offset && offset <= range.upperBound
  }

  /// The name that a link gives its target, without escapes and part.
  func name(of link: NoteScan.Link) -> String {
    String(decoding: LinkName(link, in: bytes.span).target, as: UTF8.self)
  }

  func part(of link: NoteScan.Link) -> String? {
    guard let part = link.part else { return nil }
    let written = string(part)
    return link.kind == .wiki ? written : Percent.decodedAsWritten(written)
  }

  /// The range of the part that a link names, with everything below a heading; nil if it is not
  /// there.
  func range(ofPart part: String) -> Range<Int>? {
    guard let line = PartFinding.line(ofPart: Array(part.utf8), in: bytes.span, scan) else {
      return nil
    }
    if part.hasPrefix("^") {
      guard let block = PartFinding.block(Array(part.utf8), in: bytes.span, scan) else {
        return nil
      }
      return start(
        ofLine: block.lines.lowerBound)..<range(ofLine: block.lines.upperBound).upperBound
    }
    return scan.headings.first { $0.line == line }.map(section)
  }
}

extension LspAnswers {
  /// Returns the note that a link leads to: itself for a link without a name.
  func note(of link: NoteScan.Link, in page: LspPage) async throws(RpcError) -> NoteID? {
    if link.isExternal { return nil }
    let name = page.name(of: link)
    if name.isEmpty { return page.note }
    return try await failing { () async throws(NoteIndexError) in
      try await vault.links.target(
        of: name, in: LinkHome(note: page.note, isMarkdown: link.kind != .wiki))
    }
  }
}
