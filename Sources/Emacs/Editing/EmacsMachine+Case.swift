import TextEngine

/// Upper and lower case.
extension EmacsMachine {
  enum Case { case upper, lower, capital }

  mutating func upcaseWord() { changeWords(.upper) }
  mutating func downcaseWord() { changeWords(.lower) }
  mutating func capitalizeWord() { changeWords(.capital) }

  /// On to the end of words; backwards it changes them where point stays.
  private mutating func changeWords(_ wanted: Case) {
    let here = point
    let target = word(from: here, count)
    let range = min(here, target)..<max(here, target)
    let growth = change(range, to: wanted)
    point = target > here ? target + growth : here + growth
  }

  mutating func upcaseRegion() throws(EmacsFailure) { try changeRegion(.upper) }
  mutating func downcaseRegion() throws(EmacsFailure) { try changeRegion(.lower) }
  mutating func capitalizeRegion() throws(EmacsFailure) { try changeRegion(.capital) }

  private mutating func changeRegion(_ wanted: Case) throws(EmacsFailure) {
    let region = try markedRange()
    let isAtEnd = point == region.upperBound
    let growth = change(region, to: wanted)
    if isAtEnd { point = region.upperBound + growth }
  }

  /// Answers how many bytes longer it became.
  private mutating func change(_ range: Range<Int>, to wanted: Case) -> Int {
    if range.isEmpty { return 0 }
    let old = bytes(range)
    let new = Array(Self.changed(String(decoding: old, as: UTF8.self), wanted).utf8)
    // Bytes that are no UTF-8 stay what they are.
    if String(validating: old, as: UTF8.self) == nil { return 0 }
    rewrite(range, with: new)
    return new.count - old.count
  }

  static func changed(_ text: String, _ wanted: Case) -> String {
    switch wanted {
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .capital:
      var isInWord = false
      var changed = ""
      for character in text {
        let isWord = character.unicodeScalars.first.map { EmacsSyntax($0.value) == .word } ?? false
        if !isWord {
          changed.append(character)
        } else if isInWord {
          changed += character.lowercased()
        } else {
          changed += character.uppercased()
        }
        // An apostrophe begins no word: 'hello' becomes 'Hello'.
        if character != "'" || isInWord { isInWord = isWord }
      }
      return changed
    }
  }
}
