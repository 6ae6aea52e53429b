package import CopyNames
package import Entities

/// A vault's files in bulk, for callers that read all of them: the index, the search without one.
///
/// The calls wait for the disk: never on the main actor. An encrypted vault answers with what its
/// files hold in plain, so that everything above works inside it as in any other.
package protocol VaultFiles: NoteBytes, Sendable {
  /// Every note's name and facts, from one walk. Nothing is opened, no link to a folder followed.
  /// Several threads may ask `isCancelled`.
  func survey(isCancelled: () -> Bool) -> FileSurvey

  /// The same for these folders alone, without those below them.
  func survey(of folders: [NotePath]) -> FileSurvey

  /// When each of these folders last changed, as a survey tells it; nil where one is gone.
  func changed(_ folders: [NotePath]) -> [Timestamp?]

  /// The facts of one note; nil where there is nothing under its name any more.
  func facts(of note: NoteID) -> FileFact?

  /// Which of these notes look different from what is known of them, by one look at each name:
  /// what is different has still to be found out by `facts(of:)`.
  func differing(_ known: [(note: NoteID, fact: FileFact)]) -> [NoteID]

  /// Shows every note to visitors, in no order: less work than a survey for callers that read all
  /// of them. Each thread has a visitor of its own, made with what reads the note that is shown.
  /// Several threads ask `isCancelled` and `makeVisitor`. False where there is no such way.
  func visit(isCancelled: () -> Bool, by makeVisitor: (any NoteBytes) -> NoteVisitor) -> Bool

  /// The files that are no notes: pictures and other targets of links.
  func attachments() -> [NotePath]

  /// The facts of one of them; nil where nothing is there any more.
  func fact(ofAttachment path: NotePath) -> FileFact?

  /// Whether notes are named as Logseq names pages.
  var hasLogseqNames: Bool { get }

  /// What other programs that sync store next to the notes, in the order of the paths.
  func remains() -> [SyncRemains]
}

/// Is shown one note after the other.
package typealias NoteVisitor = (NoteID) -> Void

/// Reads what is in notes.
package protocol NoteBytes {
  /// Reads the note's bytes from an offset on into `buffer`; answers with how many there are.
  /// Another program may write to the note between two calls.
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

  /// The note's first bytes, `count` at most.
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
  /// The result of an attempt to read the note.
  package init(_ error: NoteStoreError) {
    switch error {
    case .notPermitted: self = .noPermission
    case .failed(_, _, let reason): self = .unreadable(reason)
    case .notAFile(_, let kind): self = .unreadable("is \(kind)")
    default: self = .unreadable(error.message)
    }
  }
}

/// A file that is to be made in a vault.
package struct NewVaultFile: Sendable {
  /// Its path: a note's, or an attachment's.
  package var id: NoteID
  package var bytes: [UInt8]
  /// When it was written elsewhere; nil is now.
  package var modified: Timestamp?

  package init(_ id: NoteID, _ bytes: [UInt8], modified: Timestamp? = nil) {
    self.id = id
    self.bytes = bytes
    self.modified = modified
  }
}

/// A file that was made, and what its text was then.
package struct MadeFile: Equatable, Sendable {
  package var note: NoteID
  package var size: Int
  package var digest: UInt64

  package init(_ note: NoteID, size: Int, digest: UInt64) {
    (self.note, self.size, self.digest) = (note, size, digest)
  }

  /// Throws where it has another text now.
  package func check(_ stamp: NoteStamp) throws(NoteStoreError) {
    guard stamp.size == size, stamp.digest == digest else {
      throw .refused(note.path, reason: "it was edited since it was made")
    }
  }
}
