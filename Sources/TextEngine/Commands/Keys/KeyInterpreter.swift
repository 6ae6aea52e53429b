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
    /// No row names the key; whatever waited is forgotten.
    case unbound
  }

  package let rules: KeyRules
  package private(set) var mode: KeyRules.ModeID
  private var keys: [String] = []
  private var count: Int?
  private var register: Character?
  private var waiting: Waiting?
  /// A row that waits for its key.
  private var row: KeyRules.Row?
  /// All keys since the last command.
  private var pressed: [String] = []

  private struct Waiting {
    var command: CommandID
    var count: Int?
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

  /// Forgets what waits, for instance because a click came between.
  package mutating func cancel() {
    if let waiting { mode = waiting.mode }
    keys = []
    count = nil
    register = nil
    waiting = nil
    row = nil
    pressed = []
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
    if keys.isEmpty, takeDigit(key) { return .pending }
    keys.append(key)
    pressed.append(key)
    switch rules.match(keys, in: mode) {
    case .begun: return .pending
    case .row(let found):
      keys = []
      return begin(found)
    case .none:
      return typed(key)
    }
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
      cancel()
      return .unbound
    }
    return emit(Invocation(typing, argument: text), then: nil)
  }

  /// The text that a key types, if it types one.
  private static func text(of key: String) -> String? {
    if key == "Space" { return " " }
    return key.count == 1 ? key : nil
  }

  private mutating func begin(_ row: KeyRules.Row) -> Outcome {
    if row.takesKey || row.meaning == .register {
      self.row = row
      return .pending
    }
    return finish(row, with: nil)
  }

  private mutating func finish(_ row: KeyRules.Row, with key: String?) -> Outcome {
    self.row = nil
    var argument = ""
    if let key {
      guard let text = Self.text(of: key) else {
        cancel()
        return .unbound
      }
      pressed.append(key)
      argument = text
    }
    let extends = rules.mode(mode)?.extends == true
    switch row.meaning {
    case .register:
      register = argument.first
      return .pending
    case .nothing:
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
    case .operation(let id, let target):
      return emit(Invocation(id, argument: argument, target: target), then: row.then)
    case .operator(let id, let pending):
      if let waiting {
        if waiting.command == id { return operate(on: .lines, argument) }
        cancel()
        return .unbound
      }
      if extends { return emit(Invocation(id, argument: argument), then: row.then) }
      waiting = Waiting(command: id, count: count, mode: mode, then: row.then)
      count = nil
      mode = pending
      return .pending
    }
  }

  private mutating func operate(
    on target: Invocation.Target, _ argument: String
  ) -> Outcome {
    guard let waiting else { return .unbound }
    // `2d3w` is six words.
    if let first = waiting.count { count = min(first * (count ?? 1), Self.most) }
    mode = waiting.mode
    return emit(Invocation(waiting.command, argument: argument, target: target), then: waiting.then)
  }

  private mutating func emit(_ invocation: Invocation, then: KeyRules.ModeID?) -> Outcome {
    var invocation = invocation
    invocation.count = count
    invocation.register = register
    cancel()
    if let then { mode = then }
    return .run(invocation)
  }
}
