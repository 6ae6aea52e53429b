import Bytes
import NoteSyntax

/// What a link within the vault leads to, before anyone looks which note that is.
struct LinkTarget {
  /// As written, without escapes.
  var bytes: [UInt8]
  /// Of the bare name, without folder and note extension.
  var key: [UInt8]
  /// It has an extension that is not a note's.
  var isAttachment: Bool
  /// As Obsidian reads it, which leaves encoded what means something in addresses; nil where that is the
  /// same.
  var inObsidian: String?

  init(_ link: NoteScan.Link, of text: Span<UInt8>) {
    let name = LinkName(link, in: text)
    bytes = name.target
    key = name.key
    isAttachment = name.ending == nil && Self.hasEnding(key)
    if link.kind == .markdown { inObsidian = Self.inObsidian(text.copy(link.target)) }
  }

  private static func inObsidian(_ written: [UInt8]) -> String? {
    var (plain, hasEncoded): ([UInt8], Bool) = ([], false)
    var rest = written[...]
    while let first = rest.first {
      let byte = first == Byte.percent ? Percent.byte(at: rest) : nil
      let stays = byte.map { signs.contains($0) } ?? false
      if let byte, !stays { plain.append(byte) } else { plain += rest.prefix(stays ? 3 : 1) }
      hasEncoded = hasEncoded || stays
      rest = rest.dropFirst(byte == nil ? 1 : 3)
    }
    return hasEncoded ? String(decoding: plain, as: UTF8.self) : nil
  }

  private static let signs = Array(";/?:@&=+$,#".utf8)

  static func hasEnding(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    let ending = name[(dot + 1)...]
    let isLetter = { (byte: UInt8) in (0x61...0x7a).contains(byte) }
    return ending.count <= 5 && ending.first.map(isLetter) == true
      && ending.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
