import Bytes
package import Entities

/// Changes a task's line, as part of a text, in the form that it has, and no other byte.
package struct TaskEdit {
  let bytes: [UInt8]
  let line: TaskLine

  /// Nil where the line is no task.
  package init?(_ bytes: [UInt8]) {
    guard let line = TaskLine(bytes.span, 0..<bytes.count) else { return nil }
    self.bytes = bytes
    self.line = line
  }

  package var facts: TaskFacts { line.facts(in: bytes.span) }

  /// The sign comes that the rules have next: open becomes done, done or cancelled becomes open.
  package func toggled(today: Day, by rules: TaskRules = .withoutSettings) throws(TaskProblem)
    -> [UInt8]
  {
    try marked(rules.status(after: line.mark).mark, today: today, by: rules)
  }

  /// With this in the box. What is done is dated where the rules say so; and a recurring task that is done
  /// leaves its next one in a neighbouring line. One that says `🏁 delete` goes when it is done: the
  /// answer is empty then, or the next one alone.
  package func marked(
    _ mark: Unicode.Scalar, today: Day, by rules: TaskRules = .withoutSettings
  ) throws(TaskProblem) -> [UInt8] {
    guard Self.canStandInBox(mark) else {
      throw TaskProblem("A task's box holds one character, and none of those that end a line.")
    }
    let edits = edits(for: mark, today: today, by: rules)
    let (before, after) = (rules.status(of: line.mark).type, rules.status(of: mark).type)
    guard isTask(by: rules), before != after, after == .done else { return edits.applied() }
    let done = goesOnceDone ? [] : edits.applied()
    // A rule that names no day leaves no next one.
    guard let rule = facts.recurrence.flatMap({ Recurrence($0) }),
      let next = next(rule, mark: rules.beginning(after: mark), today, rules)
    else { return done }
    let lines = rules.putsNextBelow ? [done, next] : [next, done]
    let isEnded = next.last == Byte.lineFeed || next.last == UInt8(ascii: "\r")
    return lines[0] + (done.isEmpty || isEnded ? [] : [Byte.lineFeed]) + lines[1]
  }

  private func isTask(by rules: TaskRules) -> Bool {
    rules.isTask(String(decoding: bytes[line.text], as: UTF8.self))
  }

  private func edits(for mark: Unicode.Scalar, today: Day, by rules: TaskRules) -> LineEdits {
    let (before, after) = (rules.status(of: line.mark).type, rules.status(of: mark).type)
    var edits = LineEdits(self, newForm: rules.writesFields ? .field : .emoji)
    edits.replace(line.markRange, by: String(mark))
    guard isTask(by: rules), before != after else { return edits }
    let hasForm = line.form != nil
    for (kind, type, isWritten) in [
      (TaskLine.Kind.done, TaskType.done, rules.writesDone ?? hasForm),
      (.cancelled, .cancelled, rules.writesCancelled ?? hasForm),
    ] {
      if type != after { edits.remove(kind) } else if isWritten { edits.write(today, as: kind) }
    }
    return edits
  }

  /// The line alone with this in its box, and the date that belongs to it: no other line is added,
  /// and it stays.
  package func boxed(_ mark: Unicode.Scalar, today: Day, by rules: TaskRules) -> [UInt8] {
    edits(for: mark, today: today, by: rules).applied()
  }

  private var goesOnceDone: Bool {
    guard let part = line.part(.onCompletion) else { return false }
    return bytes[part.value].lazy.map(Byte.lowered).elementsEqual("delete".utf8)
  }

  /// Due on another day, or scheduled for it where that is all the line says; nil: on none.
  package func rescheduled(to day: Day?) -> [UInt8] {
    let kind: TaskLine.Kind =
      line.part(.due) == nil && line.part(.scheduled) != nil ? .scheduled : .due
    var edits = LineEdits(self)
    if let day { edits.write(day, as: kind) } else { edits.remove(kind) }
    return edits.applied()
  }

  /// A line for a new task, in signs.
  package static func line(for words: String, due: Day?, priority: TaskFacts.Priority) -> [UInt8] {
    var line = Array("- [ ] ".utf8) + Byte.onOneLine(words)
    if let sign = TaskSign.emoji(priority) { line += Array(" \(sign)".utf8) }
    if let due { line += Array(" \(TaskSign.emoji(.due)) \(due.text)".utf8) }
    return line
  }

  package static func canStandInBox(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0..<0x20, 0x5d, 0x7f..<0xa0, 0x2028, 0x2029: false
    default: true
    }
  }

  /// The line of the next one, with the end that this one has; nil where no day is left for it.
  private func next(
    _ rule: Recurrence, mark: Unicode.Scalar, _ today: Day, _ rules: TaskRules
  ) -> [UInt8]? {
    let planned = facts.due ?? facts.scheduled ?? facts.start
    guard let next = rule.next(after: planned, today: today) else { return nil }
    var edits = LineEdits(self, newForm: rules.writesFields ? .field : .emoji)
    edits.replace(line.markRange, by: String(mark))
    for kind in [TaskLine.Kind.done, .cancelled, .id, .dependsOn] { edits.remove(kind) }
    if rules.writesCreated ?? (facts.created != nil) {
      edits.write(today, as: .created)
    } else {
      edits.remove(.created)
    }
    if let planned {
      for (kind, day) in [
        (TaskLine.Kind.due, facts.due), (.scheduled, facts.scheduled), (.start, facts.start),
      ] {
        guard let day else { continue }
        let shifted = day.advanced(by: next.number - planned.number)
        guard shifted.isWritable else { return nil }
        edits.write(shifted, as: kind)
      }
    }
    // An id names one block.
    edits.replace(line.text.upperBound..<line.end, by: "")
    return edits.applied()
  }
}

