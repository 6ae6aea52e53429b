import Bytes
import MarkdownLines
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
  /// A card's words as they are read, with a line for each of its lines: without the marks of links and
  /// emphasis, and with the plugin's dates, `@{2026-11-27}`, as what is in the braces.
  package func words(of card: BoardCard) -> String {
    var lines: [String] = []
    var plain = PlainWords()
    var text = HeadText(bytes.span, end: card.whole.upperBound)
    text.position = card.words.lowerBound
    while let line = text.nextLine()?.trimmed {
      // An item within the card keeps its mark and its box.
      let start = lines.isEmpty ? line.start : Self.behindBox(line)
      var words = Array(bytes[line.start..<start])
      plain.append(line.dropping(start - line.start), to: &words)
      let shown = Self.withoutBraces(words)
      if !shown.isEmpty || lines.isEmpty { lines.append(String(decoding: shown, as: UTF8.self)) }
    }
    return lines.joined(separator: "\n")
  }

  private static func behindBox(_ line: Line) -> Int {
    let (start, isItem) = LineSigns.behindMarks(line.bytes, line.start, line.end)
    guard isItem else { return line.start }
    let box = TaskBox(line.bytes, start, line.end)?.end ?? start
    return Byte.skippingBlanks(in: line.bytes, from: box, to: line.end)
  }

  /// The words of the first line, as they are written.
  package func written(_ card: BoardCard) -> String { text(card.words) }

  package func firstLink(of card: BoardCard) -> BoardLink? {
    let text = bytes.span.extracting(card.words.lowerBound..<card.whole.upperBound)
    return NoteScanner.scan(text).links.first.map { link in
      BoardLink(
        target: text.text(link.target), part: link.part.map { text.text($0) },
        isMarkdown: link.kind != .wiki, isExternal: link.isExternal)
    }
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
