package import TextEngine

/// A command with its keys, description and function. The keymap, the help and the palette are made
/// from the table of all commands.
package struct EmacsCommand: Sendable {
  typealias Body = @Sendable (inout EmacsMachine) throws -> Void

  package let id: CommandID
  package let keys: [String]
  package let summary: String
  /// Whether it selects the text it passes when pressed with Shift.
  let isMotion: Bool
  /// Whether it only changes the argument of the next command.
  let isPrefix: Bool
  /// The program's name for a command that the program runs.
  let programCommand: CommandID?
  let run: Body

  private init(
    _ name: String, _ keys: [String], _ summary: String, isMotion: Bool, isPrefix: Bool,
    asks programCommand: CommandID? = nil, _ run: @escaping Body
  ) {
    id = CommandID(name)
    self.keys = keys
    self.summary = summary
    self.isMotion = isMotion
    self.isPrefix = isPrefix
    self.programCommand = programCommand
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

  /// Creates a command that the program runs, unless `check` refuses it.
  static func program(
    _ name: String, _ keys: [String], _ summary: String, as id: CommandID,
    check: @escaping @Sendable (EmacsMachine) throws(EmacsFailure) -> Void = { _ in }
  ) -> EmacsCommand {
    EmacsCommand(name, keys, summary, isMotion: false, isPrefix: false, asks: id) { machine in
      try check(machine)
      machine.ask(id, count: machine.argument?.value)
    }
  }

  package static let all: [EmacsCommand] =
    leaving + arguments + motions + inserting + deleting + killing + marking + changing + rectangles
    + registers + searching + macros + programs + counting + windows

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

  /// Moves to the middle row of the screen; a command of the program, which knows the screen.
  static let middleRow: CommandID = "middle-row"

  /// The commands that keys request from the program, by its names.
  package static let programCommands =
    Set(EmacsCommand.all.compactMap(\.programCommand) + [middleRow])

  /// Beginnings of Emacs commands that are not supported.
  private static let absent = KeyRules.Row(
    [
      "C-c", "C-x x", "C-x 4", "C-x 5", "C-x 6", "C-x 8", "C-x @", "C-x Enter", "C-x a", "C-x n",
      "C-x p",
      "C-x t", "C-x v", "C-x w", "C-x C-a", "C-x X", "M-s", "C-x 4 4", "C-x 5 5",
    ], .unavailable)

  private static let summaries = Dictionary(
    EmacsCommand.all.map { ($0.id, $0.summary) }, uniquingKeysWith: { first, _ in first })

  /// Returns the description of a command; nil if it is not one of Emacs's.
  package static func summary(_ id: CommandID) -> String? { summaries[id] }

  /// Labels in the footer, for keys with an unusual meaning.
  private static let hints: [String: String] = [
    "save-buffer": "save", "kill-buffer": "back", "yank": "paste", "kill-region": "cut",
    "undo": "undo", "isearch-forward": "find", "set-mark-command": "mark",
    "execute-extended-command": "command", "keyboard-quit": "cancel",
  ]

  private static func row(_ command: EmacsCommand) -> KeyRules.Row {
    .init(
      command.keys, command.isMotion ? .motion(command.id) : .command(command.id),
      hint: hints[command.id.name])
  }

  /// Adds Shift to arrow keys and the like.
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

/// Commands for rectangles, registers, searches and macros, and those of the program.
extension EmacsCommand {
  static let rectangles: [EmacsCommand] = [
    .command("rectangle-mark-mode", ["C-x Space"], "the region as a rectangle") {
      $0.toggleRectangle()
    },
    .command("kill-rectangle", ["C-x r k"], "cut the rectangle") { try $0.killRectangle() },
    .command("delete-rectangle", ["C-x r d"], "delete the rectangle") { try $0.deleteRectangle() },
    .command("clear-rectangle", ["C-x r c"], "replace the rectangle with blanks") {
      try $0.clearRectangle()
    },
    .command("open-rectangle", ["C-x r o"], "push the rectangle to the right") {
      try $0.openRectangle()
    },
    .command("string-rectangle", ["C-x r t"], "replace the rectangle with a text in each line") {
      try $0.stringRectangle()
    },
    .command("yank-rectangle", ["C-x r y"], "paste the rectangle") { try $0.yankRectangle() },
    .command("rectangle-number-lines", ["C-x r N"], "number the rectangle's lines") {
      try $0.numberRectangle()
    },
    .command("copy-rectangle-as-kill", ["C-x r M-w"], "copy the rectangle") {
      try $0.copyRectangle()
    },
    .command("delete-whitespace-rectangle", [], "delete blanks at the rectangle's edge") {
      try $0.deleteRectangleWhitespace()
    },
  ]

  static let registers: [EmacsCommand] = [
    .command("copy-to-register", ["C-x r s", "C-x r x"], "copy the region to a register") {
      $0.askRegister(.copy)
    },
    .command("insert-register", ["C-x r i", "C-x r g"], "put a register in") {
      $0.askRegister(.insert)
    },
    .command(
      "point-to-register", ["C-x r Space", "C-x r C-Space", "C-x r C-@"], "store the position"
    ) {
      $0.askRegister(.savePoint)
    },
    .command("jump-to-register", ["C-x r j"], "go to a stored position") { $0.askRegister(.jump) },
    .command("number-to-register", ["C-x r n"], "keep a number") { $0.askRegister(.number) },
    .command("increment-register", ["C-x r +"], "add to a register") { $0.askRegister(.increment) },
    .command("copy-rectangle-to-register", ["C-x r r"], "copy the rectangle to a register") {
      $0.askRegister(.copyRectangle)
    },
    .command("append-to-register", [], "add the region to a register") { $0.askRegister(.append) },
    .command("prepend-to-register", [], "put the region before a register's text") {
      $0.askRegister(.prepend)
    },
  ]

  static let searching: [EmacsCommand] = [
    .command("isearch-forward", ["C-s"], "search while typing") { $0.startSearch(isForward: true) },
    .command("isearch-backward", ["C-r"], "search backward while typing") {
      $0.startSearch(isForward: false)
    },
    .command("isearch-forward-regexp", ["C-M-s"], "search for a pattern while typing") {
      $0.startSearch(isForward: true, isPattern: true)
    },
    .command("isearch-backward-regexp", ["C-M-r"], "search backward for a pattern") {
      $0.startSearch(isForward: false, isPattern: true)
    },
    .command("query-replace", ["M-%"], "replace, asking at each match") {
      $0.askToReplace(EmacsReplacing())
    },
  ]

  static let macros: [EmacsCommand] = [
    .command("kmacro-start-macro", ["C-x (", "F3"], "record a macro") { try $0.startMacro() },
    .command("kmacro-end-macro", ["C-x )"], "end the macro") { try $0.endMacro() },
    .command(
      "kmacro-end-and-call-macro", ["C-x e", "F4"], "play the macro; e plays it again"
    ) { try $0.endAndCallMacro() },
    .command("kmacro-end-or-call-macro-repeat", ["C-x C-k C-k"], "end the macro, or play it") {
      if $0.macro.recording != nil { try $0.endMacro() } else { try $0.endAndCallMacro() }
    },
  ]

  /// They come first, so that the footer shows them.
  static let leaving: [EmacsCommand] = [
    .program("save-buffer", ["C-x C-s"], "save", as: "save"),
    .program("kill-buffer", ["C-x k"], "save and go back", as: "close"),
  ]

  static let programs: [EmacsCommand] = [
    .program("find-file", ["C-x C-f", "C-x C-v"], "open a note", as: "open-note"),
    .program("switch-to-buffer", ["C-x b"], "go to another note", as: "switch-note"),
    .program("save-buffers-kill-terminal", ["C-x C-c"], "leave the program", as: "leave"),
    .command("execute-extended-command", ["M-x"], "a command by its name") {
      $0.askForCommand()
    },
    .program("complete-symbol", ["C-M-i", "M-Tab"], "complete the link or tag", as: "complete"),
    .program("find-definition", ["M-."], "open what the link names", as: "follow-link"),
    .program("go-back-definition", ["M-,"], "back to where a link was followed", as: "go-back"),
    .program(
      "mark-next-like-this", ["M-n"], "a cursor at the next such word too", as: .addNextOccurrence),
    .program("mark-all-like-this", ["M-N"], "a cursor at each such word", as: .addAllOccurrences),
    .program("add-cursor-above", ["M-S-Up"], "a cursor in the row above too", as: .addCursorUp),
    .program("add-cursor-below", ["M-S-Down"], "a cursor in the row below too", as: .addCursorDown),
    .program("end-of-section", ["C-M-e", "C-M-End"], "next heading", as: "heading-down"),
    .program("beginning-of-section", ["C-M-a", "C-M-Home"], "heading before", as: "heading-up"),
  ]
}
