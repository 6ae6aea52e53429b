import Bytes
import NoteSyntax

/// Where a card leads.
package struct BoardLink: Equatable, Sendable {
  /// A note's name or path, or an address outside of the vault.
  package var target: String
  package var part: String?
  /// Not in double brackets: what is written is encoded.
  package var isMarkdown: Bool
  package var isExternal: Bool

  /// Its address in the program; nil for a part of the board itself.
  package var address: String? {
    let name = isMarkdown ? Percent.decoded(target) ?? target : target
    if name.isEmpty { return nil }
    let plain: (UInt8) -> Bool = { Percent.isPlain($0) && $0 != Byte.hash }
    let address = "notes://editor/\(Percent.text(of: name.utf8, isPlain: plain))"
    guard let part else { return address }
    let words = isMarkdown ? Percent.decoded(part) ?? part : part
    return "\(address)#\(Percent.text(of: words.utf8, isPlain: plain))"
  }
}

extension BoardText {
  /// A card's words as they are read, with a line for each of its lines: links by what they show, and
  /// the plugin's dates, `@{2026-11-27}`, by what is in the braces.
  package func words(of card: BoardCard) -> String {
    let text = Array(bytes[card.words.lowerBound..<card.whole.upperBound])
    let edits = links(in: text).map { link in
      let shown = link.text ?? link.target
      return ByteEdit(range: link.whole, bytes: Array(text[shown.isEmpty ? link.whole : shown]))
    }
    let plain = Self.withoutBraces(ByteEdit.apply(edits.inOrder(), to: text))
    return plain.split(separator: Byte.lineFeed).compactMap { line in
      let words = line.drop(while: Byte.isBlank).reversed().drop(while: Byte.isBlank).reversed()
      return words.isEmpty ? nil : String(decoding: Array(words), as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// The words of the first line, as they are written.
  package func written(_ card: BoardCard) -> String { text(card.words) }

  package func firstLink(of card: BoardCard) -> BoardLink? {
    let text = Array(bytes[card.words.lowerBound..<card.whole.upperBound])
    return links(in: text).first.map { link in
      BoardLink(
        target: String(decoding: text[link.target], as: UTF8.self),
        part: link.part.map { String(decoding: text[$0], as: UTF8.self) },
        isMarkdown: link.kind != .wiki, isExternal: link.isExternal)
    }
  }

  private func links(in text: [UInt8]) -> [NoteScan.Link] {
    text.withUnsafeBufferPointer { NoteScanner.scan($0).links }
  }

  /// `@{…}` and `@@{…}` without the signs.
  private static func withoutBraces(_ text: [UInt8]) -> [UInt8] {
    var (result, index) = ([UInt8](), 0)
    let at = UInt8(ascii: "@")
    while index < text.count {
      if text[index] == at, let open = text[index...].firstIndex(where: { $0 != at }),
        text[open] == UInt8(ascii: "{"), open - index <= 2,
        let close = text[open...].firstIndex(where: {
          $0 == UInt8(ascii: "}") || $0 == Byte.lineFeed
        }), text[close] == UInt8(ascii: "}")
      {
        result += text[open + 1..<close]
        index = close + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
