import Merging
import Programs
import Synchronization

/// The contents of a repository, read by one `git cat-file` that stays while this lives.
package final class GitBlobs: BlobReading, Sendable {
  private let reader: Mutex<RunningProgram>
  private let patience: Duration

  init(_ program: sending RunningProgram, patience: Duration) {
    reader = Mutex(program)
    self.patience = patience
  }

  /// Waits for git's answer; throws a `GitError`.
  package func bytes(of blob: String) throws -> [UInt8] {
    let hash = try GitRepository.checked(blob)
    return try reader.withLock { try Self.read(hash, by: $0, within: patience) }
  }

  private static func read(
    _ hash: String, by program: RunningProgram, within patience: Duration
  ) throws(GitError) -> [UInt8] {
    let end = ContinuousClock.now + patience
    func wait(until isThere: () -> Bool) throws(GitError) {
      while !isThere() {
        if Task.isCancelled { throw .cancelled }
        guard program.isTalking else {
          throw .failed(command: "cat-file", code: 0, said: "It ended before it gave \(hash).")
        }
        guard ContinuousClock.now < end else {
          throw .timedOut(command: "cat-file", seconds: Int(patience.components.seconds))
        }
        // Now and then it is asked whether the task was cancelled.
        program.turn(until: min(end, .now + .milliseconds(200)))
      }
    }
    // An answer that was given up half read must not be taken for this one's.
    guard program.output.isEmpty else {
      throw .failed(command: "cat-file", code: 0, said: "An earlier answer was not read.")
    }
    program.give(Array("\(hash)\n".utf8))
    let newline = UInt8(ascii: "\n")
    try wait { program.output.contains(newline) }
    let head = program.take((program.output.firstIndex(of: newline) ?? 0) + 1)
    let words = String(decoding: head.dropLast(), as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]) else {
      // What git says of other kinds follows, and is not to be met by the next.
      if words.count == 3, let size = Int(words[2]) {
        try wait { program.output.count > size }
        _ = program.take(size + 1)
      }
      throw .failed(command: "cat-file", code: 0, said: "\(hash) is not there, or no file.")
    }
    try wait { program.output.count > size }
    let bytes = program.take(size)
    _ = program.take(1)
    return bytes
  }
}
