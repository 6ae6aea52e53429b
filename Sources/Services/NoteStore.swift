package import Entities

/// Notes as a vault keeps them. The screens and the command line reach files through this alone.
///
/// ```swift
/// let content = try await store.read(id)
/// let stamp = try await store.save(edited, to: id, replacing: content.stamp)
/// ```
///
/// Every call is whole or not at all: a failed save leaves the old text on disk.
package protocol NoteStore: NoteTrash {
  /// Lists the vault: newest first within a batch, a first small batch as soon as it is known,
  /// the rest as it is read. The stream ends when the vault was walked. Folders that cannot be
  /// read are in `ListingBatch.problems`.
  func list() -> AsyncStream<ListingBatch>

  /// The row of one note, read again.
  func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary

  /// The whole text, for what is small.
  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent

  /// Begins to read a note of any size.
  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading

  /// Replaces a note's text. Throws `.changedOutside` and writes nothing if the file is no longer
  /// the one that `stamp` names.
  func save(_ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp)
    async throws(NoteStoreError) -> NoteStamp

  /// Makes a note named after `title`, in `folder`, never over an existing file.
  func create(_ text: any ByteSource, titled title: String, in folder: NotePath)
    async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)

  /// Makes a note, or an attachment, under this very name. Throws `.changedOutside` where something has
  /// it already.
  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp

  /// Makes a note named after `title` of what belongs to another one: it is stored as safely as
  /// that one.
  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)

  /// Makes files under these very names, each of which is made or refused by itself. One answer for each,
  /// in their order.
  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>]

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote

  /// The same with many, each of which goes or stays by itself; the disk is waited for once for a
  /// batch of them. One answer for each, in their order.
  func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>]

  /// Takes a note that came back to the trash again, as what it was there, with the same path and
  /// time. Answers with what it is now.
  func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote

  /// Removes files for good that are still as they were made; each of the others stays, and is refused. It
  /// needs no room on the disk. One answer for each, in their order.
  func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>]

  /// Those of the folders that these files lack, each after the one that it is in.
  func missingFolders(for files: [NoteID]) async -> [NotePath]

  /// The person was asked about a `.linkLeadsOutside` and agreed: from now on this note is read and
  /// written through its link, as long as that leads to this very target.
  func followLink(of id: NoteID, to target: String) async

  /// Waits for the turn at reading a note and saving it again. While what this answers with is held, other
  /// runs of this program wait; nil where there is no waiting, or not any longer. A save is safe
  /// without it too, but may be refused by then.
  func turn(at id: NoteID) async -> (any NoteTurn)?
}

/// A turn at changing a note, while it is held.
package typealias NoteTurn = AnyObject & Sendable

extension NoteStore {
  /// One after the other.
  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    await ids.answers { (id) throws(NoteStoreError) in try await trash(id) }
  }

  /// One after the other, written now.
  package func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    await files.answers { (file) throws(NoteStoreError) in
      try await create(file.bytes, at: file.id)
    }
  }

  /// With the time of now.
  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    try await trash(note)
  }

  /// One after the other, by way of the trash.
  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    await files.answers { (file) throws(NoteStoreError) in
      try file.check(try await read(file.note).stamp)
      try await deleteForGood([try await trash(file.note)])
    }
  }

  /// Folders are there as long as something is in them.
  package func missingFolders(for files: [NoteID]) async -> [NotePath] { [] }

  /// A store that keeps all notes alike.
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

/// What went wrong with a note: on which file, why, and what can be done.
package enum NoteStoreError: ExplainedError, Equatable, Sendable {
  case notFound(NotePath)
  case notPermitted(NotePath, action: String)
  case noSpace(NotePath)
  case changedOutside(NotePath)
  /// A caller said which version of the note it changes, and the note has another one.
  case unexpected(NotePath, version: String, expected: String)
  /// The same, where several notes would be changed.
  case unexpectedNotes(Int)
  /// A pipe, a device, a folder: listed, never opened.
  case notAFile(NotePath, kind: String)
  /// The note is a link to a file outside the vault, and following it was not agreed to.
  case linkLeadsOutside(NotePath, target: String)
  /// What the change needed was in its way, and nothing was changed: a name that is taken, a note
  /// in two moves.
  case refused(NotePath, reason: String)
  case tooLarge(NotePath, bytes: Int)
  /// It is closed with a passphrase of its own, and is not open.
  case locked(NotePath)
  case wrongPassphrase(NotePath)
  /// After wrong ones: none is tried for this number of seconds.
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
  /// Why, as the end of a sentence.
  package var reason: String {
    if case .failed(_, _, let reason) = self { return reason }
    let message = message
    return message.last == "." ? String(message.dropLast()) : message
  }
}

extension NoteStore {
  /// Changes a note by what it says at that moment: `change` reads it and saves it again, in the note's
  /// turn. Where another program writes it meanwhile, what that wrote is read, and changed instead.
  package func inTurn<Value>(
    at note: NoteID, _ change: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    let turn = await turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    // A program that writes without end is not outrun.
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

/// What was put away, and can still come back.
package protocol NoteTrash: Sendable {
  /// Everything in the trash, the latest first, whichever program put it there.
  func trashed() async throws(NoteStoreError) -> [TrashedNote]

  /// What a trashed note says.
  func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8]

  /// Brings a trashed note back, under a new name if its path is taken.
  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID

  /// The same with many, each of which comes back or stays by itself; the disk is waited for once
  /// for a batch of them. One answer for each, in their order.
  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>]

  /// Removes these from the trash so that nothing brings them back. Where one cannot be removed the
  /// others are all the same; the first error is thrown then. What is gone already is no error.
  func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError)
}

extension NoteTrash {
  /// One after the other.
  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    await notes.answers { (note) throws(NoteStoreError) in try await restore(note) }
  }
}

extension Array {
  /// What comes of each of them, one after the other.
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
  /// Does the same with each of them, with the others too where one fails; the first error is thrown
  /// then.
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
