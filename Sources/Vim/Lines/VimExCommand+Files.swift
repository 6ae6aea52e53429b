import TextEngine

/// Commands for the notes themselves, beyond those of every day in `VimExCommand`.
extension VimExCommand {
  static let files: [VimExCommand] = [
    .init("wall", 2, "Saves all open notes", .effect("vim-write-all"), [.bang]),
    .init(
      "wqall", 3, "Saves all open notes and quits", .effect("vim-write-quit-all"), [.bang]),
    .init("xall", 2, "Saves all open notes and quits", .effect("vim-write-quit-all"), [.bang]),
    .init("qall", 2, "Quits", .effect("vim-quit-all"), [.bang]),
    .init("quitall", 5, "Quits", .effect("vim-quit-all"), [.bang]),
    .init(
      "saveas", 3, "Makes a copy of the note and goes on in it", .effect("vim-save-as"),
      [.bang, .words]),
    .init("file", 1, "Says which note this is", .effect("vim-file"), [.bang, .words]),
    .init("enew", 3, "Begins a new note", .effect("vim-new-note"), [.bang]),
    .init("cd", 2, "Says in which folder the note is", .effect("vim-folder"), [.bang, .words]),
    .init("pwd", 2, "Says in which folder the note is", .effect("vim-folder"), []),
    .init(
      "bufdo", 5, "Does a command in every open note", .effect("vim-each-note"),
      [.bang, .argument, .takesBar]),
    .init(
      "argdo", 5, "Says that there is no list of arguments",
      .unavailable("There is no list of arguments. :bufdo does a command in every open note."),
      [.bang, .argument, .takesBar]),
  ]

  /// The commands whose argument is a note, for completion.
  static let takingNotes: Set<String> = [
    "edit", "buffer", "split", "vsplit", "new", "vnew", "sbuffer", "tag", "write", "saveas", "view",
    "wq", "xit", "exit",
  ]

  /// The index at which the name of a note begins in an unfinished line; nil where none does.
  static func noteArgument(in begun: [UInt8]) -> Int? {
    var reader = VimLineReader(begun)
    // Of several commands only the last is unfinished.
    if let bar = begun.indices.last(where: { isBar(begun, at: $0) }) { reader.index = bar + 1 }
    while let byte = reader.next, !isLetter(byte) { reader.index += 1 }
    let word = reader.takeLetters()
    guard !word.isEmpty, let command = named(word), takingNotes.contains(command.name) else {
      return nil
    }
    _ = reader.take(if: "!")
    guard reader.next == UInt8(ascii: " ") else { return nil }
    reader.skipBlanks()
    // `:w >> NAME` appends, `:w !COMMAND` and `:e ++opt` name no note.
    if reader.next == UInt8(ascii: ">"), reader.afterNext == UInt8(ascii: ">") {
      reader.index += 2
      reader.skipBlanks()
    }
    if reader.next == UInt8(ascii: "!") || reader.next == UInt8(ascii: "+") { return nil }
    return reader.index
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isBar(_ line: [UInt8], at index: Int) -> Bool {
    line[index] == UInt8(ascii: "|") && (index == 0 || line[index - 1] != UInt8(ascii: "\\"))
  }
}

extension VimMachine {
  /// Handles `:w`. A part of the text needs the name of another note, as in vim.
  mutating func write(_ call: VimExCall) throws(VimFailure) {
    let isPart = call.addresses > 0 && (call.first > 1 || call.last < text.lineCount)
    let bang = call.isForced ? "-anyway" : ""
    guard isPart else {
      effects.append(.run(Invocation(CommandID("vim-write\(bang)"), argument: call.argument)))
      return
    }
    if call.argument.isEmpty {
      throw VimFailure(
        message: call.isForced
          ? "A part of a note cannot replace it. :\(call.first),\(call.last)w NAME makes a note of it."
          : "E140: Use ! to write partial buffer")
    }
    let lines = "\(max(1, call.first)),\(max(1, call.last)) \(call.argument)"
    effects.append(.run(Invocation(CommandID("vim-write-lines\(bang)"), argument: lines)))
  }
}
