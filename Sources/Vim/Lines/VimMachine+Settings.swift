import TextEngine

/// `:set` and `:let`.
extension VimMachine {
  static var switches: [(names: [String], path: WritableKeyPath<VimOptions, Bool>)] {
    [
      (["ignorecase", "ic"], \.ignoresCase), (["smartcase", "scs"], \.smartCase),
      (["wrapscan", "ws"], \.wrapsSearch), (["expandtab", "et"], \.expandsTabs),
      (["autoindent", "ai"], \.autoIndent), (["shiftround", "sr"], \.shiftRound),
      (["startofline", "sol"], \.startsOfLine), (["tildeop", "top"], \.tildeIsOperator),
      (["gdefault", "gd"], \.globalSubstitute), (["timeout", "to"], \.hasTimeout),
      (["splitright", "spr"], \.splitsRight), (["splitbelow", "sb"], \.splitsBelow),
    ]
  }

  static var numbers: [(names: [String], path: WritableKeyPath<VimOptions, Int>, least: Int)] {
    [
      (["tabstop", "ts"], \.tabStop, 1), (["shiftwidth", "sw"], \.shiftWidth, 0),
      (["textwidth", "tw"], \.textWidth, 0), (["timeoutlen", "tm"], \.patience, 0),
    ]
  }

  mutating func setOptions(_ call: VimExCall) throws(VimFailure) {
    for word in call.argument.split(separator: " ") { try setOption(String(word)) }
  }

  private mutating func setOption(_ word: String) throws(VimFailure) {
    let name = String(word.prefix { $0.isLetter })
    let rest = word.dropFirst(name.count)
    if rest == "?" { return try showOption(name) }
    if setSwitch(name, rest) { return }
    if let row = Self.numbers.first(where: { $0.names.contains(name) }) {
      if rest.isEmpty { return try showOption(name) }
      let sign = rest.first == "=" || rest.first == ":" ? "=" : String(rest.prefix(2))
      guard ["=", "+=", "-="].contains(sign), let typed = Int(rest.dropFirst(sign.count)) else {
        throw VimFailure(message: "E521: Number required after =: \(word)")
      }
      let old = options[keyPath: row.path]
      let value = sign == "=" ? typed : sign == "+=" ? old + typed : old - typed
      if value < row.least { throw VimFailure(message: "E487: Argument must be positive: \(word)") }
      // `sw=0` means the width of a tab.
      let isTab = name.hasPrefix("s") && value == 0
      options[keyPath: row.path] = isTab ? options.tabStop : min(value, 9999)
      return
    }
    guard try setList(name, String(rest)) else {
      throw VimFailure(message: "E518: Unknown option: \(word)")
    }
  }

  /// Sets `ic`, `noic`, `invic` or `ic!`.
  private mutating func setSwitch(_ name: String, _ rest: Substring) -> Bool {
    func path(_ name: some StringProtocol) -> WritableKeyPath<VimOptions, Bool>? {
      Self.switches.first { $0.names.contains(String(name)) }?.path
    }
    if let path = path(name) {
      if rest == "!" { options[keyPath: path].toggle() } else { options[keyPath: path] = true }
      return rest.isEmpty || rest == "!"
    }
    guard rest.isEmpty else { return false }
    if name.hasPrefix("no"), let path = path(name.dropFirst(2)) {
      options[keyPath: path] = false
      return true
    }
    if name.hasPrefix("inv"), let path = path(name.dropFirst(3)) {
      options[keyPath: path].toggle()
      return true
    }
    return false
  }

  private mutating func showOption(_ name: String) throws(VimFailure) {
    if let row = Self.switches.first(where: { $0.names.contains(name) }) {
      let value = options[keyPath: row.path]
      return effects.append(.say((value ? "" : "no") + row.names[0]))
    }
    guard let row = Self.numbers.first(where: { $0.names.contains(name) }) else {
      throw VimFailure(message: "E518: Unknown option: \(name)")
    }
    effects.append(.say("\(row.names[0])=\(options[keyPath: row.path])"))
  }

