import CSystem
import Glibc

/// A running program, in a session of its own. Its pipes are served in turns, so that it may write
/// before it has read everything.
///
/// Not safe for two threads at the same time. Releasing it ends the program.
package final class RunningProgram {
  private let process: Int32
  /// Becomes readable when the process has ended; negative if the system has no such file.
  private var watch: Int32
  private var input: Int32
  private var outputs: [Int32]
  private var rest: ArraySlice<UInt8>
  private let closesInput: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  package private(set) var output: [UInt8] = []
  package private(set) var errors: [UInt8] = []
  private var hasRefusedInput = false
  package private(set) var hasEnded = false
  /// Whether the system has forgotten the process.
  private var isReaped = false
  private var status = Int32(0)

  /// The most bytes to store from the beginning and from the end of its errors.
  private static let mostErrors = 32_768

  /// Nil if it could not be started.
  package init?(_ start: ProgramStart) {
    var pipes: [(read: Int32, write: Int32)] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      if pipe2(&ends, O_CLOEXEC) == 0 { pipes.append((ends[0], ends[1])) }
    }
    let process =
      pipes.count < 3
      ? nil
      : Self.start(start, input: pipes[0].read, output: pipes[1].write, error: pipes[2].write)
    guard let process else {
      for pipe in pipes {
        Glibc.close(pipe.read)
        Glibc.close(pipe.write)
      }
      return nil
    }
    self.process = process
    watch = csystem_watch_process(process)
    input = pipes[0].write
    outputs = [pipes[1].read, pipes[2].read]
    rest = start.input[...]
    closesInput = !start.keepsInputOpen
    for file in [pipes[0].read, pipes[1].write, pipes[2].write] { Glibc.close(file) }
    for file in [input] + outputs { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
    if rest.isEmpty, closesInput { closeInput() }
  }

  private static func start(
    _ start: ProgramStart, input: Int32, output: Int32, error: Int32
  ) -> Int32? {
    if let confinement = start.confinement {
      return ChildStart.start(start.command, input: input, output: output, in: confinement)
    }
    return ChildStart.start(
      start.command, environment: start.environment, input: input,
      output: start.takesOutput ? output : nil, error: start.takesErrors ? error : nil,
      hasOwnSession: true)
  }

  deinit {
    if !isReaped { kill() }
    closeInput()
    for file in outputs + [watch] where file >= 0 { Glibc.close(file) }
  }

  /// Whether it, or a program that it started, may still write something.
  package var isTalking: Bool { outputs.contains { $0 >= 0 } }

  var hasTakenInput: Bool { !hasRefusedInput && rest.isEmpty }

  /// Adds input, which the next turns write.
  package func give(_ bytes: [UInt8]) {
    rest = rest.isEmpty ? bytes[...] : rest + bytes
  }

  /// Removes and returns the first bytes of the output.
  package func take(_ count: Int) -> [UInt8] {
    let taken = Array(output.prefix(count))
    output.removeFirst(taken.count)
    return taken
  }

  /// Waits until it writes, reads or ends, the bell rings, or the time is over. Returns true if it wrote.
  @discardableResult
  package func turn(until end: ContinuousClock.Instant?, bell: Int32 = -1) -> Bool {
    var entries = outputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    entries.append(pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0))
    entries.append(pollfd(fd: hasEnded ? -1 : watch, events: Int16(POLLIN), revents: 0))
    entries.append(pollfd(fd: bell, events: Int16(POLLIN), revents: 0))
    guard poll(&entries, nfds_t(entries.count), wait(until: end)) > 0 else {
      if watch < 0 { checkEnd() }
      return false
    }
    var hasWritten = false
    for number in outputs.indices where entries[number].revents != 0 {
      if read(number) { hasWritten = true }
    }
    if entries[2].revents != 0 { write() }
    if entries[3].revents != 0 || watch < 0 { checkEnd() }
    return hasWritten
  }

  /// Returns the milliseconds for `poll`.
  private func wait(until end: ContinuousClock.Instant?) -> Int32 {
    // Without a file to watch, the end must be checked again and again.
    let longest: Int32 = watch < 0 && !hasEnded ? 5 : -1
    guard let end else { return longest }
    let left = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
    let time = Int32(min(left.rounded(.up), 1e9))
    return longest < 0 ? time : min(time, longest)
  }

  private func read(_ number: Int) -> Bool {
    let count = Glibc.read(outputs[number], &buffer, buffer.count)
    if count > 0 {
      if number == 0 { output += buffer[..<count] } else { keepErrors(buffer[..<count]) }
      return true
    }
    if count == 0 || errno != EAGAIN && errno != EINTR {
      Glibc.close(outputs[number])
      outputs[number] = -1
    }
    return false
  }

  private func keepErrors(_ bytes: ArraySlice<UInt8>) {
    errors += bytes
    guard errors.count > 4 * Self.mostErrors else { return }
    errors.removeSubrange(Self.mostErrors..<errors.count - Self.mostErrors)
  }

  private func write() {
    let count = rest.withUnsafeBytes { bytes in
      csystem_write_to_pipe(input, bytes.baseAddress, min(bytes.count, 1 << 20))
    }
    if count > 0 { rest = rest.dropFirst(count) }
    // A program that needs no more input closes its end.
    if count < 0, errno != EAGAIN, errno != EINTR {
      hasRefusedInput = !rest.isEmpty
      closeInput()
    } else if rest.isEmpty, closesInput {
      closeInput()
    }
  }

  private func closeInput() {
    if input >= 0 { Glibc.close(input) }
    input = -1
    rest = []
  }

  /// Checks for the end without reaping the process: until it is reaped, no other process group
  /// gets its number.
  private func checkEnd() {
    guard !hasEnded else { return }
    var facts = siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    while waitid(P_PID, id_t(process), &facts, options) != 0 {
      if errno == EINTR { continue }
      hasEnded = true
      return
    }
    if csystem_ended_process(&facts) == process { hasEnded = true }
  }

  /// Asks the program to end, waits a little, and kills it with everything that it started.
  package func end(within patience: Duration = .zero) {
    if patience > .zero, !isReaped {
      Glibc.kill(-process, SIGTERM)
      let end = ContinuousClock.now + patience
      while !hasEnded, ContinuousClock.now < end {
        turn(until: end)
        output = []
      }
    }
    kill()
  }

  private func kill() {
    guard !isReaped else { return }
    // The session has the same number as the process.
    Glibc.kill(-process, SIGKILL)
    reap()
  }

  /// Returns how it ended. Call only after its end.
  package func result() -> ProgramResult.Ending {
    reap()
    let signal = status & 0x7f
    return signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
  }

  private func reap() {
    guard !isReaped else { return }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    (hasEnded, isReaped) = (true, true)
  }

  /// Lets it run on alone, and returns its process ID. The caller must wait for the process, which
  /// stays in the system's list until then.
  func leave() -> Int32 {
    isReaped = true
    return process
  }
}
