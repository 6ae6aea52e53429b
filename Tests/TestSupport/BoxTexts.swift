package import Entities
package import Services

/// Tasks that are nothing but a box and words: `- [ ] words`. One that says `never` cannot be changed.
package struct BoxTexts: TaskTexts {
  package init() {}

  package func facts(ofLine line: [UInt8]) -> TaskFacts? {
    let text = String(decoding: line, as: UTF8.self)
    guard text.hasPrefix("- ["), let mark = text.dropFirst(3).unicodeScalars.first,
      text.dropFirst(4).hasPrefix("] ")
    else { return nil }
    var facts = TaskFacts()
    facts.mark = mark
    facts.words = String(text.dropFirst(6).prefix { !$0.isNewline })
    return facts
  }

  package func tasks(in text: [UInt8]) -> [TaskInText] {
    var places: [TaskInText] = []
    var (start, number) = (0, 1)
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      if let facts = facts(ofLine: Array(text[start..<end])) {
        places.append(TaskInText(line: number, range: start..<end, facts: facts))
      }
      (start, number) = (end, number + 1)
    }
    return places
  }

  package func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8] {
    guard let facts = facts(ofLine: line), facts.words != "never" else {
      throw NoteTextProblem("This cannot be changed.")
    }
    var line = line
    switch change {
    case .toggle: line[3] = facts.isOpen ? UInt8(ascii: "x") : UInt8(ascii: " ")
    case .mark(let mark): line[3] = UInt8(truncatingIfNeeded: mark.value)
    case .reschedule(let day): line.insert(contentsOf: Array((day?.text ?? "").utf8), at: 6)
    }
    return line
  }

  package func line(
    for words: String, due: Day?, priority: TaskFacts.Priority, today: Day
  ) -> [UInt8] {
    Array("- [ ] \(words)\(due.map { " \($0.text)" } ?? "")".utf8)
  }

  package func day(_ written: String, today: Day) -> Day? {
    written == "tomorrow" ? today.advanced(by: 1) : nil
  }
}
