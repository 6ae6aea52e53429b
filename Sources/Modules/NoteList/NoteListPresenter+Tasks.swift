import Entities
import Viper

/// Ticks a task of the selected note: the only open one at once, else the one that is chosen.
extension NoteListPresenter {
  func tickTask() {
    if let id = openableNote() { interactor.tasks.find(of: id) }
  }

  func tasksWereFound(_ words: [String], inNoteTitled title: String) {
    switch words.count {
    case 0: showMessage(NoteListWords.noTasks(inNoteTitled: title))
    case 1: interactor.tasks.tick(0)
    default:
      wireframe.ask(.task(words, of: title)) { [weak self] answer in
        if let number = answer.number { self?.interactor.tasks.tick(number) }
      }
    }
  }
}
