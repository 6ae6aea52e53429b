import Entities
import Files
import Glibc
import SealedStore
import Services
package import Vault

/// With what a vault is encrypted.
package enum EncryptionKey: Sendable {
  /// Begins again.
  case new(PreparedLock)
  /// Continues what was begun.
  case begun(X25519Identity)

  /// Whether nothing shall be left of what was begun. What was begun before and is refused now can be
  /// gone on with once that is put right.
  fileprivate func isTakenBack(on error: ConversionError) -> Bool {
    switch (self, error) {
    case (_, .cancelled), (.new, .refused): true
    default: false
    }
  }

  var identity: X25519Identity {
    switch self {
    case .new(let lock): lock.identity
    case .begun(let identity): identity
    }
  }
}

extension VaultConversion {
  /// Looks at all that is to be encrypted, and touches nothing. Throws the obstacles.
  package func examine() async throws(ConversionError) -> EncryptionPlan {
    // Before anybody is asked for a passphrase.
    _ = try alone()
    let conflicts = try await keeping.obstacles(to: .encrypting, vault, with: nil)
    let survey = try PlainWalk.run(root, hasSealed: false)
    var refusals = conflicts + survey.refusals
    for leftover in survey.leftovers where isBeingWritten(leftover) {
      refusals.append("\(leftover.text): another program saves a note just now. Try again")
    }
    if !refusals.isEmpty { throw .refused(refusals) }
    try checkSpace(bytes: survey.bytes, files: survey.files.count)
    return EncryptionPlan(
      files: survey.files.count, bytes: survey.bytes, warnings: warnings(survey))
  }

