import Entities
import Merging
import Services

extension SyncRun {
  private static let keys = NotePath(".notes-tui/identity.age")
  /// The number of files that are tried with this vault's key.
  private static let mostTried = 3

  /// Fetches for a locked vault, which cannot be merged without the passphrase. Returns the number
  /// of notes that wait for it.
  mutating func fetchLocked() async throws -> Int {
    try await fetch()
    let mine = try await repository.head()
    let here = if let mine { try await repository.tree(of: mine) } else { Tree() }
    var waiting: Set<NotePath> = []
    for remote in remotes.all where remote.failure == nil {
      guard let theirs = try await repository.resolve("refs/remotes/\(remote.name)/\(branch)")
      else {
        continue
      }
      let base =
        if let mine { try await repository.mergeBases(mine, theirs).min() } else { String?.none }
      // A file that is the same on both sides does not wait.
      waiting.formUnion(
        try await difference(from: base, to: theirs).notes
          .filter { mine == nil || here[$0.path] != $0.after }.map(\.path))
    }
    try reportRemotes()
    return waiting.count
  }

  /// Stops if the vault was encrypted, decrypted or given another key on one side, and notes were
  /// changed on the other. A merge would mix two keys, or plain and encrypted notes.
  func checkKeys(_ mine: String, _ theirs: String) async throws {
    if try await repository.isAncestor(mine, of: theirs) {
      return try await checkDecrypted(mine, theirs)
    }
    let base = try await repository.mergeBases(mine, theirs).min()
    let old = if let base { try await repository.tree(of: base) } else { Tree() }
    let (here, there) = (
      try await repository.tree(of: mine), try await repository.tree(of: theirs)
    )
    switch (here[Self.keys], there[Self.keys]) {
    case (let own?, let other?):
      // If both sides have a new key, the merge itself stops.
      let before = old[Self.keys]
      if own == other || own != before && other != before { return }
      if try opens(old, there) { return }
      throw try await keysDiffer(
        "This vault got another key on one device while its notes were changed on another. Nothing was"
          + " merged.", from: base, to: mine)
    case (nil, .some) where old[Self.keys] == nil:
      if !here.keys.contains(where: \.isNote) { return }
      if base == nil {
        throw SyncFailure.obstacle(
          "The remote is an encrypted vault, and this one has notes in plain text. Nothing was merged."
            + " Sync an empty folder with it, open that with the passphrase, and make the notes there."
        )
      }
      throw try await keysDiffer(
        "This vault was encrypted on another device while notes were changed here. Nothing was merged.",
        from: base, to: mine)
    case (.some, nil) where old[Self.keys] != nil: throw Self.decrypted
    default: return
    }
  }

  private func checkDecrypted(_ mine: String, _ theirs: String) async throws {
    guard manner.isSecret, try await repository.tree(of: mine)[Self.keys] != nil,
      try await repository.tree(of: theirs)[Self.keys] == nil
    else { return }
    throw Self.decrypted
  }

  private static let decrypted = SyncFailure.obstacle(
    "The keys of this vault were deleted on another device, or it was decrypted there. Nothing was changed"
      + " here. To do the same: notes-tui decrypt, then sync again.")

  /// Returns a failure with a way out that overwrites nothing: this folder stays as it is, next to
  /// a new one with the others' version.
  func keysDiffer(
    _ sentence: String, from base: String?, to mine: String
  ) async throws -> SyncFailure {
    let changed = TreeDifference(try await repository.changes(from: base, to: mine)).notes
      .filter { $0.after != nil }.map(\.path)
    let shown = try await names.names(of: Set(changed))
    let (here, before) = (repository.root, "\(repository.root)-before")
    let prefix = repository.prefix.isEmpty ? "" : "/\(repository.prefix.dropLast())"
    let address = repository.address(of: remote) ?? remote
    return .keysDiffer(
      sentence,
      steps: [
        "On this device, leave the program: mv '\(here)' '\(before)'. The folder stays a whole vault, and"
          + " opens as it did.",
        prefix.isEmpty
          ? "Then: mkdir '\(here)' && notes-tui --vault '\(here)' sync --setup '\(address)'"
          : "Then: git clone '\(address)' '\(here)'",
        "Open '\(here)\(prefix)' with the passphrase that the vault has on the other devices.",
        "Write there again what was changed here, \(Self.list(changed.map { shown[$0] ?? $0 }.sorted())):"
          + " notes-tui --vault '\(before)\(prefix)' show NOTE",
        "Sync. Once all of it is on the other devices, delete '\(before)'. There nothing is to be done.",
      ])
  }

  private static func list(_ notes: [NotePath]) -> String {
    let named = notes.prefix(3).map(\.text).joined(separator: ", ")
    return notes.count > 3 ? "\(named) and \(notes.count - 3) more" : named
  }

