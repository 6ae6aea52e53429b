import Entities
import Merging
import Services

/// Someone could fill the disk by what they send.
extension SyncRun {
  /// More than usual is fetched only once a person agreed.
  func fetch(_ remote: String) async throws {
    let question = SyncQuestion.muchFetched(remote: remote)
    var options = manner.network
    if hasAgreed(to: question) { options.mostReceived = nil }
    do {
      try await clearingOwnLocks { try await repository.fetch(remote, options: options) }
    } catch GitError.tooMuch where options.mostReceived != nil {
      throw SyncFailure.asks(question)
    }
  }

  /// Asks before more files are written than anyone sends at once, or larger ones than what was fetched
  /// lets expect.
  func checkAmount(from mine: String?, to theirs: String, of remote: String) async throws {
    if request.isDryRun { return }
    var coming = try await repository.changes(from: mine, to: theirs).compactMap(\.after)
      .filter { $0.kind != .submodule }
    if try await !isMuch(coming, of: remote) { return }
    // What is here under another name does not come.
    if let mine {
      let here = Set(try await repository.tree(of: mine).values)
      coming.removeAll(where: here.contains)
      if try await !isMuch(coming, of: remote) { return }
    }
    let bytes = try await repository.size(of: coming)
    try check(.muchComes(files: coming.count, megabytes: bytes >> 20))
  }

  private func isMuch(_ files: [TreeEntry], of remote: String) async throws -> Bool {
    if files.count > manner.mostComing.files { return true }
    // All that was fetched has been agreed to.
    if hasAgreed(to: .muchFetched(remote: remote)) { return false }
    return try await repository.size(of: files) > manner.mostComing.bytes
  }
}
