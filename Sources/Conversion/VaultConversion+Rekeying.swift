import Entities
import Files
import SealedStore
import Services
package import Vault

/// The key for giving a vault another key.
package enum RekeyingKey: Sendable {
  /// For a new change: the next key, and the vault's present one.
  case new(PreparedLock, after: X25519Identity)
  /// For a change that was begun before: the next key.
  case begun(X25519Identity)
}

extension VaultConversion {
  /// Checks everything that is to be encrypted with another key, and changes nothing. Throws the
  /// obstacles.
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
    // Each new file replaces the old one.
    try checkSpace(bytes: notes.map(\.textSize).max() ?? 0, files: 1)
    return (notes.count, notes.reduce(0) { $0 + $1.textSize })
  }

  /// Gives the vault another key, or continues. If it is stopped, both keys stay: it continues the
  /// next time or, while state outside the vault is unchanged, can be undone.
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
    // A program that knows only the old key may have written at the last moment.
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
      // The keys precede the mark, so that the mark is true from the start.
      try locking(lock.writeNextKey(new, after: old))
      try mark(.rekeying, .copying)
      return VaultLock.KeyPair(old: old, new: new.identity)
    case (.begun(let identity), .unfinished(let mark)) where mark.direction == .rekeying:
      return try begun(identity, \.new)
    case (.begun(let identity), .marked(.twoKeys)):
      let pair = try begun(identity, \.new)
      // This computer's state of the vault does not use the new key yet, unless the change began here.
      let begun = try working(
        on: NotePath(ConversionMark.path), to: "read", marks.begun(in: root))
      try mark(.rekeying, begun == .init(.rekeying, .removing) ? .removing : .copying)
      return pair
    case (_, let state): throw .wrongState(state)
    }
  }

  /// Returns both keys if `identity` is the wanted one. The file of both can only be made by
  /// someone who knows them.
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

  /// Encrypts all notes with the old key again, and removes the next one. `identity` is the key
  /// that the vault's own passphrase or recovery key opens.
  package func takeBackRekeying(
    with identity: X25519Identity, watch: @escaping ConversionWatch
  ) async throws(ConversionError) {
    let held = try alone()
    defer { withExtendedLifetime(held.raw) {} }
    // The remaining key must be the one in the vault's own files.
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
    // Without the mark it is a normal vault, in which files of the next key have no meaning.
    try removeMark()
    try locking(lock.removeNext())
  }

  /// Finishes a change that was killed with only the mark left to remove.
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

  /// Removes temporary files that a killed run left.
  private func clearLeftovers() throws(ConversionError) {
    for folder in [NotePath.trash, .top, .own] {
      try PlainRemains(root: root).removeLeftovers(in: folder)
    }
  }
}

/// Encrypts each note of a vault with another key, in the same folder. At any moment each note is
/// complete, and encrypted with one of the two keys.
struct Rekeying {
  let from: SealedFolder
  let to: SealedFolder
  var watching: Watching

  /// A note that another program saves all the time is given up after this number of tries.
  private static let tries = 5

  /// Returns all notes of the old key.
  func all() throws(ConversionError) -> [SealedFile] { try notes(except: []) }

  /// Returns the notes that are not encrypted with the new key yet.
  private func remaining() throws(ConversionError) -> [SealedFile] {
    let done = try to.listed().filter { (try? $0.content.get()) != nil }
    return try notes(except: Set(done.map(\.path)))
  }

  /// Throws if the key does not open a note: without the old key, it would be lost.
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

  /// Encrypts notes until none is left, including those that another program saves meanwhile.
  /// Returns their number.
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

  /// Returns false if the note is gone, or another program just saved it: the next pass finds out.
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