  /// Sets options that are lists: `nf=alpha`, `ww=h,l`, `ve=block`.
  private mutating func setList(_ name: String, _ rest: String) throws(VimFailure) -> Bool {
    let sign = rest.hasPrefix("+=") || rest.hasPrefix("-=") ? String(rest.prefix(2)) : "="
    guard rest.hasPrefix(sign) else { return false }
    let typed = Set(rest.dropFirst(sign.count).split(separator: ",").map(String.init))
    func merged(_ old: Set<String>) -> Set<String> {
      sign == "=" ? typed : sign == "+=" ? old.union(typed) : old.subtracting(typed)
    }
    switch name {
    case "nrformats", "nf":
      let formats = merged(Set(options.numberFormats.map(\.rawValue)))
      options.numberFormats = Set(formats.compactMap(VimNumberFormat.init))
    case "whichwrap", "ww":
      let keys = merged(
        Set(options.wrappingKeys.map { key in Self.wrapping.first { $0.key == key }?.name ?? key }))
      options.wrappingKeys = Set(
        keys.map { name in Self.wrapping.first { $0.name == name }?.key ?? name })
    case "virtualedit", "ve":
      let values = merged(options.blockGoesBeyondEnd ? ["block"] : [])
      options.blockGoesBeyondEnd = values.contains("block") || values.contains("all")
    default: return false
    }
    return true
  }

  private static let wrapping: [(name: String, key: String)] = [("b", "BS"), ("s", "Space")]

  // MARK: - :let

  /// Handles `let mapleader = " "`.
  mutating func takeLeader(_ reader: inout VimLineReader) throws(VimFailure) -> Bool {
    let start = reader.index
    if reader.takeLetters() == "g" { _ = reader.take(if: ":") } else { reader.index = start }
    let name = reader.takeLetters()
    guard name == "mapleader" || name == "maplocalleader" else {
      reader.index = start
      return false
    }
    reader.skipBlanks()
    guard reader.take(if: "=") else {
      throw VimFailure(message: "E15: Invalid expression: write let mapleader = \",\"")
    }
    reader.skipBlanks()
    let keys = VimKey.keys(
      of: String(decoding: try VimEvaluator.takeString(&reader), as: UTF8.self))
    maps.leader = keys.isEmpty ? ["\\"] : keys
    return true
  }
}

/// The options of `:set`, with our defaults.
package struct VimOptions: Equatable, Sendable {
  package var tabStop = 4
  package var shiftWidth = 4
  package var expandsTabs = true
  package var autoIndent = true
  package var shiftRound = false
  package var textWidth = 0
  package var ignoresCase = false
  package var smartCase = false
  package var wrapsSearch = true
  package var startsOfLine = true
  package var tildeIsOperator = false
  package var globalSubstitute = false
  /// The formats that `C-a` and `C-x` recognize: `nrformats`.
  package var numberFormats: Set<VimNumberFormat> = [.hex, .bin]
  /// Keys of `whichwrap`.
  package var wrappingKeys: Set<String> = ["BS", "Space"]
  package var blockGoesBeyondEnd = false
  /// The milliseconds to wait for the next key of a map: `timeoutlen`.
  package var patience = 1000
  /// False for `notimeout`: no limit.
  package var hasTimeout = true
  /// Whether a new window opens at the right, or below, instead of before this one.
  package var splitsRight = false
  package var splitsBelow = false
  /// Whether lines are filled as by the editor, which knows items, quotes and headings.
  package var knowsMarkdown = true
  /// Whether Enter, `o` and `O` continue list items and quotes.
  package var continuesItems = false

  package init() {}
}

package enum VimNumberFormat: String, Sendable {
  case alpha, octal, hex, bin, unsigned
}
