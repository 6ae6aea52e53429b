import Entities
import FakeTerminal
import Terminal

/// Plays one script on one stage, step by step.
@MainActor
struct ScriptPlayer {
  private let script: Script
  private let stage: any Stage
  private let theme: Theme
  private let encrypt: (_ folder: String, _ passphrase: String) throws -> any ScriptVault
  /// When recording: the actual frames and outputs by line, instead of failures.
  private(set) var recorded: [Int: Recorded]?

  private var size = Size(columns: 80, rows: 24)
  private var clock = CivilTime(year: 2026, month: 3, day: 2, hour: 9)
  private var hasStarted = false
  private var remembered = ""

  init(_ script: Script, on stage: any Stage, host: ScriptHost, isRecording: Bool = false) {
    self.script = script
    self.stage = stage
    theme = host.theme
    encrypt = host.encrypt
    recorded = isRecording ? [:] : nil
  }

  /// Plays all steps. Returns the first failure with its step, or nil.
  mutating func play() async -> (step: Script.Step?, failure: StepFailure)? {
    for step in script.steps {
      do throws(StepFailure) {
        try await play(step)
      } catch {
        return (step, error)
      }
    }
    do throws(StepFailure) {
      try await checkEnd()
    } catch {
      return (nil, error)
    }
    return nil
  }

  private mutating func play(_ step: Script.Step) async throws(StepFailure) {
    if step.verb.needsApp, !hasStarted {
      if case .start = step.verb {} else { try await start([]) }
    }
    switch step.verb {
    case .size(let size):
      self.size = size
      if hasStarted, stage.ending == nil { try await stage.resize(to: size) }
    case .clock(let time):
      clock = time
      if hasStarted { try await stage.setClock(time) }
    case .tick(let duration):
      clock = CivilCalendar.civil(now.advanced(by: duration))
      if hasStarted { try await stage.tick(duration) }
    case .start(let arguments):
      if hasStarted, stage.ending == nil {
        throw StepFailure(
          "the app runs already; a second start needs it to have ended", stage.frame)
      }
      if hasStarted { try await checkEnd() }
      try await start(arguments)
    case .press(let keys):
      for key in keys { try await send(.key(key)) }
    case .type(let text): try await send(.text(text))
    case .paste(let text): try await send(.paste(text))
    case .click(let point, let modifiers):
      try await send(
        .mouse([.press, .release].map { MouseEvent($0, at: point, modifiers: modifiers) }))
    case .drag(let start, let end):
      try await send(
        .mouse([
          MouseEvent(.press, at: start), MouseEvent(.drag, at: end), MouseEvent(.release, at: end),
        ]))
    case .wheel(let isDown, let point):
      try await send(.mouse([MouseEvent(isDown ? .wheelDown : .wheelUp, at: point)]))
    case .vault, .encryptedVault, .note, .file, .noFile, .data, .config, .nowhere:
      try await playOnDisk(step.verb)
    case .run(let arguments, let output):
      let actual = try await stage.run(arguments, clock: clock)
      if !OutputDifference.isNone(output, actual) {
        // Output with gaps was written by hand, so it is not recorded.
        guard recorded != nil, !OutputDifference.hasGap(output) else {
          throw StepFailure(OutputDifference.text(output, actual))
        }
        recorded?[step.line] = .output(actual)
      }
      // The app must notice the command's changes to files before the next step.
      if hasStarted, stage.ending == nil { try await stage.waitForIdle() }
    case .exit(let code):
      guard let ending = stage.ending else {
        throw StepFailure("the app still runs", stage.frame)
      }
      if ending.code != code { throw StepFailure(Self.describe(ending)) }
    case .modules(let expected):
      try mustRun()
      let stack = try await stage.report()?.stack
      if let stack, stack != expected {
        throw StepFailure("the module stack is \(stack.debugDescription)", stage.frame)
      }
    case .remember(let start, let cells):
      try mustRun()
      remembered = text(at: start, cells: cells)
    case .recall(let last):
      if remembered.isEmpty { throw StepFailure("nothing was remembered") }
      try await send(.text(String(remembered.suffix(last ?? remembered.count))))
    case .expect, .refuse, .screen, .style, .cursor:
      try mustRun()
      try check(step)
    }
  }

  private func text(at start: Point, cells: Int) -> String {
    guard stage.frame.rows.indices.contains(start.row) else { return "" }
    let row = Array(stage.frame.rowText(start.row))
    return String(row.dropFirst(start.column).prefix(cells))
  }

  private var now: Timestamp { CivilCalendar.moment(clock) }

  private mutating func start(_ arguments: [String]) async throws(StepFailure) {
    hasStarted = true
    try await stage.start(arguments, size: size, clock: clock)
  }

  private func send(_ input: Input) async throws(StepFailure) {
    try mustRun()
    try await stage.send(input)
  }

  private func mustRun() throws(StepFailure) {
    if let ending = stage.ending { throw StepFailure(Self.describe(ending)) }
  }

