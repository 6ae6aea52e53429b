package import Entities

/// A new link to a file.
package struct LinkWriting: Equatable, Sendable {
  package let kind: NoteScan.Link.Kind
  /// The target as it is written; in a wiki link without the extension of a note.
  package let target: [UInt8]

  /// Returns wiki links to a file, the shortest first. Each may lead to another file instead.
  package static func byName(of file: NotePath) -> [LinkWriting] {
    let short = LinkName.withoutEnding(file.bytes).path
    return wiki([NotePath(bytes: short).name.bytes]) + fromRoot(of: file)
  }

  package static func fromRoot(of file: NotePath) -> [LinkWriting] {
    let short = LinkName.withoutEnding(file.bytes).path
    return wiki([short, [slash] + short, file.withoutLock.bytes])
  }

  /// Returns links from a note's folder; a wiki link needs dots at its start to be read so.
  package static func relative(to file: NotePath, from home: NotePath) -> [LinkWriting] {
    let short = NotePath(bytes: LinkName.withoutEnding(file.bytes).path)
    return wiki([LinkStyle.relative(short, from: home, isDotted: true)])
  }

  private static func wiki(_ targets: [[UInt8]]) -> [LinkWriting] {
    targets.filter { LinkStyle.isSafe($0) && !$0.contains(UInt8(ascii: "^")) }
      .map { LinkWriting(kind: .wiki, target: $0) }
  }

  /// Returns a Markdown link, which always has the extension.
  package static func markdown(_ path: [UInt8]) -> LinkWriting {
    LinkWriting(
      kind: .markdown,
      target: LinkStyle.encoded(path, encodesLetters: false, keepsBlanks: false))
  }

  /// Makes a link with the name that Logseq has for a page.
  package init(page title: String) { self.init(kind: .wiki, target: Array(title.utf8)) }

  private init(kind: NoteScan.Link.Kind, target: [UInt8]) {
    (self.kind, self.target) = (kind, target)
  }

  /// A link to its own note.
  package static let here = LinkWriting(kind: .wiki, target: [])

  package static func markdown(relativeTo file: NotePath, from home: NotePath) -> LinkWriting {
    markdown(LinkStyle.relative(file.withoutLock, from: home, isDotted: false))
  }

  private static let slash = UInt8(ascii: "/")

  package var name: LinkName { LinkName(kind, target) }

  /// Returns the whole link. In a table's row, the bar is escaped to stay in its cell.
  package func text(part: [UInt8]?, words: [UInt8]?, isInTable: Bool = false) -> [UInt8] {
    let part = part ?? []
    switch kind {
    case .wiki:
      let inside = target + (part.isEmpty ? [] : [UInt8(ascii: "#")] + part)
      let bar = words.map { (isInTable ? Array("\\|".utf8) : Array("|".utf8)) + $0 }
      return Array("[[".utf8) + inside + (words == inside ? [] : bar ?? []) + Array("]]".utf8)
    case .markdown, .reference:
      var text: [UInt8] = [UInt8(ascii: "[")]
      for byte in words ?? shown(with: part) {
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
          text.append(UInt8(ascii: "\\"))
        }
        text.append(byte)
      }
      text += Array("](".utf8) + target
      if !part.isEmpty {
        text +=
          [UInt8(ascii: "#")] + LinkStyle.encoded(part, encodesLetters: false, keepsBlanks: false)
      }
      return text + [UInt8(ascii: ")")]
    }
  }

  /// Returns the default words of a Markdown link: the file's name and the part.
  private func shown(with part: [UInt8]) -> [UInt8] {
    let file = NotePath(bytes: name.path).name.bytes
    if part.isEmpty || file.isEmpty { return file + part }
    return file + Array(" > ".utf8) + part
  }
}
