import Entities
import Files
import SealedStore
import Services
package import Vault

/// With what a vault gets another key.
package enum RekeyingKey: Sendable {
  /// Begins: the vault's key, and the next one.
  case new(PreparedLock, after: X25519Identity)
  /// Continues what was begun, with the next key.
  case begun(X25519Identity)
}

extension VaultConversion {
  /// Looks at all that is to be closed with another key, and touches nothing. Throws the obstacles.
  package func examine(
    rekeying identity: X25519Identity
  ) async throws(ConversionError) -> (files: Int, bytes: Int) {
    var refusals = try await keeping.obstacles(to: .rekeying, vault, with: identity)
    if try SetAsideFolder(root: root).holdsFiles() {
      refusals.append(
        "\(SetAsideFolder.path.text): its files open with the old key alone. Move them out of the vault"
      )
    }
    if !refusals.isEmpty { throw .refused(refusals) }
    let notes = try rekeying(from: identity, to: identity).all()
    // Each replaces the one before.
    try checkSpace(bytes: notes.map(\.textSize).max() ?? 0, files: 1)
    return (notes.count, notes.reduce(0) { $0 + $1.textSize })
  }

  /// Gives the vault another key, or continues it. Where it is stopped both keys stay: it continues
  /// the next time or, while state outside the vault is untouched, is taken back.
  package func rekey(
    _ key: RekeyingKey, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> ConversionReport {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    let pair = try beginRekeying(key)
    var work = rekeying(from: pair.old, to: pair.new, watch)
    var report = ConversionReport()
    if try state() == .unfinished(.init(.rekeying, .copying)) {
      report.files = try work.run(.copying)
      try await keeping.setAside(vault, before: pair.new)
      try mark(.rekeying, .removing)
    }
    report.files += try work.run(.copying)
    try await keeping.reseal(vault, from: pair.old, to: pair.new) { done, all in
      watch(ConversionProgress(.keeping, files: done, allFiles: all))
    }
    // What a program that knows the old key alone wrote at the last moment.
    report.files += try work.run(.copying)
    try locking(lock.takeNext())
    try removeMark()
    return report
  }

  private func beginRekeying(
    _ key: RekeyingKey
  ) throws(ConversionError) -> VaultLock.KeyPair {
    switch (key, try state()) {
    case (.new(let new, let old), .encrypted):
      try clearLeftovers()
      // Before the mark: what it says is true from its first moment.
      try locking(lock.placeNext(new, after: old))
      try mark(.rekeying, .copying)
      return VaultLock.KeyPair(old: old, new: new.identity)
    case (.begun(let identity), .unfinished(let mark)) where mark.direction == .rekeying:
      return try begun(identity, \.new)
    case (.begun(let identity), .marked(.twoKeys)):
      let pair = try begun(identity, \.new)
      // Of what this computer keeps of the vault nothing is closed with the new key yet, but where it began
      // this itself.
      let begun = try working(
        on: NotePath(ConversionMark.path), to: "read", marks.begun(in: root))
      try mark(.rekeying, begun == .init(.rekeying, .removing) ? .removing : .copying)
      return pair
    case (_, let state): throw .wrongState(state)
    }
  }

  /// Both keys, where `identity` is the wanted one. Who knows neither cannot have made the file of both.
  private func begun(
    _ identity: X25519Identity, _ wanted: KeyPath<VaultLock.KeyPair, X25519Identity>
  ) throws(ConversionError) -> VaultLock.KeyPair {
    try clearLeftovers()
    let pair = try locking(lock.keys(with: identity))
    guard pair[keyPath: wanted].recipient == identity.recipient else {
      throw .lock(.wrongPassphrase)
    }
    return pair
  }

  /// Closes all notes with the old key again, and drops the next one. `identity` is what the
  /// vault's own passphrase or recovery key opens.
  package func takeBackRekeying(
    with identity: X25519Identity, watch: @escaping ConversionWatch
  ) async throws(ConversionError) {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    // The key that stays must be the one that the vault's own files hold.
    let pair: VaultLock.KeyPair
    switch try state() {
    case .unfinished(.init(.rekeying, .copying)): pair = try begun(identity, \.old)
    case .marked(.twoKeys(mayGoBack: true)):
      pair = try begun(identity, \.old)
      try mark(.rekeying, .copying)
    case let state: throw .wrongState(state)
    }
    var work = rekeying(from: pair.new, to: pair.old, watch)
    _ = try work.run(.takingBack)
    try await keeping.putBack(vault, with: pair.old)
    // Without the mark it is a vault again; files of the next key mean nothing then.
    try removeMark()
    try locking(lock.removeNext())
  }

  /// Ends what was killed when nothing was left to do but to take the mark away.
  package func finishRekeying() throws(ConversionError) -> Bool {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    guard try state() == .unfinished(.init(.rekeying, .removing)), lock.hasTakenNext else {
      return false
    }
    try clearLeftovers()
    try removeMark()
    return true
  }

  private func rekeying(
    from old: X25519Identity, to new: X25519Identity,
    _ watch: @escaping ConversionWatch = { _ in true }
  ) -> Rekeying {
    Rekeying(
      from: SealedFolder(root: root, identity: old, clock: clock),
      to: SealedFolder(root: root, identity: new, clock: clock),
      watching: Watching(ConversionProgress(.copying), watch))
  }

  /// Files on their way that a killed run left.
  private func clearLeftovers() throws(ConversionError) {
    for folder in [NotePath.trash, .top, .own] {
      try PlainRemains(root: root).removeLeftovers(in: folder)
    }
  }
}

/// Closes each note of a vault with another key, where it is. At any moment a note is closed with
/// the one key or the other, and whole.
struct Rekeying {
  let from: SealedFolder
  let to: SealedFolder
  var watching: Watching

