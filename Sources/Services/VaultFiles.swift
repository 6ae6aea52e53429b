package import CopyNames
package import Entities

/// A vault's files in bulk, for callers that read them all: the index, and searches without it.
///
/// The calls wait for the disk: never make them on the main actor. An encrypted vault returns
/// decrypted content, so that callers need not care.
package protocol VaultFiles: NoteBytes, Sendable {
  /// Returns every note's name and facts from one walk. No file is opened and no link to a folder
  /// followed. `isCancelled` may be called on several threads.
  func survey(isCancelled: () -> Bool) -> FileSurvey

  /// Surveys only these folders, without those below them.
  func survey(of folders: [NotePath]) -> FileSurvey

  /// Returns when each of these folders last changed, as in a survey; nil for one that is gone.
  func changed(_ folders: [NotePath]) -> [Timestamp?]

  /// Returns the facts of one note; nil if it is gone.
  func facts(of note: NoteID) -> FileFact?

  /// Returns the notes that seem to differ from the known facts, by one look at each name.
  /// `facts(of:)` returns the new facts.
  func differing(_ known: [(note: NoteID, fact: FileFact)]) -> [NoteID]

  /// Shows every note to visitors, in no order, with less work than a survey for callers that read
  /// all notes. Each thread has its own visitor, made with a reader for the current note.
  /// `isCancelled` and `makeVisitor` are called on several threads. Returns false if not supported.
  func visit(isCancelled: () -> Bool, by makeVisitor: (any NoteBytes) -> NoteVisitor) -> Bool

  /// Returns the files that are not notes: pictures and other link targets.
  func attachments() -> [NotePath]

  /// Returns the facts of an attachment; nil if it is gone.
  func fact(ofAttachment path: NotePath) -> FileFact?

  /// Whether notes are named like Logseq's pages.
  var hasLogseqNames: Bool { get }

  /// Returns what other syncing programs store next to the notes, in the order of the paths.
  func remains() -> [SyncRemains]
}

/// Receives one note after the other.
package typealias NoteVisitor = (NoteID) -> Void

/// Reads the content of notes.
package protocol NoteBytes {
  /// Reads the note's bytes from an offset into `buffer`; returns their number. Another program may
  /// write to the note between two calls.
  func read(
    _ note: NoteID, from offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int
}

extension NoteBytes {
  /// Reads the note's first bytes.
  package func read(
    _ note: NoteID, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    try read(note, from: 0, into: buffer)
  }

  /// Returns the note's first bytes, `count` at most.
  package func bytes(of note: NoteID, atMost count: Int) throws(NoteStoreError) -> [UInt8] {
    var failure: NoteStoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(NoteStoreError) {
        filled = try read(note, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension VaultFiles {
  package func fact(ofAttachment path: NotePath) -> FileFact? { nil }

  package func remains() -> [SyncRemains] { [] }

  package var hasLogseqNames: Bool { false }

  package func visit(
    isCancelled: () -> Bool, by makeVisitor: (any NoteBytes) -> NoteVisitor
  ) -> Bool {
    false
  }

  package func differing(_ known: [(note: NoteID, fact: FileFact)]) -> [NoteID] {
    known.filter { facts(of: $0.note)?.isSameFile(as: $0.fact) != true }.map(\.note)
  }
}

extension NoteObstacle {
  /// The result of a failed attempt to read the note.
  package init(_ error: NoteStoreError) {
    switch error {
    case .notPermitted: self = .noPermission
    case .failed(_, _, let reason): self = .unreadable(reason)
    case .notAFile(_, let kind): self = .unreadable("is \(kind)")
    default: self = .unreadable(error.message)
    }
  }
}

/// A file to be made in a vault.
package struct NewVaultFile: Sendable {
  /// The path of a note or an attachment.
  package var id: NoteID
  package var bytes: [UInt8]
  /// When it was written in its source; nil for now.
  package var modified: Timestamp?

  package init(_ id: NoteID, _ bytes: [UInt8], modified: Timestamp? = nil) {
    self.id = id
    self.bytes = bytes
    self.modified = modified
  }
}

/// A file that was made, with the size and digest of its text.
package struct MadeFile: Equatable, Sendable {
  package var note: NoteID
  package var size: Int
  package var digest: UInt64

  package init(_ note: NoteID, size: Int, digest: UInt64) {
    (self.note, self.size, self.digest) = (note, size, digest)
  }

  /// Throws if its text has changed.
  package func check(_ stamp: NoteStamp) throws(NoteStoreError) {
    guard stamp.size == size, stamp.digest == digest else {
      throw .refused(note.path, reason: "it was edited since it was made")
    }
  }
}
