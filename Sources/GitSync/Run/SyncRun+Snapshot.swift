import Entities
import Files
import Merging
import Services

extension SyncRun {
  /// A file of this size is sent only when a person agreed, and one of the other not at all: most servers
  /// refuse it, and with it all that comes after.
  private static let large = 10 << 20
  private static let tooLarge = 100 << 20
  /// Fewer may vanish unasked.
  private static let fewVanished = 20

  /// Step 2: what was changed here becomes a commit, if anything was. Answers with the commit that has it.
  /// With a dry run no branch has that.
  mutating func snapshot() async throws -> String? {
    progress(.keeping)
    let head = try await repository.head()
    let headTree = if let head { try await repository.commitFacts(head).tree } else { String?.none }
    try state.noteStart(isStaging: true)
    let nested = try await clearingOwnLocks { try await repository.stageAll() }
    if !nested.isEmpty { add([.nestedRepositories(nested.sorted())]) }
    try await step(.staged)
    let staged = try await repository.writeIndexTree()
    try await step(.treeWritten)
    var snapshot = head
    hasLeftOut = false
    do {
      if staged != headTree, let made = try await commit(staged, after: head, headTree) {
        snapshot = made
        try await step(.committed)
        if !request.isDryRun {
          try await clearingOwnLocks {
            try await repository.moveBranch(branch, to: made, from: head)
          }
        }
      }
    } catch SyncFailure.asks(let question) {
      // The person may bring the files back: nothing of this is to stay in the index.
      try await resetIndex(to: head)
      try state.noteStart(isStaging: false)
      throw SyncFailure.asks(question)
    }
    // What is in no commit is not to stay in the index: changed once more, it would seem half staged.
    if request.isDryRun {
      try await resetIndex(to: head)
    } else if hasLeftOut {
      try await resetIndex(to: snapshot)
    }
    try state.noteStart(isStaging: false)
    return snapshot
  }

  /// Nil where nothing is left that is to be sent.
  private mutating func commit(
    _ staged: String, after head: String?, _ headTree: String?
  ) async throws -> String? {
    let old = if let headTree { try await repository.tree(of: headTree) } else { Tree() }
    let new = try await repository.tree(of: staged)
    let kept = try withoutLarge(old, withoutPlain(old, withoutNested(old, new)))
    hasLeftOut = kept != new
    let tree = kept == new ? staged : try await repository.makeTree(from: staged, files: kept)
    if tree == headTree || head == nil && kept.isEmpty { return nil }
    let (vanished, all) = TreeDifference.vanishedNotes(from: old, to: kept)
    if vanished > Self.fewVanished, vanished * 2 > all, !request.isDryRun {
      try check(.vanished(notes: vanished, of: all))
    }
    let message = CommitWords.message(
      manner.message, device: manner.person.name,
      changes: TreeDifference(from: old, to: kept).changes, isSecret: manner.isSecret)
    return try await repository.commit(
      tree: tree, parents: head.map { [$0] } ?? [], message: message, person: manner.person,
      date: manner.seconds)
  }

  /// Throws the question unless a person has agreed to this very one.
  func check(_ question: SyncQuestion) throws(SyncFailure) {
    guard request.beginner == .person, request.agreed.contains(question) else {
      throw .asks(question)
    }
  }

  /// Repositories within the vault stay as they are in the last commit, or out of it.
  private func withoutNested(_ old: Tree, _ new: Tree) -> Tree {
    var kept = new.filter { $0.value.kind != .submodule }
    for (path, entry) in old where entry.kind == .submodule && kept[path] == nil {
      kept[path] = entry
    }
    return kept
  }

  /// Large files that no commit has yet are left out, or asked for.
  private mutating func withoutLarge(_ old: Tree, _ new: Tree) throws -> Tree {
    var kept = new
    var large: [NotePath] = []
    for path in new.keys.sorted() where old[path] == nil {
      let size = size(of: path)
      if size > Self.tooLarge {
        kept[path] = nil
        add([.leftAlone(path, "It is larger than 100 MB, which most servers refuse.")])
      } else if size > Self.large {
        large.append(path)
      }
    }
    if large.isEmpty || request.isDryRun { return kept }
    if request.beginner == .person {
      try check(.large(large))
      return kept
    }
    for path in large {
      kept[path] = nil
      add([.leftAlone(path, "It is larger than 10 MB: sync by hand once to send it.")])
    }
    return kept
  }

  private func size(of path: NotePath) -> Int {
    let file = Array("\(repository.root)/\(repository.prefix)".utf8) + path.bytes
    return (try? Posix.facts(file).size) ?? 0
  }
}
