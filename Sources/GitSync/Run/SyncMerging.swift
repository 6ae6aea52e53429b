import Entities
import Merging
import Services

/// Makes the commit that merges two histories. It changes no file and no branch.
struct SyncMerging {
  let repository: GitRepository
  let merge: TreeMerging
  let step: SyncStepping

  struct Result {
    var commit: String
    var events: [SyncEvent]
  }

  /// Merges two commits. The result depends on the two alone, not on the device: two devices that
  /// merge the same two commits make the same commit, and have nothing left to merge.
  func commit(_ mine: String, _ theirs: String) async throws -> Result {
    let (first, second) = mine < theirs ? (mine, theirs) : (theirs, mine)
    // Any of several bases is right; a bad choice makes more marks but loses nothing.
    let base = try await repository.mergeBases(first, second).min()
    let rest = try await restOfTree(mine, theirs, base)
    let (one, other) = (try await side(first, base), try await side(second, base))
    let baseTree = if let base { try await repository.tree(of: base) } else { Tree() }
    let blobs = try repository.blobs()
    let merged = try await merge(baseTree, one, other, blobs)
    if merged.mustStop { throw KeysDiffer() }
    try await step(.merged)
    let tree = try await repository.makeTree(from: rest, files: files(of: merged))
    let commit = try await repository.commit(
      tree: tree, parents: [first, second], message: CommitWords.merge, person: CommitWords.merger,
      date: max(one.date, other.date))
    try await step(.mergeCommitted)
    var events = merged.events.compactMap(SyncEvent.init)
    if base == nil { events.insert(.unrelatedHistories, at: 0) }
    return Result(commit: commit, events: events)
  }

  private func side(_ hash: String, _ base: String?) async throws -> MergeSide {
    let name = try await repository.side(at: hash, since: base)
    return MergeSide(
      tree: try await repository.tree(of: hash), name: name.usual, writers: name.writers,
      date: try await repository.commitFacts(hash).date, hash: hash)
  }

  private func files(of merged: MergedTree) async throws -> Tree {
    var tree = Tree()
    var written: [(path: NotePath, kind: TreeEntry.Kind, bytes: [UInt8])] = []
    for (path, file) in merged.files {
      switch file {
      case .unchanged(let entry): tree[path] = entry
      case .written(let kind, let bytes): written.append((path, kind, bytes))
      }
    }
    let hashes = try await repository.writeBlobs(written.map(\.bytes))
    for (file, hash) in zip(written, hashes) { tree[file.path] = TreeEntry(file.kind, blob: hash) }
    return tree
  }

  /// Returns the commit that supplies the files outside the vault. A sync writes none of them, so
  /// the merge must not change them.
  private func restOfTree(
    _ mine: String, _ theirs: String, _ base: String?
  ) async throws -> String {
    guard !repository.prefix.isEmpty else { return min(mine, theirs) }
    if try await repository.changesOutside(from: mine, to: theirs).isEmpty {
      return min(mine, theirs)
    }
    if let base, try await repository.changesOutside(from: base, to: theirs).isEmpty { return mine }
    throw SyncFailure.obstacle(Self.outside(repository))
  }

  static func outside(_ repository: GitRepository) -> String {
    "Others changed files of this repository that are not in the vault, and a sync writes no such files."
      + " Run: git -C '\(repository.root)' pull --no-rebase, then sync again."
  }
}

/// Two devices each made their own keys for a vault.
struct KeysDiffer: Error {}

extension SyncEvent {
  /// Nil for an event that stops the sync.
  init?(_ event: MergeEvent) {
    switch event {
    case .merged(let path): self = .merged(path)
    case .conflicts(let path, let count): self = .marked(path, count)
    case .keptBoth(let path, let copy, _): self = .bothKept(path, other: copy)
    case .deletionOverruled(let path, _): self = .deletionOverruled(path)
    case .renamedTwice(let path, let other): self = .renamed(other, to: path)
    case .nameTaken(let path, let now): self = .nameTaken(path, to: now)
    case .linksFollowed(let path): self = .linksFollowed(path)
    case .identitiesDiffer: return nil
    case .refused(let path, let reason):
      self = .leftAlone(path, "No vault may have this name: \(reason.message).")
    }
  }
}
