import Entities
import Services

/// Notes that are marked, to do something to all of them at once.
extension NoteListInteractor {
  var marked: Int { marks.count(ofShown: count) }

  func isMarked(_ note: NoteID) -> Bool { marks.contains(note) }

  func toggleMark(of note: NoteID) { marks.toggle(note) }

  func markAll() {
    guard catalog != nil else { return }
    if marks.isAll, marked == count { marks.drop() } else { marks.markAll() }
  }

  func dropMarks() { marks.drop() }
}
