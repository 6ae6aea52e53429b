package import Entities
package import Services

/// The work on one vault's notes, call by call, from whichever thread: `FolderStore` puts it in order.
/// `NoteStore` and `NoteTrash` say what each call promises.
package protocol StoreWork: Sendable {
  associatedtype Reading: NoteReading

  /// What a listing goes through.
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
  /// `modified` is when it was written elsewhere; nil is now.
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
    // A full disk is full for the others too.
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

  /// One after the other.
  package func trashMany(_ ids: [NoteID]) -> [Result<TrashedNote, NoteStoreError>] {
    ids.map { id in
      Result { () throws(NoteStoreError) in try trash(id) }
    }
  }

  /// One after the other.
  package func restoreMany(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>] {
    notes.map { note in
      Result { () throws(NoteStoreError) in try restore(note) }
    }
  }

  /// By way of the trash.
  package func removeMany(_ files: [MadeFile]) -> [Result<Void, NoteStoreError>] {
    files.map { file in
      Result { () throws(NoteStoreError) in
        try file.check(try read(file.note).stamp)
        try deleteForGood([try trash(file.note)])
      }
    }
  }

  /// Folders are there as long as something is in them.
  package func missingFolders(for files: [NoteID]) -> [NotePath] { [] }

  /// Without links there was nothing to ask.
  package func followLink(of id: NoteID, to target: String) {}
}
