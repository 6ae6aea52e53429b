import Entities
import Viper

// The texts and questions for editing a private note elsewhere.

enum PrivateEditorWords {
  static func savedBeside(_ problem: String, as note: NoteID) -> String {
    "\(problem) Your version was saved as \(note.path.text)."
  }

  static func notSaved(_ problem: String, of note: NoteID) -> String {
    "\(problem) Your text is offered "
      + (note.path.isLocked ? "when the note is opened." : "as a draft at the next start.")
  }
}

extension Question {
  static func handingOver(isLocked: Bool, swapsToDisk: Bool) -> Question {
    let swapping = swapsToDisk ? " This system may write memory to a swap device, too." : ""
    return choice(
      isLocked ? "Locked note" : "Encrypted note",
      """
      Hand this note to your editor unencrypted? Its file stays in memory and is removed \
      afterwards, but the editor may keep copies: swap files, backups, a history. Nothing locks \
      until you end the editor.\(swapping)
      """, Choice("n", "stay here", "no"), Choice("y", "hand it over", "yes"))
  }
}
