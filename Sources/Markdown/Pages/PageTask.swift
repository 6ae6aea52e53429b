import Entities

/// A task on a page: its words, followed in words by the facts that its line gives as signs.
enum PageTask {
  /// Returns nil if the line has no signs, or cannot be read without the rest of the note.
  static func text(
    of facts: TaskFacts?, _ task: NoteTask, _ words: [NoteInline], _ context: PageContext
  ) -> PageText? {
    guard let facts else { return nil }
    let made = made(from: facts)
    guard !made.bytes.isEmpty, !words.isWrapped, !needsNote(task.source),
      var page = NotePage.line(of: Array(facts.words.utf8), context)
    else { return nil }
    page.add(" <small class=\"task-facts\">")
    page.add(made)
    page.add("</small>")
    return page
  }

  /// Whether the line refers to other lines of the note, with `^id`, `[^1]` or `[words][label]`.
  private static func needsNote(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text.contains("^") || text.contains("][")
  }

  private static func made(from facts: TaskFacts) -> PageText {
    var page = PageText()
    func add(_ words: String) {
      if !page.bytes.isEmpty { page.add(", ") }
      page.add(text: words.utf8)
    }
    func add(_ word: String, _ day: Day?) {
      guard let day else { return }
      add("\(word) ")
      page.add("<time>\(day.text)</time>")
    }
    add("due", facts.due)
    add("scheduled", facts.scheduled)
    add("start", facts.start)
    add("done", facts.done)
    add("cancelled", facts.cancelled)
    add("created", facts.created)
    if let rule = facts.recurrence { add(rule) }
    if facts.priority != .normal { add("\(facts.priority) priority") }
    return page
  }
}
