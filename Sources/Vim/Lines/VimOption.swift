/// A row of the table of `:set`.
struct VimOption: Sendable {
  typealias Path<Value> = any WritableKeyPath<VimOptions, Value> & Sendable

  enum Kind: Sendable {
    case flag(Path<Bool>)
    case number(Path<Int>, ClosedRange<Int>)
    /// Words with commas between them. Others than these are refused.
    case words(Path<[String]>, @Sendable (String) -> Bool)
    case letters(Path<String>)
    /// The editor always does this.
    case fixed
    /// Nothing here depends on it.
    case inert
  }

  let name: String
  /// The short name; empty if there is none.
  let short: String
  let kind: Kind
  /// The program's setting that it changes; empty if it is only known in an open note.
  var setting: String?

  init(_ name: String, _ short: String, _ kind: Kind, setting: String? = nil) {
    (self.name, self.short, self.kind, self.setting) = (name, short, kind, setting)
  }

  static func named(_ name: String) -> VimOption? { byName[name] }

  private static let byName = Dictionary(
    (all + inert).flatMap { row in [(row.name, row), (row.short, row)] },
    uniquingKeysWith: { first, _ in first }
  ).filter { !$0.key.isEmpty }

  var isFlag: Bool {
    switch kind {
    case .flag, .fixed, .inert: true
    case .number, .words, .letters: false
    }
  }

  // MARK: - Values

  /// As `:set` shows it: `noignorecase`, `shiftwidth=4`.
  func text(in options: VimOptions) -> String {
    switch kind {
    case .flag(let path): (options[keyPath: path] ? "" : "no") + name
    case .number(let path, _): "\(name)=\(options[keyPath: path])"
    case .words(let path, _): "\(name)=\(options[keyPath: path].joined(separator: ","))"
    case .letters(let path): "\(name)=\(options[keyPath: path])"
    case .fixed, .inert: name
    }
  }

  func reset(_ options: inout VimOptions, to standard: VimOptions) {
    switch kind {
    case .flag(let path): options[keyPath: path] = standard[keyPath: path]
    case .number(let path, _): options[keyPath: path] = standard[keyPath: path]
    case .words(let path, _): options[keyPath: path] = standard[keyPath: path]
    case .letters(let path): options[keyPath: path] = standard[keyPath: path]
    case .fixed, .inert: break
    }
  }

  enum Sign: String, CaseIterable { case set = "=", add = "+=", remove = "-=", prepend = "^=" }

  /// Assigns what was typed behind the sign. `word` is all of it, for messages.
  func assign(
    _ typed: String, _ sign: Sign, in options: inout VimOptions, word: String
  ) throws(VimFailure) {
    switch kind {
    case .flag: throw Self.isInvalid(word)
    case .number(let path, let range):
      guard let number = Self.number(typed) else {
        throw VimFailure(message: "E521: Number required after =: \(word)")
      }
      let value = Self.merged(options[keyPath: path], number, sign)
      if value < range.lowerBound {
        throw VimFailure(message: "E487: Argument must be positive: \(word)")
      }
      if value > range.upperBound { throw Self.isInvalid(word) }
      options[keyPath: path] = value
    case .words(let path, let accepts):
      let words = typed.split(separator: ",").map(String.init)
      if sign != .remove, let bad = words.first(where: { !accepts($0) }) {
        throw name == "whichwrap"
          ? VimFailure(message: "E539: Illegal character <\(bad)>: \(word)") : Self.isInvalid(word)
      }
      options[keyPath: path] = Self.merged(options[keyPath: path], words, sign)
    case .letters(let path):
      let letters = Self.merged(options[keyPath: path].map { $0 }, typed.map { $0 }, sign)
      options[keyPath: path] = String(letters)
    case .fixed, .inert: break
    }
  }

  static func isInvalid(_ word: String) -> VimFailure {
    VimFailure(message: "E474: Invalid argument: \(word)")
  }

  private static func number(_ typed: String) -> Int? {
    if typed.hasPrefix("0x") || typed.hasPrefix("0X") { return Int(typed.dropFirst(2), radix: 16) }
    return Int(typed)
  }

  private static func merged(_ old: Int, _ new: Int, _ sign: Sign) -> Int {
    switch sign {
    case .set: new
    case .add: old.addingReportingOverflow(new).partialValue
    case .remove: old.subtractingReportingOverflow(new).partialValue
    case .prepend: old.multipliedReportingOverflow(by: new).partialValue
    }
  }

  private static func merged<Part: Equatable>(
    _ old: [Part], _ new: [Part], _ sign: Sign
  ) -> [Part] {
    switch sign {
    case .set: new
    case .add: old + new.filter { !old.contains($0) }
    case .remove: old.filter { !new.contains($0) }
    case .prepend: new.filter { !old.contains($0) } + old
    }
  }

  // MARK: - Completion

  /// Returns the possible lines for an unfinished `:set`; nil for other lines.
  static func completions(of begun: String) -> [String]? {
    let head = begun.drop { $0 == " " || $0 == ":" }.prefix(while: \.isLetter)
    guard case .set? = VimExCommand.named(String(head))?.work,
      let blank = begun.lastIndex(of: " "), begun[..<blank].contains(where: \.isLetter)
    else { return nil }
    let before = begun[...blank]
    let word = begun[begun.index(after: blank)...]
    if !word.allSatisfy(\.isLetter) { return [] }
    var names = all.map(\.name).filter { $0.hasPrefix(word) }
    for prefix in ["no", "inv"] where word.hasPrefix(prefix) {
      names += all.filter { $0.isFlag && $0.name.hasPrefix(word.dropFirst(prefix.count)) }
        .map { prefix + $0.name }
    }
    return Set(names).sorted().map { before + $0 }
  }
}
