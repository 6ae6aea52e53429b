import Entities
import Services
import TextEngine
import Viper

/// A part of the text becomes a note: first its file is there, then the text lets go of it.
extension EditorInteractor {
  func extract(_ part: NoteExtraction) {
    let saver = saver
    let folder = note?.path.folder ?? newNoteFolder
    scope.run(
      { [planner = services.planner, note] in
        var place = folder
        if place == nil { place = await planner?.newNoteFolder() }
        return try await saver.create(
          part.text, titled: part.title, in: place ?? NotePath(""), keptAs: note
        ).note
      },
      then: { [weak self] made in
        switch made {
        case .success(let note): self?.output?.noteWasExtracted(part, as: note)
        case .failure(let error): self?.output?.extractingFailed(Self.message(of: error))
        }
      })
  }
}
