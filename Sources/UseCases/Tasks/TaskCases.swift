package import Entities
package import OpenVault
package import Services

/// The use cases of tasks: list, add, toggle and postpone them, and undo that. The list, the
/// preview, the agenda, boards, the editor and the command line share it.
///
/// A change fails if the note cannot be read or saved, or no longer has one of the tasks. Of
/// several tasks in a note, all are changed or none, in one save. Another program's concurrent
/// changes elsewhere in the note stay. The index then reads each changed note; if that fails, the
/// change still counts.
package struct TaskCases: Sendable {
  let store: any NoteStore
  let rewriting: any NoteRewriting
  let index: any NoteIndex
  let texts: any TaskTexts
  /// The note for new tasks that belong to no other note.
  let taskNote: NoteID
  private let tasks: any TaskIndex
  private let clock: any WallClock

  package init(
    store: any NoteStore, rewriting: any NoteRewriting, index: any NoteIndex,
    tasks: any TaskIndex, texts: any TaskTexts, taskNote: String = "Tasks", clock: any WallClock
  ) {
    self.store = store
    self.rewriting = rewriting
    self.index = index
    self.tasks = tasks
    self.texts = texts
    self.clock = clock
    let isPath = NotePath(taskNote).isOfNote
    self.taskNote = NoteID(isPath ? taskNote : taskNote + ".md")
  }

  /// `tasks` lists the tasks without those in templates.
  package init(_ vault: VaultServices, tasks: any TaskIndex, clock: any WallClock) {
    self.init(
      store: vault.store, rewriting: vault.rewriting, index: vault.index, tasks: tasks,
      texts: vault.tasks.texts, taskNote: vault.tasks.note, clock: clock)
  }

  /// The meaning of the signs in boxes, and the sign that toggling sets next.
  package var rules: TaskRules { texts.rules }

  // MARK: Days

  package var now: CivilTime { clock.civil(clock.now) }
  package var today: Day { Day(now) }

  /// Parses a day in plain English or ISO format, relative to today.
  package func day(_ written: String) -> Day? { texts.day(written, today: today) }

  /// Splits off the day at the end of the text; nil if there is none.
  package func dayAtEnd(of words: String) -> (rest: String, day: String)? {
    texts.dayAtEnd(of: words, today: today)
  }

  // MARK: Listing

  package func list(
    _ due: DueTasks, tag: String?, weekStart: Weekday
  ) async throws(NoteIndexError) -> TaskListing {
    var request = TaskRequest()
    request.tag = tag
    return TaskListing(
      try await list(request), due, today: today, weekStart: weekStart, rules: rules)
  }

  package func list(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    try await tasks.tasks(request)
  }

  /// Returns the list for a first frame if it is cached.
  package func known(_ request: TaskRequest) -> (any TaskCatalog)? { tasks.knownTasks(request) }

  /// Returns all tasks, including those that are done.
  package func all() async throws(NoteIndexError) -> any TaskCatalog {
    var request = TaskRequest()
    request.status = .all
    return try await list(request)
  }

  package func tasks(
    in note: NoteID, titled title: String? = nil
  ) async throws(NoteStoreError) -> [TaskRecord] {
    let title = title ?? note.path.stem.text
    return texts.tasks(in: try await store.read(note).bytes).map {
      TaskRecord(note: note, title: title, line: $0.line, facts: $0.facts)
    }
  }

  /// Returns the tasks of a note that are still open.
  package func open(
    in note: NoteID, titled title: String? = nil
  ) async throws(NoteStoreError) -> [TaskRecord] {
    let rules = rules
    return try await tasks(in: note, titled: title).filter { rules.isOpen($0.facts) }
  }

  /// Returns the task whose box has this byte of a text; nil if there is none.
  package func task(withBoxAt byte: Int, of note: NoteID, in text: [UInt8]) -> TaskRecord? {
    guard byte < text.count else { return nil }
    let start = TaskLines.start(before: byte + 1, in: text)
    let end = text[byte...].firstIndex(of: TaskLines.feed) ?? text.count
    guard let facts = texts.facts(ofLine: Array(text[start..<end])) else { return nil }
    return TaskRecord(
      note: note, title: note.path.stem.text,
      line: text[..<start].count { $0 == TaskLines.feed } + 1, facts: facts)
  }
}
