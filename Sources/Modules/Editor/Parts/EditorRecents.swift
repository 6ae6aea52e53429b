import Entities
import Services
import Viper

/// From a note to others that were opened lately: vim's buffers.
@MainActor
final class EditorRecents {
  private let scene: EditorScene
  private let links: EditorLinks

  init(_ scene: EditorScene, _ links: EditorLinks) {
    self.scene = scene
    self.links = links
  }

  /// So many notes on, or back, by their names: that order stays while one goes through them.
  func go(_ steps: Int) {
    read { recents in
      let notes = recents.sorted { $0.path.text < $1.path.text }
      let own = self.scene.interactor.noteThatIsThere
      let others = notes.filter { $0 != own }
      if others.isEmpty { return self.scene.showMessage("No other note was opened lately.") }
      let before = own.map { own in notes.count { $0.path.text < own.path.text } } ?? 0
      // The first of those behind this note, or the last of those before it.
      let start = steps > 0 ? before - 1 : before
      let index = (start + steps) % others.count
      self.open(others[index < 0 ? index + others.count : index])
    }
  }

  /// The one note that has this in its name, or was in front before this one for `#`.
  func go(toNoteNamed name: String) {
    if name.isEmpty { return scene.wireframe.openPalette(typing: "") }
    read { recents in
      let own = self.scene.interactor.noteThatIsThere
      if name == "#" {
        guard let last = recents.first(where: { $0 != own }) else {
          return self.scene.showMessage("No other note was opened lately.")
        }
        return self.open(last)
      }
      let words = name.lowercased()
      let same = recents.filter { $0.path.stem.text.lowercased() == words }
      let found = same.isEmpty ? recents.filter { $0.path.text.lowercased().contains(words) } : same
      switch found.count {
      case 0:
        self.scene.showMessage(
          "No note that was opened lately has “\(name)” in its name. :e opens any note.",
          isWarning: true)
      case 1: if found[0] != own { self.open(found[0]) }
      default:
        let names = found.prefix(4).map(\.path.stem.text).joined(separator: ", ")
        self.scene.showMessage("More than one note is meant: \(names).", isWarning: true)
      }
    }
  }

  private func read(then use: @escaping ([NoteID]) -> Void) {
    scene.wait()
    scene.interactor.readRecents { [weak self] notes in
      self?.scene.release()
      use(notes)
    }
  }

  private func open(_ note: NoteID) { links.open(noteNamed: note.path.text) }
}
