import Glibc
import Threads

/// Runs programs to their end.
package enum ProgramRun {
  /// Waits on a thread of its own; cancelling the task ends the program as `stop` does. Nil where it
  /// could not be started.
  package static func run(
    _ start: ProgramStart, within limits: ProgramLimits, until stop: ProgramStop = ProgramStop()
  ) async -> ProgramResult? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = DedicatedThread.start {
          continuation.resume(returning: runHere(start, within: limits, until: stop))
        }
        if !isStarted { continuation.resume(returning: nil) }
      }
    } onCancel: {
      stop.ask()
    }
  }

  /// The same on this thread, which waits.
  private static func runHere(
    _ start: ProgramStart, within limits: ProgramLimits, until stop: ProgramStop
  ) -> ProgramResult? {
    guard let program = RunningProgram(start) else { return nil }
    let broken = serve(program, within: limits, until: stop)
    if broken != nil { program.end(within: limits.cleaning) }
    return ProgramResult(
      ending: broken ?? program.result(), output: program.output, errors: program.errors,
      hasTakenInput: program.hasTakenInput)
  }

  /// Nil once it has ended and all is read.
  private static func serve(
    _ program: RunningProgram, within limits: ProgramLimits, until stop: ProgramStop
  ) -> ProgramResult.Ending? {
    var times = Times(limits)
    while true {
      if stop.wasAsked { return .stopped }
      if program.output.count > limits.mostOutput { return .tooMuch }
      if program.hasEnded {
        let isOver = times.isOver(ContinuousClock.now)
        if !program.isTalking || isOver { return nil }
      }
      let next = times.next
      if let next, next.end <= ContinuousClock.now { return .tooSlow(next.limit) }
      if program.turn(until: times.wake, bell: stop.descriptor) {
        times.heard()
        if limits.mayGoOn?(program.errors) == false { return .tooMuch }
      }
      if program.hasEnded { times.ended() }
    }
  }

  /// Until when a program may do what.
  private struct Times {
    private let limits: ProgramLimits
    private let begun = ContinuousClock.now
    private var lastByte: ContinuousClock.Instant?
    private var end: ContinuousClock.Instant?

    init(_ limits: ProgramLimits) { self.limits = limits }

    mutating func heard() { lastByte = .now }

    mutating func ended() { if end == nil { end = .now } }

    /// Whether its output is not waited for any longer.
    func isOver(_ now: ContinuousClock.Instant) -> Bool {
      guard let end, let lingering = limits.lingering else { return false }
      return now >= end + lingering
    }

    /// The limit that is next, and when.
    var next: (end: ContinuousClock.Instant, limit: Duration)? {
      var all: [(end: ContinuousClock.Instant, limit: Duration)] = []
      if let inAll = limits.inAll { all.append((begun + inAll, inAll)) }
      if let lastByte {
        if let silence = limits.silence { all.append((lastByte + silence, silence)) }
      } else if let firstByte = limits.firstByte {
        all.append((begun + firstByte, firstByte))
      }
      return all.min { $0.end < $1.end }
    }

    var wake: ContinuousClock.Instant? {
      var all = next.map { [$0.end] } ?? []
      if let end, let lingering = limits.lingering { all.append(end + lingering) }
      return all.min()
    }
  }
}

extension ProgramRun {
  /// Starts a program that may stay as long as it likes, and talks with none. False where it failed
  /// within this time; one that is still there then is taken to be well.
  package static func begin(_ command: [String], watchedFor patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let isStarted = DedicatedThread.start {
        var start = ProgramStart(command)
        (start.takesOutput, start.takesErrors) = (false, false)
        guard let program = RunningProgram(start) else {
          return continuation.resume(returning: false)
        }
        let end = ContinuousClock.now + patience
        while !program.hasEnded, ContinuousClock.now < end { program.turn(until: end) }
        if program.hasEnded {
          return continuation.resume(returning: program.result() == .code(0))
        }
        let process = program.leave()
        continuation.resume(returning: true)
        // Somebody has to ask how it ended, else the system keeps it in its list.
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
      }
      if !isStarted { continuation.resume(returning: false) }
    }
  }
}
