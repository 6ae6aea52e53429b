import Editor
import Entities
import Preview

/// Tells a preview, in its own words, that what it embeds was saved in the box over it.
@MainActor
final class EditorToEmbedAdapter: EditorOutput {
  private weak var target: (any PreviewAnswers)?
  private let embed: PreviewEmbed

  init(target: any PreviewAnswers, embed: PreviewEmbed) {
    self.target = target
    self.embed = embed
  }

  func editorDidSave(_ note: NoteID) {
    if note == embed.note { target?.embedWasSaved(embed) }
  }
}