  /// A note that another program saves all the time is given up after this number of tries.
  private static let tries = 5

  /// All notes that the old key opens.
  func all() throws(ConversionError) -> [SealedFile] { try notes(except: []) }

  /// The notes that are not closed with the new key yet.
  private func remaining() throws(ConversionError) -> [SealedFile] {
    let done = try to.listed().filter { (try? $0.content.get()) != nil }
    return try notes(except: Set(done.map(\.path)))
  }

  /// One that the key does not open is refused: once the old key is gone, it would be lost.
  private func notes(except done: Set<NotePath>) throws(ConversionError) -> [SealedFile] {
    var (notes, refusals) = ([SealedFile](), [String]())
    for item in try from.listed() where !done.contains(item.path) {
      switch item.file {
      case .success(let note): notes.append(note)
      case .failure(let fault):
        refusals.append(fault.refusal(of: item.path, in: from.root))
      }
    }
    if !refusals.isEmpty { throw .refused(refusals.sorted()) }
    return notes
  }

  /// Goes through the vault until no note is left: what another program saves meanwhile is closed, too.
  /// Answers how many there were.
  mutating func run(_ step: ConversionProgress.Step) throws(ConversionError) -> Int {
    var count = 0
    for _ in 0..<Self.tries {
      let notes = try remaining()
      if notes.isEmpty { return count }
      try watching.begin(
        ConversionProgress(
          step, allFiles: notes.count, allBytes: notes.reduce(0) { $0 + $1.textSize }))
      for note in notes {
        if try reseal(note) { count += 1 }
        try watching.didFile(note.textSize)
      }
    }
    throw .failed(
      .top.named, action: "close the notes in",
      reason: "other programs write to them all the time. End them, then continue")
  }

  /// False where it is gone, or was saved by another program just now: the next look shows which.
  private func reseal(_ note: SealedFile) throws(ConversionError) -> Bool {
    do throws(NoteStoreError) {
      try from.reseal(note.id, isTrashed: note.at.isTrashed, for: to, as: note.at.path)
      return true
    } catch {
      switch error {
      case .changedOutside, .notFound: return false
      default: throw ConversionError(error, note.at.path)
      }
    }
  }
}
