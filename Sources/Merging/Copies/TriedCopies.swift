import Entities
import Services

/// Closed copies that are only read: each call answers what it would do.
struct TriedCopies: ClosedCopies {
  let copies: any ClosedCopies

  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy] {
    copies.copies(hosts: hosts, isTaken: isTaken)
  }

  func has(_ copy: NoteID) -> Bool { copies.has(copy) }

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent { try copies.read(copy) }

  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote {
    TrashedNote(original: copy, resting: NotePath(".trash").appending(copy.path.name))
  }

  func putBack(_ trashed: TrashedNote) throws(NoteStoreError) {}
}
