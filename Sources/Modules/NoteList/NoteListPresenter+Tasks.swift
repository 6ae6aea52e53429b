import Entities
import Viper

/// Ticks a task of the selected note: the only open one at once, else the one that is chosen.
extension NoteListPresenter {
  func tickTask() {
    if let id = openableNote() { interactor.findTasks(of: id) }
  }

  func tasksWereFound(_ words: [String], inNoteTitled title: String) {
    switch words.count {
    case 0: showMessage("“\(title)” has no open task.")
    case 1: interactor.tickTask(0)
    default:
      wireframe.ask(.task(words, of: title)) { [weak self] answer in
        if let number = answer.number { self?.interactor.tickTask(number) }
      }
    }
  }

  func taskWasTicked(_ words: String, in note: NoteID) {
    preview?.previewShouldReload(note)
    showMessage("Done: “\(words)”. Press u to undo.")
  }

  func taskWasOpenedAgain(in notes: [NoteID]) {
    for note in notes { preview?.previewShouldReload(note) }
    showMessage("The task is open again.")
  }
}
