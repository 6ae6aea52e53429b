import TextEngine

/// Commands of normal mode, some of which visual mode shares.
extension VimMachine {
  mutating func run(_ command: VimCommand, _ invocation: Invocation) throws(VimFailure) {
    if isVisual { return try runOnSelection(command, invocation) }
    let count = invocation.count ?? 1
    if command.changes { change.begin(invocation, in: self) }
    switch command {
    case .insert, .insertAtText, .insertAtStart, .append, .appendAtEnd, .openBelow, .openAbove,
      .insertAgain, .replaceOver, .replaceOverCells:
      beginTyping(command, count)
      return
    case .replaceOne, .replaceOneCell:
      try replaceHere(count, with: invocation.argument, byCells: command == .replaceOneCell)
    case .deleteHere: try deleteHere(invocation, forward: true)
    case .deleteBefore: try deleteHere(invocation, forward: false)
    case .deleteToEnd, .changeToEnd:
      let name: VimOperator = command == .deleteToEnd ? .delete : .change
      try operate(name, invocation, on: .motion(VimMotion.lineEnd.id))
    case .substitute: try substituteHere(invocation)
    case .substituteLines: try operate(.change, invocation, on: .lines)
    case .yankLines: try operate(.yank, invocation, on: .lines)
    case .toggleCaseHere: try toggleCase(invocation)
    case .putAfter, .putBefore, .putAfterAndGo, .putBeforeAndGo, .putAfterIndented,
      .putBeforeIndented, .putAfterTrimmed, .putBeforeTrimmed:
      change.keep()
      try put(command, invocation)
    case .joinHere, .joinHerePlainly:
      try joinHere(max(2, count), plainly: command == .joinHerePlainly)
    case .add, .subtract:
      change.keep()
      try addHere(command == .add ? count : -count)
    case .deleteSigns, .changeSigns: try changeSigns(count)
    case .undoStep: try undo(count)
    case .redoStep: try redo(count)
    case .undoLine: try undoLine()
    case .older: try goThroughTime(-count)
    case .newer: try goThroughTime(count)
    case .again: try repeatChange(invocation.count)
    case .substituteAgain: try runEx(asTyped: "s")
    case .substituteAgainEverywhere: try runEx("%s//~/&")
    default: try runElsewhere(command, invocation)
    }
    if command.changes, !isInserting {
      change.keep()
      change.finish()
    }
  }

  /// Runs a command that does not change the text.
  mutating func runElsewhere(
    _ command: VimCommand, _ invocation: Invocation
  ) throws(VimFailure) {
    let count = invocation.count ?? 1
    switch command {
    case .record: try beginRecording(invocation)
    case .play: try playRegister(invocation.argument, count)
    case .setMark: try setMark(invocation.argument)
    case .visual: beginVisual(.characters, count: invocation.count)
    case .visualLines: beginVisual(.lines, count: invocation.count)
    case .visualBlock: beginVisual(.block, count: invocation.count)
    case .visualAgain: try selectAgain()
    case .matchNext, .matchPrevious:
      let found = try selectMatch(isForward: command == .matchNext, count: count)
      mode = .visual(.characters)
      try extend(over: found)
    case .commandLine: try openCommandLine(invocation.count)
    case .jumpBack: try jump(-count)
    case .jumpOn: try jump(count)
    case .changeBack: try goToChange(-count)
    case .changeOn: try goToChange(count)
    case .sayCharacter, .sayBytes: sayCharacter(command)
    case .selectMode, .selectModeLines, .selectModeBlock, .switchSelecting, .listAgain,
      .countWords, .topBelow, .bottomAbove:
      try runSmall(command, invocation)
    case .nothing:
      if let mode = insert.oneCommand {
        endOneCommand(mode)
      } else if keys.steps == 1 {
        effects.append(.singleCursor)
      }
    default: try scroll(command, invocation.count)
    }
  }

  // MARK: - Typing

