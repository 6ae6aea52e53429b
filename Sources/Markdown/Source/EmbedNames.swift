import Bytes
import MarkdownLines

/// The notes that a text embeds: `![[Note#Part]]`.
package enum EmbedNames {
  package struct Name: Equatable, Sendable {
    /// `Note#Part` as it is written.
    package let written: String
    /// The note's name; empty for the note itself.
    package let note: String
    package let part: String?

    /// Whether the embed is a base, of which a view is shown.
    package var isBase: Bool { EmbedNames.isBase(note) }
  }

  /// Returns all embeds in their order, including those in code and comments.
  package static func all(in text: [UInt8]) -> [Name] {
    var names: [Name] = []
    var index = 0
    while let bang = Byte.find(Byte.bang, in: text.span, from: index, to: text.count) {
      index = bang + 1
      guard Byte.matches("[[", in: text.span, at: index, to: text.count) else { continue }
      let end = Byte.find(Byte.lineFeed, in: text.span, from: index, to: text.count) ?? text.count
      let link = WikiLink(text.span, index, min(end, index + 4_096))
      guard link.isLink else { continue }
      func words(_ range: Range<Int>) -> String {
        String(decoding: text[Byte.trimmed(in: text.span, range)], as: UTF8.self)
      }
      names.append(
        Name(
          written: words(link.start..<link.targetEnd), note: words(link.target),
          part: link.part.map(words)))
      index = link.end
    }
    return names
  }

  static func isBase(_ note: some StringProtocol) -> Bool { note.lowercased().hasSuffix(".base") }

  /// Returns the part in `Note#Part`; nil if it names the whole note.
  package static func part(of written: String) -> String? {
    all(in: Array("![[\(written)]]".utf8)).first?.part.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the target of a link that is written with its brackets.
  package static func target(of written: String) -> String? {
    let name = all(in: Array((written.hasPrefix("!") ? written : "!" + written).utf8)).first
    return name?.written
  }
}
