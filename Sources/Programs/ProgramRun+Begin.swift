import Glibc
import Threads

extension ProgramRun {
  /// Starts a program that may stay as long as it likes, and talks with none. False where it failed
  /// within this time; one that is still there then is taken to be well.
  package static func begin(_ command: [String], watchedFor patience: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start {
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
