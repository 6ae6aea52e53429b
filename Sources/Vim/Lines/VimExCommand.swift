import TextEngine

/// A command on the command line, as typed.
struct VimExCall {
  /// Lines count from 1 here, as typed; 0 is above the first.
  var first: Int
  var last: Int
  /// The number of typed addresses.
  var addresses = 0
  /// Whether it has a `!`.
  var isForced = false
  var register: Character?
  /// The number of steps that `:>>` shifts by.
  var steps = 1
  var argument = ""
  /// The commands after `|`.
  var next: String?

  /// The lines, counted from 0.
  var lines: ClosedRange<Int> { max(0, first - 1)...max(0, max(first, last) - 1) }
}

/// A row of the table of command-line commands.
struct VimExCommand: Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: Int
    /// The command accepts addresses.
    static let lines = Traits(rawValue: 1)
    /// The default range is all lines.
    static let allLines = Traits(rawValue: 2)
    /// The command accepts a count of lines.
    static let count = Traits(rawValue: 4)
    static let register = Traits(rawValue: 8)
    static let bang = Traits(rawValue: 16)
    /// `|` is part of the argument.
    static let takesBar = Traits(rawValue: 32)
    /// Line 0 is a valid address.
    static let zero = Traits(rawValue: 64)
    static let argument = Traits(rawValue: 128)
    /// The argument is text: a quotation mark in it does not begin a comment.
    static let words: Traits = [Traits(rawValue: 256), .argument]
    /// An argument that begins with `!` is a shell command, with its bars.
    static let shell = Traits(rawValue: 4_096)
    /// `#`, `l` and `p` may follow, and say how lines are printed.
    static let flags: Traits = [Traits(rawValue: 512), .argument]
  }

  let name: String
  /// The number of letters in the shortest abbreviation.
  let shortest: Int
  let summary: String
  let work: VimExAction
  let traits: Traits

  init(
    _ name: String, _ shortest: Int, _ summary: String, _ work: VimExAction, _ traits: Traits
  ) {
    self.name = name
    self.shortest = shortest
    self.summary = summary
    self.traits = traits
    self.work = work
  }

  /// The names of the program's commands that it runs, with and without `!`.
  var programCommands: [CommandID] {
    let names: [String]
    switch work {
    case .effect(let name): names = [name]
    case .write: names = ["vim-write", "vim-write-lines"]
    default: return []
    }
    return names.flatMap { name in
      [CommandID(name)] + (traits.contains(.bang) ? [CommandID(name + "-anyway")] : [])
    }
  }

  /// Returns the command for a name, an abbreviation or a sign.
  static func named(_ typed: String) -> VimExCommand? {
    all.first { row in
      row.name == typed || typed.utf8.count >= row.shortest && row.name.hasPrefix(typed)
    }
  }

  /// Returns the possible commands for an unfinished name, with the text before it.
  static func completions(of begun: String) -> [String] {
    if let lines = VimOption.completions(of: begun) { return lines }
    let word = String(begun.reversed().prefix { $0.isLetter }.reversed())
    if word.isEmpty { return [] }
    let before = begun.dropLast(word.count)
    // Only in the position of a command's name, not after one.
    if before.last == " ", before.contains(where: \.isLetter) { return [] }
    return all.map(\.name).filter { $0.hasPrefix(word) }.sorted().map { before + $0 }
  }
}

/// The effect of a command in the table.
enum VimExAction: Sendable {
  case collect(CollectTarget), delete, yank, put, join, move, copy, shift(Int)
  case align(VimAlignment), retab, sort, mark, print
  case substitute(VimSubstituteKind)
  /// On matching lines if true, else on the others.
  case global(Bool)
  case normal, set, letRegister, undo, redo, deleteMarks, hideMatches, playLines, stopTyping
  case type(VimTypingStart)
  case map(VimMapAction, VimMapModes)
  case window(VimWindowAction)
  case effect(String)
  /// Refuses with this message.
  case unavailable(String)
  case write
  case shell, read, echo, execute, unlet
  case listing(VimListingAction)
  case abbreviate(VimMapAction, VimMapModes)
}

