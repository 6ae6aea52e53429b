package import Entities
package import Services

/// The work on one vault's notes, call by call, on any thread: `FolderStore` puts it in order.
/// `NoteStore` and `NoteTrash` document the calls.
package protocol StoreWork: Sendable {
  associatedtype Reading: NoteReading

  /// The files for listings.
  var files: any VaultFiles { get }

  func summary(of id: NoteID) throws(NoteStoreError) -> NoteSummary
  func read(_ id: NoteID) throws(NoteStoreError) -> NoteContent
  func open(_ id: NoteID) throws(NoteStoreError) -> Reading
  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp
  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)
  /// `modified` is the time in the note's source; nil is now.
  func create(
    _ text: any ByteSource, at id: NoteID, modified: Timestamp?
  ) throws(NoteStoreError) -> NoteStamp
  func trash(_ id: NoteID) throws(NoteStoreError) -> TrashedNote
  func trashMany(_ ids: [NoteID]) -> [Result<TrashedNote, NoteStoreError>]
  func read(_ trashed: TrashedNote) throws(NoteStoreError) -> [UInt8]
  func trashed() throws(NoteStoreError) -> [TrashedNote]
  func restore(_ trashed: TrashedNote) throws(NoteStoreError) -> NoteID
  func restoreMany(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>]
  func deleteForGood(_ notes: [TrashedNote]) throws(NoteStoreError)
  func putBack(
    _ id: NoteID, as trashed: TrashedNote
  ) throws(NoteStoreError) -> TrashedNote
  func removeMany(_ files: [MadeFile]) -> [Result<Void, NoteStoreError>]
  func missingFolders(for files: [NoteID]) -> [NotePath]
  func followLink(of id: NoteID, to target: String)
}

extension StoreWork {
  package func createMany(_ files: [NewVaultFile]) -> [Result<NoteStamp, NoteStoreError>] {
    // A disk that is full for one file is full for the rest.
    var full: NoteStoreError?
    return files.map { file in
      Result { () throws(NoteStoreError) in
        if let full { throw full }
        do throws(NoteStoreError) {
          return try create(file.bytes, at: file.id, modified: file.modified)
        } catch {
          if case .noSpace = error { full = error }
          throw error
        }
      }
    }
  }

  /// Moves one after the other.
  package func trashMany(_ ids: [NoteID]) -> [Result<TrashedNote, NoteStoreError>] {
    ids.map { id in
      Result { () throws(NoteStoreError) in try trash(id) }
    }
  }

  /// Restores one after the other.
  package func restoreMany(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>] {
    notes.map { note in
      Result { () throws(NoteStoreError) in try restore(note) }
    }
  }

  /// Removes files by way of the trash.
  package func removeMany(_ files: [MadeFile]) -> [Result<Void, NoteStoreError>] {
    files.map { file in
      Result { () throws(NoteStoreError) in
        try file.check(try read(file.note).stamp)
        try deleteForGood([try trash(file.note)])
      }
    }
  }

  /// Returns nothing: here folders exist only while something is in them.
  package func missingFolders(for files: [NoteID]) -> [NotePath] { [] }

  /// Does nothing: without links there was no question.
  package func followLink(of id: NoteID, to target: String) {}
}
