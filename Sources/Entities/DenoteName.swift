/// A note's name as Denote writes it: `20220621T062327==sig--title-words__one_two`. Only the time
/// stamp, by which other notes link it, must be there.
package struct DenoteName: Equatable, Sendable {
  package let id: String
  /// With the `==` before it; empty without.
  private let signature: String
  /// Everything before the keywords, as it is written.
  private let start: String
  /// With blanks between its words; nil without.
  package let title: String?
  package let keywords: [String]

  /// Nil where the name, without its extension, is not one of Denote's.
  package init?(stem: String) {
    let name = stem.utf8
    guard name.count >= 15, name.prefix(8).allSatisfy(Self.isDigit),
      name.dropFirst(8).first == UInt8(ascii: "T"),
      name.dropFirst(9).prefix(6).allSatisfy(Self.isDigit)
    else { return nil }
    var rest = Substring(name.dropFirst(15))
    guard rest.isEmpty || ["==", "--", "__"].contains(where: rest.hasPrefix) else { return nil }
    id = String(stem.prefix(15))
    let keywords = Self.cut(&rest, at: "__") ?? ""
    self.keywords = keywords.split(separator: "_").map(String.init)
    start = id + rest
    let title = Self.cut(&rest, at: "--") ?? ""
    let words = title.split(separator: "-").joined(separator: " ")
    self.title = words.isEmpty ? nil : words
    signature = String(rest)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Cuts off a mark and the text behind it.
  private static func cut(_ text: inout Substring, at mark: String) -> Substring? {
    guard let found = text.firstRange(of: mark) else { return nil }
    defer { text = text[..<found.lowerBound] }
    return text[found.upperBound...]
  }

  /// The name with other keywords; all else stays.
  package func stem(keywords: [String]) -> String { start + Self.end(keywords) }

  private static func end(_ keywords: [String]) -> String {
    keywords.isEmpty ? "" : "_" + keywords.map { "_" + $0 }.joined()
  }

  /// A tag as a keyword of a name: small letters and digits. Nil where it has anything else in it.
  package static func keyword(_ tag: String) -> String? {
    let keyword = tag.lowercased()
    let fits = !keyword.isEmpty && keyword.allSatisfy { $0.isLetter || $0.isNumber }
    return fits ? keyword : nil
  }

  /// The name with another title; stamp, signature and keywords stay.
  package func stem(titled title: String) -> String {
    let start = id + signature
    let end = Self.end(keywords)
    let room = NoteFileName.longestStem - start.utf8.count - end.utf8.count - 2
    let words = Self.words(title, room)
    return words.isEmpty ? start + end : "\(start)--\(words)\(end)"
  }

  /// Small letters and digits, with single hyphens between words.
  private static func words(_ title: String, _ room: Int) -> String {
    var words = ""
    for character in title.lowercased() {
      if character.isWhitespace || character == "-" || character == "_" || character == "/" {
        if !words.isEmpty, !words.hasSuffix("-") { words += "-" }
      } else if character.isLetter || character.isNumber {
        if words.utf8.count + character.utf8.count > room { break }
        words.append(character)
      }
    }
    while words.hasSuffix("-") { words.removeLast() }
    return words
  }
}

extension NotePath {
  /// What a note is called by its file's name alone.
  package var ownTitle: String {
    let stem = stem.text
    return DenoteName(stem: stem)?.title ?? stem
  }

  /// The file's name, where it is another one than a note of this title would be given.
  package func name(besides title: String) -> String? {
    let stem = stem.text
    if stem == title || LogseqName.title(of: stem) == title { return nil }
    if Self.isSoonOther(stem, title) { return stem }
    return stem.lowercased() == NoteFileName.stem(for: title).lowercased() ? nil : stem
  }

  /// Whether the first letter in which they are unlike each other tells already that it is another
  /// name: up to there the title has only what a name keeps as it is. Each row of a list asks for this.
  private static func isSoonOther(_ stem: String, _ title: String) -> Bool {
    // A longer title's name is cut.
    if title.utf8.count > NoteFileName.longestStem { return false }
    let (name, other) = (Array(stem.utf8), Array(title.utf8))
    for (index, letter) in other.enumerated() {
      let isKept = isKept(letter) || isInnerBlank(index, other)
      guard isKept else { return false }
      guard index < name.count else { return true }
      let same = name[index]
      if NoteFileName.lowercased(letter) != NoteFileName.lowercased(same) { return same < 0x80 }
    }
    return false
  }

  private static func isInnerBlank(_ index: Int, _ title: [UInt8]) -> Bool {
    title[index] == UInt8(ascii: " ") && index > 0 && isKept(title[index - 1])
      && index + 1 < title.count && isKept(title[index + 1])
  }

  private static func isKept(_ letter: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(NoteFileName.lowercased(letter))
  }
}
