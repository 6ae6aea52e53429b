package import Entities

/// A link to a file as it could be written new.
package struct LinkWriting: Equatable, Sendable {
  package let kind: NoteScan.Link.Kind
  /// As it is written: a wiki link's without the extension of a note.
  package let target: [UInt8]

  /// What a wiki link could say, the shortest first: any of these may lead to another file.
  package static func byName(of file: NotePath) -> [LinkWriting] {
    let short = LinkName.withoutEnding(file.bytes).path
    return wiki([NotePath(bytes: short).name.bytes]) + fromRoot(of: file)
  }

  package static func fromRoot(of file: NotePath) -> [LinkWriting] {
    let short = LinkName.withoutEnding(file.bytes).path
    return wiki([short, [slash] + short, file.withoutLock.bytes])
  }

  /// From a note's folder: only with dots at its start is a wiki link read so.
  package static func relative(to file: NotePath, from home: NotePath) -> [LinkWriting] {
    let short = NotePath(bytes: LinkName.withoutEnding(file.bytes).path)
    return wiki([LinkStyle.relative(short, from: home, isDotted: true)])
  }

  private static func wiki(_ targets: [[UInt8]]) -> [LinkWriting] {
    targets.filter { LinkStyle.isSafe($0) && !$0.contains(UInt8(ascii: "^")) }
      .map { LinkWriting(kind: .wiki, target: $0) }
  }

  /// Markdown links always have the extension.
  package static func markdown(_ path: [UInt8]) -> LinkWriting {
    LinkWriting(
      kind: .markdown,
      target: LinkStyle.encoded(path, encodesLetters: false, keepsBlanks: false))
  }

  /// By the name that Logseq has for a page.
  package init(page title: String) { self.init(kind: .wiki, target: Array(title.utf8)) }

  private init(kind: NoteScan.Link.Kind, target: [UInt8]) {
    (self.kind, self.target) = (kind, target)
  }

  /// To the note that the link is in.
  package static let here = LinkWriting(kind: .wiki, target: [])

  package static func markdown(relativeTo file: NotePath, from home: NotePath) -> LinkWriting {
    markdown(LinkStyle.relative(file.withoutLock, from: home, isDotted: false))
  }

  private static let slash = UInt8(ascii: "/")

  package var name: LinkName { LinkName(kind, target) }

  /// All of the link. In a table's row a bar would begin another cell.
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

  /// What a Markdown link says by default: the file's name, and the part.
  private func shown(with part: [UInt8]) -> [UInt8] {
    let file = NotePath(bytes: name.path).name.bytes
    if part.isEmpty || file.isEmpty { return file + part }
    return file + Array(" > ".utf8) + part
  }
}
