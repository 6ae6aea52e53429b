package import Entities
import Services

/// Which files of a watched folder are notes, and which notes they are.
package struct WatchedNames: Sendable {
  /// Whether notes lie in the vault's own folder alone.
  var isFlat: Bool
  var isNote: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// The notes that a file is and was; nil: the one of the file's own path.
  var notes: (@Sendable (_ files: Set<NoteID>) -> Set<NoteID>)?

  /// Files are notes by their names.
  package static let plain = WatchedNames(isFlat: false, isNote: NoteFileName.isNote, notes: nil)

  /// Files of which only `notes` knows which notes they are. It is asked for some at a time, on the
  /// watching thread; what else it is given are notes already.
  package static func hidden(
    isNote: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    notes: @escaping @Sendable (_ files: Set<NoteID>) -> Set<NoteID>
  ) -> WatchedNames {
    WatchedNames(isFlat: true, isNote: isNote, notes: notes)
  }

  func told(_ event: FileEvent) -> FileEvent? {
    guard let notes, case .notes(let files) = event, !files.isEmpty else { return event }
    let found = notes(files)
    return found.isEmpty ? nil : .notes(found)
  }
}
