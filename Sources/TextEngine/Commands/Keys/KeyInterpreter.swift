/// Turns keys into commands by the rules of a keymap. Holds the mode, an unfinished sequence, the
/// count, the register and the pending operator.
///
/// ```swift
/// switch interpreter.press("w") {
/// case .run(let invocation): change = EditCommands.run(invocation, in: context)
/// case .pending, .unbound: break
/// }
/// ```
package struct KeyInterpreter: Sendable {
  package enum Outcome: Hashable, Sendable {
    case run(Invocation)
    /// The key was accepted; more keys are needed, or only the mode changed.
    case pending
    /// No row has the key; the pending keys are dropped.
    case unbound
  }

  package let rules: KeyRules
  package private(set) var mode: KeyRules.ModeID
  private var keys: [String] = []
  private var count: Int?
  private var register: Character?
  private var waiting: Waiting?
  private var rowKeys: [String] = []
  /// A row that needs one more key.
  private var row: KeyRules.Row?
  /// The product of all counts before a register or an operator.
  private var factor: Int?
  private var shape: Invocation.Shape?
  /// All keys since the last command.
  private var pressed: [String] = []
  /// The keys of the last `.unbound` outcome.
  package private(set) var unbound: [String] = []
  /// The keys without counts and register; after a command, the keys of that command.
  package private(set) var commandKeys: [String] = []

  private struct Waiting {
    var command: CommandID
    var keys: [String] = []
    var lineKeys: [String]
    /// The mode in which the operator was pressed.
    var mode: KeyRules.ModeID
    var then: KeyRules.ModeID?
  }

  /// The largest count.
  private static let most = 1_000_000_000

  package init(_ rules: KeyRules) {
    self.rules = rules
    mode = rules.first
  }

  /// The pending keys, as the screen shows them.
  package var shown: String { pressed.joined(separator: " ") }
  package var isWaiting: Bool { !pressed.isEmpty }
  /// Whether the next key is the command's character, such as the one to find.
  package var awaitsCharacter: Bool {
    row.map { $0.meaning != .register && $0.meaning != .unavailable } ?? false
  }
  package var awaitsRegister: Bool { row?.meaning == .register }
  /// The command that awaits a character.
  package var awaitingCommand: CommandID? { row?.command }
  /// The operator that still needs its target.
  package var waitingOperator: CommandID? { waiting?.command }
  /// What the next key completes; nil for a character, or at the beginning.
  package var awaited: KeyDisplay.Awaited? {
    var begun = keys
    switch row?.meaning {
    case .register: return .register
    case .unavailable: begun = rowKeys
    case nil: break
    default: return nil
    }
    if let waiting {
      let lines = waiting.lineKeys + (waiting.keys.count == 1 ? waiting.keys : [])
      return .target(begun, of: waiting.keys, lines: lines)
    }
    return begun.isEmpty ? nil : .keys(begun)
  }
  package var hasCount: Bool { count != nil }
  package var isBegun: Bool { !keys.isEmpty || row != nil }

  /// Drops the pending keys, for instance because of a click.
  package mutating func cancel() {
    if let waiting { mode = waiting.mode }
    keys = []
    count = nil
    factor = nil
    register = nil
    shape = nil
    waiting = nil
    row = nil
    pressed = []
  }

  /// Makes an operator pending as if its row had been pressed.
  package mutating func await(_ command: CommandID, pending: KeyRules.ModeID, lineKeys: [String]) {
    waiting = Waiting(command: command, lineKeys: lineKeys, mode: mode, then: nil)
    pressed = commandKeys
    mode = pending
  }

  /// Changes the mode, for instance because the mouse selected something.
  package mutating func enter(_ mode: KeyRules.ModeID) {
    cancel()
    if rules.mode(mode) != nil { self.mode = mode }
  }

  package mutating func press(_ key: String) -> Outcome {
    if let row { return finish(row, with: key) }
    if pressed.isEmpty == false, key == "Esc" {
      cancel()
      return .pending
    }
    if pressed.isEmpty { commandKeys = [] }
    if keys.isEmpty, takeDigit(key) || dropDigit(key) { return .pending }
    if keys.isEmpty, let waiting, waiting.lineKeys.contains(key) {
      commandKeys.append(key)
      return operate(on: .lines, "")
    }
    keys.append(key)
    pressed.append(key)
    if let longer = longerRow {
      commandKeys += keys
      self.keys = []
      mode = waiting?.mode ?? mode
      waiting = nil
      return begin(longer)
    }
    switch rules.match(keys, in: mode) {
    case .begun: return .pending
    case .row(let found):
      if found.meaning != .register { commandKeys += keys }
      rowKeys = keys
      keys = []
      return begin(found)
    case .none:
      return typed(key)
    }
  }

  /// The row that begins with the pending operator's keys: `ys` is longer than `y`.
  private var longerRow: KeyRules.Row? {
    guard let waiting, !waiting.keys.isEmpty,
      case .row(let row) = rules.match(waiting.keys + keys, in: mode)
    else {
      return nil
    }
    return row
  }

  /// Adds a digit to the count. A first zero is a key like any other.
  private mutating func takeDigit(_ key: String) -> Bool {
    guard rules.mode(mode)?.takesCounts == true, key.utf8.count == 1,
      let digit = key.first?.wholeNumberValue, digit > 0 || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + digit, Self.most)
    pressed.append(key)
    return true
  }

  /// Removes the last digit of a count.
  private mutating func dropDigit(_ key: String) -> Bool {
    guard key == "Del", let count, rules.mode(mode)?.takesCounts == true else { return false }
    self.count = count < 10 ? nil : count / 10
    pressed.removeLast()
    return true
  }

  private mutating func typed(_ key: String) -> Outcome {
    let isAlone = keys.count == 1
    keys = []
    guard isAlone, let typing = rules.mode(mode)?.typing, let text = Self.text(of: key) else {
      return giveUp()
    }
    return emit(Invocation(typing, argument: text), then: nil)
  }

  /// Returns the text that a key types, if any.
  private static func text(of key: String) -> String? {
    if key == "Space" { return " " }
    return key.count == 1 ? key : nil
  }

  /// Returns the character of a key for a command that needs one: Enter and Tab count too.
  private static func character(of key: String) -> String? {
    switch key {
    case "Enter": "\r"
    case "Tab": "\t"
    default: text(of: key)
    }
  }

  private mutating func begin(_ row: KeyRules.Row) -> Outcome {
    if row.takesKey || row.meaning == .register || row.meaning == .unavailable {
      // A count before it and one after it are multiplied.
      if row.meaning == .unavailable { multiplyCount() }
      self.row = row
      return .pending
    }
    return finish(row, with: nil)
  }

  private mutating func finish(_ row: KeyRules.Row, with key: String?) -> Outcome {
    self.row = nil
    if row.meaning == .unavailable, let key { return pass(key, behind: row) }
    var argument = ""
    if let key {
      pressed.append(key)
      guard let text = Self.character(of: key) else { return giveUp() }
      if row.meaning != .register { commandKeys.append(key) }
      argument = text
    }
    let extends = rules.mode(mode)?.extends == true
    switch row.meaning {
    case .register:
      register = argument.first
      multiplyCount()
      return .pending
    case .shape(let shape):
      self.shape = shape
      return .pending
    case .nothing, .unavailable:
      cancel()
      if let then = row.then { mode = then }
      return .pending
    case .command(let id):
      return emit(Invocation(id, argument: argument), then: row.then)
    case .motion(let id):
      if waiting != nil { return operate(on: .motion(id), argument) }
      return emit(Invocation(id, argument: argument, extends: extends), then: row.then)
    case .selecting(let id):
      return emit(Invocation(id, argument: argument, extends: true), then: row.then)
    case .object(let id):
      if waiting != nil { return operate(on: .object(id), argument) }
      return emit(Invocation(id, argument: argument, extends: extends), then: row.then)
    case .operator(let id, let pending):
      if let waiting {
        return waiting.command == id ? operate(on: .lines, argument) : giveUp()
      }
      if extends { return emit(Invocation(id, argument: argument), then: row.then) }
      waiting = Waiting(
        command: id, keys: rowKeys, lineKeys: row.lineKeys, mode: mode, then: row.then)
      multiplyCount()
      mode = pending
      return .pending
    }
  }

  /// Drops the key after an unavailable beginning, unless a row matches both. A count may come between.
  private mutating func pass(_ key: String, behind row: KeyRules.Row) -> Outcome {
    if key == "Esc" {
      cancel()
      return .pending
    }
    // `C-w 5 >`.
    if rowKeys.allSatisfy({ $0.hasPrefix("C-") }), takeDigit(key) {
      self.row = row
      return .pending
    }
    pressed.append(key)
    if case .row(let longer) = rules.match(rowKeys + [key], in: mode) {
      rowKeys.append(key)
      commandKeys.append(key)
      return begin(longer)
    }
    return giveUp()
  }

  private mutating func giveUp() -> Outcome {
    unbound = pressed
    cancel()
    return .unbound
  }

  private mutating func operate(
    on target: Invocation.Target, _ argument: String
  ) -> Outcome {
    guard let waiting else { return .unbound }
    mode = waiting.mode
    return emit(Invocation(waiting.command, argument: argument, target: target), then: waiting.then)
  }

  /// Multiplies counts: `2d3w` is six words.
  private mutating func multiplyCount() {
    guard let count else { return }
    factor = min((factor ?? 1) * count, Self.most)
    self.count = nil
  }

  private mutating func emit(_ invocation: Invocation, then: KeyRules.ModeID?) -> Outcome {
    var invocation = invocation
    multiplyCount()
    invocation.count = factor
    invocation.register = register
    invocation.shape = shape
    cancel()
    if let then { mode = then }
    return .run(invocation)
  }
}
