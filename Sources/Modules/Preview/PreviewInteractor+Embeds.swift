import Entities
import Markdown
import Services
import Viper

/// Editing embeds in the preview.
extension PreviewInteractor {
  func prepareToEdit(_ embed: String, in text: PreviewText) {
    guard let note = text.sources[embed] else {
      output?.couldNot(PreviewWords.isPartOfWritten)
      return
    }
    let part = EmbedNames.part(of: embed)
    let written = part.map { EmbedStore(store, note: note, part: $0) }
    let prepared = PreviewEmbed(note: note, name: embed, part: written)
    guard let written else {
      output?.mayEdit(prepared)
      return
    }
    scope.run {
      try await written.read(note)
    } then: { [weak self] result in
      switch result {
      case .success: self?.output?.mayEdit(prepared)
      case .failure(let error):
        let isGone = error as? NoteStoreError == .notFound(note.path)
        self?.output?.couldNot(
          isGone ? PreviewWords.noText(of: embed) : error.explanation)
      }
    }
  }

  /// Remembers the edit of a part. A whole note has undo in its own editor.
  func didEdit(_ embed: PreviewEmbed) { if embed.part != nil { lastAct = .edit(embed) } }

  func takeBackEdit(_ embed: PreviewEmbed) -> Bool {
    guard let part = embed.part else { return false }
    scope.run {
      try await part.takeBack()
    } then: { [weak self] result in
      switch result {
      case .success: self?.output?.didTakeBack(embed.note)
      case .failure(let error):
        self?.lastAct = .edit(embed)
        self?.output?.couldNot(error.explanation)
      }
    }
    return true
  }
}
