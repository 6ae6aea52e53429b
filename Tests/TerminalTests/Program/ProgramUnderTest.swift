import FakeTerminal
import Glibc
import Terminal
import TestSupport
import UIScripts

/// The real program in a real pseudo-terminal. Every wait is for a fact: a text on the screen, the
/// program's report that it is idle, its end. Time only decides when to give up.
final class ProgramUnderTest {
  private static let patience = Duration.seconds(30)

  let process: SpawnedProcess
  /// Everything that was written to the terminal.
  private(set) var written: [UInt8] = []
  private let settingsBefore: [UInt8]
  private let emulator: TerminalEmulator
  private var filter = OutputFilter()
  private var reports: [Int: SyncReport] = [:]
  private var syncs = 0
  private var isStalled = false
  private var master: Int32
  private let slave: Int32

  /// Starts `command`, or the program itself with `arguments`.
  init(
    _ arguments: [String] = [], in home: ProgramHome, size: Size = Size(columns: 80, rows: 24),
    environment: [String: String?] = [:], command: [String] = [],
    input: SpawnedProcess.Stream = .terminal, output: SpawnedProcess.Stream = .terminal,
    error: SpawnedProcess.Stream = .terminal
  ) throws {
    guard let emulator = TerminalEmulator(size: size) else { throw Failure("no memory") }
    self.emulator = emulator
    var (master, slave) = (Int32(-1), Int32(-1))
    var name = [CChar](repeating: 0, count: 128)
    var window = Self.window(size)
    guard openpty(&master, &slave, &name, nil, &window) == 0 else {
      throw Failure("no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_RDWR | O_NONBLOCK)
    (self.master, self.slave) = (master, slave)
    settingsBefore = Self.settings(of: slave)
    let binary = try ProgramHome.binary(with: environment)
    process = try SpawnedProcess(
      command + [binary] + arguments, environment: home.environment(environment),
      terminal: String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
      input: input, output: output, error: error)
  }

  deinit {
    if master >= 0 { close(master) }
    close(slave)
  }

  // MARK: What it shows

  var frame: FakeFrame { emulator.frame }
  var screen: String { emulator.frame.text }

  /// The words on the screen, without blanks.
  var words: [Substring] { screen.split(whereSeparator: \.isWhitespace) }

  func shows(_ text: String) -> Bool { screen.contains(text) }

  func wrote(_ text: String) -> Bool { written.contains(text) }

  /// Differences from the terminal's original state: its settings, modes, screen and cursor.
  var terminalTroubles: [String] {
    var troubles: [String] = []
    if Self.settings(of: slave) != settingsBefore { troubles.append("the settings differ") }
    if emulator.isAlternate { troubles.append("the alternate screen is shown") }
    if emulator.cursor == nil { troubles.append("the cursor is hidden") }
    for mode in ["1000", "1002", "1003", "1006", "2004", "1"] {
      let on = written.lastPlace(of: "\u{1b}[?\(mode)h") ?? -1
      let off = written.lastPlace(of: "\u{1b}[?\(mode)l") ?? -1
      if on > off { troubles.append("mode \(mode) is on") }
    }
    return troubles
  }

  // MARK: What a person does

  func type(_ text: String) throws { try send(Array(text.utf8)) }

  func press(_ keys: Key...) throws {
    for key in keys {
      guard let bytes = KeyEncoder.bytes(for: key, applicationCursor: filter.applicationCursor)
      else { throw Failure("no terminal can send \(key)") }
      try send(bytes)
    }
  }

  func signal(_ number: Int32) { kill(process.id, number) }

  func resize(to size: Size) {
    var window = Self.window(size)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    emulator.resize(to: size)
  }

  /// Closes the terminal's window; later output is lost.
  func closeTerminal() {
    close(master)
    master = -1
  }

  /// The terminal accepts no more output until the program has ended.
  func stall() {
    tcflow(slave, TCOOFF)
    isStalled = true
  }

  // MARK: Waiting

  /// Asks the program to answer when nothing is left to do, and waits for the answer.
  @discardableResult
  func sync() throws -> SyncReport {
    syncs += 1
    let number = syncs
    try send(OutputFilter.syncRequest(number))
    try wait(for: "an answer to a sync") { reports[number] != nil }
    guard let report = reports[number] else { throw Failure("an answer that cannot be read") }
    return report
  }

  func wait(forText text: String) throws {
    try wait(for: "“\(text)” on the screen") { shows(text) }
  }

  /// Waits for the end, and takes all output until then.
  @discardableResult
  func waitForEnd() throws -> SpawnedProcess.Ending? {
    try wait(for: "the end") { process.look() != nil }
    if isStalled { tcflow(slave, TCOON) }
    if master >= 0 {
      // The test's own mark after the program's last output.
      let mark = "\u{1b}]7708;end\u{7}"
      _ = mark.withCString { Glibc.write(slave, $0, strlen($0)) }
      try wait(for: "the last output") { wrote(mark) }
    }
    return process.ending
  }

  /// Takes output until a condition is true. The end of the program ends all waiting.
  func wait(for what: String, until isTrue: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while try !isTrue() {
      let hadEnded = process.look() != nil
      let got = try take(waiting: 10)
      if hadEnded, !got, try !isTrue() {
        throw Failure(
          "it ended (\(String(describing: process.ending))) without \(what):\n\(screen)")
      }
      if ContinuousClock.now > deadline { throw Failure("there never came \(what):\n\(screen)") }
    }
  }

  /// Takes the available output, and waits some milliseconds for it; false if none came.
  @discardableResult
  func take(waiting milliseconds: Int32) throws -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    written += buffer[..<count]
    for piece in filter.take(Array(buffer[..<count])) {
      switch piece {
      case .output(let bytes):
        let reply = emulator.feed(bytes)
        if !reply.isEmpty { try send(reply) }
      case .answer(let number, let report): reports[number] = report
      }
    }
    return true
  }

  private func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    let deadline = ContinuousClock.now + Self.patience
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program reads nothing while it waits for room to write.
        try take(waiting: 10)
      } else if errno != EINTR {
        throw Failure("it takes no keys: \(String(cString: strerror(errno)))")
      }
      if ContinuousClock.now > deadline { throw Failure("it reads no keys:\n\(screen)") }
    }
  }

  private static func window(_ size: Size) -> winsize {
    winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
  }

  private static func settings(of terminal: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return withUnsafeBytes(of: settings) { Array($0) }
  }
}

extension [UInt8] {
  func contains(_ text: String) -> Bool { lastPlace(of: text) != nil }

  /// The last offset of a text.
  func lastPlace(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return nil }
    return (0...(count - wanted.count)).last {
      self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }
}
