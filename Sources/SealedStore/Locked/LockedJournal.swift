package import Entities
package import Services
import Vault

/// The unsaved texts of a plain vault's notes. Those of locked notes, and the edits of large ones,
/// are encrypted with the note's own key.
package struct LockedJournal: RecoveryJournal {
  private let journal: any RecoveryJournal
  private let keyring: NoteKeyring

  private static let unsaved = "unsaved"

  package init(_ journal: any RecoveryJournal, keyring: NoteKeyring) {
    self.journal = journal
    self.keyring = keyring
  }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    guard let note, note.path.isLocked else {
      return try journal.keep(bytes, of: note, draft: draft)
    }
    try keep(Recovery(text: bytes), of: note, draft: draft)
  }

  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    guard let note, note.path.isLocked else {
      return try journal.keep(edits: edits, since: base, of: note, draft: draft)
    }
    try keep(Recovery(edits: RecoveredEdits(base: base, edits: [edits])), of: note, draft: draft)
  }

  private func keep(_ entry: Recovery, of note: NoteID, draft: Int) throws(NoteStoreError) {
    guard let lock = keyring.lock(of: note) else { throw .locked(note.path) }
    let closed = try sealing(
      note.path, to: "keep a recovery copy of", lock.key.closed(entry.coded, as: Self.unsaved))
    try journal.keep(closed, of: note, draft: draft)
  }

  /// A locked note is recorded as a whole each time.
  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool {
    if let note, note.path.isLocked { return false }
    return try journal.keepMore(edits: edits, of: note, draft: draft)
  }

  package func forget(_ note: NoteID?, draft: Int) { journal.forget(note, draft: draft) }

  /// Returns nil for a locked note while it is closed; its text waits until it is open.
  package func recovered(_ note: NoteID?) -> RecoveredText? {
    guard let note, note.path.isLocked else { return journal.recovered(note) }
    guard let lock = keyring.lock(of: note), let found = journal.recovered(note),
      let coded = lock.key.opened(found.bytes, as: Self.unsaved), let entry = Recovery(coded)
    else { return nil }
    return entry.recovered(of: note, savedAt: found.savedAt)
  }

  package func unsavedNotes() -> [NoteID] { journal.unsavedNotes() }
}

/// A recovery text in the form that is encrypted: a line with its kind, then the bytes.
private struct Recovery {
  var text: [UInt8] = []
  var edits: RecoveredEdits?

  init(text: [UInt8]) { self.text = text }
  init(edits: RecoveredEdits) { self.edits = edits }

  var coded: [UInt8] {
    guard let edits else { return Array("text\n".utf8) + text }
    return Array("edits \(Self.words(edits.base))\n".utf8) + (edits.edits.first ?? [])
  }

  init?(_ coded: [UInt8]) {
    guard let end = coded.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: coded[..<end], as: UTF8.self).split(separator: " ")
    let rest = Array(coded[(end + 1)...])
    switch words.first {
    case "text": text = rest
    case "edits": edits = RecoveredEdits(base: Self.base(words.dropFirst()), edits: [rest])
    default: return nil
    }
  }

  private static func words(_ base: TextBase?) -> String {
    guard let base else { return "-" }
    let digest = base.digest.map { "\($0)" } ?? "-"
    return "\(base.inode) \(base.size) \(base.modified.seconds) \(base.modified.nanoseconds)"
      + " \(digest)"
  }

  private static func base(_ words: some Collection<Substring>) -> TextBase? {
    let words = Array(words)
    guard words.count == 5, let inode = UInt64(words[0]), let size = Int(words[1]),
      let seconds = Int64(words[2]), let nanoseconds = Int32(words[3])
    else { return nil }
    return TextBase(
      inode: inode, size: size, modified: Timestamp(seconds: seconds, nanoseconds: nanoseconds),
      digest: UInt64(words[4]))
  }

  func recovered(of note: NoteID, savedAt: Timestamp) -> RecoveredText {
    if let edits { return RecoveredText(note: note, edits: edits, savedAt: savedAt) }
    return RecoveredText(note: note, bytes: text, savedAt: savedAt)
  }
}
