import Markdown

/// The target of a link, as seen from its note.
enum LinkPosition: Equatable {
  case line(Int)
  /// A heading or a block of the same note.
  case part(String)
  /// An address within the program.
  case address(String)
  case outside(String)
  case nowhere

  init(_ link: RenderedLink) {
    if case .footnote(let line) = link.kind {
      self = .line(line)
      return
    }
    let written = link.target
    if written.hasPrefix("notes://") {
      self = .address(written)
      return
    }
    let isWiki = link.kind == .wiki
    let name = written.prefix { $0 != "#" }
    // A scheme ends at a colon, unless it is a drive's letter.
    if !isWiki, let colon = name.firstIndex(of: ":"), name[..<colon].allSatisfy(Self.isScheme) {
      self = .outside(written)
      return
    }
    let part = written.dropFirst(name.count + 1)
    let words = { (text: Substring) in
      isWiki ? String(text) : AddressText.decoded(String(text))
    }
    if name.allSatisfy(\.isWhitespace) {
      self = part.isEmpty ? .nowhere : .part(words(part))
      return
    }
    let address = "notes://editor/\(AddressText.encoded(words(name)))"
    self = .address(part.isEmpty ? address : "\(address)#\(AddressText.encoded(words(part)))")
  }

  private static func isScheme(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }
}
