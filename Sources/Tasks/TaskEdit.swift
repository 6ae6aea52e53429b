import Bytes
package import Entities

/// Changes a task's line in the form in which it is written, and no other byte.
package struct TaskEdit {
  let bytes: [UInt8]
  let line: TaskLine

  /// Returns nil if the line is not a task.
  package init?(_ bytes: [UInt8]) {
    guard let line = TaskLine(bytes.span, 0..<bytes.count) else { return nil }
    self.bytes = bytes
    self.line = line
  }

  package var facts: TaskFacts { line.facts(in: bytes.span) }

  /// Sets the next status of the rules: open becomes done; done or cancelled becomes open.
  package func toggled(today: Day, by rules: TaskRules = .withoutSettings) throws(TaskProblem)
    -> [UInt8]
  {
    try marked(rules.status(after: line.mark).mark, today: today, by: rules)
  }

  /// Sets the sign in the box, and the date of completion if the rules require it. A completed
  /// recurring task gets its next occurrence on a neighboring line. A task with `🏁 delete` is
  /// removed on completion: the result is empty then, or only the next occurrence.
  package func marked(
    _ mark: Unicode.Scalar, today: Day, by rules: TaskRules = .withoutSettings
  ) throws(TaskProblem) -> [UInt8] {
    guard Self.isValidStatus(mark) else {
      throw TaskProblem("A task's box holds one character, and none of those that end a line.")
    }
    let edits = edits(for: mark, today: today, by: rules)
    let (before, after) = (rules.status(of: line.mark).type, rules.status(of: mark).type)
    guard isTask(by: rules), before != after, after == .done else { return edits.applied() }
    let done = isDeletedOnCompletion ? [] : edits.applied()
    // Without a rule or a next day, no occurrence is added.
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

  /// Sets the sign in the box and the date that belongs to it; never adds or removes a line.
  package func boxed(_ mark: Unicode.Scalar, today: Day, by rules: TaskRules) -> [UInt8] {
    edits(for: mark, today: today, by: rules).applied()
  }

  private var isDeletedOnCompletion: Bool {
    guard let part = line.part(.onCompletion) else { return false }
    return bytes[part.value].lazy.map(Byte.lowered).elementsEqual("delete".utf8)
  }

  /// Changes the due day, or the scheduled day if that is all the line has. Nil removes the day.
  package func rescheduled(to day: Day?) -> [UInt8] {
    let kind: TaskLine.Kind =
      line.part(.due) == nil && line.part(.scheduled) != nil ? .scheduled : .due
    var edits = LineEdits(self)
    if let day { edits.write(day, as: kind) } else { edits.remove(kind) }
    return edits.applied()
  }

  /// Returns a line for a new task, with emoji signs.
  package static func line(for words: String, due: Day?, priority: TaskFacts.Priority) -> [UInt8] {
    var line = Array("- [ ] ".utf8) + Byte.onOneLine(words)
    if let sign = TaskSign.emoji(priority) { line += Array(" \(sign)".utf8) }
    if let due { line += Array(" \(TaskSign.emoji(.due)) \(due.text)".utf8) }
    return line
  }

  package static func isValidStatus(_ mark: Unicode.Scalar) -> Bool {
    switch mark.value {
    case 0..<0x20, 0x5d, 0x7f..<0xa0, 0x2028, 0x2029: false
    default: true
    }
  }

  /// Returns the line of the next occurrence, with this line's end; nil if no day is left for it.
  private func next(
    _ rule: Recurrence, mark: Unicode.Scalar, _ today: Day, _ rules: TaskRules
  ) -> [UInt8]? {
    let reminders = line.reminderDates(in: bytes.span)
    let planned = facts.due ?? facts.scheduled ?? facts.start ?? reminders.first?.day
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
      for (range, day) in reminders {
        let shifted = day.advanced(by: next.number - planned.number)
        guard shifted.isWritable else { return nil }
        edits.replace(range, by: shifted.text)
      }
    }
    // An id must name only one block.
    edits.replace(line.text.upperBound..<line.end, by: "")
    return edits.applied()
  }
}

/// Collects the edits of a task's line in any order.
struct LineEdits {
  private let bytes: [UInt8]
  private let line: TaskLine
  private var edits: [ByteEdit] = []
  private var removed: Set<TaskLine.Kind> = []
  /// The form of new parts: that of the line's other parts, if it has any.
  private let form: TaskLine.Form

  init(_ edit: TaskEdit, newForm: TaskLine.Form = .emoji) {
    bytes = edit.bytes
    line = edit.line
    form = edit.line.form ?? newForm
  }

  func applied() -> [UInt8] {
    // An insertion at an offset comes before a removal that begins there.
    let sorted = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }
    var done = 0
    let apart = sorted.map { _, edit in
      // Two adjacent removals may both include the blanks between them.
      let start = max(done, edit.range.lowerBound)
      done = max(start, edit.range.upperBound)
      return ByteEdit(range: start..<done, bytes: edit.bytes)
    }
    return ByteEdit.apply(apart, to: bytes)
  }

  mutating func replace(_ range: Range<Int>, by text: String) {
    edits.append(ByteEdit(range: range, bytes: Array(text.utf8)))
  }

  /// Removes all parts of a kind, with the blanks before each.
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
      // At the start of the text, the blanks after the part are removed instead.
      while end < line.text.upperBound, Byte.isBlank(bytes[end]) { end += 1 }
    }
    edits.append(ByteEdit(range: start..<end, bytes: []))
  }

  /// Writes a date, replacing the old one.
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

  /// Inserts a part after the others, but before those that usually follow it.
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

  /// Returns the rank of a part in the usual order.
  private static func rank(_ kind: TaskLine.Kind) -> Int {
    switch kind {
    case .priority: 0
    case .done: 3
    case .cancelled: 2
    default: 1
    }
  }
}

/// Why a task's line cannot be changed, as a sentence for the user.
package struct TaskProblem: Error, Equatable, Sendable {
  package var message: String

  init(_ message: String) { self.message = message }
}