  private mutating func beginTyping(_ command: VimCommand, _ count: Int) {
    change.keep()
    let bytes = text.line(cursor.line)
    var mode = VimMode.insert
    switch command {
    case .insertAtText:
      cursor.column = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    case .insertAtStart: cursor.column = 0
    case .append:
      if cursor.column < bytes.count { cursor.column = VimChars.next(bytes, cursor.column) }
    case .appendAtEnd: cursor.column = bytes.count
    case .openBelow, .openAbove: openLine(below: command == .openBelow)
    case .insertAgain:
      // When repeated, it begins at the cursor.
      change.recording = ["i"]
      if let position = marks.positions["^"] {
        cursor = VimPosition(line: min(position.line, text.lastLine), column: position.column)
        cursor.column = min(cursor.column, text.length(cursor.line))
      }
    case .replaceOver: mode = .replace(byCells: false)
    case .replaceOverCells: mode = .replace(byCells: true)
    default: break
    }
    let hasOnlyIndent = insert.hasOnlyIndent
    let opens = command == .openBelow || command == .openAbove
    beginInsertion(mode, count: count, opensLines: opens)
    if opens { insert.hasOnlyIndent = hasOnlyIndent }
    want()
  }

  private mutating func openLine(below: Bool) {
    if openItem(below: below) { return }
    let bytes = text.line(cursor.line)
    let indent = options.autoIndent ? indent(indentWidth(bytes)) : []
    insertLines([indent], at: cursor.line + (below ? 1 : 0))
    line.number = nil
    cursor = VimPosition(line: cursor.line + (below ? 1 : 0), column: indent.count)
    insert.hasOnlyIndent = options.autoIndent
    setChanged(from: cursor, to: cursor)
    markChanged(VimPosition(line: cursor.line, column: 0))
  }

  /// Joins lines. With a count above two, joins as many as exist.
  private mutating func joinHere(_ count: Int, plainly: Bool) throws(VimFailure) {
    if cursor.line + count - 1 > text.lastLine, count <= 2 { throw .quiet }
    let last = min(text.lastLine, cursor.line + count - 1)
    // `.` repeats only the actual number of lines.
    if count > 2 { change.recordedCount = last - cursor.line + 1 }
    if last == cursor.line {
      touch(cursor)
      cursor.column = 0
      return want()
    }
    joinLines(cursor.line...last, plainly: plainly)
  }

  // MARK: - Short commands

  private mutating func deleteHere(_ invocation: Invocation, forward: Bool) throws(VimFailure) {
    let move = try move(
      forward ? .right : .left, operator: .delete, count: invocation.count)
    var region = VimRegion(
      start: min(cursor, move.end), end: max(cursor, move.end), shape: .characters,
      isInclusive: move.isInclusive)
    region.register = invocation.register
    delete(region)
  }

  private mutating func move(
    _ motion: VimMotion, operator name: VimOperator, count: Int?
  ) throws(VimFailure) -> VimMove {
    keys.pendingOperator = name
    defer { keys.pendingOperator = nil }
    return try move(motion, count: count, argument: "")
  }

  private mutating func substituteHere(_ invocation: Invocation) throws(VimFailure) {
    if text.length(cursor.line) > 0 {
      return try operate(.change, invocation, on: .motion(VimMotion.right.id))
    }
    keys.pendingOperator = .change
    change.keep()
    touch(cursor)
    beginInsertion(.insert)
  }

  /// Runs an operator on a target that the command implies.
  private mutating func operate(
    _ name: VimOperator, _ invocation: Invocation, on target: Invocation.Target
  ) throws(VimFailure) {
    var more = invocation
    more.target = target
    keys.pendingOperator = name
    let region = try self.regionOf(more, for: name)
    if name == .yank { change.recording = nil } else { change.keep() }
    try work(name, on: region)
  }

  private mutating func toggleCase(_ invocation: Invocation) throws(VimFailure) {
    guard options.tildeIsOperator else { return try toggleCaseHere(invocation.count ?? 1) }
    keys.interpreter.await(VimOperator.toggleCase.id, pending: "pending", lineKeys: ["~"])
  }

  private mutating func put(_ command: VimCommand, _ invocation: Invocation) throws(VimFailure) {
    var how = Putting(count: invocation.count ?? 1)
    how.isAfter =
      [.putAfter, .putAfterAndGo, .putAfterIndented, .putAfterTrimmed].contains(command)
    how.fills = command != .putAfterTrimmed && command != .putBeforeTrimmed
    how.goesBehind = command == .putAfterAndGo || command == .putBeforeAndGo
    how.indents = command == .putAfterIndented || command == .putBeforeIndented
    try put(invocation.register, how)
  }

  // MARK: - Marks and positions

  private mutating func setMark(_ name: String) throws(VimFailure) {
    guard let name = name.first else { throw .quiet }
    switch name {
    case "'", "`": markJump()
    case "[", "]", "<", ">": marks.positions[name] = cursor
    default:
      guard name.isASCII, name.isLetter || name.isNumber else { throw .quiet }
      marks.positions[name] = cursor
    }
  }

