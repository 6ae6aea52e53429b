import Entities
import Merging
import Services

extension SyncRun {
  /// A large file is sent only if a person agreed. A too large one is never sent: most servers
  /// refuse it, and with it all later commits.
  private static let large = 10 << 20
  private static let tooLarge = 100 << 20
  /// Up to this number of notes may vanish without a question.
  private static let fewVanished = 2

  /// Step 2: commits the changes made here, if any. Returns the commit that has them. In a dry run,
  /// no branch refers to it.
  mutating func snapshot() async throws -> String? {
    progress(.keeping)
    let head = try await repository.head()
    let headTree = if let head { try await repository.commitFacts(head).tree } else { String?.none }
    try noteStart(isStaging: true)
    var unstaged = try await repository.unstaged()
    // No mark for an empty folder that is about to receive a vault.
    if head != nil || !unstaged.files.isEmpty,
      await VaultMark.write(in: repository, files, manner, request)
    {
      unstaged = try await repository.unstaged()
    }
    if !unstaged.nested.isEmpty { add([.nestedRepositories(unstaged.nested)]) }
    try await clearingOwnLocks { try await repository.stage(unstaged.files) }
    try await step(.staged)
    // If no file differs from the last commit, neither does the index.
    let staged = unstaged.files.isEmpty ? headTree : try await repository.writeIndexTree()
    try await step(.treeWritten)
    var snapshot = head
    hasLeftOut = false
    do {
      if let staged, staged != headTree, let made = try await commit(staged, after: head, headTree)
      {
        snapshot = made
        try await step(.committed)
        if !request.isDryRun {
          try await clearingOwnLocks {
            try await repository.moveBranch(branch, to: made, from: head)
          }
        }
      }
    } catch SyncFailure.asks(let question) {
      // The person may bring the files back, so the index must not have any of these changes.
      try await resetIndex(to: head)
      try noteStart(isStaging: false)
      throw SyncFailure.asks(question)
    }
    // The index must not have uncommitted changes: after another change the file would seem partly
    // staged.
    if request.isDryRun {
      try await resetIndex(to: head)
    } else if hasLeftOut {
      try await resetIndex(to: snapshot)
    }
    try noteStart(isStaging: false)
    return snapshot
  }

  /// Returns nil if nothing is left to send.
  private mutating func commit(
    _ staged: String, after head: String?, _ headTree: String?
  ) async throws -> String? {
    var changes = try await repository.changes(from: headTree, to: staged)
    let leftOut =
      try await nested(changes) + plain(changes) + large(changes)
      + unfiltered(changes)
    hasLeftOut = !leftOut.isEmpty
    var tree = staged
    if hasLeftOut {
      var files = try await repository.tree(of: staged)
      for change in leftOut { files[change.path] = change.after }
      tree = try await repository.makeTree(from: staged, files: files)
      let paths = Set(leftOut.map(\.path))
      changes.removeAll { paths.contains($0.path) }
    }
    if tree == headTree || changes.isEmpty { return nil }
    if !request.isDryRun, let (vanished, all) = try await vanishedMost(in: changes, of: headTree) {
      try check(.vanished(notes: vanished, of: all))
    }
    let message = CommitWords.message(
      manner.message, device: manner.person.name,
      changes: TreeDifference(changes).changes, isSecret: manner.isSecret)
    return try await commit(tree, after: head, saying: message)
  }

  /// Makes a commit. It is signed if the person's git signs, and no prompt is needed. Merge commits
  /// are never signed: they are the same on all devices.
  private mutating func commit(
    _ tree: String, after head: String?, saying message: String
  ) async throws -> String {
    let (repository, manner) = (repository, manner)
    func made(isSigned: Bool) async throws(GitError) -> String {
      try await repository.commit(
        tree: tree, parents: head.map { [$0] } ?? [], message: message, person: manner.person,
        date: manner.seconds, isSigned: isSigned)
    }
    guard repository.signsCommits else { return try await made(isSigned: false) }
    do {
      return try await made(isSigned: true)
    } catch GitError.cancelled {
      throw GitError.cancelled
    } catch {
      add([.remark(Self.unsigned)])
      return try await made(isSigned: false)
    }
  }

  static let unsigned =
    "What was changed here is sent without a signature: git could not sign it without asking for something."
    + " It can where gpg-agent or ssh-agent has the key, and user.signingKey names it."

  /// Throws the question unless a person has agreed to exactly this one.
  func check(_ question: SyncQuestion) throws(SyncFailure) {
    guard hasAgreed(to: question) else { throw .asks(question) }
  }

  func hasAgreed(to question: SyncQuestion) -> Bool {
    request.beginner == .person && request.agreed.contains(question)
  }

  /// Returns the number of vanished notes, and of all; nil unless more than a third vanished, and
  /// more than two.
  func vanishedMost(
    in changes: [TreeDifference.Change], of old: String?
  ) async throws -> (vanished: Int, all: Int)? {
    let vanished = TreeDifference.vanishedNotes(in: changes)
    guard vanished > Self.fewVanished, let old else { return nil }
    let all = try await repository.tree(of: old).keys.count(where: \.isNote)
    return vanished * 3 > all ? (vanished, all) : nil
  }

  /// Returns changes that leave nested repositories as in the last commit, or out of it.
  private func nested(_ changes: [TreeDifference.Change]) -> [TreeDifference.Change] {
    changes.compactMap { change in
      guard
        change.after?.kind == .submodule || change.before?.kind == .submodule && change.after == nil
      else { return nil }
      return TreeDifference.Change(
        path: change.path, before: change.before,
        after: change.before?.kind == .submodule ? change.before : nil)
    }
  }

  /// Leaves out large files that are not in a commit yet, or asks.
  private mutating func large(
    _ changes: [TreeDifference.Change]
  ) async throws -> [TreeDifference.Change] {
    var left: [NotePath] = []
    var large: [NotePath] = []
    for change in changes where change.before == nil {
      guard let after = change.after, after.kind != .submodule,
        repository.size(of: change.path) > Self.large
      else { continue }
      // For a file of git-lfs, git has only a short pointer.
      let size = try await repository.size(of: [after])
      if size > Self.tooLarge {
        left.append(change.path)
        add([.leftAlone(change.path, "It is larger than 100 MB, which most servers refuse.")])
      } else if size > Self.large {
        large.append(change.path)
      }
    }
    large.sort()
    report.question = nil
    if !large.isEmpty, !request.isDryRun, !hasAgreed(to: .large(large)) {
      // The other files are sent without waiting for an answer.
      left += large
      if request.beginner == .person {
        report.question = .large(large)
      } else {
        for path in large {
          add([.leftAlone(path, "It is larger than 10 MB: sync by hand once to send it.")])
        }
      }
    }
    return left.map { TreeDifference.Change(path: $0, before: nil, after: nil) }
  }
}
