import Bases

/// Goes through the text of a block, character by character.
struct DataCursor {
  let text: PlacedText
  var index = 0

  init(_ text: PlacedText) { self.text = text }

  var next: Character? { index < text.count ? text.characters[index] : nil }
  var place: BlockProblem.Place { text.place(of: index) }

  func peek(_ offset: Int) -> Character? {
    text.characters.indices.contains(index + offset) ? text.characters[index + offset] : nil
  }

  mutating func skipBlanks() {
    while let next, next.isWhitespace { index += 1 }
  }

  func starts(with sign: String) -> Bool {
    var offset = 0
    for character in sign {
      guard peek(offset) == character else { return false }
      offset += 1
    }
    return true
  }

  mutating func take(_ sign: String) -> Bool {
    guard starts(with: sign) else { return false }
    index += sign.count
    return true
  }

  mutating func expect(_ sign: String) throws(BlockProblem) {
    skipBlanks()
    if !take(sign) { throw problem("\(sign) is expected here") }
  }

  func problem(_ message: String) -> BlockProblem { text.problem(message, at: index) }

  /// A word in whatever case, with none of its letters behind it.
  func isAtWord(_ word: String) -> Bool {
    var offset = 0
    for character in word {
      guard let own = peek(offset), own.lowercased() == character.lowercased() else { return false }
      offset += 1
    }
    return peek(offset).map { !Self.isOfName($0) } ?? true
  }

  mutating func takeWord(_ word: String) -> Bool {
    guard isAtWord(word) else { return false }
    index += word.count
    return true
  }

  /// Several words with blanks between them, or nothing.
  mutating func takeWords(_ words: [String]) -> Bool {
    let start = index
    for word in words {
      skipBlanks()
      if !takeWord(word) {
        index = start
        return false
      }
    }
    return true
  }

  static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || isPicture(character)
  }

  static func startsName(_ character: Character) -> Bool {
    character.isLetter || character == "_" || isPicture(character)
  }

  private static func isPicture(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.value > 0x2100 && $0.properties.isEmoji } ?? false
  }

  /// A dash is part of a name where more of it follows.
  mutating func takeName() -> String? {
    guard let first = next, Self.startsName(first) else { return nil }
    var name = ""
    while let character = next {
      if character == "-" {
        guard let behind = peek(1), Self.isOfName(behind) || behind == "-" else { break }
      } else if !Self.isOfName(character) {
        break
      }
      name.append(character)
      index += 1
    }
    return name
  }

  /// From a quote on.
  mutating func takeString() throws(BlockProblem) -> String {
    let start = index
    index += 1
    var string = ""
    while let character = next {
      index += 1
      if character == "\"" { return string }
      guard character == "\\", let escaped = next else {
        string.append(character)
        continue
      }
      index += 1
      if escaped != "\"", escaped != "\\" { string.append("\\") }
      string.append(escaped)
    }
    throw text.problem("The text has no closing quote", at: start)
  }

  mutating func takeNumber() -> Double? {
    var end = index
    func digits() -> Bool {
      let start = end
      while end < text.count, text.characters[end].isASCII, text.characters[end].isNumber {
        end += 1
      }
      return end > start
    }
    if next == "-" { end += 1 }
    guard digits() else { return nil }
    let whole = end
    if end < text.count, text.characters[end] == "." {
      end += 1
      if !digits() { end = whole }
    }
    let number = Double(String(text.characters[index..<end]))
    if number != nil { index = end }
    return number
  }

  /// `[[Note#Part|Words]]`; nil where the brackets are those of a list.
  mutating func takeLink() -> BaseLink? {
    guard starts(with: "[[") else { return nil }
    var end = index + 2
    while end < text.count, !"[]\n".contains(text.characters[end]) { end += 1 }
    guard end + 1 < text.count, text.characters[end] == "]", text.characters[end + 1] == "]" else {
      return nil
    }
    let link = Self.link(String(text.characters[(index + 2)..<end]))
    index = end + 2
    return link
  }

  static func link(_ inner: String) -> BaseLink {
    let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    var target = String(parts.first ?? "")
    if target.last == "\\" { target.removeLast() }
    return BaseLink(target, display: parts.count > 1 ? String(parts[1]) : nil)
  }
}
