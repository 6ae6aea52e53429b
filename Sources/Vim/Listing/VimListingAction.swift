/// What commands that list, print or go somewhere do.
enum VimListingAction: Sendable {
  case registers, marks, jumps, changes, undo, history, digraphs
  case clearJumps, earlier, later, byte, lineNumber
  case printNumbered, printBare
}

extension VimExCommand {
  static let listings: [VimExCommand] = [
    .init("registers", 3, "Lists registers", .listing(.registers), [.words]),
    .init("display", 2, "Lists registers", .listing(.registers), [.words]),
    .init("marks", 5, "Lists marks", .listing(.marks), [.words]),
    .init("jumps", 2, "Lists jumps", .listing(.jumps), []),
    .init("clearjumps", 3, "Forgets the jumps", .listing(.clearJumps), []),
    .init("changes", 7, "Lists the positions of changes", .listing(.changes), []),
    .init("undolist", 5, "Lists the branches of the undo history", .listing(.undo), []),
    .init("history", 3, "Lists typed commands and searches", .listing(.history), [.words]),
    .init("digraphs", 3, "Lists what C-k types", .listing(.digraphs), []),
    .init("earlier", 2, "Goes to an older text: 3, 10s, 5m, 1f", .listing(.earlier), [.argument]),
    .init("later", 3, "Goes to a newer text: 3, 10s, 5m, 1f", .listing(.later), [.argument]),
    .init("goto", 2, "Goes to a byte", .listing(.byte), [.lines, .zero, .argument]),
    .init("=", 1, "Says the number of a line, or of all", .listing(.lineNumber), [.lines, .zero]),
    .init("number", 2, "Prints lines with their numbers", .listing(.printNumbered), printing),
    .init("#", 1, "Prints lines with their numbers", .listing(.printNumbered), printing),
    .init("list", 1, "Prints lines with signs for blanks", .listing(.printBare), printing),
    .init("Print", 1, "Prints lines, and goes to the last", .print, printing),
  ]

  private static let printing: Traits = [.lines, .count, .flags]
}

extension VimMachine {
  mutating func work(_ action: VimListingAction, _ call: inout VimExCall) throws(VimFailure) {
    switch action {
    case .registers: listRegisters(call)
    case .marks: try listMarks(call)
    case .jumps: listJumps()
    case .clearJumps: clearJumps()
    case .changes: listChanges()
    case .undo: listUndo()
    case .history: try listHistory(call)
    case .digraphs: listDigraphs()
    case .earlier: try travel(call, isBack: true)
    case .later: try travel(call, isBack: false)
    case .byte: try goToByte(call)
    case .lineNumber: ex.printed.append("\(call.addresses > 0 ? call.last : text.lineCount)")
    case .printNumbered: try printLines(call, as: "#")
    case .printBare: try printLines(call, as: "l")
    }
  }

  /// Handles `:goto 7` and `:7go`.
  private mutating func goToByte(_ call: VimExCall) throws(VimFailure) {
    let typed = call.argument.isEmpty ? call.addresses > 0 ? call.last : 1 : Int(call.argument)
    guard let number = typed else {
      throw VimFailure(message: "E488: Trailing characters: \(call.argument)")
    }
    markJumpOfLine()
    cursor = moveToByte(max(1, number)).end
    rest()
    want()
  }

  /// Handles `:p`, `:nu`, `:l` and their flags.
  mutating func printLines(_ call: VimExCall, as kind: String) throws(VimFailure) {
    let flags = kind + call.argument
    if let odd = call.argument.first(where: { !"#lp ".contains($0) }) {
      throw VimFailure(message: "E488: Trailing characters: \(odd)")
    }
    if text.lineCount == 1, text.length(0) == 0 { throw VimFailure(message: "E749: Empty buffer") }
    let width = max(3, String(text.lineCount).utf8.count)
    for number in call.lines where number <= text.lastLine {
      // More rows would never be read.
      if ex.printed.count >= Self.mostPrinted { break }
      let head = flags.contains("#") ? "\(VimListed.number(number + 1, width: width)) " : ""
      ex.printed.append(
        head + Self.printed(text.line(number), signs: flags.contains("l"), tab: options.tabStop))
    }
    markJumpOfLine()
    goToLine(min(max(1, call.last), text.lineCount) - 1)
  }

  private static let mostPrinted = 100_000

  private static func printed(_ line: [UInt8], signs: Bool, tab: Int) -> String {
    if signs { return VimListed.text(line) + "$" }
    var bytes: [UInt8] = []
    for byte in line.prefix(VimListed.most) {
      if byte == 0x09 {
        bytes += [UInt8](repeating: 0x20, count: tab - bytes.count % tab)
      } else {
        bytes.append(byte)
      }
    }
    return VimListed.text(bytes)
  }
}
