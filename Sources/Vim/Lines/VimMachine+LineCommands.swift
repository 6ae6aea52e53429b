import TextEngine

/// Command-line commands for whole lines.
extension VimMachine {
  mutating func deleteLines(_ call: VimExCall) {
    markJumpOfLine()
    let lines = call.lines
    placeCursor(onLine: lines.lowerBound)
    cutLines(lines, into: call.register)
    placeCursor(onLine: min(lines.lowerBound, text.lastLine))
  }

  /// Handles `:put`; `:0put` puts above the first line.
  mutating func putRegister(_ call: VimExCall) throws(VimFailure) {
    let below = call.last == 0 ? -1 : call.isForced ? call.last - 2 : call.last - 1
    if call.register == "=", registers.expression.isEmpty { throw .quiet }
    guard let content = try value(ofRegister: call.register) else {
      cursor.line = max(0, call.last - 1)
      rest()
      touch(cursor)
      let name = call.register ?? "\""
      throw VimFailure(message: "E353: Nothing in register \(name)")
    }
    let before = text.lineCount
    putLines(of: content, below: below)
    placeCursor(onLine: below + text.lineCount - before)
  }

  mutating func joinLines(_ call: VimExCall) throws(VimFailure) {
    var lines = call.lines
    if lines.count == 1 {
      if call.addresses >= 2 || lines.upperBound >= text.lastLine {
        let isInside = cursor.column <= text.length(lines.lowerBound)
        cursor = VimPosition(line: lines.lowerBound, column: isInside ? cursor.column : 0)
        rest()
        if call.addresses >= 2 { return }
        throw .quiet
      }
      lines = lines.lowerBound...lines.upperBound + 1
    }
    cursor.line = lines.lowerBound
    rest()
    joinLines(lines, plainly: call.isForced)
    placeCursor(onLine: lines.lowerBound)
  }

  mutating func shiftLines(_ call: VimExCall, by direction: Int) {
    markJumpOfLine()
    placeCursor(onLine: call.lines.lowerBound)
    let isBulk = beginBulk()
    shiftLines(call.lines, by: direction * call.steps)
    if isBulk { endBulk() }
    line.number = nil
    cursor = VimPosition(line: call.lines.upperBound, column: 0)
    cursor.column = firstText(text.line(cursor.line))
    want()
  }

  /// Returns the target line of `:m` and `:t`; -1 is above the first line.
  private mutating func target(of call: VimExCall) throws(VimFailure) -> Int {
    var reader = VimLineReader(call.argument)
    guard let address = try takeAddress(&reader) else {
      throw VimFailure(
        message: call.argument.isEmpty ? "E14: Invalid address" : "E16: Invalid range")
    }
    reader.skipBlanks()
    if !reader.isAtEnd { throw VimFailure(message: "E488: Trailing characters: \(reader.rest)") }
    if address < 0 || address > text.lineCount { throw VimFailure(message: "E16: Invalid range") }
    return address - 1
  }

  mutating func copyLines(_ call: VimExCall) throws(VimFailure) {
    let target = try target(of: call)
    let copied = text.lines(call.lines)
    insertLines(copied, at: target + 1)
    endMoving(from: target + 1, count: copied.count)
  }

  mutating func moveLines(_ call: VimExCall) throws(VimFailure) {
    let target = try target(of: call)
    let lines = call.lines
    if target >= lines.lowerBound, target < lines.upperBound {
      throw VimFailure(message: "E134: Cannot move a range of lines into itself")
    }
    if target == lines.lowerBound - 1 || target == lines.upperBound {
      let last = target >= lines.lowerBound ? target : lines.upperBound
      return goToLine(last)
    }
    let moved = text.lines(lines)
    var marks = marks
    let first = target > lines.upperBound ? target - lines.count + 1 : target + 1
    cursor = VimPosition(line: lines.lowerBound, column: 0)
    removeLines(lines)
    insertLines(moved, at: first)
    marks.each { position in
      var position = position
      if lines.contains(position.line) {
        position.line += first - lines.lowerBound
      } else if position.line > lines.upperBound, position.line <= target {
        position.line -= lines.count
      } else if position.line < lines.lowerBound, position.line > target {
        position.line += lines.count
      }
      return position
    }
    self.marks = marks
    endMoving(from: first, count: moved.count)
  }

  private mutating func endMoving(from first: Int, count: Int) {
    line.number = nil
    let last = first + count - 1
    setChanged(from: VimPosition(line: first, column: 0), to: VimPosition(line: last, column: 0))
    markChanged(VimPosition(line: last, column: 0))
    goToLine(last)
  }

  // MARK: - Marks

  mutating func setMark(_ call: VimExCall) throws(VimFailure) {
    guard let name = call.argument.first else {
      throw VimFailure(message: "E471: Argument required")
    }
    guard call.argument.count == 1 else {
      throw VimFailure(message: "E488: Trailing characters: \(call.argument.dropFirst())")
    }
    let number = call.lines.upperBound
    let position = VimPosition(line: number, column: firstText(text.line(number)))
    switch name {
    case "a"..."z", "A"..."Z", "[", "]", "<", ">": marks.positions[name] = position
    case "'", "`": marks.positions["'"] = position
    default: throw VimFailure(message: "E191: Argument must be a letter or forward/backward quote")
    }
  }

  /// Handles `:delmarks ab c-f`; with `!` deletes all lowercase marks.
  mutating func deleteMarks(_ call: VimExCall) throws(VimFailure) {
    if call.isForced {
      for name in marks.positions.keys where name.isLowercase { marks.positions[name] = nil }
      return
    }
    if call.argument.isEmpty { throw VimFailure(message: "E471: Argument required") }
    var names = Array(call.argument.unicodeScalars.filter { $0 != " " })[...]
    while let name = names.popFirst() {
      var last = name
      if names.first == "-", names.count > 1 {
        names.removeFirst()
        last = names.removeFirst()
        if last < name { throw VimFailure(message: "E475: Invalid argument: \(call.argument)") }
      }
      for value in name.value...last.value {
        if let scalar = Unicode.Scalar(value) { marks.positions[Character(scalar)] = nil }
      }
    }
  }

  mutating func undoChange(_ call: VimExCall) throws(VimFailure) {
    endBulk()
    if call.argument.isEmpty {
      return try ringing { machine throws(VimFailure) in try machine.undo(1) }
    }
    guard let number = Int(call.argument), number >= 0 else {
      throw VimFailure(message: "E488: Trailing characters: \(call.argument)")
    }
    try undo(toState: number)
  }

  mutating func redoChange() throws(VimFailure) {
    endBulk()
    try ringing { machine throws(VimFailure) in try machine.redo(1) }
  }

  /// Turns a failure into a bell and a message.
  private mutating func ringing(
    _ body: (inout VimMachine) throws(VimFailure) -> Void
  ) throws(VimFailure) {
    do throws(VimFailure) { try body(&self) } catch {
      effects.append(.say(error.message))
      throw .quiet
    }
  }
}
