import Entities
package import FileStore
import Files
import Services

/// Tells what happens to the notes of an encrypted vault: the files are heard of as any others are,
/// and each is told as the notes that it is and was.
package typealias SealedEvents = FolderEvents

extension SealedPaths {
  func makeEvents() -> SealedEvents {
    FolderEvents(
      root: folder.root, files: SealedFiles(self),
      names: .hidden(
        isNote: { SealedID(fileName: $0) != nil || SealedCopyName(Array($0)) != nil },
        notes: { self.notes(of: $0) }))
  }

  /// Each file is looked at again: who hears of a note can ask for it at once.
  private func notes(of files: Set<NoteID>) -> Set<NoteID> {
    guard let root = try? folder.openRoot() else { return files }
    // Places that were left since the last time, whoever was the first to find that out.
    var notes = Set(asking { $0.takeVacated() }.map { NoteID($0) })
    func add(_ place: NotePath?) {
      guard let place, place.isOfNote else { return }
      notes.insert(NoteID(place))
    }
    for file in files {
      guard let id = SealedID(fileName: file.path.bytes) else {
        // A copy is told by the name that it has beside its note.
        let copy = SealedCopyName(file.path.bytes)
        add(copy.map { copy in asking { $0.place(of: copy.id) }.map(copy.path) } ?? file.path)
        continue
      }
      add(asking { $0.place(of: id) })
      look(at: id, in: root.raw)
      add(asking { $0.place(of: id) })
    }
    notes.formUnion(asking { $0.takeVacated() }.map { NoteID($0) })
    return notes
  }
}
