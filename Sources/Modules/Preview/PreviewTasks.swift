import Entities
package import Services

/// What ticking a box takes: who changes tasks, how they stand in texts, and what day it is.
package struct PreviewTasks: Sendable {
  let writing: any TaskWriting
  private let texts: any TaskTexts
  private let clock: any WallClock

  package init(writing: any TaskWriting, texts: any TaskTexts, clock: any WallClock) {
    self.writing = writing
    self.texts = texts
    self.clock = clock
  }

  var today: Day { Day(clock.civil(clock.now)) }

  /// The task whose box has this byte, as it was shown; nil where there is none.
  func task(at byte: Int, of note: NoteID, in text: [UInt8]) -> TaskRecord? {
    guard byte < text.count else { return nil }
    let feed = UInt8(ascii: "\n")
    let start = (text[..<byte].lastIndex(of: feed) ?? -1) + 1
    let end = text[byte...].firstIndex(of: feed) ?? text.count
    guard let facts = texts.facts(ofLine: Array(text[start..<end])) else { return nil }
    return TaskRecord(
      note: note, title: note.path.stem.text, line: text[..<start].count { $0 == feed } + 1,
      facts: facts)
  }
}
