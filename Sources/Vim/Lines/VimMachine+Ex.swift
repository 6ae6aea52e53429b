import Bytes

/// The command line: addresses, a command with its argument, and `|`.
extension VimMachine {
  /// `swapsRange`: whether the first range may be backward.
  mutating func runEx(_ line: String, swapsRange: Bool = false) throws(VimFailure) {
    var rest: String? = line
    var hasRung = false
    ex.hasDroppedCommands = false
    ex.swapsRange = swapsRange
    while let line = rest {
      ex.split = VimSplitModifiers()
      do throws(VimFailure) { rest = try runOne(line) } catch  where error.message.isEmpty {
        // A bell does not stop the next command.
        rest = ex.hasDroppedCommands ? ex.droppedCommands : nil
        ex.hasDroppedCommands = false
        hasRung = true
      }
      ex.swapsRange = false
      if ex.swapping != nil { return }
      if ex.asking != nil {
        ex.asking?.next = rest
        return
      }
    }
    if hasRung { throw .quiet }
  }

  /// Runs the line that a key stands for, as if it were typed.
  mutating func runEx(asTyped line: String) throws(VimFailure) {
    registers.named[":"] = VimRegister(lines: [Array(line.utf8)], shape: .characters)
    try runEx(line)
  }

  /// Runs the first command of a line. Returns the commands after its `|`.
  private mutating func runOne(_ line: String) throws(VimFailure) -> String? {
    var reader = VimLineReader(line)
    while reader.next == UInt8(ascii: " ") || reader.next == UInt8(ascii: ":")
      || reader.next == UInt8(ascii: "\t")
    { reader.index += 1 }
    if let hidden = takeModifier(&reader) {
      do throws(VimFailure) { return try runOne(reader.rest) } catch {
        guard hidden else { throw error }
        // The commands after the failure still run if they could be read.
        let rest = ex.droppedCommands
        ex.droppedCommands = nil
        return rest
      }
    }
    if reader.next == UInt8(ascii: "\"") { return nil }
    ex.cursorBefore = cursor
    var call = try takeRange(&reader)
    while reader.next == UInt8(ascii: " ") || reader.next == UInt8(ascii: ":") { reader.index += 1 }
    guard let next = reader.next, next != UInt8(ascii: "|"), next != UInt8(ascii: "\"") else {
      let isLast = !reader.take(if: "|")
      call.next = isLast ? nil : reader.rest
      try keepingNext(of: &call) { machine, call throws(VimFailure) in
        try machine.goTo(call, isLast: isLast)
      }
      return call.next
    }
    let command = try takeCommand(&reader)
    if reader.take(if: "!") {
      guard command.traits.contains(.bang) else {
        // `:&&` and `:s!x!y!` are exceptions.
        guard command.name == "substitute" else { throw VimFailure(message: "E477: No ! allowed") }
        reader.index -= 1
        return try run(command, &call, &reader)
      }
      call.isForced = true
    }
    return try run(command, &call, &reader)
  }

  private mutating func run(
    _ command: VimExCommand, _ call: inout VimExCall, _ reader: inout VimLineReader
  ) throws(VimFailure) -> String? {
    if try checkRange(&call, command, of: reader) { return nil }
    if command.name == ">" || command.name == "<", let sign = command.name.first {
      while reader.take(if: sign) { call.steps += 1 }
    }
    reader.skipBlanks()
    let isShell = command.traits.contains(.shell) && reader.next == Byte.bang
    if !command.traits.contains(.takesBar), !isShell {
      call.next = Self.cutBar(&reader, endsAtQuote: !command.traits.contains(.words))
    }
    if command.traits.contains(.register) { call.register = Self.takeRegister(&reader, command) }
    if call.register == "=" {
      if reader.isAtEnd { throw .quiet }
      takeExpression(reader.rest)
      reader.index = reader.bytes.count
    }
    if command.traits.contains(.count), let count = reader.takeNumber() {
      if count < 1 { throw VimFailure(message: "E939: Positive count required") }
      call.first = call.last
      call.last = min(text.lineCount, call.last + count - 1)
      call.addresses += 1
      reader.skipBlanks()
    }
    call.argument = reader.rest
    try keepingNext(of: &call) { machine, call throws(VimFailure) in
      if isShell { return try machine.feed(call) }
      try machine.work(command, &call)
    }
    return call.next
  }

  private mutating func work(
    _ command: VimExCommand, _ call: inout VimExCall
  ) throws(VimFailure) {
    if !command.traits.contains(.argument), !call.argument.isEmpty {
      throw VimFailure(message: "E488: Trailing characters: \(call.argument)")
    }
    try refuseAfterWindow(isWindowCommand: command.isOfWindow)
    try work(command.work, &call)
  }

  /// Saves the next commands if the command fails.
  private mutating func keepingNext(
    of call: inout VimExCall,
    _ body: (inout VimMachine, inout VimExCall) throws(VimFailure) -> Void
  ) throws(VimFailure) {
    do throws(VimFailure) { try body(&self, &call) } catch {
      ex.hasDroppedCommands = call.next != nil
      ex.droppedCommands = call.next
      throw error
    }
  }

  /// Handles `:3` and `:3|`. Without an address and a bar, does nothing.
  private mutating func goTo(_ call: VimExCall, isLast: Bool) throws(VimFailure) {
    if isLast, call.addresses == 0 { return }
    if call.last < 0 || !isLast && call.last > text.lineCount {
      throw VimFailure(message: "E16: Invalid range")
    }
    if isLast {
      goToLine(min(max(1, call.last), text.lineCount) - 1)
    } else {
      try printLine(call)
    }
  }