  /// Whether this vault's key opens what the other side changed; also true if it changed nothing.
  private func opens(_ old: Tree, _ there: Tree) throws -> Bool {
    guard let opener = manner.opener else { return true }
    let blobs = try repository.blobs()
    let changed = there.filter { $0.key.isSealed && old[$0.key] != $0.value }
      .sorted { $0.key < $1.key }.prefix(Self.mostTried)
    if changed.isEmpty { return true }
    return try changed.contains { path, entry in
      opener.notePath(of: path, try blobs.bytes(of: entry.blob)) != nil
    }
  }

  /// Asks before a vault that became plain here is sent: someone may have planted the instructions
  /// to decrypt in its folder.
  func checkSentPlain(_ mine: String, _ theirs: String) async throws {
    guard !manner.isSecret else { return }
    let changes = try await repository.changes(from: theirs, to: mine)
    guard changes.contains(where: { $0.path == Self.keys && $0.after == nil }) else { return }
    let ours = try await repository.tree(of: mine)
    if ours.keys.contains(where: \.isNote), try await decryptedHere(mine, theirs) {
      try check(.sendsPlain)
    }
  }

  /// Whether the keys were removed on this side, and not just added on the other.
  private func decryptedHere(_ mine: String, _ theirs: String) async throws -> Bool {
    guard let base = try await repository.mergeBases(mine, theirs).min() else { return false }
    return try await repository.tree(of: base)[Self.keys] != nil
  }

  /// Checks incoming key files. A file that age did not write is refused, and the next snapshot
  /// sends the one here; any other needs the person's agreement.
  func checkedKeys(
    of difference: TreeDifference, from old: String?
  ) async throws -> TreeDifference {
    let difference = try refusingKeys(in: difference)
    let comes = difference.writes.first { $0.path == Self.keys }
    guard let comes, let old, !request.isDryRun else { return difference }
    if manner.isSecret {
      if comes.before != nil { try check(.otherKeys) }
    } else if try await repository.tree(of: old).keys.contains(where: \.isNote) {
      try check(.keysForPlain)
    }
    return difference
  }

  func refusingKeys(in difference: TreeDifference) throws -> TreeDifference {
    var difference = difference
    let blobs = try repository.blobs()
    try difference.refuseKeyFiles { change in
      guard Self.keyFiles.contains(change.path), let file = try blobs.file(change.after) else {
        return false
      }
      return file.kind == .link || !file.bytes.starts(with: Self.ageStart)
    }
    return difference
  }

  private static let keyFiles: Set = [keys, NotePath(".notes-tui/recovery.age")]
  private static let ageStart = Array("age-encryption.org/v1\n-> ".utf8)

  /// Notes for the person that the keys changed.
  mutating func noteKeys(_ difference: TreeDifference) {
    guard let change = difference.all.first(where: { $0.path == Self.keys }), change.after != nil
    else {
      return
    }
    add([
      .remark(
        !manner.isSecret
          ? "This vault is encrypted. Open it with its passphrase from now on."
          : "The passphrase or the key of this vault was changed on another device. Lock it, and open it"
            + " with the new one.")
    ])
  }

  /// Holds back everything unencrypted in an encrypted vault. Plain text from before the encryption
  /// stays in the history.
  mutating func plain(_ changes: [TreeDifference.Change]) -> [TreeDifference.Change] {
    guard manner.isSecret else { return [] }
    let left = changes.filter { $0.after != nil && !$0.path.mayLeaveSecretVault }
      .sorted { $0.path < $1.path }
    for change in left {
      add([.leftAlone(change.path, "It is not encrypted, and nothing else of this vault is sent.")])
    }
    let isEncryptedNow = changes.contains {
      $0.path == Self.keys && $0.before == nil && $0.after != nil
    }
    if isEncryptedNow, changes.contains(where: { $0.before != nil && $0.path.isPlainNote }) {
      add([
        .remark(
          "The history in git keeps the notes in plain text, here and at the remote. To be rid of that,"
            + " begin with a new repository.")
      ])
    }
    return left.map { TreeDifference.Change(path: $0.path, before: $0.before, after: $0.before) }
  }
}

extension NotePath {
  fileprivate var isPlainNote: Bool { isNote && !isSealed }

  /// Whether it is an encrypted file, or one of git's own.
  fileprivate var mayLeaveSecretVault: Bool {
    let name = name.bytes
    if folder.bytes.isEmpty {
      return isSealed || [".gitignore", ".gitattributes"].contains { name.elementsEqual($0.utf8) }
    }
    return folder == NotePath(".notes-tui") && name.suffix(4).elementsEqual(".age".utf8)
  }
}
