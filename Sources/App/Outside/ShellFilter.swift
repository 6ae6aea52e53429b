import CSystem
import Glibc
import Programs
package import Services

/// A command of the shell between a text and what it makes of it.
///
/// It has a session of its own, so that all that it starts can be ended with it, and no terminal.
package struct ShellFilter: TextFiltering {
  /// How long one may take, and how much it may write.
  private let patience: Duration
  private let mostOutput: Int

  package init(patience: Duration = .seconds(60), mostOutput: Int = 64 << 20) {
    self.patience = patience
    self.mostOutput = mostOutput
  }

  @concurrent
  package func filter(
    _ text: [UInt8], by command: String, until stop: FilterStop
  ) async throws(TextFilterError) -> [UInt8] {
    guard let run = FilterRun(command, text) else { throw .cannotStart }
    defer { run.close() }
    let end = ContinuousClock.now + patience
    var error: TextFilterError?
    while error == nil, run.isTalking {
      run.turn()
      if stop.wasAsked || Task.isCancelled {
        error = .stopped
      } else if run.output.count > mostOutput {
        error = .tooLarge(megabytes: mostOutput >> 20)
      } else if ContinuousClock.now >= end {
        error = .tooSlow(seconds: Int(patience.components.seconds))
      }
    }
    run.checkEnd()
    while error == nil, !run.hasEnded {
      poll(nil, 0, 1)
      run.checkEnd()
      if stop.wasAsked || Task.isCancelled { error = .stopped }
      if ContinuousClock.now >= end {
        error = .tooSlow(seconds: Int(patience.components.seconds))
      }
    }
    if let error {
      run.kill()
      throw error
    }
    if let signal = run.signal { throw .endedBySignal(signal) }
    if run.code != 0 { throw .failed(code: run.code, run.complaint) }
    return run.output
  }
}

/// One command that is under way. Its three pipes are served by turns: a filter may write before it has
/// read all.
private final class FilterRun {
  private let process: pid_t
  private var status = Int32(0)
  private(set) var hasEnded = false
  private var input: Int32
  private var outputs: [Int32]
  private var rest: ArraySlice<UInt8>
  private(set) var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// A turn waits so long at most, in milliseconds, to see whether it is to stop.
  private static let wait: Int32 = 20
  private static let mostErrors = 4096

  init?(_ command: String, _ text: [UInt8]) {
    var pipes: [(read: Int32, write: Int32)] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      if pipe2(&ends, O_CLOEXEC) == 0 { pipes.append((ends[0], ends[1])) }
    }
    let words = ["/bin/sh", "-c", command].map { Array($0.utf8) }
    let process =
      pipes.count < 3
      ? nil
      : ChildStart.start(
        words, input: pipes[0].read, output: pipes[1].write, error: pipes[2].write,
        hasOwnSession: true)
    guard let process else {
      for pipe in pipes {
        Glibc.close(pipe.read)
        Glibc.close(pipe.write)
      }
      return nil
    }
    self.process = process
    input = pipes[0].write
    outputs = [pipes[1].read, pipes[2].read]
    rest = text[...]
    for file in [pipes[0].read, pipes[1].write, pipes[2].write] { Glibc.close(file) }
    for file in [input] + outputs { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
    if text.isEmpty { closeInput() }
  }

  var isTalking: Bool { outputs.contains { $0 >= 0 } }

  func turn() {
    var entries = outputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    entries.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    guard poll(&entries, nfds_t(entries.count), Self.wait) > 0 else { return }
    for number in outputs.indices where entries[number].revents != 0 { read(number) }
    if entries[2].revents != 0 { write() }
  }

  private func read(_ number: Int) {
    let count = Glibc.read(outputs[number], &buffer, buffer.count)
    if count > 0 {
      if number == 0 {
        output += buffer[..<count]
      } else {
        errors += buffer[..<min(count, max(0, Self.mostErrors - errors.count))]
      }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      Glibc.close(outputs[number])
      outputs[number] = -1
    }
  }

  private func write() {
    let count = rest.withUnsafeBytes {
      csystem_write_to_pipe(input, $0.baseAddress, $0.count)
    }
    if count > 0 { rest = rest.dropFirst(count) }
    // One that needs no more of it closes its end.
    let isRefused = count < 0 && errno != EAGAIN && errno != EINTR
    if rest.isEmpty || isRefused { closeInput() }
  }

  private func closeInput() {
    if input >= 0 { Glibc.close(input) }
    input = -1
  }

  /// Asks the system; once it has ended that is known for good.
  func checkEnd(waiting: Bool = false) {
    while !hasEnded {
      let found = waitpid(process, &status, waiting ? 0 : WNOHANG)
      if found == 0 { return }
      if found > 0 || errno != EINTR { hasEnded = true }
    }
  }

  func kill() {
    // The session's number is the process's: what it started ends too.
    Glibc.kill(-process, SIGKILL)
    checkEnd(waiting: true)
  }

  func close() {
    closeInput()
    for number in outputs.indices where outputs[number] >= 0 { Glibc.close(outputs[number]) }
    outputs = [-1, -1]
  }

  var code: Int { Int((status >> 8) & 0xff) }
  var signal: Int? { status & 0x7f == 0 ? nil : Int(status & 0x7f) }

  /// The first line of what it said is wrong.
  var complaint: String {
    String(decoding: errors.prefix { $0 != UInt8(ascii: "\n") }.prefix(200), as: UTF8.self)
  }
}
