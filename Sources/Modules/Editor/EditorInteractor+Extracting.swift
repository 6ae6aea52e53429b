import Daily
import Entities
import Services
import TextEngine
import VaultSettings
import Viper

/// A part of the text becomes a note: first its file is there, then the text lets go of it.
extension EditorInteractor {
  func extract(
    _ part: NoteExtraction,
    then link: @escaping @MainActor (Result<(note: NoteID, link: String), any Error>) -> Void
  ) {
    let saver = saver
    let folder = note?.path.folder ?? newNoteFolder
    scope.run(
      { [planner = services.planner, links = services.links, note] in
        var place = folder
        if place == nil { place = await planner?.newNoteFolder() }
        let made = try await saver.create(
          part.text, titled: part.title, in: place ?? NotePath(""), keptAs: note
        ).note
        let links = try? await links?.newLinks(to: [LinkWish(note: made)], from: note)
        return (made, links?.first?.text ?? "[[\(made.path.stem.text)]]")
      },
      then: link)
  }
}
