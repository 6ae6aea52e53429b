import TextEngine

/// The state of a surround command that waits for the keys of its signs.
struct VimDelimiterKeys {
  var invocation: Invocation
  /// All keys of the command so far.
  var pressed: [String]
  var wanted: Wanted
  var old: VimTarget?
  /// The digits before the old signs.
  var digits = ""
  /// Whether Space was pressed before the new signs.
  var hasBlank = false

  enum Wanted { case old, new }

  init?(_ invocation: Invocation, pressed: [String]) {
    switch VimMeaning(invocation.command) {
    case .operator(.surround): wanted = .new
    case .command(.deleteSigns), .command(.changeSigns): wanted = .old
    default: return nil
    }
    self.invocation = invocation
    self.pressed = pressed
  }
}

/// The target of `cs` and `ds`.
enum VimTarget: Equatable {
  case signs(VimDelimiters)
  /// `csw)` is `ysiw)`.
  case object(VimObject)
}

/// The signs that were named by keys.
struct VimDelimiterNames {
  var old: VimTarget?
  var new: VimDelimiters?
  var hasBlank = false
}

extension VimMachine {
  /// Handles a key of a command that waits for its signs.
  mutating func signKey(_ key: String, _ waiting: VimDelimiterKeys) throws(VimFailure) {
    var waiting = waiting
    keys.signs = nil
    waiting.pressed.append(key)
    if key == "Esc" || key == "C-c" || key == "C-[" { throw .quiet }
    switch waiting.wanted {
    case .old: try takeOld(key, &waiting)
    case .new: try takeNew(key, &waiting)
    }
  }

  private mutating func takeOld(_ key: String, _ waiting: inout VimDelimiterKeys) throws(VimFailure)
  {
    if key.utf8.count == 1, let digit = key.first, "0123456789".contains(digit) {
      waiting.digits = String((waiting.digits + key).prefix(4))
      keys.signs = waiting
      return
    }
    if let count = Int(waiting.digits) {
      waiting.invocation.count = max(1, count) * (waiting.invocation.count ?? 1)
    }
    let isChange = waiting.invocation.command == VimCommand.changeSigns.id
    waiting.old = try Self.target(key, isChange: isChange)
    if isChange {
      waiting.wanted = .new
      keys.signs = waiting
    } else {
      try finish(waiting, new: nil)
    }
  }

  private static func target(_ key: String, isChange: Bool) throws(VimFailure) -> VimTarget {
    let objects: [String: VimObject] = ["w": .word, "W": .bigWord, "p": .paragraph]
    if isChange, let object = objects[key] { return .object(object) }
    guard let signs = VimDelimiters(key) else { throw unknown(key) }
    return .signs(signs)
  }

  private mutating func takeNew(_ key: String, _ waiting: inout VimDelimiterKeys) throws(VimFailure)
  {
    if key == "Space", !waiting.hasBlank {
      waiting.hasBlank = true
      keys.signs = waiting
      return
    }
    if key == "t" || key == "T" || key == "<" {
      // The tag is typed, up to Enter or `>`.
      openPrompt("<")
      prompt.waiting = waiting.invocation
      prompt.pressed = waiting.pressed
      prompt.signs = waiting
      return
    }
    guard let signs = VimDelimiters(key) else { throw Self.unknown(key) }
    try finish(waiting, new: signs)
  }

  /// Finishes a command after its tag was typed.
  mutating func finish(
    _ waiting: VimDelimiterKeys, tag: String, pressed: [String]
  ) throws(VimFailure) {
    let words = String(tag.drop { $0 == " " || $0 == "<" }.prefix { $0 != ">" })
    if words.isEmpty { throw VimFailure(message: "A tag needs a name, as in “em”.") }
    var waiting = waiting
    waiting.pressed = pressed
    try finish(waiting, new: .tag(words))
  }

  private mutating func finish(_ waiting: VimDelimiterKeys, new: VimDelimiters?) throws(VimFailure)
  {
    let names = VimDelimiterNames(old: waiting.old, new: new, hasBlank: waiting.hasBlank)
    try finish(waiting.invocation, pressed: waiting.pressed, signs: names)
  }

  private static func unknown(_ key: String) -> VimFailure {
    VimFailure(
      message: "“\(key)” names no signs. These do: ( ) [ ] { } < > \" ' ` * _ ~ =, l a link, "
        + "s strong, t a tag.")
  }
}