extension VimMachine {
  mutating func work(_ work: VimExAction, _ call: inout VimExCall) throws(VimFailure) {
    switch work {
    case .collect(let target): collectLines(call, target)
    case .delete: deleteLines(call)
    case .yank: yankLines(call.lines, into: call.register)
    case .put: try putRegister(call)
    case .join: try joinLines(call)
    case .move: try moveLines(call)
    case .copy: try copyLines(call)
    case .shift(let direction): shiftLines(call, by: direction)
    case .align(let alignment): align(call, alignment)
    case .retab: try retab(call)
    case .sort: try sortLines(&call)
    case .mark: try setMark(call)
    case .print: try printLine(call)
    case .substitute(let kind): try substitute(&call, kind)
    case .global(let wanted): try doOnLines(call, thatMatch: wanted != call.isForced)
    case .normal: try pressKeys(call)
    case .set: try setOptions(call)
    case .letRegister: try assign(&call)
    case .undo: try undoChange(call)
    case .redo: try redoChange()
    case .deleteMarks: try deleteMarks(call)
    case .hideMatches: search.isMarked = false
    case .playLines: try playLines(call)
    case .type(let start): begin(start, atEnd: call.isForced)
    case .stopTyping: ex.stopsTyping = true
    case .map(let work, let modes): try self.work(onMaps: work, modes, call)
    case .window(let action): try self.work(action, call)
    case .effect(let name):
      let id = CommandID(call.isForced ? name + "-anyway" : name)
      effects.append(.run(Invocation(id, argument: call.argument)))
    case .unavailable(let message): throw VimFailure(message: message)
    case .write: try write(call)
    case .shell: try runShell(call)
    case .read: try readLines(&call)
    case .echo: try echo(&call)
    case .execute: try execute(&call)
    case .unlet: try unlet(call)
    case .listing(let what): try self.work(what, &call)
    case .abbreviate(let work, let modes): try self.work(onAbbreviations: work, modes, call)
    }
  }
}

extension VimExCommand {
  /// Where names begin alike, the first one in the table has the abbreviation.
  static let all: [VimExCommand] =
    text + patterns + others + maps + program + files + shell + windows + listings + abbreviations

  /// Commands for lines of the text.
  private static let text: [VimExCommand] = [
    .init("append", 1, "Types lines below", .collect(.below), [.lines, .zero, .bang]),
    .init("insert", 1, "Types lines above", .collect(.above), [.lines, .zero, .bang]),
    .init(
      "change", 1, "Replaces these lines with typed ones", .collect(.instead), [.lines, .bang]),
    .init("delete", 1, "Deletes lines", .delete, [.lines, .count, .register]),
    .init("yank", 1, "Yanks lines", .yank, [.lines, .count, .register]),
    .init("put", 2, "Puts a register below", .put, [.lines, .zero, .register, .bang]),
    .init("join", 1, "Joins lines", .join, [.lines, .count, .bang]),
    .init("move", 1, "Moves lines below another one", .move, [.lines, .argument]),
    .init("copy", 2, "Copies lines below another one", .copy, [.lines, .argument]),
    .init("t", 1, "Copies lines below another one", .copy, [.lines, .argument]),
    .init(">", 1, "Shifts lines to the right", .shift(1), [.lines, .count]),
    .init("<", 1, "Shifts lines to the left", .shift(-1), [.lines, .count]),
    .init("left", 2, "Aligns lines at the left", .align(.left), [.lines, .argument]),
    .init("right", 2, "Aligns lines at the right", .align(.right), [.lines, .argument]),
    .init("center", 2, "Centers lines", .align(.center), [.lines, .argument]),
    .init(
      "retab", 3, "Makes tabs or blanks as the settings say", .retab,
      [.lines, .allLines, .bang, .argument]),
    .init(
      "sort", 3, "Sorts lines", .sort, [.lines, .allLines, .bang, .argument, .takesBar]),
    .init("mark", 2, "Sets a mark", .mark, [.lines, .argument]),
    .init("k", 1, "Sets a mark", .mark, [.lines, .argument]),
    .init("print", 1, "Prints lines, and goes to the last", .print, [.lines, .count, .flags]),
  ]

