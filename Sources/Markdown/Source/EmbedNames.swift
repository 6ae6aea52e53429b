import Bytes
import MarkdownLines

/// The notes that a text shows in place: `![[Note#Part]]`.
package enum EmbedNames {
  package struct Name: Equatable, Sendable {
    /// `Note#Part`, as it is written.
    package let written: String
    /// Empty for the note itself.
    package let note: String
    package let part: String?

    /// A base's file, of which a view is shown.
    package var isBase: Bool { EmbedNames.isBase(note) }
  }

  /// In their order, whatever they stand in.
  package static func all(in text: [UInt8]) -> [Name] {
    text.withUnsafeBufferPointer { bytes in
      var names: [Name] = []
      var index = 0
      while let bang = Byte.find(Byte.bang, in: bytes, from: index, to: bytes.count) {
        index = bang + 1
        guard Byte.stands("[[", in: bytes, at: index, to: bytes.count) else { continue }
        let end = Byte.find(Byte.lineFeed, in: bytes, from: index, to: bytes.count) ?? bytes.count
        let link = WikiLink(bytes, index, min(end, index + 4_096))
        guard link.isLink else { continue }
        func words(_ range: Range<Int>) -> String {
          String(decoding: bytes[Byte.trimmed(in: bytes, range)], as: UTF8.self)
        }
        names.append(
          Name(
            written: words(link.start..<link.targetEnd), note: words(link.target),
            part: link.part.map(words)))
        index = link.end
      }
      return names
    }
  }

  static func isBase(_ note: some StringProtocol) -> Bool { note.lowercased().hasSuffix(".base") }

  /// The part in `Note#Part`; nil where all of the note is named.
  package static func part(of written: String) -> String? {
    all(in: Array("![[\(written)]]".utf8)).first?.part.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The target of a link that is written with its brackets.
  package static func target(of written: String) -> String? {
    let name = all(in: Array((written.hasPrefix("!") ? written : "!" + written).utf8)).first
    return name?.written
  }
}
