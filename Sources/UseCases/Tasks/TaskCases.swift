package import Entities
package import Services

/// What a person does with tasks: list them, add one, tick it, put it off, and take that back. The agenda
/// and the command line await the same. The index reads each note that was changed; what was done is
/// done, even where that fails.
package struct TaskCases: Sendable {
  private let tasks: any TaskIndex
  private let texts: any TaskTexts
  private let writing: any TaskWriting
  private let store: any NoteStore
  private let index: any NoteIndex
  private let clock: any WallClock

  package init(
    tasks: any TaskIndex, texts: any TaskTexts, writing: any TaskWriting, store: any NoteStore,
    index: any NoteIndex, clock: any WallClock
  ) {
    self.tasks = tasks
    self.texts = texts
    self.writing = writing
    self.store = store
    self.index = index
    self.clock = clock
  }

  private var today: Day { Day(clock.civil(clock.now)) }

  /// A day in plain English or ISO, as seen from today.
  package func day(_ written: String) -> Day? { texts.day(written, today: today) }

  // MARK: Listing

  package func list(
    _ due: DueTasks, tag: String?, weekStart: Weekday
  ) async throws(NoteIndexError) -> TaskListing {
    var request = TaskRequest()
    request.tag = tag
    return TaskListing(
      try await tasks.tasks(request), due, today: today, weekStart: weekStart)
  }

  /// Those that are done too.
  package func all() async throws(NoteIndexError) -> any TaskCatalog {
    var request = TaskRequest()
    request.status = .all
    return try await tasks.tasks(request)
  }

  /// What a note says now.
  package func tasks(in note: NoteID) async throws(NoteStoreError) -> [TaskInText] {
    texts.tasks(in: try await store.read(note).bytes)
  }

  // MARK: Changing

  package func change(
    _ task: TaskRecord, _ change: TaskChange
  ) async throws(NoteStoreError) -> RewriteReceipt {
    let receipt = try await writing.change(task, change, today: today)
    _ = try? await index.refresh(receipt.touched)
    return receipt
  }

  /// Without a note, to the one of the vault for new tasks.
  package func add(
    _ words: String, due: Day?, priority: TaskFacts.Priority = .normal, to note: NoteID? = nil
  ) async throws(NoteStoreError) -> TaskReceipt {
    let added = try await writing.add(
      words, due: due, priority: priority, to: note, today: today)
    _ = try? await index.refresh([added.note])
    return added
  }

  /// Takes a change back. Answers with the notes that it was in.
  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> [NoteID] {
    let back = try await writing.undo(receipt)
    _ = try? await index.refresh(back.touched)
    return back.notes
  }

  /// The note goes to the trash where it was made for the task.
  package func undo(_ added: TaskReceipt) async throws(NoteStoreError) -> [NoteID] {
    if let receipt = added.receipt { return try await undo(receipt) }
    _ = try await store.trash(added.note)
    _ = try? await index.refresh([added.note])
    return [added.note]
  }
}
