import Regex

/// A pattern in PCRE2's syntax, with the parts that PCRE2 lacks.
struct VimExpression {
  var text = ""
  var conditions: [VimCondition] = []
  /// The PCRE2 numbers of the pattern's own groups.
  var groups: [Int] = []
  /// Empty groups: the match starts (`\zs`) or ends (`\ze`) at the last one that took part.
  var startGroups: [Int] = []
  var endGroups: [Int] = []
  var crossesLines = false
}

/// Translates a vim pattern.
///
/// `VimPatternReader` reads the signs; `alternatives`, `branch`, `sequence` and `piece` are the
/// levels of the grammar; the atoms are in files of their own.
struct VimTranslator {
  /// A part of the expression.
  struct Piece {
    var text: String
    /// Whether a quantifier may directly follow.
    var isUnit = true
    /// The text without combining marks.
    var bare: String?
    /// Whether PCRE2 can look back over it.
    var isFixed = true
    /// Whether it includes combining marks when repeated.
    var takesMarks = false

    static func group(_ text: String) -> Piece { Piece(text: "(?:\(text))", isFixed: false) }
  }

  var reader: VimPatternReader
  var made = VimExpression()
  /// Whether the text may have non-ASCII characters: then words are recognized by their classes,
  /// and combining marks belong to the character before them.
  let isWide: Bool
  let ignoresCase: Bool
  let replacement: String?
  /// The number of PCRE2 groups so far, and the pattern's own groups that are closed.
  var groupCount = 0
  var closedGroups: Set<Int> = []
  private var depth = 0

  static func translate(
    _ source: String, isWide: Bool, ignoresCase: Bool = false, replacement: String? = nil
  ) throws(VimFailure) -> VimExpression {
    var source = source[...]
    // The engine that a pattern asks for makes no difference.
    if source.hasPrefix("\\%#="), ("0"..."2").contains(source.dropFirst(4).first ?? " ") {
      source = source.dropFirst(5)
    }
    var translator = VimTranslator(
      reader: VimPatternReader(String(source)), isWide: isWide, ignoresCase: ignoresCase,
      replacement: replacement)
    let body = try translator.alternatives(in: nil)
    // No match ends between a character and its combining marks.
    translator.made.text = isWide ? "(?:\(body.text))(?![\(marks)])" : body.text
    return translator.made
  }

  private init(
    reader: VimPatternReader, isWide: Bool, ignoresCase: Bool, replacement: String?
  ) {
    self.reader = reader
    self.isWide = isWide
    self.ignoresCase = ignoresCase
    self.replacement = replacement
  }

  static let marks = "\\p{Mn}\\p{Me}"

  // MARK: - Levels

  /// Translates branches up to the end, or to the parenthesis that closes `opening`.
  mutating func alternatives(in opening: String?) throws(VimFailure) -> Piece {
    depth += 1
    defer { depth -= 1 }
    if depth > 200 { throw VimFailure(message: "The pattern is nested too deeply.") }
    var branches = [try branch()]
    while reader.peek() == .special("|") {
      _ = reader.take()
      branches.append(try branch())
    }
    if reader.peek() == .special(")") {
      guard opening != nil else { throw VimFailure(message: "E55: Unmatched \\)") }
      _ = reader.take()
    } else if let opening {
      throw VimFailure(message: opening == "%(" ? "E53: Unmatched \\%(" : "E54: Unmatched \\(")
    }
    let isFixed = branches.count == 1 && branches[0].isFixed
    return Piece(
      text: branches.map(\.text).joined(separator: "|"), isUnit: false, isFixed: isFixed)
  }

  /// Translates parts separated by `\&`: all but the last become lookaheads.
  private mutating func branch() throws(VimFailure) -> Piece {
    var last = try sequence()
    var before = ""
    while reader.peek() == .special("&") {
      _ = reader.take()
      before += "(?=\(last.text))"
      last = try sequence()
    }
    return Piece(text: before + last.text, isUnit: false, isFixed: last.isFixed)
  }

  private mutating func sequence() throws(VimFailure) -> Piece {
    var made = Piece(text: "", isUnit: false)
    while let sign = reader.peek() {
      if sign == .special("|") || sign == .special("&") || sign == .special(")") { break }
      let piece = try piece()
      made.text += piece.text
      made.isFixed = made.isFixed && piece.isFixed
    }
    return made
  }