  /// Handles `C-o` and `C-i`.
  private mutating func jump(_ count: Int) throws(VimFailure) {
    marks.cleanJumps()
    var index = marks.jumpIndex
    if count < 0, index >= marks.jumps.count, index + count >= 0 {
      markJump()
      index = marks.jumps.count - 1
    }
    let target = index + count
    guard marks.jumps.indices.contains(target) else {
      marks.jumpIndex = index
      // Before the first jump is the note that this one was opened from, and after the last one the
      // note that was left for this one.
      effects.append(.run(Invocation(count < 0 ? VimKeymap.noteBefore : VimKeymap.noteAfter)))
      throw .quiet
    }
    marks.jumpIndex = target
    cursor = marks.jumps[target]
    rest()
    want()
  }

  /// Handles `g;` and `g,`.
  private mutating func goToChange(_ count: Int) throws(VimFailure) {
    if marks.changes.isEmpty { throw VimFailure(message: "E664: Changelist is empty") }
    let (target, last) = (marks.changeIndex + count, marks.changes.count - 1)
    if target < 0, marks.changeIndex == 0 {
      throw VimFailure(message: "E662: At start of changelist")
    }
    if target > last, marks.changeIndex >= last {
      throw VimFailure(message: "E663: At end of changelist")
    }
    marks.changeIndex = min(max(0, target), last)
    cursor = marks.changes[marks.changeIndex]
    rest()
    want()
  }

  private mutating func sayCharacter(_ command: VimCommand) {
    let bytes = text.line(cursor.line)
    guard cursor.column < bytes.count else { return effects.append(.say("NUL")) }
    let one = bytes[cursor.column..<VimChars.next(bytes, cursor.column)]
    if command == .sayBytes {
      let hex = one.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
      return effects.append(.say(hex))
    }
    let shown = String(decoding: one, as: UTF8.self).unicodeScalars.map {
      "<\(Character($0))> \($0.value), hex \(String($0.value, radix: 16))"
    }
    effects.append(.say(shown.joined(separator: "  ")))
  }

  // MARK: - Scrolling

  /// Whether the first line is on the screen.
  var showsStart: Bool { (text.key.rows.top ?? .zero) == .zero }

  private mutating func scroll(_ command: VimCommand, _ count: Int?) throws(VimFailure) {
    let height = max(1, text.key.rows.height)
    func rows(_ rows: Int) throws(VimFailure) {
      let target = min(max(0, cursor.line + rows), text.lastLine)
      if target == cursor.line { throw .quiet }
      effects.append(.scroll(rows))
      goToLine(target)
    }
    switch command {
    case .halfPageDown: try rows(count ?? max(1, height / 2))
    case .halfPageUp: try rows(-(count ?? max(1, height / 2)))
    case .wholePageDown: try rows((count ?? 1) * max(1, height - 2))
    case .wholePageUp:
      // Nothing is above the first page.
      if showsStart { throw .quiet }
      try rows(-(count ?? 1) * max(1, height - 2))
    case .scrollDown: effects.append(.scroll(count ?? 1))
    case .scrollUp: effects.append(.scroll(-(count ?? 1)))
    default:
      if let count { cursor.line = min(max(0, count - 1), text.lastLine) }
      let isToText = [.alignTopText, .alignMiddleText, .alignBottomText].contains(command)
      if isToText { placeCursor(onLine: cursor.line) }
      let part =
        command == .alignTop || command == .alignTopText
        ? 0 : command == .alignMiddle || command == .alignMiddleText ? 1 : 2
      effects.append(.align(part))
    }
  }
}

extension VimCommand {
  /// Whether `.` repeats the command.
  var changes: Bool {
    switch self {
    case .insert, .insertAtText, .insertAtStart, .append, .appendAtEnd, .openBelow, .openAbove,
      .insertAgain, .replaceOver, .replaceOverCells, .replaceOne, .replaceOneCell, .deleteHere,
      .deleteBefore, .deleteToEnd, .changeToEnd, .substitute, .substituteLines, .toggleCaseHere,
      .putAfter, .putBefore, .putAfterAndGo, .putBeforeAndGo, .putAfterIndented,
      .putBeforeIndented, .putAfterTrimmed, .putBeforeTrimmed, .joinHere, .joinHerePlainly, .add,
      .subtract, .deleteSigns,
      .changeSigns:
      true
    default: false
    }
  }
}
