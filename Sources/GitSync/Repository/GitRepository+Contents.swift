extension GitRepository {
  /// Writes contents; answers with their hashes in the same order.
  package func writeBlobs(_ contents: [[UInt8]]) async throws(GitError) -> [String] {
    if contents.isEmpty { return [] }
    // One git for all of them.
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

  /// Reads contents while it lives.
  package func blobs() throws(GitError) -> GitBlobs {
    GitBlobs(
      try program.begin(located(GitCall("cat-file", "--batch"))), patience: program.patience.local)
  }
}