  private func isBeingWritten(_ leftover: NotePath) -> Bool {
    guard let folder = try? Enclosure(root).openFolder(leftover.folder.bytes),
      let file = try? Posix.open(
        leftover.name.bytes, in: folder.raw, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    else { return false }
    return flock(file.raw, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// What encrypting did not change, in the same words as before; for a vault that is encrypted
  /// now.
  func remains() -> [String] {
    (try? PlainWalk.run(root, hasSealed: true)).map { warnings($0) } ?? []
  }

  private static let settings = ".notes-tui/settings"

  private func warnings(_ survey: PlainSurvey) -> [String] {
    var warnings: [String] = []
    if survey.leftAlone.contains(where: { $0.name == NotePath(".git") }) {
      warnings.append(
        ".git holds the history of the notes in plain, and so does every remote that it was pushed "
          + "to. Encrypting does not change that: move .git out of the vault, or delete it here "
          + "and there, and begin a new history.")
    }
    let others = survey.leftAlone.filter { $0.name != NotePath(".git") }
    if !others.isEmpty {
      let some = others.prefix(5).map(\.text).joined(separator: ", ")
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      warnings.append(
        "Left as it is, in plain, because its name begins with a dot: \(some)\(more).")
    }
    if (try? Enclosure.facts(of: NotePath(Self.settings), in: root)) != nil {
      warnings.append(
        "\(Self.settings) stays in plain: what it says of folders, templates and the task note can be "
          + "read.")
    }
    warnings.append(
      "What is removed may be recovered from the disk for some time, and stays in backups and "
        + "snapshots: where that matters, encrypt the disk too, and let go of old backups.")
    return warnings
  }

  /// Encrypts the vault, or continues it. Cancelled before the first plain file is removed, it
  /// takes all that it wrote away again; later it stops, and continues the next time.
  package func encrypt(
    _ key: EncryptionKey, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> ConversionReport {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    let isOthers = if case .marked = try state() { true } else { false }
    let phase = try beginEncrypting(key)
    var work = Encryption(
      root: root, sealed: sealedSide(key.identity, Durability.later),
      watching: Watching(ConversionProgress(.copying), watch))
    if isOthers { try work.takeOver() }
    if phase == .copying {
      do throws(ConversionError) {
        try copy(&work)
      } catch {
        guard key.isTakenBack(on: error) else { throw error }
        work.watching = Watching(ConversionProgress(.takingBack), { _ in true })
        _ = try takeBack(&work)
        throw error
      }
      try Durability.wait(in: root)
      try mark(.encrypting, .removing)
    } else {
      try work.findUnmatched()
    }
    work.sealed = sealedSide(key.identity)
    try work.clearAside()
    try work.removeAll()
    try await keeping.seal(vault, with: key.identity) { done, all in
      watch(ConversionProgress(.keeping, files: done, allFiles: all))
    }
    try removeMark()
    return work.report
  }

  private func beginEncrypting(
    _ key: EncryptionKey
  ) throws(ConversionError) -> ConversionMark.Phase {
    switch (key, try state()) {
    case (.new(let new), .plain), (.new(let new), .marked(.plain)),
      (.new(let new), .unfinished(.init(.encrypting, .copying))):
      try refuseNotesWithoutKeys()
      // Before the lock: with that alone the folder would be taken for a vault that is encrypted.
      try mark(.encrypting, .copying)
      try locking(lock.write(new))
      return .copying
    case (.begun, .unfinished(let mark)) where mark.direction == .encrypting:
      return mark.phase
    case (.begun(let identity), .marked(let folder)) where folder.isEncrypted:
      // The key must open all notes; and none is taken for a copy, whatever other files there are.
      _ = try sealedSide(identity).all()
      try mark(.encrypting, .removing)
      return .removing
    case (_, let state): throw .wrongState(state)
    }
  }

  func locking<Value>(
    _ call: @autoclosure () throws(VaultLockError) -> Value
  ) throws(ConversionError) -> Value {
    do {
      return try call()
    } catch {
      throw .lock(error)
    }
  }

  private func copy(_ work: inout Encryption) throws(ConversionError) {
    let survey = try PlainWalk.run(root, hasSealed: true)
    if !survey.refusals.isEmpty { throw .refused(survey.refusals) }
    try work.watching.begin(
      ConversionProgress(.copying, allFiles: survey.files.count, allBytes: survey.bytes))
    try work.copyAll(survey)
  }

  /// Takes away what an encryption wrote that removed nothing yet, each note only after it was compared
  /// with its plain file. That needs the vault's key; nil where the keys are not there yet, and so
  /// nothing encrypted may be. Returns what a person should know.
  package func takeBackEncryption(
    with identity: X25519Identity?, watch: @escaping ConversionWatch
  ) throws(ConversionError) -> [String] {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    let state = try state()
    guard state == .unfinished(.init(.encrypting, .copying)) else { throw .wrongState(state) }
    guard let identity else {
      try refuseNotesWithoutKeys()
      try removeTraces()
      return []
    }
    var work = Encryption(
      root: root, sealed: sealedSide(identity),
      watching: Watching(ConversionProgress(.takingBack), watch))
    return try takeBack(&work)
  }

  /// The encrypted notes first, then their keys, then the mark: killed anywhere in between, it is done
  /// again.
  private func takeBack(_ work: inout Encryption) throws(ConversionError) -> [String] {
    let messages = try work.takeBack()
    try removeTraces()
    return messages
  }

  /// Encrypted notes whose keys are not there may be the only copies of their texts.
  func refuseNotesWithoutKeys() throws(ConversionError) {
    if VaultLock.hasKeys(root) { return }
    var refusals: [String] = []
    for folder in [NotePath.top, .trash] {
      let names = try working(on: folder.named, to: "read") { () throws(SystemError) in
        do throws(SystemError) {
          let open = try Enclosure(root).openFolder(folder.bytes)
          return try Posix.names(in: open.raw)
        } catch  where error.code == ENOENT && folder == .trash {
          return []
        }
      }
      for name in names where SealedID(fileName: name) != nil {
        refusals.append(
          "\(folder.appending(NotePath(bytes: name)).text): \(PlainWalk.noteWithoutKeys)")
      }
    }
    if !refusals.isEmpty { throw .refused(refusals.sorted()) }
  }

  private func removeTraces() throws(ConversionError) {
    for folder in [NotePath.trash, .top, .own] {
      try PlainRemains(root: root).removeLeftovers(in: folder)
      try working(on: folder.named, to: "write") { () throws(SystemError) in
        do throws(SystemError) {
          let open = try Enclosure(root).openFolder(folder.bytes)
          try Posix.syncFolder(open.raw, .real)
        } catch  where error.code == ENOENT && folder != .top {}
      }
    }
    try? Posix.removeFolder(root + [slash] + NotePath.trash.bytes)
    try removeLock()
    try removeMark()
  }

  /// No encrypted note is left that the keys would open, but for what was set aside: the keys go there
  /// too then.
  func removeLock() throws(ConversionError) {
    let setAside = SetAsideFolder(root: root)
    let isNeeded = try setAside.holdsFiles()
    // Without the first the folder is no encrypted vault any more: no passphrase is asked for.
    for path in [VaultLock.passphraseFile, VaultLock.recoveryFile] {
      if isNeeded {
        if (try? Enclosure.facts(of: NotePath(path), in: root)) != nil {
          try setAside.move(NotePath(path))
        }
        continue
      }
      try working(on: NotePath(path), to: "remove") { () throws(SystemError) in
        let own = try ifThere(try Enclosure(root).openFolder(NotePath.own.bytes))
        guard let own else { return }
        try ifThere(Posix.remove(NotePath(path).name.bytes, in: own.raw))
        try Posix.syncFolder(own.raw, .real)
      }
    }
  }
}
