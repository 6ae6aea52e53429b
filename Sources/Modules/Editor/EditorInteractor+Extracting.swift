import Entities
import TextEngine
import Viper

/// A part of the text becomes a note: first its file is there, then the text lets go of it.
extension EditorInteractor {
  func extract(_ part: NoteExtraction) {
    let saver = saver
    var folder = NotePath("")
    if let note {
      folder = note.path.folder
    } else if case .newNote(let own) = opening {
      folder = own
    }
    scope.run(
      { [folder, note] in
        try await saver.create(part.text, titled: part.title, in: folder, keptAs: note).note
      },
      then: { [weak self] made in
        switch made {
        case .success(let note): self?.output?.noteWasExtracted(part, as: note)
        case .failure(let error): self?.output?.extractingFailed(Self.message(of: error))
        }
      })
  }
}
