import Glibc
import Threads

/// Runs programs to their end.
package enum ProgramRun {
  /// Runs a program and waits on a separate thread; canceling the task ends it, like `stop`.
  /// Returns nil if it could not be started.
  package static func run(
    _ start: ProgramStart, within limits: ProgramLimits, until stop: ProgramStop = ProgramStop()
  ) async -> ProgramResult? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = DedicatedThread.start {
          let result = runHere(start, within: limits, until: stop)
          stop.programEnded()
          continuation.resume(returning: result)
        }
        if !isStarted {
          stop.programEnded()
          continuation.resume(returning: nil)
        }
      }
    } onCancel: {
      stop.ask()
    }
  }

  /// The same on this thread, which blocks.
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

  /// Returns nil once it has ended and all output is read.
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

  /// The time limits of a program.
  private struct Times {
    private let limits: ProgramLimits
    private let begun = ContinuousClock.now
    private var lastByte: ContinuousClock.Instant?
    private var end: ContinuousClock.Instant?

    init(_ limits: ProgramLimits) { self.limits = limits }

    mutating func heard() { lastByte = .now }

    mutating func ended() { if end == nil { end = .now } }

    /// Whether the wait for its remaining output is over.
    func isOver(_ now: ContinuousClock.Instant) -> Bool {
      guard let end, let lingering = limits.lingering else { return false }
      return now >= end + lingering
    }

    /// The next limit, and its time.
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
  /// Starts a program that may run on without any communication. Returns false if it failed within
  /// this time; one that still runs counts as started.
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
        // An ended process remains in the system's list until a wait.
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
      }
      if !isStarted { continuation.resume(returning: false) }
    }
  }
}