  private static let patterns: [VimExCommand] = [
    .init(
      "substitute", 1, "Replaces what a pattern matches", .substitute(.typed),
      [.lines, .argument, .takesBar]),
    .init(
      "&", 1, "Replaces again, with other flags", .substitute(.again),
      [.lines, .argument, .takesBar]),
    .init(
      "~", 1, "Replaces what was looked for last", .substitute(.againWithLastPattern),
      [.lines, .argument, .takesBar]),
    .init(
      "global", 1, "Does a command on lines that match", .global(true),
      [.lines, .allLines, .bang, .argument, .takesBar]),
    .init(
      "vglobal", 1, "Does a command on lines that do not match", .global(false),
      [.lines, .allLines, .argument, .takesBar]),
    .init("normal", 4, "Presses keys", .normal, [.lines, .bang, .argument, .takesBar]),
    .init("nohlsearch", 3, "Hides what a search found", .hideMatches, []),
  ]

  private static let others: [VimExCommand] = [
    .init("set", 2, "Sets an option", .set, [.argument]),
    .init("setlocal", 4, "Sets an option", .set, [.argument]),
    .init("setglobal", 4, "Sets an option", .set, [.argument]),
    .init("let", 3, "Fills a register or a variable", .letRegister, [.argument, .takesBar]),
    .init("undo", 1, "Undoes, or goes to a state", .undo, [.argument]),
    .init("redo", 3, "Redoes", .redo, []),
    .init("delmarks", 4, "Deletes marks", .deleteMarks, [.bang, .argument]),
    .init("@", 1, "Runs the commands in a register", .playLines, [.lines, .argument]),
    .init("startinsert", 4, "Begins to type", .type(.insert), [.bang]),
    .init("startreplace", 6, "Begins to type over the text", .type(.replace), [.bang]),
    .init(
      "startgreplace", 6, "Begins to type over the text, by cells", .type(.replaceCells), [.bang]),
    .init("stopinsert", 5, "Ends typing", .stopTyping, []),
  ]

  /// Commands of the shell, and expressions.
  private static let shell: [VimExCommand] = [
    .init(
      "!", 1, "Gives lines to a shell command, or shows its output", .shell,
      [.lines, .bang, .argument, .takesBar]),
    .init(
      "read", 1, "Puts a file or a command's output below", .read,
      [.lines, .zero, .bang, .words, .takesBar]),
    .init("echo", 2, "Shows the value of expressions", .echo, [.argument, .takesBar]),
    .init("execute", 3, "Does what an expression says", .execute, [.argument, .takesBar]),
    .init("unlet", 3, "Removes a variable", .unlet, [.bang, .argument]),
  ]

  // MARK: - Commands of the program

  /// Commands that the editor runs, with the rest of the line as their argument. With `!` it is
  /// another command: `vim-quit-anyway`.
  private static let program: [VimExCommand] = [
    .init(
      "write", 1, "Saves the note, or a copy of it", .write,
      [.lines, .allLines, .bang, .words, .shell]),
    .init("wq", 2, "Saves and closes", .effect("vim-write-quit"), [.bang, .words]),
    .init("xit", 1, "Saves a changed note and closes", .effect("vim-write-quit"), [.bang, .words]),
    .init(
      "exit", 3, "Saves a changed note and closes", .effect("vim-write-quit"), [.bang, .words]),
    .init("quit", 1, "Closes the note", .effect("vim-quit"), [.bang]),
    .init("update", 2, "Saves the note", .effect("vim-write"), [.bang, .words]),
    .init("edit", 1, "Opens a note", .effect("vim-edit"), [.bang, .words]),
    .init("tag", 2, "Follows a link or a tag", .effect("vim-tag"), [.bang, .words]),
    .init(
      "attach", 2, "Copies a file into the vault, and links it", .effect("attach-file"), [.words]),
    .init("search", 6, "Searches all notes", .effect("vim-search"), [.words]),
    .init("buffer", 1, "Opens a note that was opened lately", .effect("vim-other-note"), [.words]),
    .init("bnext", 2, "Opens the next of the notes opened lately", .effect("vim-next-note"), []),
    .init(
      "bprevious", 2, "Opens the one before, of the notes opened lately",
      .effect("vim-previous-note"), []),
    .init(
      "bNext", 2, "Opens the one before, of the notes opened lately", .effect("vim-previous-note"),
      []),
    .init("bdelete", 2, "Closes the note", .effect("vim-quit"), [.bang]),
    .init("buffers", 7, "Shows the notes opened lately", .effect("vim-notes"), []),
    .init("ls", 2, "Shows the notes opened lately", .effect("vim-notes"), []),
    .init("help", 1, "Shows the help", .effect("vim-help"), [.words]),
  ]
}
