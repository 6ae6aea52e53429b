import Merging
import Programs
import Synchronization

extension GitRepository {
  /// Writes contents and returns their hashes in the same order.
  func writeBlobs(_ contents: [[UInt8]]) async throws(GitError) -> [String] {
    if contents.isEmpty { return [] }
    // One git process writes them all.
    var input: [UInt8] = []
    input.reserveCapacity(contents.reduce(0) { $0 + $1.count + 64 } + 8)
    for (number, bytes) in contents.enumerated() {
      input += "blob\nmark :\(number + 1)\ndata \(bytes.count)\n".utf8
      input += bytes
      input += "\nget-mark :\(number + 1)\n".utf8
    }
    input += "done\n".utf8
    let hashes = try await run(GitCall("fast-import", "--quiet", "--done", input: input)).text
      .split(separator: "\n").map(String.init)
    guard hashes.count == contents.count else {
      throw .failed(
        command: "fast-import", code: 0,
        said: "It wrote \(hashes.count) of \(contents.count) files.")
    }
    return hashes
  }

  /// Returns the total size in bytes; a duplicate counts twice.
  func size(of files: [TreeEntry]) async throws(GitError) -> Int {
    if files.isEmpty { return 0 }
    var call = GitCall("cat-file", "--batch-check=%(objectsize)")
    for file in files { call.input += Array("\(try Self.checked(file.blob))\n".utf8) }
    var sum = 0
    for line in try await run(call).text.split(separator: "\n") {
      guard let size = Int(line) else {
        throw .failed(command: "cat-file", code: 0, said: "“\(line)” is not a size.")
      }
      sum = sum.addingReportingOverflow(size).overflow ? .max : sum + size
    }
    return sum
  }

  /// Returns a reader of contents.
  func blobs() throws(GitError) -> GitBlobs {
    GitBlobs(
      try program.begin(located(GitCall("cat-file", "--batch"))), patience: program.patience.local)
  }
}

/// A reader of a repository's contents, by one `git cat-file` that runs while this object exists.
final class GitBlobs: BlobReading, Sendable {
  private let reader: Mutex<RunningProgram>
  private let patience: Duration

  init(_ program: sending RunningProgram, patience: Duration) {
    reader = Mutex(program)
    self.patience = patience
  }

  /// Returns the contents; waits for git's answer and throws a `GitError`.
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
        // The wait ends often enough to check for cancellation.
        program.turn(until: min(end, .now + .milliseconds(200)))
      }
    }
    // The rest of an earlier answer that was given up must not pass for this one's.
    guard program.output.isEmpty else {
      throw .failed(command: "cat-file", code: 0, said: "An earlier answer was not read.")
    }
    program.give(Array("\(hash)\n".utf8))
    let newline = UInt8(ascii: "\n")
    try wait { program.output.contains(newline) }
    let head = program.take((program.output.firstIndex(of: newline) ?? 0) + 1)
    let words = String(decoding: head.dropLast(), as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[1] == "blob", let size = Int(words[2]) else {
      // For an object that is not a file, git sends its contents too; skip them before the next answer.
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
