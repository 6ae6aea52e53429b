/// How a task's row shares its width: the box, the priority, the words and, where there is room, the
/// note and the day.
struct AgendaColumns: Equatable {
  let box = 2
  let priority = 6
  let words: Int
  let wordsWidth: Int
  let note: Int
  let noteWidth: Int
  let dayWidth: Int
  /// Where the day ends.
  let end: Int

  init(width: Int, showsPriority: Bool = true) {
    end = width - 1
    words = width < 40 ? 6 : 10
    dayWidth = width < 40 ? 0 : min(16, width / 4)
    let room = max(0, end - words - (dayWidth > 0 ? dayWidth + 1 : 0))
    if width < 60 {
      (note, noteWidth, wordsWidth) = (end, 0, room)
    } else {
      noteWidth = min(30, room / 3)
      wordsWidth = room - noteWidth - 1
      note = words + wordsWidth + 1
    }
  }
}
