import TextEngine

/// `M-/`: completes a word by others that begin so.
///
/// A key must not read a huge file: only the text near the cursor is searched, `nearby` bytes each way,
/// and the first bytes of other notes. In a smaller text the words are those of Emacs.
struct EmacsExpansion {
  /// The typed beginning.
  let typed: String
  /// Where it starts.
  let start: Int
  let words: [Word]
  /// The word in the text; nil for the typed one.
  var chosen: Int?
  /// The end of what is in the text.
  var end: Int
  /// Whether the words are shown to choose from.
  var isListed = false

  struct Word: Equatable {
    var text: String
    /// Its end in this text; nil for a word of another note.
    var end: Int?
  }

  static let nearby = 1 << 18
  static let inOthers = 1 << 17
  static let most = 500

  var display: KeyDisplay.Offer? {
    if !isListed { return nil }
    return KeyDisplay.Offer(
      rows: words.map(\.text), chosen: chosen, start: ByteOffset(start))
  }
}

/// Finds the words of a text that begin in a way.
private struct EmacsWordScan {
  let typed: [Unicode.Scalar]
  private(set) var words: [EmacsExpansion.Word] = []
  private var known: Set<String> = []

  init(_ typed: String) {
    self.typed = Array(typed.lowercased().unicodeScalars)
  }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    let syntax = EmacsSyntax(scalar.value)
    return syntax == .word || syntax == .symbol
  }

  mutating func add(_ found: [EmacsExpansion.Word]) {
    for word in found where words.count < EmacsExpansion.most {
      if known.insert(word.text.lowercased()).inserted { words.append(word) }
    }
  }

  /// Returns the matching words of a part of a text, in its order. A word that is cut by the part's
  /// edge is left out.
  func words(of text: Rope, _ range: Range<Int>) -> [EmacsExpansion.Word] {
    let bytes = text.bytes(in: range.offsets)
    var found: [EmacsExpansion.Word] = []
    var (word, start, offset) = ([Unicode.Scalar](), range.lowerBound, range.lowerBound)
    func finish(at end: Int) {
      let isCut =
        start == range.lowerBound && start > 0 && start != range.upperBound
        && cutsStart || end == range.upperBound && end < text.byteCount && cutsEnd
      if word.count > typed.count, !isCut, begins(word) {
        found.append(.init(text: String(String.UnicodeScalarView(word)), end: end))
      }
      word = []
    }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if Self.isPart(scalar) {
        if word.isEmpty { start = offset }
        word.append(scalar)
      } else if !word.isEmpty {
        finish(at: offset)
      }
      offset += scalar.utf8.count
    }
    if !word.isEmpty { finish(at: offset) }
    return found
  }

  var cutsStart = false
  var cutsEnd = false

  private func begins(_ word: [Unicode.Scalar]) -> Bool {
    for (one, other) in zip(word, typed) where one != other {
      if one.properties.lowercaseMapping != other.properties.lowercaseMapping { return false }
    }
    return true
  }
}

extension EmacsMachine {
  // MARK: - Expanding

  mutating func expandWord() throws(EmacsFailure) {
    let isAgain = command.last == "dabbrev-expand"
    if let expansion = command.expansion, isAgain, expansion.end == point {
      return try expandFurther(expansion)
    }
    if let next = wordAfterExpansion { return insertNext(next) }
    guard let range = wordBeforePoint else {
      command.expansion = nil
      throw failure("No possible abbreviation preceding point")
    }
    let typed = String(decoding: bytes(range), as: UTF8.self)
    var words = expansions(of: typed, at: range)
    // An argument names a direction, or how many words back to go.
    if argument?.value ?? 1 < 0 {
      words = words.filter { $0.end.map { $0 > range.upperBound } ?? false }
    }
    let first = argument.map { max(1, abs($0.value)) - 1 } ?? 0
    guard words.indices.contains(first) else {
      command.expansion = nil
      throw failure("No dynamic expansion for ‘\(typed)’ found")
    }
    let expansion = EmacsExpansion(
      typed: typed, start: range.lowerBound, words: words, end: range.upperBound)
    choose(first, of: expansion)
  }

  private mutating func expandFurther(_ expansion: EmacsExpansion) throws(EmacsFailure) {
    let next = (expansion.chosen ?? -1) + 1
    if expansion.words.indices.contains(next) { return choose(next, of: expansion) }
    choose(nil, of: expansion)
    command.expansion = nil
    throw failure("No further dynamic expansion for ‘\(expansion.typed)’ found")
  }

  private mutating func choose(_ index: Int?, of expansion: EmacsExpansion) {
    var expansion = expansion
    let word = index.map { Self.inCase(of: expansion.typed, expansion.words[$0].text) }
    let new = Array((word ?? expansion.typed).utf8)
    replace(expansion.start..<expansion.end, with: new)
    expansion.end = expansion.start + new.count
    expansion.chosen = index
    point = expansion.end
    command.expansion = expansion
  }

  /// The word that ends at point.
  private var wordBeforePoint: Range<Int>? {
    func isPart(_ value: UInt32) -> Bool {
      Unicode.Scalar(value).map(EmacsWordScan.isPart) ?? false
    }
    let start = skip(point, isForward: false, while: isPart)
    return start == point ? nil : start..<point
  }

