import TextEngine
import Viper

/// What the list can do with a note, done with the open one: rename, move, trash and pin it. The list
/// does it, so that its undo takes it back.
@MainActor
final class EditorNoteChanges {
  private let scene: EditorScene
  private let saving: SavingAndLeaving

  init(_ scene: EditorScene, _ saving: SavingAndLeaving) {
    (self.scene, self.saving) = (scene, saving)
  }

  /// The list changes the file, so the text is saved first.
  func change(by change: EditorNoteChange) {
    guard scene.isEditable else { return scene.showState() }
    if scene.snapshot.part != nil { return scene.warn(EditorWords.isOnlyPart) }
    saving.leave(orSay: EditorWords.changeNeedsFile) { [weak self] scene, note in
      scene.wireframe.change(note, by: change) { self?.took($0, change) }
    }
  }

  private func took(_ outcome: EditorNoteChanged, _ change: EditorNoteChange) {
    switch outcome {
    case .failed(let message): scene.warn(message)
    case .done(let message):
      if case .trash = change {
        saving.leave()
        return scene.wireframe.showMessage("\(message) \(EditorWords.undoInList)")
      }
      saving.takeBack = nil
      if change != .undo { saving.takeBack = { [weak self] in self?.takeBack() } }
      let undo = scene.state.keys == nil ? EditorWords.undoHere : EditorWords.undoInList
      let report = change == .undo ? message : "\(message) \(undo)"
      saving.changeReport = report
      scene.showMessage(report)
    }
  }

  /// Undoes what the list did last.
  func takeBack() {
    guard let note = scene.snapshot.note else { return }
    scene.wireframe.change(note, by: .undo) { [weak self] in self?.took($0, .undo) }
  }

  // MARK: - Copying what leads to it

  func copyPath() {
    guard let note = scene.snapshot.writtenNote else {
      return scene.showMessage(EditorWords.changeNeedsFile)
    }
    copy(scene.wireframe.path(of: note))
  }

  func copyLink() {
    guard scene.snapshot.writtenNote != nil else {
      return scene.showMessage(EditorWords.changeNeedsFile)
    }
    scene.interactor.ask(.ownLink()) { [weak self] link in
      if let link { self?.copy(link) }
    }
  }

  private func copy(_ text: String) {
    let copied = Rope(Array(text.utf8))
    scene.interactor.perform(.copy(copied))
    scene.offer(copied)
    scene.showMessage(EditorWords.copied(text))
  }
}
