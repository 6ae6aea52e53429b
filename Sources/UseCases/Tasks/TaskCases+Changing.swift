package import Entities
package import Services

extension TaskCases {
  package func change(
    _ task: TaskRecord, _ change: TaskChange
  ) async throws(NoteStoreError) -> RewriteReceipt {
    try await self.change([task], in: task.note, change)
  }

  /// Changes all of these tasks in one note, or none.
  package func change(
    _ tasks: [TaskRecord], in note: NoteID, _ change: TaskChange
  ) async throws(NoteStoreError) -> RewriteReceipt {
    let receipt = try await store.inTurn(at: note) { () async throws(NoteStoreError) in
      try await changed(tasks, in: note, change)
    }
    guard let receipt else { throw .changedOutside(note.path) }
    _ = try? await index.refresh(receipt.touched)
    return receipt
  }

  /// Returns nil if one of the tasks no longer exists.
  private func changed(
    _ tasks: [TaskRecord], in note: NoteID, _ change: TaskChange
  ) async throws(NoteStoreError) -> RewriteReceipt? {
    let text = try await store.read(note)
    let written = texts.tasks(in: text.bytes)
    var edits = TaskLines(text.bytes)
    for task in tasks {
      guard let found = TaskLines.match(for: task, among: written) else { return nil }
      let old = Array(text.bytes[found.range])
      let new = try line(old, after: change, in: text.bytes, of: note)
      guard edits.replace(found, by: new) else { return nil }
    }
    let pieces = edits.pieces
    if pieces.isEmpty { return RewriteReceipt(changes: []) }
    let title = tasks.first?.title ?? note.path.stem.text
    return try await changing.write(
      NoteChange(note: note, title: title, pieces: pieces), to: text)
  }

  /// Adds a task after the last one of a note. Without a note it goes into the task note, which is
  /// created if necessary.
  package func add(
    _ words: String, due: Day?, priority: TaskFacts.Priority = .normal, to note: NoteID? = nil
  ) async throws(NoteStoreError) -> TaskReceipt {
    let target = note ?? taskNote
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw .refused(target.path, reason: "a task needs words")
    }
    let line = texts.line(for: words, due: due, priority: priority, today: today)
    let added = try await store.inTurn(at: target) { () async throws(NoteStoreError) in
      do throws(NoteStoreError) {
        return try await add(line, to: target)
      } catch .notFound where note == nil {
        // Another process may create it at the same time: then the next round adds the line to its
        // text.
        _ = try await store.create(line + [TaskLines.feed], at: target)
        return TaskReceipt(note: target, line: 1, receipt: nil)
      }
    }
    _ = try? await index.refresh([added.note])
    return added
  }

  /// Adds a line after the last task, or at the end.
  private func add(_ line: [UInt8], to note: NoteID) async throws(NoteStoreError) -> TaskReceipt {
    let text = try await store.read(note)
    let bytes = text.bytes
    try ForeignEncoding.check(bytes, adding: line, to: note.path)
    let last = texts.spans(ofTasksIn: bytes).last
    let (piece, number) = TaskLines(bytes).inserting(line, behind: last)
    // Inside an unclosed code block it would not be a task.
    let after =
      Array(bytes[..<piece.range.lowerBound]) + piece.new + bytes[piece.range.upperBound...]
    guard texts.spans(ofTasksIn: after).contains(where: { $0.line == number }) else {
      throw .refused(note.path, reason: "its end is code or a comment, where no task can be")
    }
    let change = NoteChange(note: note, title: note.path.stem.text, pieces: [piece])
    return TaskReceipt(
      note: note, line: number, receipt: try await changing.write(change, to: text))
  }

  /// Undoes a change and returns the changed notes.
  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> [NoteID] {
    let back = try await changing.undo(receipt)
    _ = try? await index.refresh(back.touched)
    return back.notes
  }

  /// Undoes the addition. A note that was created for the task goes to the trash.
  package func undo(_ added: TaskReceipt) async throws(NoteStoreError) -> [NoteID] {
    if let receipt = added.receipt { return try await undo(receipt) }
    _ = try await store.trash(added.note)
    _ = try? await index.refresh([added.note])
    return [added.note]
  }

  private var changing: NoteChanging { NoteChanging(store: store, rewriting: rewriting) }

  // MARK: Lines

  /// Returns the toggled form of a line in unsaved text, such as the editor's.
  package func ticked(_ line: [UInt8]) throws(NoteTextProblem) -> [UInt8] {
    try texts.line(line, after: .toggle, today: today)
  }

  /// Returns the changed line. If it becomes two, they end like the text's other lines.
  private func line(
    _ old: [UInt8], after change: TaskChange, in text: [UInt8], of note: NoteID
  ) throws(NoteStoreError) -> [UInt8] {
    let end = old.last == TaskLines.feed ? [] : TaskLines.end(in: text)
    return try rethrow(texts.line(old + end, after: change, today: today).dropLast(end.count)) {
      (error: NoteTextProblem) in Self.refusal(of: note, error.message)
    }
  }

  /// Returns the error for a task's line that cannot be changed in this way.
  package static func refusal(of note: NoteID, _ reason: String) -> NoteStoreError {
    .refused(note.path, reason: reason.last == "." ? String(reason.dropLast()) : reason)
  }
}

/// An added task, with the receipt for undo: nil if its note was created for it.
package struct TaskReceipt: Equatable, Sendable {
  package var note: NoteID
  /// The line number, from 1.
  package var line: Int
  package var receipt: RewriteReceipt?

  package init(note: NoteID, line: Int, receipt: RewriteReceipt?) {
    (self.note, self.line, self.receipt) = (note, line, receipt)
  }
}
