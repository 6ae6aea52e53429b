import Editor
import Entities
import NoteList

/// What the open note can do beyond its text.
extension EditorRoutes {
  /// The list does it, whose undo takes it back.
  func change(
    _ note: NoteID, by change: EditorNoteChange,
    then tell: @escaping @MainActor (EditorNoteChanged) -> Void
  ) {
    guard let list = wireframe.vault.list.input else { return }
    list.change(note, by: NoteRequest(change)) { [weak self] outcome in
      switch outcome {
      case .done(let message, let touched):
        tell(.done(message))
        self?.wireframe.vault.notesWereRewritten(touched)
        // The file has another name or text by now, or none.
        if case .trash = change { return }
        self?.editor?.noteChangedOutside()
      case .failed(let message): tell(.failed(message))
      }
    }
  }

  /// In an encrypted vault, files have other names, so this is the path inside it.
  func path(of note: NoteID) -> String {
    let vault = wireframe.vault
    return vault.isEncrypted ? note.path.text : vault.id.path.appending(note.path).text
  }

  func path(ofFolder folder: NotePath?) -> String {
    let vault = wireframe.vault
    guard let folder, !folder.bytes.isEmpty else { return vault.id.path.text }
    return vault.isEncrypted ? folder.text : vault.id.path.appending(folder).text
  }

  func openNote(named name: String) { wireframe.app.open(.typed(name)) }

  func runInEachNote(
    _ line: String, then report: @escaping @MainActor (EditorEachNote) -> Void
  ) {
    wireframe.vault.openEditors.run(line, first: self, then: report)
  }

  func openNewNote(in folder: NotePath?) {
    wireframe.push(
      wireframe.editor(.newNote(folder: folder), output: wireframe.vault.changedNotes))
  }
}

extension NoteRequest {
  fileprivate init(_ change: EditorNoteChange) {
    switch change {
    case .rename: self = .rename
    case .move: self = .move
    case .pin: self = .pin
    case .trash(let asks): self = .trash(asks: asks)
    case .undo: self = .undo
    }
  }
}