  private static func describe(_ ending: Ending) -> String {
    let message = ending.message.isEmpty ? "" : ", saying: \(ending.message)"
    return "the app has ended with code \(ending.code)\(message)"
  }

  private mutating func check(_ step: Script.Step) throws(StepFailure) {
    if case .screen(let rows) = step.verb, recorded != nil, !rows.contains(.any) {
      let actual = stage.frame.rows.indices.map(stage.frame.rowText)
      if rows != actual.map({ .text($0) }) { recorded?[step.line] = .screen(actual) }
      return
    }
    try FrameCheck(frame: stage.frame, theme: theme).check(step.verb)
  }

  /// Checks that removed modules are gone and no work is in progress.
  private func checkEnd() async throws(StepFailure) {
    guard hasStarted, let report = try await stage.report() else { return }
    if !report.leaks.isEmpty {
      throw StepFailure(
        "removed modules are still alive: \(report.leaks.joined(separator: ", "))", stage.frame)
    }
    if !report.isIdle { throw StepFailure("work is still under way", stage.frame) }
  }

  private func playOnDisk(_ verb: Script.Verb) async throws(StepFailure) {
    do {
      for sandbox in stage.sandboxes { try playOnDisk(verb, in: sandbox) }
    } catch let failure as StepFailure {
      throw failure
    } catch {
      throw StepFailure("\(error)")
    }
    switch verb {
    case .note, .config:
      if hasStarted, stage.ending == nil { try await stage.waitForIdle() }
    default: break
    }
  }

  private func playOnDisk(_ verb: Script.Verb, in sandbox: Sandbox) throws {
    switch verb {
    case .vault(let folder):
      let base = Disk.parent(of: script.file)
      let path = folder.hasPrefix("/") || base.isEmpty ? folder : "\(base)/\(folder)"
      try sandbox.copyVault(from: path, clock: now)
    case .encryptedVault(let passphrase):
      sandbox.sealed = try encrypt(sandbox.vault, passphrase)
    case .note(let path, let text):
      if hasStarted {
        try sandbox.writeOutside(text, at: path, clock: now)
      } else {
        try sandbox.add(text, at: path, clock: now)
      }
    case .file(let path, let text):
      guard let content = try sandbox.content(of: path) else {
        throw StepFailure("there is no file \(path) in the vault", stage.frame)
      }
      if content != Array(text.utf8) {
        let actual = String(validating: content, as: UTF8.self)?.debugDescription ?? "\(content)"
        throw StepFailure("\(path) holds \(actual)", stage.frame)
      }
    case .noFile(let path):
      if try sandbox.hasFile(path) { throw StepFailure("\(path) is in the vault", stage.frame) }
    case .data(let path, let text): try sandbox.keep(text, inData: path, clock: now)
    case .config(let path, let text): try sandbox.keep(text, inConfig: path, clock: now)
    case .nowhere(let text):
      if let path = try sandbox.path(of: text) {
        throw StepFailure("\(text.debugDescription) can be read in \(path)", stage.frame)
      }
    default: break
    }
  }
}

/// Compares a command's output with the script's expectation and describes the difference.
private enum OutputDifference {
  private static let mostLines = 12
  /// A line of its own that matches any number of lines.
  private static let gap: Substring = "..."

  static func hasGap(_ expected: String) -> Bool { lines(expected).contains(gap) }

  static func isNone(_ expected: String, _ actual: String) -> Bool {
    // The script may omit the last newline of an output.
    if actual == expected || actual == expected + "\n" { return true }
    let parts = lines(expected).split(separator: gap, omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
    var rest = lines(actual)[...]
    if rest.last == "", last.last != "" { rest.removeLast() }
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.suffix(last.count).elementsEqual(last)
  }

  /// Returns the lines that differ: the script's with `-` and the actual ones with `+`.
  static func text(_ expected: String, _ actual: String) -> String {
    // The script may omit the last newline.
    let isWithoutEnd = !expected.isEmpty && !expected.hasSuffix("\n") && actual.hasSuffix("\n")
    let actual = isWithoutEnd ? String(actual.dropLast()) : actual
    var (old, new) = (lines(expected)[...], lines(actual)[...])
    var before = 0
    while let line = old.first, line == new.first {
      old.removeFirst()
      new.removeFirst()
      before += 1
    }
    while let line = old.last, line == new.last {
      old.removeLast()
      new.removeLast()
    }
    return "the output differs from its line \(before + 1) on:"
      + shown(old, "-") + shown(new, "+")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func shown(_ lines: ArraySlice<Substring>, _ sign: String) -> String {
    var text = lines.prefix(mostLines).map { "\n  \(sign) \(ScriptTokens.quoting(String($0)))" }
      .joined()
    if lines.count > mostLines { text += "\n  \(sign) and \(lines.count - mostLines) lines more" }
    return text
  }
}
