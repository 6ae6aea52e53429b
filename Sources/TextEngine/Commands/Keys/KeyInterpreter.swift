/// Makes commands of keys by the rules of a keymap: it keeps the mode, a sequence that is not whole
/// yet, the count, the register and the operator that waits.
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
    /// The key was taken, and more are needed, or only the mode changed.
    case pending
    /// No row names the key; the keys that waited for more are forgotten.
    case unbound
  }

  package let rules: KeyRules
  package private(set) var mode: KeyRules.ModeID
  private var keys: [String] = []
  private var count: Int?
  private var register: Character?
  private var waiting: Waiting?
  /// The keys of the row that was found last.
  private var rowKeys: [String] = []
  /// A row that waits for its key.
  private var row: KeyRules.Row?
  /// The product of all counts before a register or an operator.
  private var factor: Int?
  private var shape: Invocation.Shape?
  /// All keys since the last command.
  private var pressed: [String] = []
  /// Those of the last outcome that was `.unbound`.
  package private(set) var unbound: [String] = []
  /// The same without counts and register; behind a command, those that it was.
  package private(set) var commandKeys: [String] = []

  private struct Waiting {
    var command: CommandID
    /// The keys of its row.
    var keys: [String] = []
    var lineKeys: [String]
    /// Where the operator was pressed.
    var mode: KeyRules.ModeID
    var then: KeyRules.ModeID?
  }

  /// Counts are not greater than this.
  private static let most = 1_000_000_000

  package init(_ rules: KeyRules) {
    self.rules = rules
    mode = rules.first
  }

  /// What was pressed and waits for more, as the screen shows it.
  package var shown: String { pressed.joined(separator: " ") }
  package var isWaiting: Bool { !pressed.isEmpty }
  /// Whether the next key is a character that belongs to the command: the one to find.
  package var awaitsCharacter: Bool {
    row.map { $0.meaning != .register && $0.meaning != .unavailable } ?? false
  }
  package var awaitsRegister: Bool { row?.meaning == .register }
  /// The operator that waits for what it works on.
  package var waitingOperator: CommandID? { waiting?.command }
  package var hasCount: Bool { count != nil }
  package var isBegun: Bool { !keys.isEmpty || row != nil }

  /// Forgets what waits, for instance because a click came between.
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

  /// Lets an operator wait as if its row had been pressed.
  package mutating func await(_ command: CommandID, pending: KeyRules.ModeID, lineKeys: [String]) {
    waiting = Waiting(command: command, lineKeys: lineKeys, mode: mode, then: nil)
    pressed = commandKeys
    mode = pending
  }

  /// Goes to a mode, for instance because the mouse selected something.
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
    if keys.isEmpty, takeDigit(key) { return .pending }
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

  /// The row of which the waiting operator's keys were only the beginning: `ys` is more than `y`.
  private var longerRow: KeyRules.Row? {
    guard let waiting, !waiting.keys.isEmpty,
      case .row(let row) = rules.match(waiting.keys + keys, in: mode)
    else {
      return nil
    }
    return row
  }

  /// A zero alone is a key as any other.
  private mutating func takeDigit(_ key: String) -> Bool {
    guard rules.mode(mode)?.takesCounts == true, key.utf8.count == 1,
      let digit = key.first?.wholeNumberValue, digit > 0 || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + digit, Self.most)
    pressed.append(key)
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

  /// The text that a key types, if it types one.
  private static func text(of key: String) -> String? {
    if key == "Space" { return " " }
    return key.count == 1 ? key : nil
  }

  /// The same where a command waits for a character: line ends and tabs are some too.
  private static func character(of key: String) -> String? {
    switch key {
    case "Enter": "\r"
    case "Tab": "\t"
    default: text(of: key)
    }
  }

  private mutating func begin(_ row: KeyRules.Row) -> Outcome {
    if row.takesKey || row.meaning == .register || row.meaning == .unavailable {
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

  /// The key behind a beginning that leads nowhere goes with it; so does a count between the two.
  private mutating func pass(_ key: String, behind row: KeyRules.Row) -> Outcome {
    if key == "Esc" {
      cancel()
      return .pending
    }
    pressed.append(key)
    if case .row(let longer) = rules.match(rowKeys + [key], in: mode) {
      rowKeys.append(key)
      commandKeys.append(key)
      return begin(longer)
    }
    // `C-w 5 >`.
    if rules.mode(mode)?.takesCounts == true, rowKeys.allSatisfy({ $0.hasPrefix("C-") }),
      key.utf8.count == 1, key.first?.wholeNumberValue != nil
    {
      self.row = row
      return .pending
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

  /// `2d3w` is six words.
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
