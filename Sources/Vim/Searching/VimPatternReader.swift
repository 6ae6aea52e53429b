/// Reads a pattern sign by sign. `\v \m \M \V` and earlier signs decide which are special.
struct VimPatternReader {
  enum Sign: Equatable {
    /// Matches itself.
    case plain(UInt32)
    /// A special sign: `*`, `(`, `<`, `w`, without its backslash.
    case special(Character)
  }

  enum Magic { case very, on, off, none }

  private let source: [UInt32]
  private var index = 0
  private var magic = Magic.on
  private var isAtStart = true
  private var previous: Sign?
  private var beforePrevious: Sign?

  init(_ source: String) { self.source = source.unicodeScalars.map(\.value) }

  /// Returns the case rule of the last `\c` or `\C`.
  static func ignoresCase(_ source: String) -> Bool? {
    var ignores: Bool?
    var scalars = Array(source.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let next = scalars.popFirst() else { continue }
      if next == "c" { ignores = true }
      if next == "C" { ignores = false }
    }
    return ignores
  }

  /// Returns the next sign without taking it.
  mutating func peek() -> Sign? {
    skipSwitches()
    return index < source.count ? read().sign : nil
  }

  mutating func take() -> Sign? {
    skipSwitches()
    guard index < source.count else { return nil }
    let (sign, length) = read()
    index += length
    isAtStart = false
    (beforePrevious, previous) = (previous, sign)
    return sign
  }

  /// Takes the next character as it is.
  mutating func takeRaw() -> Character? {
    guard index < source.count, let scalar = Unicode.Scalar(source[index]) else { return nil }
    index += 1
    return Character(scalar)
  }

  var rawNext: Character? {
    index < source.count ? Unicode.Scalar(source[index]).map(Character.init) : nil
  }

  mutating func takeRaw(if wanted: Character) -> Bool {
    if rawNext != wanted { return false }
    index += 1
    return true
  }

  mutating func takeNumber() -> Int? {
    var number: Int?
    while let digit = rawNext?.wholeNumberValue, rawNext?.isASCII == true {
      number = min((number ?? 0) * 10 + digit, 1_000_000_000)
      index += 1
    }
    return number
  }

  /// The position, for going back to it.
  var mark: Int {
    get { index }
    set { index = newValue }
  }

  // MARK: - Special signs

  private static let switches = Set("cCvmMVZ".unicodeScalars.map(\.value))

  private mutating func skipSwitches() {
    while index + 1 < source.count, source[index] == 0x5c, Self.switches.contains(source[index + 1])
    {
      switch Unicode.Scalar(source[index + 1]) {
      case "v": magic = .very
      case "m": magic = .on
      case "M": magic = .off
      case "V": magic = .none
      default: break
      }
      index += 2
    }
  }

  private func read() -> (sign: Sign, length: Int) {
    let value = source[index]
    guard value == 0x5c else {
      let isSpecial = means(value, at: index, isEscaped: false)
      return (isSpecial ? .special(Self.character(value)) : .plain(value), 1)
    }
    guard index + 1 < source.count else { return (.plain(value), 1) }
    let next = source[index + 1]
    switch Unicode.Scalar(next) {
    case "e": return (.plain(0x1b), 2)
    case "t": return (.plain(0x09), 2)
    case "r": return (.plain(0x0d), 2)
    case "b": return (.plain(0x08), 2)
    default: break
    }
    if Self.isLetterOrDigit(next) { return (.special(Self.character(next)), 2) }
    guard Self.signs.contains(next), next != 0x5e && next != 0x24 || magic == .none else {
      return (.plain(next), 2)
    }
    let isSpecial = means(next, at: index + 1, isEscaped: true)
    return (isSpecial ? .plain(next) : .special(Self.character(next)), 2)
  }

  private static func character(_ value: UInt32) -> Character {
    Unicode.Scalar(value).map(Character.init) ?? "\u{fffd}"
  }

  /// Whether a character is special after a backslash.
  private static func isLetterOrDigit(_ value: UInt32) -> Bool {
    if (0x31...0x39).contains(value) || value == 0x5f { return true }
    return "aAdDfFhHiIkKlLnoOpPsSuUwWxXz".unicodeScalars.contains { $0.value == value }
  }

  private static let signs = Set("%&()*+.<=>?@[{|~^$".unicodeScalars.map(\.value))

  /// Whether a sign is special here.
  private func means(_ value: UInt32, at index: Int, isEscaped: Bool) -> Bool {
    switch Unicode.Scalar(value) {
    case ".", "[", "~": return magic == .very || magic == .on
    case "(", ")", "{", "%", "+", "=", "?", "@", "&", "|", "<", ">": return magic == .very
    case "*":
      guard magic == .very || magic == .on else { return false }
      if isEscaped { return true }
      if isAtStart { return false }
      switch previous {
      case .special("("), .special("&"), .special("|"): return false
      case .special("^"): return !isFirstAnchor
      default: return true
      }
    case "^": return magic != .none && isAtBranchStart
    case "$": return magic != .none && (magic == .very || isAtBranchEnd(index + 1))
    default: return false
    }
  }

  /// Whether `^` was the first sign of a branch, where it is an anchor.
  private var isFirstAnchor: Bool {
    switch beforePrevious {
    case nil, .special("("), .special("|"), .special("&"), .special("n"): true
    default: false
    }
  }

  private var isAtBranchStart: Bool {
    if isAtStart || magic == .very { return true }
    switch previous {
    case .special("("), .special("|"), .special("&"), .special("n"): return true
    default: return false
    }
  }

  private func isAtBranchEnd(_ index: Int) -> Bool {
    var (index, isVery) = (index, magic == .very)
    while index + 1 < source.count, source[index] == 0x5c,
      Self.switches.contains(source[index + 1])
    {
      switch Unicode.Scalar(source[index + 1]) {
      case "v": isVery = true
      case "m", "M", "V": isVery = false
      default: break
      }
      index += 2
    }
    if index >= source.count { return true }
    let isEscaped = source[index] == 0x5c && index + 1 < source.count
    let sign = Unicode.Scalar(isEscaped ? source[index + 1] : source[index])
    if isEscaped { return sign == "|" || sign == "&" || sign == ")" || sign == "n" }
    return isVery && (sign == "|" || sign == "&" || sign == ")")
  }
}
