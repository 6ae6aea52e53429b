package import TextEngine

/// A command: its name, its keys, what it does in words, and the function. Keymap, help and palette are
/// made from the table of all.
package struct EmacsCommand: Sendable {
  typealias Body = @Sendable (inout EmacsMachine) throws -> Void

  package let id: CommandID
  package let keys: [String]
  package let summary: String
  /// With Shift it selects what it goes over.
  let isMotion: Bool
  /// It only changes the argument of the next command.
  let isPrefix: Bool
  let run: Body

  private init(
    _ name: String, _ keys: [String], _ summary: String, isMotion: Bool, isPrefix: Bool,
    _ run: @escaping Body
  ) {
    id = CommandID(name)
    self.keys = keys
    self.summary = summary
    self.isMotion = isMotion
    self.isPrefix = isPrefix
    self.run = run
  }

  static func command(
    _ name: String, _ keys: [String], _ summary: String, _ run: @escaping Body
  ) -> EmacsCommand {
    EmacsCommand(name, keys, summary, isMotion: false, isPrefix: false, run)
  }

  static func motion(
    _ name: String, _ keys: [String], _ summary: String, _ run: @escaping Body
  ) -> EmacsCommand {
    EmacsCommand(name, keys, summary, isMotion: true, isPrefix: false, run)
  }

  static func prefix(
    _ name: String, _ keys: [String], _ summary: String, _ run: @escaping Body
  ) -> EmacsCommand {
    EmacsCommand(name, keys, summary, isMotion: false, isPrefix: true, run)
  }

  /// One that the program does.
  static func program(
    _ name: String, _ keys: [String], _ summary: String, as id: CommandID
  ) -> EmacsCommand {
    EmacsCommand(name, keys, summary, isMotion: false, isPrefix: false) { machine in
      machine.ask(id, count: machine.argument?.value)
    }
  }

  package static let all: [EmacsCommand] =
    arguments + motions + inserting + deleting + killing + marking + changing + rectangles
    + registers + searching + macros + programs

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  static func named(_ id: CommandID) -> EmacsCommand? { byID[id] }
}

/// Emacs's keys as a table.
package enum EmacsKeymap {
  package static let rules = KeyRules(
    first: "text",
    [
      .init(
        "text", typing: CommandID("self-insert"),
        rows: EmacsCommand.all.map(row) + EmacsCommand.all.compactMap(selectingRow) + [absent])
    ])

  /// Keys that begin commands of emacs which there are not here.
  private static let absent = KeyRules.Row(
    [
      "C-c", "C-x 4", "C-x 5", "C-x 6", "C-x 8", "C-x @", "C-x Enter", "C-x a", "C-x n", "C-x p",
      "C-x t", "C-x v", "C-x w", "C-x C-a", "C-x X", "M-s", "C-x 4 4", "C-x 5 5",
    ], .unavailable)

  private static let summaries = Dictionary(
    EmacsCommand.all.map { ($0.id, $0.summary) }, uniquingKeysWith: { first, _ in first })

  /// What a command does, in a few words; nil for what is none of emacs's.
  package static func summary(_ id: CommandID) -> String? { summaries[id] }

  /// Words of the footer: what has another meaning than elsewhere.
  private static let hints: [String: String] = [
    "save-buffer": "save", "kill-buffer": "back", "yank": "paste", "kill-region": "cut",
    "undo": "undo", "isearch-forward": "find", "set-mark-command": "mark",
    "execute-extended-command": "palette", "keyboard-quit": "cancel",
  ]

  private static func row(_ command: EmacsCommand) -> KeyRules.Row {
    .init(
      command.keys, command.isMotion ? .motion(command.id) : .command(command.id),
      hint: hints[command.id.name])
  }

  /// Arrow keys and their like with Shift.
  private static func selectingRow(_ command: EmacsCommand) -> KeyRules.Row? {
    guard command.isMotion else { return nil }
    let named = ["Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDn"]
    let keys = command.keys.filter { key in
      !key.contains(" ") && named.contains { key == $0 || key.hasSuffix("-" + $0) }
    }
    if keys.isEmpty { return nil }
    return .init(keys.map(withShift), .selecting(command.id))
  }

  private static func withShift(_ key: String) -> String {
    guard let dash = key.lastIndex(of: "-") else { return "S-" + key }
    return String(key[...dash]) + "S-" + String(key[key.index(after: dash)...])
  }
}