  /// Prints lines, and moves the cursor to the last one.
  mutating func printLine(_ call: VimExCall) throws(VimFailure) { try printLines(call, as: "") }

  /// Moves to the first text of a line; with `nostartofline` the column stays.
  mutating func goToLine(_ number: Int) {
    if options.startsOfLine { return placeCursor(onLine: number) }
    cursor.line = min(max(0, number), text.lastLine)
    if case .cell(let cell) = wanted {
      cursor.column = VimChars.column(text.line(cursor.line), ofCell: cell, tab: options.tabStop)
    } else {
      cursor.column = text.length(cursor.line)
    }
    cursor.column = min(cursor.column, VimChars.last(text.line(cursor.line)))
  }

  /// Marks a jump. During `:g` only its start is one.
  mutating func markJumpOfLine() {
    if ex.pending == nil { markJump() }
  }

  // MARK: - Parts of a command

  /// Takes a modifier before a command, which has no effect here. Returns true for `silent!`, which
  /// hides failures.
  private mutating func takeModifier(_ reader: inout VimLineReader) -> Bool? {
    let start = reader.index
    let word = reader.takeLetters()
    if ex.split.add(word) { return false }
    let modifiers = [
      ("silent", 3), ("keepjumps", 5), ("keepmarks", 3), ("keeppatterns", 5), ("lockmarks", 3),
      ("noautocmd", 3),
    ]
    for (name, shortest) in modifiers where word.utf8.count >= shortest && name.hasPrefix(word) {
      // Silent commands do not ask.
      if name == "silent" { ex.swapsRange = true }
      return reader.take(if: "!") && name == "silent"
    }
    reader.index = start
    return nil
  }

  /// Checks a range. Returns true if the person is asked first.
  private mutating func checkRange(
    _ call: inout VimExCall, _ command: VimExCommand, of reader: VimLineReader
  ) throws(VimFailure) -> Bool {
    if !command.traits.contains(.lines) {
      if call.addresses > 0, command.name != "undo" {
        throw VimFailure(message: "E481: No range allowed")
      }
      return false
    }
    if command.traits.contains(.allLines), call.addresses == 0 {
      (call.first, call.last) = (1, text.lineCount)
    }
    let line = String(decoding: reader.bytes, as: UTF8.self)
    if try asksToSwap(&call, of: line) { return true }
    if call.first < 0 || call.last > text.lineCount {
      throw VimFailure(message: "E16: Invalid range")
    }
    if !command.traits.contains(.zero) {
      call.first = max(1, call.first)
      call.last = max(1, call.last)
    }
    return false
  }

  private func takeCommand(_ reader: inout VimLineReader) throws(VimFailure) -> VimExCommand {
    let start = reader.index
    let letters = reader.takeLetters()
    if letters.isEmpty {
      guard let sign = reader.takeCharacter(), let command = VimExCommand.named(String(sign)) else {
        reader.index = start
        throw VimFailure(message: "E492: Not an editor command: \(reader.rest)")
      }
      return command
    }
    if let command = VimExCommand.named(letters) { return command }
    // `:ka` sets a mark, `:sgi` is `:s` with flags.
    let isMark = letters.hasPrefix("k")
    let isSubstitute =
      letters.hasPrefix("s") && letters.dropFirst().allSatisfy { "cgierIn".contains($0) }
    if isMark || isSubstitute, let command = VimExCommand.named(isMark ? "k" : "s") {
      reader.index = start + 1
      return command
    }
    reader.index = start
    throw VimFailure(message: "E492: Not an editor command: \(reader.rest)")
  }

  /// Ends the line at its first `|` without a backslash. Returns the rest.
  static func cutBar(_ reader: inout VimLineReader, endsAtQuote: Bool) -> String? {
    var own = Array(reader.bytes[..<reader.index])
    var index = reader.index
    while index < reader.bytes.count {
      let byte = reader.bytes[index]
      if byte == UInt8(ascii: "|") {
        let rest = reader.bytes[(index + 1)...]
        cut(&reader, to: own)
        return String(decoding: rest, as: UTF8.self)
      }
      // A comment.
      if endsAtQuote, byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\"), index + 1 < reader.bytes.count {
        let next = reader.bytes[index + 1]
        let isEscaped = next == Byte.bar || endsAtQuote && next == UInt8(ascii: "\"")
        if !isEscaped { own.append(byte) }
        index += 1
      }
      own.append(reader.bytes[index])
      index += 1
    }
    cut(&reader, to: own)
    return nil
  }

  private static func cut(_ reader: inout VimLineReader, to bytes: [UInt8]) {
    var bytes = bytes
    while bytes.count > reader.index, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    let index = reader.index
    reader = VimLineReader(bytes)
    reader.index = index
  }

  private static func takeRegister(
    _ reader: inout VimLineReader, _ command: VimExCommand
  ) -> Character? {
    guard let byte = reader.next else { return nil }
    let isDigit = Byte.isDigit(byte)
    if isDigit, command.traits.contains(.count) { return nil }
    let signs = command.name == "put" ? "\"-_+*/:.%#=" : "\"-_+*"
    guard isDigit || Byte.isLetter(byte) || signs.utf8.contains(byte) else { return nil }
    reader.index += 1
    reader.skipBlanks()
    return Character(Unicode.Scalar(byte))
  }
}
