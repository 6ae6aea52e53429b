import Files
import NoteSyntax

/// What a link within the vault leads to, before anyone looks which note that is.
struct LinkTarget {
  /// As written, percent-decoded.
  var bytes: [UInt8]
  /// Of the bare name, without folder and note extension.
  var key: [UInt8]
  /// It has an extension that is not a note's.
  var isAttachment: Bool

  private static let noteEndings = ["md", "markdown", "txt"].map { Array($0.utf8) }

  init(_ link: NoteScan.Link, of text: UnsafeBufferPointer<UInt8>) {
    let written = text[link.target]
    let target = link.kind == .wiki ? nil : Hex.percentDecoded(written)
    bytes = target ?? Array(written)
    var name = bytes[...]
    if let last = name.lastIndex(of: slash) { name = name[(last + 1)...] }
    isAttachment = false
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
      let ending = Folding.name(name[(dot + 1)...])
      if Self.noteEndings.contains(ending) {
        name = name[..<dot]
      } else {
        isAttachment = Self.isEnding(ending)
      }
    }
    key = Folding.name(name)
  }

  private static func isEnding(_ bytes: [UInt8]) -> Bool {
    let isLetter = { (byte: UInt8) in (0x61...0x7a).contains(byte) }
    return bytes.count <= 5 && bytes.first.map(isLetter) == true
      && bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
