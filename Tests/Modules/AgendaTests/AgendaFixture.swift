import Entities
import FakeTerminal
import Services
import Synchronization
import Terminal
import TestSupport
import Viper
import Lists

@testable import Agenda

/// An agenda of tasks in memory on Monday, 2026-03-02 at 09:00, on a screen.
@MainActor
final class AgendaFixture {
  let work = Work()
  let clock = ManualClock()
  let scheduler: ManualScheduler
  let vault: MemoryTasks
  let wireframe = FakeAgendaWireframe()
  let parent = FakeAgendaParent()
  let presenter: AgendaPresenter
  let screen: AgendaScreen
  private(set) var isClosed = false

  init(_ tasks: [TaskRecord], weekStart: Weekday = .monday, showsCalendar: Bool = false) {
    scheduler = ManualScheduler(turning: clock)
    vault = MemoryTasks(tasks)
    let store = MemoryNoteStore([:])
    let parts = AgendaParts(
      tasks: vault, index: MemoryIndex(store), texts: vault, writing: vault, trash: store,
      clock: clock, scheduler: scheduler)
    let interactor = AgendaInteractor(parts: parts, weekStart: weekStart, work: work)
    presenter = AgendaPresenter(
      interactor: interactor, wireframe: wireframe, didChange: parent.agendaDidChange,
      showsCalendar: showsCalendar)
    screen = AgendaScreen(presenter: presenter)
  }

  static func task(
    _ words: String, _ day: String? = nil, line: Int = 1, note: String = "n.md",
    _ change: (inout TaskFacts) -> Void = { _ in }
  ) -> TaskRecord {
    var facts = TaskFacts()
    facts.words = words
    facts.due = day.flatMap(MemoryTasks.day)
    change(&facts)
    return TaskRecord(
      note: NoteID(note), title: NotePath(note).stem.text, line: line, facts: facts)
  }

  func start() async {
    let route = RouteHandle(name: "Agenda") { [weak self] _ in self?.isClosed = true }
    route.move(to: .routed)
    presenter.moduleIsReady(route)
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  /// Without empty lines at the end.
  func text(_ columns: Int = 60, _ rows: Int = 16) -> [String] {
    var lines = FakeFrame.drawing(screen, columns: columns, rows: rows).lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  var message: String { screen.chrome.message }

  private(set) var replies: [String?] = []

  /// Types a new task, and waits for the reply.
  func add(_ words: String, _ day: String = "") async {
    presenter.addTask(due: "")
    wireframe.form?.write(words, day) { self.replies.append($0) }
    await work.whenIdle()
  }

  /// Types another day for the task that was asked about.
  func putOff(_ day: String) async {
    wireframe.form?.write("", day) { self.replies.append($0) }
    await work.whenIdle()
  }
}

/// Tasks that are kept nowhere but here.
final class MemoryTasks: TaskIndex, TaskTexts, TaskWriting {
  private struct State {
    var tasks: [TaskRecord]
    var failure: NoteStoreError?
  }

  private let state: Mutex<State>

  init(_ tasks: [TaskRecord]) { state = Mutex(State(tasks: tasks)) }

  static func day(_ text: String) -> Day? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return parts.count == 3 ? Day(year: parts[0], month: parts[1], day: parts[2]) : nil
  }

  /// The next change fails so.
  func fail(next error: NoteStoreError) { state.withLock { $0.failure = error } }

  var all: [TaskRecord] {
    get { state.withLock { $0.tasks } }
    set { state.withLock { $0.tasks = newValue } }
  }

  func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    WholeTaskCatalog(
      all.filter { task in
        task.facts.isOpen && (request.words.isEmpty || task.facts.words.contains(request.words))
          && request.tag.map(task.facts.tags.contains) ?? true
          && request.folder.map { task.note.path.folder == $0 } ?? true
          && request.priority.map { task.facts.priority <= $0 } ?? true
      })
  }

  func tasks(in note: NoteID) async -> [TaskRecord] { all.filter { $0.note == note } }

  func change(
    _ task: TaskRecord, _ change: TaskChange, today: Day
  ) async throws(NoteStoreError) -> RewriteReceipt {
    try state.withLock { (state) throws(NoteStoreError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      guard let place = state.tasks.firstIndex(of: task) else {
        throw .changedOutside(task.note.path)
      }
      switch change {
      case .toggle: state.tasks[place].facts.mark = task.facts.isOpen ? "x" : " "
      case .mark(let mark): state.tasks[place].facts.mark = mark
      case .reschedule(let day): state.tasks[place].facts.due = day
      }
    }
    return receipt(task)
  }

  /// Its change holds the words, which is enough to take it back here.
  private func receipt(_ task: TaskRecord) -> RewriteReceipt {
    RewriteReceipt(changes: [NoteChange(note: task.note, title: task.facts.words, pieces: [])])
  }

  func add(
    _ words: String, due: Day?, priority: TaskFacts.Priority, to note: NoteID?, today: Day
  ) async throws(NoteStoreError) -> TaskReceipt {
    var facts = TaskFacts()
    facts.words = words
    facts.due = due
    let record = TaskRecord(note: NoteID("Tasks.md"), title: "Tasks", line: 99, facts: facts)
    try state.withLock { (state) throws(NoteStoreError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      state.tasks.append(record)
    }
    return TaskReceipt(note: record.note, line: 99, receipt: receipt(record))
  }

  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    state.withLock { state in
      let words = receipt.changes[0].title
      for place in state.tasks.indices where state.tasks[place].facts.words == words {
        state.tasks[place].facts.mark = " "
      }
    }
    return receipt
  }

  // MARK: TaskTexts

  func facts(ofLine line: [UInt8]) -> TaskFacts? { nil }
  func tasks(in text: [UInt8]) -> [TaskInText] { [] }

  func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8] { line }

  func line(
    for words: String, due: Day?, priority: TaskFacts.Priority, today: Day
  ) -> [UInt8] { Array(words.utf8) }

  func day(_ written: String, today: Day) -> Day? {
    written == "tomorrow" ? today.advanced(by: 1) : Self.day(written)
  }
}

@MainActor
final class FakeAgendaWireframe: AgendaWireframe {
  var gone: [String] = []
  var notes: Set<Day> = []

  func open(_ note: NoteID, atLine line: Int) { gone.append("open \(note.path.text):\(line)") }
  private(set) var form: AgendaForm?
  func show(_ form: AgendaForm) {
    gone.append(form.task.map { "day \(form.day) of \($0)" } ?? "task \(form.day)")
    self.form = form
  }
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    guard case .line(let now) = question.kind else { return }
    gone.append("\(question.title.lowercased()) \(now)")
  }
  func openNote(of day: Day) -> Bool {
    gone.append("note of \(day.text)")
    return true
  }
  func daysWithNotes(from first: Day, to last: Day) -> Set<Day> {
    notes.filter { first <= $0 && $0 <= last }
  }
}

@MainActor
final class FakeAgendaParent {
  var changed: [NoteID] = []
  func agendaDidChange(_ notes: [NoteID]) { changed += notes }
}
