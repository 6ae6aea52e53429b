/// A file name in Denote's format: `20220621T062327==sig--title-words__one_two`. Only the time
/// stamp is required; other notes link to the note by it.
package struct DenoteName: Equatable, Sendable {
  package let id: String
  /// The signature with its `==`, or empty.
  private let signature: String
  /// Everything before the keywords, as written.
  private let start: String
  /// The title with spaces between its words, or nil.
  package let title: String?
  package let keywords: [String]

  /// Fails if the name without its extension is not in Denote's format.
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

  /// Cuts off a mark and everything after it, and returns what follows the mark.
  private static func cut(_ text: inout Substring, at mark: String) -> Substring? {
    guard let found = text.firstRange(of: mark) else { return nil }
    defer { text = text[..<found.lowerBound] }
    return text[found.upperBound...]
  }

  /// Returns the name with other keywords and everything else unchanged.
  package func stem(keywords: [String]) -> String { start + Self.end(keywords) }

  private static func end(_ keywords: [String]) -> String {
    keywords.isEmpty ? "" : "_" + keywords.map { "_" + $0 }.joined()
  }

  /// Turns a tag into a keyword: lowercase letters and digits. Nil if the tag has other characters.
  package static func keyword(_ tag: String) -> String? {
    let keyword = tag.lowercased()
    let fits = !keyword.isEmpty && keyword.allSatisfy { $0.isLetter || $0.isNumber }
    return fits ? keyword : nil
  }

  /// Returns the name with another title; time stamp, signature and keywords stay.
  package func stem(titled title: String) -> String {
    let start = id + signature
    let end = Self.end(keywords)
    let room = NoteFileName.longestStem - start.utf8.count - end.utf8.count - 2
    let words = Self.words(title, room)
    return words.isEmpty ? start + end : "\(start)--\(words)\(end)"
  }

  /// Lowercase letters and digits, with single hyphens between words, in at most `room` bytes.
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
  /// The note's title according to its file name alone.
  package var ownTitle: String {
    let stem = stem.text
    return DenoteName(stem: stem)?.title ?? stem
  }

  /// The stem, if it is not the one that a new note with this title would get.
  package func name(besides title: String) -> String? {
    let stem = stem.text
    if stem == title || LogseqName.title(of: stem) == title { return nil }
    if Self.differsEarly(stem, title) { return stem }
    return stem.lowercased() == NoteFileName.stem(for: title).lowercased() ? nil : stem
  }

  /// A quick test, because each row of a list asks: whether the first difference already proves
  /// that the names differ. All letters before it are ones that a file name keeps unchanged.
  private static func differsEarly(_ stem: String, _ title: String) -> Bool {
    // The file name of a longer title is truncated.
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
