package import Entities
package import OpenVault
package import Services

/// What a person does with tasks: list them, add some, tick them, put them off, and take that back. The
/// list, the preview, the agenda, boards, the editor and the command line all use it.
///
/// A change is refused where the note cannot be read or saved, and where a task is not in it any
/// more. Of several tasks of a note all are changed or none: the note is saved once. What another program
/// writes elsewhere in the note stays. The index reads each note that was changed; what was done is done,
/// even where that fails.
package struct TaskCases: Sendable {
  let store: any NoteStore
  let rewriting: any NoteRewriting
  let index: any NoteIndex
  let texts: any TaskTexts
  /// For new tasks that are of no other.
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

  /// `tasks` are those that are listed: without the ones in templates.
  package init(_ vault: VaultServices, tasks: any TaskIndex, clock: any WallClock) {
    self.init(
      store: vault.store, rewriting: vault.rewriting, index: vault.index, tasks: tasks,
      texts: vault.tasks.texts, taskNote: vault.tasks.note, clock: clock)
  }

  /// What the signs in boxes mean, and which ticking puts next.
  package var rules: TaskRules { texts.rules }

  // MARK: Days

  package var now: CivilTime { clock.civil(clock.now) }
  package var today: Day { Day(now) }

  /// A day in plain English or ISO, as seen from today.
  package func day(_ written: String) -> Day? { texts.day(written, today: today) }

  /// The day that words end with, as written, and the text before it; nil where they end with none.
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

  /// The same for a first frame, as far as it is known.
  package func known(_ request: TaskRequest) -> (any TaskCatalog)? { tasks.knownTasks(request) }

  /// Those that are done too.
  package func all() async throws(NoteIndexError) -> any TaskCatalog {
    var request = TaskRequest()
    request.status = .all
    return try await list(request)
  }

  /// What a note says now.
  package func tasks(
    in note: NoteID, titled title: String? = nil
  ) async throws(NoteStoreError) -> [TaskRecord] {
    let title = title ?? note.path.stem.text
    return texts.tasks(in: try await store.read(note).bytes).map {
      TaskRecord(note: note, title: title, line: $0.line, facts: $0.facts)
    }
  }

  /// What is still to be done in a note now.
  package func open(
    in note: NoteID, titled title: String? = nil
  ) async throws(NoteStoreError) -> [TaskRecord] {
    let rules = rules
    return try await tasks(in: note, titled: title).filter { rules.isOpen($0.facts) }
  }

  /// The task whose box has this byte of a text; nil where there is none.
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