  /// The words that may be meant: those before the nearest first, then those behind, then those of
  /// other notes.
  private mutating func expansions(of typed: String, at range: Range<Int>) -> [EmacsExpansion.Word]
  {
    var scan = EmacsWordScan(typed)
    let low = max(0, range.lowerBound - EmacsExpansion.nearby)
    let high = min(end, range.upperBound + EmacsExpansion.nearby)
    (scan.cutsStart, scan.cutsEnd) = (low > 0, false)
    scan.add(scan.words(of: rope, low..<range.lowerBound).reversed())
    (scan.cutsStart, scan.cutsEnd) = (false, high < end)
    scan.add(scan.words(of: rope, range.upperBound..<high))
    for other in text.otherNotes {
      let stop = min(other.byteCount, EmacsExpansion.inOthers)
      scan.cutsEnd = stop < other.byteCount
      scan.add(scan.words(of: other, 0..<stop).map { .init(text: $0.text, end: nil) })
    }
    text.pay(forBytes: high - low)
    return scan.words
  }

  /// Gives a word the case of the typed one, as Emacs does.
  static func inCase(of typed: String, _ word: String) -> String {
    let rest = String(word.dropFirst())
    let isSimple = rest == rest.lowercased() || rest == rest.uppercased()
    let isUpper = typed == typed.uppercased()
    let letters = typed.drop { !$0.isLetter }
    if letters.isEmpty { return word }
    let hasPattern = typed == typed.lowercased() || isUpper && letters.count > 1
    if !(isSimple && hasPattern), word.hasPrefix(typed) { return word }
    if typed == typed.lowercased(), word == word.lowercased() { return word }
    return inCase(of: Array(typed.utf8), word.lowercased(), true)
  }

  // MARK: - The words that follow

  /// The text from the last expansion's word to the end of the next one, if a blank was typed behind.
  private var wordAfterExpansion: (text: [UInt8], end: Int)? {
    guard let expansion = command.expansion, let index = expansion.chosen,
      let source = expansion.words[index].end, expansion.end + 1 == point, byte(point - 1) == 0x20
    else { return nil }
    // Text behind the cursor has moved by what was inserted.
    let growth = point - expansion.start - expansion.typed.utf8.count
    let start = source > expansion.start ? source + growth : source
    let word = skip(start) { !(Unicode.Scalar($0).map(EmacsWordScan.isPart) ?? false) }
    let stop = skip(word) { Unicode.Scalar($0).map(EmacsWordScan.isPart) ?? false }
    if word == stop || stop > point && start < expansion.start { return nil }
    return (bytes(word..<stop), stop)
  }

  private mutating func insertNext(_ next: (text: [UInt8], end: Int)) {
    let start = point
    insert(next.text)
    let text = String(decoding: next.text, as: UTF8.self)
    command.expansion = EmacsExpansion(
      typed: "", start: start, words: [.init(text: text, end: next.end)], chosen: 0, end: point)
  }

  // MARK: - Listing

  /// Handles `C-M-/`: completes what all words have in common, or lists them.
  mutating func listExpansions() throws(EmacsFailure) {
    guard let range = wordBeforePoint else {
      throw failure("No possible abbreviation preceding point")
    }
    let typed = String(decoding: bytes(range), as: UTF8.self)
    let words = expansions(of: typed, at: range).filter { $0.end != nil }
      .sorted { $0.text < $1.text }
    guard let first = words.first else {
      throw failure("No dynamic expansion for ‘\(typed)’ found")
    }
    let common = words.dropFirst().reduce(first.text) { common, word in
      String(zip(common, word.text).prefix { $0 == $1 }.map(\.0))
    }
    let isLonger = common.utf8.count > range.count
    if isLonger {
      replace(range, with: Array(common.utf8))
      point = range.lowerBound + common.utf8.count
    }
    if words.count == 1 || isLonger { return }
    command.expansion = EmacsExpansion(
      typed: typed, start: range.lowerBound, words: words, end: point, isListed: true)
    say("Down and Up choose, Enter takes the word, C-g leaves it.")
  }

  /// Handles keys that choose from the list. Any other key ends it: false.
  mutating func listKey(_ key: String) throws(EmacsFailure) -> Bool {
    guard let expansion = command.expansion, expansion.isListed else { return false }
    let count = expansion.words.count
    switch key {
    case "Down", "C-n", "Tab": try chooseListed(((expansion.chosen ?? -1) + 1) % count)
    case "Up", "C-p": try chooseListed(((expansion.chosen ?? count) + count - 1) % count)
    case "Enter": command.expansion?.isListed = false
    case "C-g":
      try chooseListed(nil)
      command.expansion = nil
      throw .quit
    default:
      command.expansion = nil
      return false
    }
    return true
  }

  private mutating func chooseListed(_ index: Int?) throws(EmacsFailure) {
    try runPlain("dabbrev-completion") { machine in
      guard let expansion = machine.command.expansion else { return }
      machine.choose(index, of: expansion)
    }
  }
}