  private mutating func piece() throws(VimFailure) -> Piece {
    let atomStart = (groups: made.groups.count, all: groupCount)
    let atom = try atom()
    guard let sign = reader.peek() else { return atom }
    let repeated: Piece
    switch sign {
    case .special("*"): repeated = try repeating(atom, "*")
    case .special("+"): repeated = try repeating(atom, "+")
    case .special("="), .special("?"): repeated = try repeating(atom, "?")
    case .special("{"):
      _ = reader.take()
      repeated = quantified(atom, try braces())
    case .special("@"):
      _ = reader.take()
      repeated = try looking(atom, from: atomStart)
    default: return atom
    }
    switch reader.peek() {
    case .special("*"), .special("+"), .special("="), .special("?"), .special("{"):
      throw VimFailure(message: "E871: Can't have a multi follow a multi")
    case .special("@"):
      _ = reader.take()
      return try looking(repeated, from: atomStart)
    default: return repeated
    }
  }

  // MARK: - Repeating

  private mutating func repeating(_ atom: Piece, _ sign: String) throws(VimFailure) -> Piece {
    _ = reader.take()
    return quantified(atom, sign)
  }

  private func quantified(_ atom: Piece, _ quantifier: String) -> Piece {
    if atom.takesMarks, let bare = atom.bare {
      return Piece(text: bare + quantifier, isUnit: false, isFixed: false)
    }
    let text = atom.isUnit ? atom.text : "(?:\(atom.text))"
    return Piece(text: text + quantifier, isUnit: false, isFixed: false)
  }

  /// Translates what follows `\{`: `-n,m}`.
  private mutating func braces() throws(VimFailure) -> String {
    let isShortest = reader.takeRaw(if: "-")
    var low = reader.takeNumber()
    var high = low
    if reader.takeRaw(if: ",") {
      high = reader.takeNumber()
    }
    _ = reader.takeRaw(if: "\\")
    guard reader.takeRaw(if: "}") else {
      throw VimFailure(message: "E554: Syntax error in \\{...}")
    }
    if let least = low, let most = high, least > most { (low, high) = (most, least) }
    let most = 65_535
    let text =
      "{\(min(low ?? 0, most)),\(high.map { String(min($0, most)) } ?? "")}"
      + (isShortest ? "?" : "")
    return text
  }

  // MARK: - Lookaround

  /// Translates what follows `\@`: `=`, `!`, `>`, `<=`, `<!`, with a number before the last two.
  private mutating func looking(
    _ atom: Piece, from start: (groups: Int, all: Int)
  ) throws(VimFailure) -> Piece {
    let limit = reader.takeNumber()
    switch reader.takeRaw() {
    case "=": return Piece(text: "(?=\(atom.text))")
    case "!": return Piece(text: "(?!\(atom.text))")
    case ">": return Piece(text: "(?>\(atom.text))", isFixed: false)
    case "<":
      let holds: Bool
      switch reader.takeRaw() {
      case "=": holds = true
      case "!": holds = false
      default: throw VimFailure(message: "E869: Unknown operator '\\@<'")
      }
      return try lookingBack(atom, holds: holds, limit: limit, from: start)
    default: throw VimFailure(message: "E869: Unknown operator '\\@'")
    }
  }

  private mutating func lookingBack(
    _ atom: Piece, holds: Bool, limit: Int?, from start: (groups: Int, all: Int)
  ) throws(VimFailure) -> Piece {
    let sign = holds ? "=" : "!"
    let isLimited = limit.map { $0 > 0 } ?? false
    if let bare = atom.bare, !isLimited { return Piece(text: "(?<\(sign)\(bare))") }
    if atom.isFixed, !isLimited { return Piece(text: "(?<\(sign)\(atom.text))") }
    // Groups inside still need numbers, but are empty.
    let regex = try RegexPattern(vim: "(?:\(atom.text))", ignoresCase: ignoresCase)
    let groups = String(repeating: "(?:(?!)()|)", count: groupCount - start.all)
    return Piece(
      text: try condition(.behind(regex, holds: holds, limit: limit == 0 ? nil : limit)) + groups)
  }

  /// Returns the expression that checks a condition during a match.
  mutating func condition(_ condition: VimCondition) throws(VimFailure) -> String {
    if made.conditions.count > 250 { throw VimFailure(message: "The pattern is too long.") }
    made.conditions.append(condition)
    return "(?C\(made.conditions.count - 1))"
  }
}
