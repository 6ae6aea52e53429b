import Entities
import Files
import Glibc
import SealedStore
import Services
package import Vault

/// The key for encrypting a vault.
package enum EncryptionKey: Sendable {
  /// For a new encryption.
  case new(PreparedLock)
  /// For one that was begun before.
  case begun(X25519Identity)

  /// Whether to undo everything. A refused encryption that was begun earlier is not undone: it can
  /// continue once the problem is solved.
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
  /// Checks everything that is to be encrypted, and changes nothing. Throws the obstacles.
  package func examine() async throws(ConversionError) -> EncryptionPlan {
    // Fails before the person is asked for a passphrase.
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

  /// Returns warnings about plain remains, worded as in `examine`, for a vault that is now encrypted.
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

  /// Encrypts the vault, or continues. If canceled before the first plain file is removed, it
  /// removes everything that it wrote; later it stops, and continues the next time.
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
    try work.clearStaging()
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
      // The mark precedes the lock: the lock alone would mean an encrypted vault.
      try mark(.encrypting, .copying)
      try locking(lock.write(new))
      return .copying
    case (.begun, .unfinished(let mark)) where mark.direction == .encrypting:
      return mark.phase
    case (.begun(let identity), .marked(let folder)) where folder.isEncrypted:
      // The key must open all notes, and none is treated as a copy, whatever other files there are.
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

  /// Removes the results of an encryption that has not removed anything yet, each note only after a
  /// comparison with its plain file. That needs the vault's key; nil if there is none yet, and so
  /// no encrypted notes. Returns messages for the person.
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

  /// Removes the encrypted notes, then their keys, then the mark, so that an interrupted run can be
  /// repeated.
  private func takeBack(_ work: inout Encryption) throws(ConversionError) -> [String] {
    let messages = try work.takeBack()
    try removeTraces()
    return messages
  }

  /// Throws if there are encrypted notes without keys: they may be the only copies of their texts.
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

  /// Removes the keys, which no note needs any more. If encrypted notes were set aside, the keys
  /// are moved there too.
  func removeLock() throws(ConversionError) {
    let setAside = SetAsideFolder(root: root)
    let isNeeded = try setAside.holdsFiles()
    // Without the first file, the folder no longer counts as an encrypted vault that needs a passphrase.
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
