import Entities
import Services
import TextEngine
import Viper

/// A part of the text becomes a note: first its file is there, then the text lets go of it.
extension EditorInteractor {
  func extract(
    _ part: NoteExtraction,
    then link: @escaping @MainActor (Result<NoteID, any Error>) -> Void
  ) {
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
      then: link)
  }
}
