package import Entities

/// The notes of a vault. The screens and the command line reach files only through this.
///
/// ```swift
/// let content = try await store.read(id)
/// let stamp = try await store.save(edited, to: id, replacing: content.stamp)
/// ```
///
/// Every call succeeds completely or changes nothing: a failed save leaves the old text on disk.
package protocol NoteStore: NoteTrash {
  /// Lists the vault in batches, newest first within each: a small one as soon as possible, then
  /// the rest as it is read. The stream ends when the whole vault was walked. Folders that cannot
  /// be read are in `ListingBatch.problems`.
  func list() -> AsyncStream<ListingBatch>

  /// Reads the list row of one note again.
  func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary

  /// Returns the whole text; for small notes.
  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent

  /// Starts reading a note of any size.
  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading

  /// Replaces a note's text. Throws `.changedOutside` and writes nothing if the file no longer
  /// matches `stamp`.
  func save(_ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp)
    async throws(NoteStoreError) -> NoteStamp

  /// Makes a note named after `title` in `folder`, never over an existing file.
  func create(_ text: any ByteSource, titled title: String, in folder: NotePath)
    async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)

  /// Makes a note or an attachment with exactly this name. Throws `.changedOutside` if it is in
  /// use.
  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp

  /// Makes a note named after `title` with content of another note, and protects it as well as that
  /// one.
  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)

  /// Makes files with exactly these names, each independent of the others. Returns one result for
  /// each, in order.
  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>]

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote

  /// Moves many notes to the trash, each independent of the others, with one wait for the disk per
  /// batch. Returns one result for each, in order.
  func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>]

  /// Moves a restored note back to the trash with the path and time of its earlier entry. Returns
  /// its new entry.
  func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote

  /// Removes files for good if they are unchanged since they were made; the others stay, with an
  /// error. Needs no space on the disk. Returns one result for each, in order.
  func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>]

  /// Returns the missing folders of these files, parents first.
  func missingFolders(for files: [NoteID]) async -> [NotePath]

  /// Allows a note to be read and written through its link, as long as that leads to this target.
  /// Called after the user was asked about a `.linkLeadsOutside` and agreed.
  func followLink(of id: NoteID, to target: String) async

  /// Waits for the turn to read a note and save it again. While the result is held, other runs of
  /// this program wait; nil if the wait took too long or there is none. A save is safe without it
  /// too, but may be refused.
  func turn(at id: NoteID) async -> (any NoteTurn)?
}

/// A turn to change a note, while it is held.
package typealias NoteTurn = AnyObject & Sendable

extension NoteStore {
  /// Moves one after the other.
  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    await ids.answers { (id) throws(NoteStoreError) in try await trash(id) }
  }

  /// Makes one after the other, with the current time.
  package func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    await files.answers { (file) throws(NoteStoreError) in
      try await create(file.bytes, at: file.id)
    }
  }

  /// Moves the note to the trash with the current time.
  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    try await trash(note)
  }

  /// Removes one after the other by way of the trash.
  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    await files.answers { (file) throws(NoteStoreError) in
      try file.check(try await read(file.note).stamp)
      try await deleteForGood([try await trash(file.note)])
    }
  }

  /// Returns nothing: in this store folders exist only while something is in them.
  package func missingFolders(for files: [NoteID]) async -> [NotePath] { [] }

  /// Makes an ordinary note: this store protects all notes alike.
  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await create(text, titled: title, in: folder)
  }
}

package struct ListingBatch: Equatable, Sendable {
  package var notes: [NoteSummary]
  package var problems: [String]

  package init(notes: [NoteSummary], problems: [String] = []) {
    self.notes = notes
    self.problems = problems
  }
}

