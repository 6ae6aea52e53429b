import NoteSyntax

/// What a link within the vault leads to, before anyone looks which note that is.
struct LinkTarget {
  /// As written, without escapes.
  var bytes: [UInt8]
  /// Of the bare name, without folder and note extension.
  var key: [UInt8]
  /// It has an extension that is not a note's.
  var isAttachment: Bool

  init(_ link: NoteScan.Link, of text: UnsafeBufferPointer<UInt8>) {
    let name = LinkName(link, in: text)
    bytes = name.target
    key = name.key
    isAttachment = name.ending == nil && Self.hasEnding(key)
  }

  static func hasEnding(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    let ending = name[(dot + 1)...]
    let isLetter = { (byte: UInt8) in (0x61...0x7a).contains(byte) }
    return ending.count <= 5 && ending.first.map(isLetter) == true
      && ending.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
