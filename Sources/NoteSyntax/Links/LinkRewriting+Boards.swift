package import Bytes
package import Entities

/// Obsidian's canvases (JSON) and bases (YAML), which are not notes but link to some.
extension LinkRewriting {
  private static let canvas = ".canvas"
  private static let base = ".base"

  package static func isBoard(_ path: NotePath) -> Bool {
    let name = path.name.text.lowercased()
    return name.hasSuffix(canvas) || name.hasSuffix(base)
  }

  package static func isCanvas(_ path: NotePath) -> Bool {
    path.name.text.lowercased().hasSuffix(canvas)
  }

  /// Returns the edits of a board: a canvas's cards for moved files, and links in its text.
  package func edits(inBoard bytes: [UInt8], at board: NotePath) -> [ByteEdit] {
    outcome(inBoard: bytes, at: board).edits
  }

  package func outcome(inBoard bytes: [UInt8], at board: NotePath) -> Outcome {
    var outcome =
      Self.isCanvas(board) ? self.outcome(inCanvas: bytes, at: board) : wikiLinks(in: bytes, board)
    outcome.edits = outcome.edits.inOrder()
    return outcome
  }

  /// Handles `"file": "folder/Note.md", "subpath": "#Heading"`, paths from the vault's root, and
  /// Markdown in other strings.
  private func outcome(inCanvas bytes: [UInt8], at board: NotePath) -> Outcome {
    let members = JSONReader.stringMembers(in: bytes)
    let files = Dictionary(
      members.filter(Self.isFile).compactMap { member in
        member.value.text.map { (member.object, NotePath(bytes: $0)) }
      }, uniquingKeysWith: { _, last in last })
    var outcome = Outcome()
    for member in members {
      guard let text = member.value.text else { continue }
      if Self.isFile(member) {
        let path = NotePath(bytes: text)
        if moves[path] == nil, moves.values.contains(path) { outcome.resolvesNewLink = true }
        guard let new = moves[path]?.bytes, new != text,
          String(validating: new, as: UTF8.self) != nil
        else { continue }
        outcome.edits.append(ByteEdit(range: member.value.range, bytes: JSONString.escaped(new)))
      } else if Self.isSubpath(member) {
        guard let file = files[member.object], text.first == Byte.hash else { continue }
        outcome.edits += parts(Self.link(toPartIn: text), text.span, file)
          .map { $0.escaped(in: member.value) }
      } else if text.contains(Byte.opening) {
        let said = self.outcome(in: text, at: board)
        outcome.resolvesNewLink = outcome.resolvesNewLink || said.resolvesNewLink
        for edit in said.edits where String(validating: edit.bytes, as: UTF8.self) != nil {
          outcome.edits.append(edit.escaped(in: member.value))
        }
      }
    }
    return outcome
  }

  /// Returns a card's `#Heading` as a link.
  private static func link(toPartIn subpath: [UInt8]) -> NoteScan.Link {
    NoteScan.Link(
      kind: .wiki, isEmbed: true, whole: 0..<subpath.count, target: 0..<0,
      part: 1..<subpath.count, text: nil, line: 1, isExternal: false)
  }

  /// Whether a string is a path from the vault's root: a card's file, or a group's background.
  package static func isFile(_ member: JSONReader.StringMember) -> Bool {
    member.name.elementsEqual("file".utf8) || member.name.elementsEqual("background".utf8)
  }

  /// Whether a string names a part of a card's file: `#Heading`.
  package static func isSubpath(_ member: JSONReader.StringMember) -> Bool {
    member.name.elementsEqual("subpath".utf8)
  }

  private func wikiLinks(in bytes: [UInt8], _ board: NotePath) -> Outcome {
    var outcome = Outcome()
    var index = 0
    while let start = bytes.firstRange(of: Array("[[".utf8), from: index) {
      index = start + 2
      guard let end = bytes.firstRange(of: Array("]]".utf8), from: index) else { break }
      let link = Array(bytes[start..<(end + 2)])
      // An escaped link means something other than its bytes.
      guard Self.isSafe(link), !link[2...].contains(UInt8(ascii: "[")) else { continue }
      index = end + 2
      let said = self.outcome(in: link, at: board)
      outcome.resolvesNewLink = outcome.resolvesNewLink || said.resolvesNewLink
      for edit in said.edits where Self.isSafe(edit.bytes) {
        outcome.edits.append(
          ByteEdit(
            range: (edit.range.lowerBound + start)..<(edit.range.upperBound + start),
            bytes: edit.bytes))
      }
    }
    return outcome
  }

  /// Whether the bytes need no escapes in a quoted YAML string.
  private static func isSafe(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

extension ByteEdit {
  /// Converts an edit of a string's text to an edit of the JSON that contains it.
  fileprivate func escaped(in string: JSONString) -> ByteEdit {
    ByteEdit(range: string.range(of: range), bytes: JSONString.escaped(bytes))
  }
}

extension [UInt8] {
  fileprivate func firstRange(of part: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + part.count <= count, let found = self[index...].firstIndex(of: part[0]) {
      if self[found...].starts(with: part) { return found }
      index = found + 1
    }
    return nil
  }
}