/// What is to be changed in a task's line, gathered in any order.
struct LineEdits {
  private let bytes: [UInt8]
  private let line: TaskLine
  private var edits: [ByteEdit] = []
  private var removed: Set<TaskLine.Kind> = []
  /// What is new is said so; where the line says something already, as it does.
  private let form: TaskLine.Form

  init(_ edit: TaskEdit, newForm: TaskLine.Form = .emoji) {
    bytes = edit.bytes
    line = edit.line
    form = edit.line.form ?? newForm
  }

  func applied() -> [UInt8] {
    // An insertion at an offset comes before what is taken away behind it.
    let sorted = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }
    var done = 0
    let apart = sorted.map { _, edit in
      // Two neighbours that go may both have the blanks between them.
      let start = max(done, edit.range.lowerBound)
      done = max(start, edit.range.upperBound)
      return ByteEdit(range: start..<done, bytes: edit.bytes)
    }
    return ByteEdit.apply(apart, to: bytes)
  }

  mutating func replace(_ range: Range<Int>, by text: String) {
    edits.append(ByteEdit(range: range, bytes: Array(text.utf8)))
  }

  /// Takes all parts of a kind away, with the blanks before each.
  mutating func remove(_ kind: TaskLine.Kind) {
    removed.insert(kind)
    for part in line.parts where part.kind == kind { remove(part) }
  }

  private mutating func remove(_ part: TaskLine.Part) {
    let low = line.text.lowerBound
    let before = line.parts.last { $0.whole.upperBound <= part.whole.lowerBound }
    let start = line.gapStart(
      before: part, in: bytes.span, from: before?.whole.upperBound ?? low)
    var end = part.whole.upperBound
    if start == low {
      // At the start of the text the blanks behind go instead.
      while end < line.text.upperBound, Byte.isBlank(bytes[end]) { end += 1 }
    }
    edits.append(ByteEdit(range: start..<end, bytes: []))
  }

  /// Writes a day, replacing the one before.
  mutating func write(_ day: Day, as kind: TaskLine.Kind) {
    if let part = line.part(kind) {
      let date = part.value.lowerBound..<part.value.lowerBound + 10
      return replace(date, by: day.text)
    }
    switch form {
    case .emoji: insert("\(TaskSign.emoji(kind)) \(day.text)", kind)
    case .field: insert("[\(TaskSign.field(kind)):: \(day.text)]", kind)
    }
  }

  /// Puts a part behind the others, before those that usually come after it.
  private mutating func insert(_ text: String, _ kind: TaskLine.Kind) {
    let rank = Self.rank(kind)
    let after = line.parts.reversed()
      .prefix { Self.rank($0.kind) > rank && !removed.contains($0.kind) }.last
    let gap = form == .field ? "  " : " "
    if let after, line.isLast(after) {
      replace(after.whole.lowerBound..<after.whole.lowerBound, by: text + gap)
    } else {
      let end = line.text.upperBound
      replace(end..<end, by: gap + text)
    }
  }

  /// The order in which parts are usually written.
  private static func rank(_ kind: TaskLine.Kind) -> Int {
    switch kind {
    case .priority: 0
    case .done: 3
    case .cancelled: 2
    default: 1
    }
  }
}

/// Why a task's line cannot be changed so: a sentence for a person.
package struct TaskProblem: Error, Equatable, Sendable {
  package var message: String

  init(_ message: String) { self.message = message }
}
