/// A typed change of tags: `work -old #new`.
package struct TagWords: Equatable {
  var adding: [String] = []
  var removing: [String] = []
  /// The problem with a word that is not a tag.
  var problem: String?

  init(_ written: String) {
    for word in written.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let isGoing = word.first == "-"
      var name = isGoing || word.first == "+" ? word.dropFirst() : word
      if name.first == "#" { name = name.dropFirst() }
      guard Self.isTag(name) else {
        problem = String(word)
        return
      }
      if isGoing { removing.append(String(name)) } else { adding.append(String(name)) }
    }
  }

  var isEmpty: Bool { adding.isEmpty && removing.isEmpty }

  /// Returns whether it is a tag: letters, digits, `_ - /`, any script, emoji; not digits alone.
  package static func isTag(_ name: Substring) -> Bool {
    let isFit = name.unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII { return scalar == "_" || scalar == "-" || scalar == "/" || isWord(scalar) }
      return isWord(scalar) || scalar.properties.isEmoji || scalar == "\u{200d}"
        || scalar == "\u{fe0f}"
    }
    return isFit && name.contains { !$0.isNumber } && name.first != "-"
      && name.contains { $0 != "/" && $0 != "-" && $0 != "_" }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark, .letterNumber, .otherNumber: true
    default: scalar.properties.isAlphabetic
    }
  }
}
