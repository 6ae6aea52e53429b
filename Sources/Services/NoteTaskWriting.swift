package import Entities

/// Changes tasks in the notes of a store: from the list, the preview, the agenda and the command line.
package struct NoteTaskWriting: TaskWriting {
  let store: any NoteStore
  let rewriting: any NoteRewriting
  let texts: any TaskTexts
  private let taskNote: NoteID

  package init(
    store: any NoteStore, rewriting: any NoteRewriting, texts: any TaskTexts, taskNote: String
  ) {
    self.store = store
    self.rewriting = rewriting
    self.texts = texts
    self.taskNote = Self.note(named: taskNote)
  }

  package func change(
    _ task: TaskRecord, _ change: TaskChange, today: Day
  ) async throws(NoteStoreError) -> RewriteReceipt {
    let receipt = try await store.inTurn(at: task.note) { () async throws(NoteStoreError) in
      try await changed(task, change, today: today)
    }
    guard let receipt else { throw .changedOutside(task.note.path) }
    return receipt
  }

  /// Nil where the task is not there any more.
  private func changed(
    _ task: TaskRecord, _ change: TaskChange, today: Day
  ) async throws(NoteStoreError) -> RewriteReceipt? {
    let text = try await store.read(task.note)
    guard let place = Self.place(of: task, among: texts.tasks(in: text.bytes)) else { return nil }
    let old = Array(text.bytes[place.range])
    let new = try line(old, after: change, today: today, in: text.bytes, of: task.note)
    if new == old { return RewriteReceipt(changes: []) }
    var (range, before, after) = (place.range, [UInt8](), [UInt8]())
    if new.isEmpty {
      // With a line beside it: where it was is found again only by what stands there.
      let bytes = text.bytes
      let start = Self.lineStart(before: range.lowerBound, in: bytes)
      before = Array(bytes[start..<range.lowerBound])
      let end = bytes[range.upperBound...].firstIndex(of: Self.newline).map { $0 + 1 }
      if before.isEmpty { after = Array(bytes[range.upperBound..<(end ?? bytes.count)]) }
      range = range.lowerBound - before.count..<range.upperBound + after.count
    }
    let piece = NoteChange.Piece(
      range: range, old: before + old + after, new: before + new + after, line: place.line,
      context: Self.shown(old), place: 0..<Self.shown(old).utf8.count)
    return try await write(
      NoteChange(note: task.note, title: task.title, pieces: [piece]), to: text)
  }

  package func add(
    _ words: String, due: Day?, priority: TaskFacts.Priority, to note: NoteID?, today: Day
  ) async throws(NoteStoreError) -> TaskReceipt {
    let target = note ?? taskNote
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw .refused(target.path, reason: "a task needs words")
    }
    let line = texts.line(for: words, due: due, priority: priority, today: today)
    return try await store.inTurn(at: target) { () async throws(NoteStoreError) in
      do throws(NoteStoreError) {
        return try await add(line, to: target)
      } catch .notFound where note == nil {
        // Another run may make it at the same time: then its text gets the line, in the next round.
        _ = try await store.create(line + [Self.newline], at: target)
        return TaskReceipt(note: target, line: 1, receipt: nil)
      }
    }
  }

  /// Puts a line behind the last task, or at the end.
  private func add(_ line: [UInt8], to note: NoteID) async throws(NoteStoreError) -> TaskReceipt {
    let text = try await store.read(note)
    let bytes = text.bytes
    try ForeignEncoding.check(bytes, adding: line, to: note.path)
    let tasks = texts.spans(ofTasksIn: bytes)
    let end = tasks.last.map { Self.itemEnd(behind: $0.range.upperBound, in: bytes) } ?? bytes.count
    let isAtOpenEnd = end > 0 && bytes[end - 1] != Self.newline
    let lineEnd = Self.lineEnd(in: bytes)
    let new = isAtOpenEnd ? lineEnd + line : line + lineEnd
    let number = bytes[..<end].count { $0 == Self.newline } + (isAtOpenEnd ? 2 : 1)
    // Where it would stand in code that nothing closes it would be no task.
    let after = Array(bytes[..<end]) + new + bytes[end...]
    guard texts.spans(ofTasksIn: after).contains(where: { $0.line == number }) else {
      throw .refused(note.path, reason: "its end is code or a comment, where no task can stand")
    }
    let shown = Self.shown(line)
    // With the line before it: where others wrote meanwhile, no other line's middle is taken for the end.
    let before = Array(bytes[Self.lineStart(before: end, in: bytes)..<end])
    let piece = NoteChange.Piece(
      range: (end - before.count)..<end, old: before, new: before + new, line: number,
      context: shown, place: 0..<0)
    let change = NoteChange(note: note, title: note.path.stem.text, pieces: [piece])
    return TaskReceipt(note: note, line: number, receipt: try await write(change, to: text))
  }

  /// What the line becomes; it ends as the text's other lines do where it leaves two.
  private func line(
    _ old: [UInt8], after change: TaskChange, today: Day, in text: [UInt8], of note: NoteID
  ) throws(NoteStoreError) -> [UInt8] {
    let isOpenEnd = old.last != Self.newline
    let end = isOpenEnd ? Self.lineEnd(in: text) : []
    do throws(NoteTextProblem) {
      let new = try texts.line(old + end, after: change, today: today)
      return Array(new.dropLast(end.count))
    } catch {
      let message = error.message
      throw .refused(note.path, reason: message.last == "." ? String(message.dropLast()) : message)
    }
  }

  private static func note(named name: String) -> NoteID {
    let isPath = NotePath(name).bytes.withUnsafeBytes(NoteFileName.isNote)
    return NoteID(isPath ? name : name + ".md")
  }
}
