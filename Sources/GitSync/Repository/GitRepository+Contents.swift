import Merging

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

  /// How many bytes these have together; one that is there twice counts twice.
  func size(of files: [TreeEntry]) async throws(GitError) -> Int {
    if files.isEmpty { return 0 }
    var call = GitCall("cat-file", "--batch-check=%(objectsize)")
    for file in files { call.input += Array("\(try Self.checked(file.blob))\n".utf8) }
    var sum = 0
    for line in try await run(call).text.split(separator: "\n") {
      guard let size = Int(line) else {
        throw .failed(command: "cat-file", code: 0, said: "“\(line)” is no size.")
      }
      sum = sum.addingReportingOverflow(size).overflow ? .max : sum + size
    }
    return sum
  }

  /// Reads contents while it lives.
  package func blobs() throws(GitError) -> GitBlobs {
    GitBlobs(
      try program.begin(located(GitCall("cat-file", "--batch"))), patience: program.patience.local)
  }
}
