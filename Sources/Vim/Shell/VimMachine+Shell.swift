import Bytes
import TextEngine

/// `!{motion}`, `:!`, `:w !` and `:r !`: lines and commands of the shell. The holder of the machine
/// runs them; see `KeyAnswers`.
extension VimMachine {
  /// Asks for the command of `!{motion}`, on a command line that has the lines already.
  mutating func askForFilter(_ region: VimRegion) {
    let (first, last) = (region.start.line, region.end.line)
    var lines = "."
    if region.isVisual {
      lines = "'<,'>"
    } else if last > first {
      lines = last == text.lastLine ? ".,$" : ".,.+\(last - first)"
    }
    openPrompt(":")
    prompt.text = Array("\(lines)!".utf8)
    prompt.cursor = prompt.text.count
    // It becomes the last change with the command that is typed.
    change.isKept = false
    ex.recordsFilter = true
  }

  /// Handles `:!command` and `:[range]!command`.
  mutating func runShell(_ call: VimExCall) throws(VimFailure) {
    let command = try expandedCommand(call.argument, isAgain: call.isForced)
    try recordFilter(command)
    if call.addresses == 0 { return try showOutput(of: command, input: []) }
    if !command.isEmpty { try filter(call.lines, by: command) }
  }

  /// Handles `:w !command`, which shows what the command makes of the lines.
  mutating func feed(_ call: VimExCall) throws(VimFailure) {
    let command = try expandedCommand(Self.shellArgument(call.argument), isAgain: false)
    let lines = call.addresses == 0 ? 0...text.lastLine : call.lines
    setChanged(
      from: VimPosition(line: lines.lowerBound), to: VimPosition(line: lines.upperBound))
    try showOutput(of: command, input: input(of: lines))
  }

  /// The command after the `!` of `:w !` and `:r !`.
  static func shellArgument(_ argument: String) -> String {
    String(argument.dropFirst().drop { $0 == " " || $0 == "\t" })
  }

  /// Replaces each `!` with the last command, and `\!` with `!`.
  mutating func expandedCommand(
    _ typed: String, isAgain: Bool
  ) throws(VimFailure) -> String {
    let last = registers.shellCommand
    var expanded: [UInt8] = []
    func addLast(_ bytes: inout [UInt8]) throws(VimFailure) {
      guard let last else { throw VimFailure(message: "E34: No previous command") }
      bytes += last.utf8
    }
    if isAgain { try addLast(&expanded) }
    for byte in typed.utf8 {
      if byte != Byte.bang {
        expanded.append(byte)
      } else if expanded.last == Byte.backslash {
        expanded[expanded.count - 1] = byte
      } else {
        try addLast(&expanded)
      }
    }
    let command = String(decoding: expanded, as: UTF8.self)
    if !command.isEmpty { registers.shellCommand = command }
    return command
  }

  /// Makes `!{motion}command` the last change.
  private mutating func recordFilter(_ typed: String) throws(VimFailure) {
    guard ex.recordsFilter else { return }
    ex.recordsFilter = false
    guard let command = registers.shellCommand else {
      throw VimFailure(message: "E34: No previous command")
    }
    // A `!` in it is not replaced again.
    let keys = VimKey.keys(of: command.replacing("!", with: "\\!"))
    change.recording? += keys + ["Enter"]
    change.keep()
    change.finish()
  }

  // MARK: - Running

  func input(of lines: ClosedRange<Int>) -> [UInt8] {
    Array(text.lines(lines).map { $0 + [Byte.lineFeed] }.joined())
  }

  /// Returns the answer to a request. While it is missing, the key ends here.
  mutating func answer(to request: KeyRequest) throws(VimFailure) -> [UInt8] {
    switch text.key.answer(to: request) {
    case .bytes(let bytes): return bytes
    case .refused(let message): throw VimFailure(message: message)
    case nil: throw .quiet
    }
  }

  /// Splits an answer into lines; a line ending at its end is not one more line.
  static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines = bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
  }

  private mutating func filter(
    _ lines: ClosedRange<Int>, by command: String
  ) throws(VimFailure) {
    let request = KeyRequest(
      .command(command, isShown: false), input: input(of: lines), changesText: true)
    let new = Self.lines(of: try answer(to: request))
    cursor = VimPosition(line: lines.lowerBound)
    replaceLines(lines, with: new)
    line.number = nil
    let last = lines.lowerBound + new.count - 1
    noteChange(lines: lines.lowerBound, through: last)
    placeCursor(onLine: lines.lowerBound)
    if lines.count > 2 { effects.append(.say("\(lines.count) lines filtered")) }
  }

  private mutating func showOutput(of command: String, input: [UInt8]) throws(VimFailure) {
    if command.isEmpty {
      throw VimFailure(message: "No shell can be opened here. Type a command after the !.")
    }
    let request = KeyRequest(
      .command(command, isShown: true), input: input, changesText: false)
    let rows = Self.lines(of: try answer(to: request)).map { String(decoding: $0, as: UTF8.self) }
    switch rows.count {
    case 0: effects.append(.say("The command wrote nothing."))
    case 1: effects.append(.say(rows[0]))
    default: effects.append(.list(title: ":!\(command)", rows: rows))
    }
  }

  // MARK: - :read

  /// Handles `:r FILE` and `:r !command`.
  mutating func readLines(_ call: inout VimExCall) throws(VimFailure) {
    let isCommand = call.isForced || call.argument.hasPrefix("!")
    let source: KeyRequest.Source
    if isCommand {
      let typed = call.isForced ? call.argument : Self.shellArgument(call.argument)
      let command = try expandedCommand(typed, isAgain: false)
      if command.isEmpty { throw VimFailure(message: "E34: No previous command") }
      source = .command(command, isShown: false)
    } else {
      var reader = VimLineReader(call.argument)
      call.next = Self.cutBar(&reader, endsAtQuote: false)
      source = .file(reader.rest)
    }
    let new = Self.lines(of: try answer(to: KeyRequest(source, changesText: true)))
    insertRead(new, below: call.last - 1, goesToEnd: isCommand)
  }

  private mutating func insertRead(_ new: [[UInt8]], below: Int, goesToEnd: Bool) {
    guard !new.isEmpty else {
      setChanged(from: VimPosition(line: below + 1), to: VimPosition(line: max(0, below)))
      return placeCursor(onLine: below)
    }
    cursor = VimPosition(line: max(0, below))
    insertLines(new, at: below + 1)
    line.number = nil
    noteChange(lines: below + 1, through: below + new.count)
    placeCursor(onLine: goesToEnd ? below + new.count : below + 1)
  }
}
