import Entities
import FakeTerminal
import Terminal

/// Plays a script with the real program in a pseudo-terminal, and reads its output with an
/// emulator.
@MainActor
final class PtyStage: Stage {
  private let binary: String
  private let patience: Duration
  private let sandbox: Sandbox
  private var process: PtyProcess?
  private var emulator: TerminalEmulator?
  private var filter = OutputFilter()
  /// Output after an answer, which belongs to the next step.
  private var pending: [OutputFilter.Piece] = []
  private var lastSync = 0
  private var lastReport: SyncReport?
  private(set) var frame = FakeFrame(size: Size(columns: 80, rows: 24))
  private(set) var ending: Ending?

  init(binary: String, patience: Duration, sandbox: Sandbox) {
    self.binary = binary
    self.patience = patience
    self.sandbox = sandbox
  }

  var sandboxes: [Sandbox] { [sandbox] }

  func start(_ arguments: [String], size: Size, clock: CivilTime) async throws(StepFailure) {
    close()
    ending = nil
    guard let emulator = TerminalEmulator(size: size) else {
      throw StepFailure("there is no memory for a terminal emulator")
    }
    self.emulator = emulator
    do {
      process = try PtyProcess(
        binary, ["--vault", sandbox.vault, "--clock", "\(clock.date) \(clock.clock)"] + arguments,
        in: sandbox.vault, environment: sandbox.environment, size: size)
    } catch {
      throw StepFailure("\(error): build the program first, or name it rightly")
    }
    // The program may flush its input while it takes the terminal, so nothing is sent before.
    try read(until: { emulator.isAlternate })
    try sync()
  }

  func send(_ input: Input) async throws(StepFailure) {
    try write(bytes(of: input))
    try sync()
  }

  func resize(to size: Size) async throws(StepFailure) {
    emulator?.resize(to: size)
    process?.resize(to: size)
    try sync()
  }

  func setClock(_ time: CivilTime) async throws(StepFailure) {
    throw StepFailure("the real program's clock cannot be turned")
  }

  func tick(_ duration: Duration) async throws(StepFailure) {
    throw StepFailure("the real program's clock cannot be turned")
  }

  func waitForIdle() async throws(StepFailure) {
    if process != nil { try sync() }
  }

  func report() async throws(StepFailure) -> SyncReport? {
    guard process != nil else { return nil }
    // The last task to finish may still retain its module at the first answer.
    for _ in 0..<20 {
      if let lastReport, lastReport.leaks.isEmpty { break }
      try sync()
    }
    return ending == nil ? lastReport : nil
  }

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String {
    do {
      let result = try ChildProcess.run(
        binary, arguments, in: sandbox.vault,
        environment: sandbox.environment + ["NOTES_TUI_VAULT=\(sandbox.vault)"])
      return sandbox.output(result.output)
    } catch {
      throw StepFailure("\(error)")
    }
  }

  func close() {
    process = nil
    emulator = nil
    filter = OutputFilter()
    pending = []
    lastReport = nil
  }

  private func bytes(of input: Input) -> [UInt8] {
    let application = filter.applicationCursor
    return switch input {
    case .key(let key): KeyEncoder.bytes(for: key, applicationCursor: application) ?? []
    case .text(let text):
      Input.keys(typing: text).flatMap {
        KeyEncoder.bytes(for: $0, applicationCursor: application) ?? []
      }
    case .paste(let text): KeyEncoder.bytes(pasting: text)
    case .mouse(let events): events.flatMap(KeyEncoder.bytes(for:))
    }
  }

  private func write(_ bytes: [UInt8]) throws(StepFailure) {
    do {
      try process?.write(bytes) { pending += filter.take($0) }
    } catch {
      throw StepFailure("\(error)", emulator?.frame)
    }
  }

  /// Asks the app to answer when it is idle, and shows everything that it drew before the answer.
  private func sync() throws(StepFailure) {
    lastSync += 1
    let number = lastSync
    var isAnswered = false
    try write(OutputFilter.syncRequest(number))
    try read(
      until: { isAnswered },
      answered: { answered, report in
        guard answered == number else { return }
        isAnswered = true
        self.lastReport = report
      })
    if isAnswered, lastReport == nil {
      throw StepFailure("the app's answer to a sync could not be read", frame)
    }
  }

  /// Reads and shows output until a condition is met or the program ends.
  private func read(
    until isDone: () -> Bool, answered: (Int, SyncReport?) -> Void = { _, _ in }
  ) throws(StepFailure) {
    guard let process, let emulator else { return }
    let deadline = ContinuousClock.now.advanced(by: patience)
    while true {
      while !isDone(), !pending.isEmpty {
        switch pending.removeFirst() {
        case .output(let bytes):
          let reply = emulator.feed(bytes)
          if !reply.isEmpty { try write(reply) }
        case .answer(let number, let report): answered(number, report)
        }
      }
      if isDone() {
        frame = emulator.frame
        return
      }
      switch process.read(until: deadline) {
      case .bytes(let bytes): pending += filter.take(bytes)
      case .late:
        frame = emulator.frame
        throw StepFailure("the app did not become idle within \(patience)", frame)
      case .ended:
        frame = emulator.frame
        let rows = frame.rows.indices.map { trimmed(frame.rowText($0)) }
        ending = Ending(
          code: process.wait(), message: rows.filter { !$0.isEmpty }.joined(separator: "\n"))
        close()
        return
      }
    }
  }

  private func trimmed(_ row: String) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
  }
}
