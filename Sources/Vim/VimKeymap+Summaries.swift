package import TextEngine

/// What vim's commands do, in a few words each.
extension VimKeymap {
  /// Nil for what is none of vim's.
  package static func summary(_ id: CommandID) -> String? {
    switch VimMeaning(id) {
    case .motion(let motion): "move: \(words(motion.rawValue))"
    case .object(let object, let around):
      "\(around ? "around" : "inside") \(words(object.rawValue))"
    case .operator(let name): operators[name]
    case .command(let command): commands[command] ?? words(command.rawValue)
    case nil: lines[id]
    }
  }

  /// Keys while one types, in insert and replace mode; all others type themselves.
  package static let typing: [(keys: [String], summary: String, hint: String?)] = [
    (["Esc", "C-c"], "ends typing", "end typing"),
    (["C-w"], "deletes the word before", nil),
    (["C-u"], "deletes what was typed in the line", nil),
    (["C-t"], "indents the line", nil),
    (["C-d"], "indents the line less", nil),
    (["C-r"], "puts in the register that the next key names", nil),
    (["C-o"], "does one command of normal mode", nil),
    (["C-v"], "types the next key as it is, or a character by its number", nil),
    (["C-k"], "types a character by two others", nil),
    (["C-a"], "types what was typed last", nil),
    (["C-e"], "types the character below", nil),
    (["C-y"], "types the character above", nil),
  ]

  private static func words(_ name: String) -> String { name.replacing("-", with: " ") }

  private static let lines: [CommandID: String] = [
    "vim-write-quit": "save and close", "vim-quit-anyway": "drop the changes and close",
  ]

  private static let operators: [VimOperator: String] = [
    .delete: "delete what the next key goes over", .change: "change it", .yank: "copy it",
    .indent: "indent its lines", .outdent: "indent its lines less", .lower: "small letters",
    .upper: "capital letters", .toggleCase: "small letters capital, and capitals small",
    .rot13: "encode it by rot13", .join: "join its lines",
    .joinPlainly: "join its lines as they are",
    .format: "fill its lines", .formatStaying: "fill its lines, the cursor stays",
    .comment: "make a comment of its lines, or text again", .surround: "put signs around it",
  ]

  private static let commands: [VimCommand: String] = [
    .insert: "type before the cursor", .insertAtText: "type before the line's text",
    .insertAtStart: "type at the line's start", .append: "type behind the cursor",
    .appendAtEnd: "type at the line's end", .openBelow: "type in a new line below",
    .openAbove: "type in a new line above", .insertAgain: "type where typing ended last",
    .replaceOver: "type over the text", .replaceOverCells: "type over the text, cell by cell",
    .replaceOne: "replace one character", .replaceOneCell: "replace one cell",
    .deleteHere: "delete the character", .deleteBefore: "delete the character before",
    .deleteToEnd: "delete to the line's end", .changeToEnd: "change to the line's end",
    .substitute: "delete the character and type", .substituteLines: "empty the line and type",
    .yankLines: "copy the line", .putAfter: "put what was cut or copied behind",
    .putBefore: "put it before", .joinHere: "join with the next line",
    .joinHerePlainly: "join with the next line as it is", .undoStep: "undo", .redoStep: "redo",
    .undoLine: "take back all that was done to the line", .older: "to the text before, in time",
    .newer: "to the text after, in time", .again: "do the last change again",
    .record: "record a macro in a register, and end it", .play: "play the macro of a register",
    .setMark: "set a mark", .visual: "select characters", .visualLines: "select lines",
    .visualBlock: "select a block", .visualAgain: "select what was selected last",
    .commandLine: "type a command", .jumpBack: "back to where a jump began", .jumpOn: "on again",
    .changeSigns: "change the signs around", .deleteSigns: "delete the signs around",
    .nothing: "forget what was pressed", .leaveVisual: "select nothing",
  ]
}