/// What went wrong with a note: the file, the reason, and what can be done.
package enum NoteStoreError: ExplainedError, Equatable, Sendable {
  case notFound(NotePath)
  case notPermitted(NotePath, action: String)
  case noSpace(NotePath)
  case changedOutside(NotePath)
  /// The note is not in the version that the caller expects.
  case unexpected(NotePath, version: String, expected: String)
  /// The number of notes to change is not the one that the caller expects.
  case unexpectedNotes(Int)
  /// A pipe, a device or a folder: listed, never opened.
  case notAFile(NotePath, kind: String)
  /// The note is a link to a file outside the vault, and the user did not agree to follow it.
  case linkLeadsOutside(NotePath, target: String)
  /// Something was in the way, and nothing was changed: a name that is in use, a note in two moves.
  case refused(NotePath, reason: String)
  case tooLarge(NotePath, bytes: Int)
  /// The note is locked with its own passphrase, and is not open.
  case locked(NotePath)
  case wrongPassphrase(NotePath)
  /// Too many wrong passphrases: none is tried for this number of seconds.
  case tooSoon(NotePath, seconds: Int)
  case failed(NotePath, action: String, reason: String)

  package var message: String {
    switch self {
    case .notFound(let path):
      "\(path.text) is gone. Press F5 to read the list again."
    case .notPermitted(let path, let action):
      "No permission to \(action) \(path.text). Check the file's owner and mode."
    case .noSpace(let path):
      "The disk is full: \(path.text) was not written. Free some space and save again."
    case .changedOutside(let path):
      "\(path.text) was changed by another program since it was opened."
    case .unexpected(let path, let version, "none"):
      "\(path.text) is there already, in the version \(version). Nothing was written."
    case .unexpected(let path, "none", let expected):
      "\(path.text) would be a new note, not the version \(expected). Nothing was written."
    case .unexpected(let path, let version, let expected):
      "\(path.text) is the version \(version) now, not \(expected). Nothing was written."
    case .unexpectedNotes(let count):
      "\(count) notes would change, and a version is of one. Nothing was written."
    case .notAFile(let path, let kind):
      "\(path.text) is \(kind), not a note, and was left alone."
    case .linkLeadsOutside(let path, let target):
      "\(path.text) is a link to \(target), outside the vault, and was left alone."
        + " Open that file's own folder to work on it."
    case .refused(let path, let reason):
      "\(path.text) was left as it is: \(reason)."
    case .tooLarge(let path, let bytes):
      "\(path.text) is too large to open here (\(bytes / 1_048_576) MB)."
    case .locked(let path):
      "\(path.text) is locked. Open it in the editor with its passphrase."
    case .wrongPassphrase(let path):
      "That is not the passphrase of \(path.text)."
    case .tooSoon(_, let seconds):
      "Wait \(seconds == 1 ? "a second" : "\(seconds) seconds"), then try again."
    case .failed(let path, let action, let reason):
      "Could not \(action) \(path.text): \(reason)."
    }
  }
  /// The reason, as the end of a sentence.
  package var reason: String {
    if case .failed(_, _, let reason) = self { return reason }
    let message = message
    return message.last == "." ? String(message.dropLast()) : message
  }
}

extension NoteStore {
  /// Changes a note in its turn: `change` reads it and saves it again. If another program writes it
  /// meanwhile, the change is repeated with the new text.
  package func inTurn<Value>(
    at note: NoteID, _ change: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    let turn = await turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    // Gives up on a program that never stops writing.
    for _ in 1..<20 {
      do throws(NoteStoreError) {
        return try await change()
      } catch .changedOutside {
        continue
      }
    }
    return try await change()
  }
}

/// Notes that were deleted and can be restored.
package protocol NoteTrash: Sendable {
  /// Returns everything in the trash, latest first, whichever program put it there.
  func trashed() async throws(NoteStoreError) -> [TrashedNote]

  /// Returns the text of a note in the trash.
  func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8]

  /// Restores a note from the trash, under a new name if its path is in use.
  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID

  /// Restores many notes, each independent of the others, with one wait for the disk per batch.
  /// Returns one result for each, in order.
  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>]

  /// Removes these from the trash for good. If one cannot be removed, the others are removed
  /// nevertheless, and the first error is thrown. An entry that is gone already is no error.
  func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError)
}

extension NoteTrash {
  /// Restores one after the other.
  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    await notes.answers { (note) throws(NoteStoreError) in try await restore(note) }
  }
}

extension Array {
  /// Returns the result for each element, one after the other.
  package func answers<Answer>(
    _ body: (Element) async throws(NoteStoreError) -> Answer
  ) async -> [Result<Answer, NoteStoreError>] {
    var answers: [Result<Answer, NoteStoreError>] = []
    for item in self {
      do throws(NoteStoreError) {
        answers.append(.success(try await body(item)))
      } catch {
        answers.append(.failure(error))
      }
    }
    return answers
  }
}

extension [TrashedNote] {
  /// Calls `body` for each entry, even if it fails for some, and throws the first error at the end.
  package func withEach(
    _ body: (TrashedNote) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) {
    var failure: NoteStoreError?
    for note in self {
      do throws(NoteStoreError) {
        try body(note)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
