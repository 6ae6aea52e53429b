import Entities
import Files
import Merging
import Services

/// Files of git-lfs: git has a pointer, and git-lfs has the content.
extension SyncRun {
  /// The number of files in one call.
  private static let mostAtOnce = 100

  /// Writes the contents of incoming pointers, and of those that earlier syncs could not get.
  /// Unavailable ones stay pointers.
  mutating func writeLfsFiles(_ head: String?) async throws {
    guard let head, !request.isDryRun, !manner.isSecret else { return }
    let lfs = LfsFiles(repository: repository, files: files)
    let waiting = try await lfs.waiting(untracked: false)
    if waiting.isEmpty { return }
    var reason = try await fetch(lfs.missing(of: waiting), of: head)
    var (written, left): ([NotePath], [NotePath]) = ([], [])
    for file in waiting {
      try Task.checkCancellation()
      switch await lfs.write(file) {
      case nil: written.append(file.path)
      case let why?:
        left.append(file.path)
        if why != LfsFiles.notHere { reason = why }
      }
    }
    let known = Set(report.came.map(\.path))
    note(written.filter { !known.contains($0) }.map { SyncChange($0, .changed) })
    if !written.isEmpty {
      try await clearingOwnLocks { try await repository.refreshIndex(of: written) }
    }
    if left.isEmpty { return }
    let hint = reason ?? "To try by hand: git -C '\(repository.root)' lfs pull"
    add([
      .remark(
        "\(Self.named(left)): git-lfs could not get the content. A pointer is there instead, and the next"
          + " sync tries again. \(hint)")
    ])
  }

  /// Returns the reason why some are missing.
  private func fetch(_ files: [LfsFiles.Waiting], of head: String) async throws -> String? {
    let bytes = Set(files.compactMap(\.pointer)).reduce(0) { $0 + $1.size }
    if bytes > manner.incomingLimit.bytes {
      return "There are \(bytes >> 20) MB of it: git -C '\(repository.root)' lfs pull"
    }
    if files.isEmpty { return nil }
    if try await repository.filesNameLfsServer() { return strangeServer }
    var (missing, reason) = (files, String?.none)
    for remote in remotes.all where remote.failure == nil && !missing.isEmpty {
      reason = nil
      for start in stride(from: 0, to: missing.count, by: Self.mostAtOnce) {
        let paths = missing[start...].prefix(Self.mostAtOnce).map(\.path)
        let said = try await repository.fetchLfs(
          paths, of: head, from: remote.name, options: manner.network)
        reason = said.map { "git-lfs says: \($0)" } ?? reason
      }
      missing = LfsFiles(repository: repository, files: self.files).missing(of: missing)
    }
    return reason
  }

  /// Sends contents before the commits that need them: a pointer to missing content is worse than
  /// nothing.
  mutating func sendLfsFiles(_ head: String, to remote: String) async throws {
    guard repository.usesLfs, try await repository.hasLfsFiles(upTo: head, lackedBy: remote) else {
      return
    }
    if try await repository.filesNameLfsServer() { return add([.remark(strangeServer)]) }
    let said = try await repository.pushLfs(head, to: remote, options: manner.network)
    if let said { throw SyncFailure.refused(remote: remote, reason: "git-lfs says: \(said)") }
    try await step(.lfsSent)
  }

  /// Without git-lfs, holds back the files that it stores: git would have their contents forever.
  mutating func unfiltered(
    _ changes: [TreeDifference.Change]
  ) async throws -> [TreeDifference.Change] {
    guard repository.isLfsMissing else { return [] }
    let stored = Set(try await repository.storedByLfs(untracked: false))
    let blobs = try repository.blobs()
    let left = try changes.filter { change in
      guard let after = change.after, after.kind != .submodule, stored.contains(change.path) else {
        return false
      }
      return try !LfsPointer.isOne(blobs.bytes(of: after.blob))
    }
    for change in left.sorted(by: { $0.path < $1.path }) {
      add([
        .leftAlone(
          change.path, "git-lfs is to keep it, and is not installed. Install it to send this.")
      ])
    }
    return left.map { TreeDifference.Change(path: $0.path, before: $0.before, after: $0.before) }
  }

  private var strangeServer: String {
    "The file .lfsconfig names a server for what git-lfs keeps. It came with the notes, so nothing is sent"
      + " there or fetched, and pointers stay. If you trust that server:"
      + " git -C '\(repository.root)' config lfs.url ADDRESS"
  }

  /// Reports pointers: without git-lfs, a sync sends and writes only what git has.
  mutating func notePointers(_ difference: TreeDifference) throws {
    guard hasPointers, !repository.usesLfs else { return }
    let blobs = try repository.blobs()
    let changes = try difference.all.filter { change in
      guard let after = change.after, after.kind == .file, !change.path.isNote else { return false }
      return LfsPointer.isOne(try blobs.bytes(of: after.blob))
    }.map(\.path).sorted()
    if changes.isEmpty { return }
    add([
      .remark(
        "\(Self.named(changes)): git-lfs keeps what is in it, and a sync sends and writes the pointer alone. To send it:"
          + " git -C '\(repository.root)' lfs push --all \(remote). To get what others sent:"
          + " git -C '\(repository.root)' lfs pull")
    ])
  }

  private static func named(_ paths: [NotePath]) -> String {
    let first = paths.min()?.shortText ?? ""
    return paths.count == 1 ? first : "\(first) and \(paths.count - 1) more"
  }

  /// Whether the attributes files at the top mention git-lfs.
  private var hasPointers: Bool {
    Set(["", repository.prefix]).contains { folder in
      let file = Array("\(folder).gitattributes".utf8)
      guard let root = try? Posix.openFolder(Array(repository.root.utf8)),
        let text = try? Posix.contents(file, in: root.raw, limit: 1 << 20)
      else { return false }
      return text.firstRange(of: "filter=lfs".utf8) != nil
    }
  }
}
