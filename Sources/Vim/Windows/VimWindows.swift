package import TextEngine

/// The keys after `C-w`. Windows belong to the program: each row names one of its commands.
package enum VimWindows {
  static let rows: [KeyRules.Row] = [
    row("go-left", "h", "C-h", "Left", "Backspace"), row("go-down", "j", "C-j", "Down"),
    row("go-up", "k", "C-k", "Up"), row("go-right", "l", "C-l", "Right"),
    row("next", "w", "C-w"), row("previous", "W"), row("first", "t", "C-t"),
    row("last", "b", "C-b"), row("recent", "p", "C-p"), row("preview", "P"),
    row("close", "c"), row("quit", "q", "C-q"), row("only", "o", "C-o"),
    row("close-preview", "z", "C-z"),
    row("split-left", "v", "C-v"), row("split-above", "s", "S", "C-s", "^", "C-^"),
    row("new-above", "n", "C-n"), row("follow-above", "f", "F", "C-f", "]", "C-]"),
    row("even", "="), row("wider", ">"), row("narrower", "<"), row("higher", "+"),
    row("lower", "-"), row("set-width", "|"), row("set-height", "_", "C-_"),
    row("exchange", "x", "C-x"), row("rotate", "r", "R", "C-r"),
    row("move-left", "H"), row("move-down", "J"), row("move-up", "K"), row("move-right", "L"),
    KeyRules.Row(["C-w :"], .command(VimCommand.commandLine.id)),
    KeyRules.Row(["C-w C-c"], .nothing),
  ]

  private static func row(_ name: String, _ keys: String...) -> KeyRules.Row {
    KeyRules.Row(keys.map { "C-w " + $0 }, .command(CommandID(prefix + name)))
  }

  private static let prefix = "pane-"

  /// The kinds of commands that open a window on one of four sides.
  static let opening = ["split", "new", "follow"]

  static let openingCommands = opening.flatMap { kind in
    ["left", "right", "above", "below"].map { CommandID("\(prefix)\(kind)-\($0)") }
  }

  static func isWindowCommand(_ id: CommandID) -> Bool { id.name.hasPrefix(prefix) }

  /// Commands after which the keys still go to the same note.
  private static let staying: Set<String> = [
    "even", "wider", "narrower", "higher", "lower", "set-width", "set-height", "rotate",
    "move-left", "move-down", "move-up", "move-right", "close-preview",
  ]

  static func leaves(_ id: CommandID) -> Bool {
    isWindowCommand(id) && !staying.contains(String(id.name.dropFirst(prefix.utf8.count)))
  }

  /// Returns the keys after `C-w` as a command; nil if they name none.
  package static func command(for keys: [String]) -> CommandID? {
    guard case .row(let row) = VimKeymap.rules.match(["C-w"] + keys, in: "normal"),
      let id = row.command, isWindowCommand(id)
    else { return nil }
    return id
  }
}

/// What a window command does on the command line.
enum VimWindowAction: Sendable {
  /// `:split` and `:vsplit`, with a note's name.
  case split(isVertical: Bool)
  case new(isVertical: Bool)
  /// `:wincmd`
  case keys
  case resize
  /// A command of the program, without arguments.
  case run(String)
}

/// Modifiers of a command that splits: `:vertical`, `:belowright`.
struct VimSplitModifiers: Equatable {
  var isVertical = false
  /// Whether the new window comes after this one; nil: as the options say.
  var isAfter: Bool?

  private static let names: [(name: String, shortest: Int, isAfter: Bool?)] = [
    ("vertical", 4, nil), ("aboveleft", 3, false), ("leftabove", 5, false), ("topleft", 2, false),
    ("belowright", 3, true), ("rightbelow", 6, true), ("botright", 2, true),
  ]

  /// Adds a modifier; false if the word is none.
  mutating func add(_ word: String) -> Bool {
    guard
      let row = Self.names.first(where: {
        word.utf8.count >= $0.shortest && $0.name.hasPrefix(word)
      })
    else { return false }
    if let isAfter = row.isAfter { self.isAfter = isAfter } else { isVertical = true }
    return true
  }
}

extension VimExCommand {
  var isOfWindow: Bool { if case .window = work { true } else { false } }

  /// Commands for windows.
  static let windows: [VimExCommand] = [
    .init("split", 2, "Opens a note above", .window(.split(isVertical: false)), .words),
    .init("vsplit", 2, "Opens a note beside", .window(.split(isVertical: true)), .words),
    .init("sview", 2, "Opens a note above", .window(.split(isVertical: false)), .words),
    .init("sbuffer", 2, "Opens a note above", .window(.split(isVertical: false)), .words),
    .init("sfind", 2, "Opens a note above", .window(.split(isVertical: false)), .words),
    .init("new", 3, "Begins a note above", .window(.new(isVertical: false)), .words),
    .init("vnew", 3, "Begins a note beside", .window(.new(isVertical: true)), .words),
    .init("only", 2, "Closes all windows but this one", .window(.run("only")), [.bang]),
    .init("close", 3, "Saves the note and closes its window", .window(.run("close")), [.bang]),
    .init("hide", 3, "Saves the note and closes its window", .window(.run("close")), [.bang]),
    .init("pclose", 2, "Closes the preview", .window(.run("close-preview")), [.bang]),
    .init("wincmd", 4, "Does what keys after C-w do", .window(.keys), [.lines, .argument]),
    .init("resize", 3, "Makes the window higher or lower", .window(.resize), [.argument]),
  ]
}
