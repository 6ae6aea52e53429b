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
    let interactor = AgendaInteractor(
      .of(vault.store, tasks: vault, texts: vault, clock: clock), clock: clock,
      scheduler: scheduler, weekStart: weekStart, work: work)
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

/// Tasks of notes in memory. A line of a note is the number of what its task says.
final class MemoryTasks: TaskIndex, TaskTexts {
  let store: MemoryNoteStore
  private let known: Mutex<[TaskFacts]>

  init(_ tasks: [TaskRecord]) {
    var texts: [String: [String]] = [:]
    for (number, task) in tasks.enumerated() {
      var lines = texts[task.note.path.text] ?? []
      lines += Array(repeating: "", count: max(0, task.line - lines.count))
      lines[task.line - 1] = "\(number)"
      texts[task.note.path.text] = lines
    }
    known = Mutex(tasks.map(\.facts))
    store = MemoryNoteStore(texts.mapValues { $0.joined(separator: "\n") + "\n" })
  }

  static func day(_ text: String) -> Day? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return parts.count == 3 ? Day(year: parts[0], month: parts[1], day: parts[2]) : nil
  }

  // MARK: For tests

  func facts(_ words: String) async -> TaskFacts? {
    await all.first { $0.facts.words == words }?.facts
  }

  /// Another program writes all notes.
  func rewrite(_ change: (_ text: String) -> String) async {
    for note in await store.ids { await store.change(note, to: change(await text(of: note))) }
  }

  /// Another program changes what a task says.
  func change(_ words: String, _ change: (inout TaskFacts) -> Void) {
    known.withLock { known in
      for place in known.indices where known[place].words == words { change(&known[place]) }
    }
  }

  // MARK: TaskIndex

  private func text(of note: NoteID) async -> String { await store.text(of: note) ?? "" }

  private var all: [TaskRecord] {
    get async {
      var all: [TaskRecord] = []
      for note in await store.ids { all += await tasks(in: note) }
      return all
    }
  }

  func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    WholeTaskCatalog(
      await all.filter { task in
        task.facts.isOpen && (request.words.isEmpty || task.facts.words.contains(request.words))
          && request.tag.map(task.facts.tags.contains) ?? true
          && request.folder.map { task.note.path.folder == $0 } ?? true
          && request.priority.map { task.facts.priority <= $0 } ?? true
      })
  }

  func tasks(in note: NoteID) async -> [TaskRecord] {
    tasks(in: Array(await text(of: note).utf8)).map {
      TaskRecord(note: note, title: note.path.stem.text, line: $0.line, facts: $0.facts)
    }
  }

  // MARK: TaskTexts

  func facts(ofLine line: [UInt8]) -> TaskFacts? {
    let number = Int(String(decoding: line.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    return number.map { number in known.withLock { $0[number] } }
  }

  func tasks(in text: [UInt8]) -> [TaskInText] {
    var (tasks, start) = ([TaskInText](), 0)
    for (number, line) in text.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let end = min(text.count, start + line.count + 1)
      if let facts = facts(ofLine: Array(line)) {
        tasks.append(TaskInText(line: number + 1, range: start..<end, facts: facts))
      }
      start = end
    }
    return tasks
  }

  func line(
    _ line: [UInt8], after change: TaskChange, today: Day
  ) throws(NoteTextProblem) -> [UInt8] {
    guard var facts = facts(ofLine: line) else { throw NoteTextProblem("This line is no task.") }
    switch change {
    case .toggle: facts.mark = rules.status(after: facts.mark).mark
    case .mark(let mark): facts.mark = mark
    case .reschedule(let day): facts.due = day
    }
    return self.line(saying: facts) + line.suffix(1)
  }

  func line(
    for words: String, due: Day?, priority: TaskFacts.Priority, today: Day
  ) -> [UInt8] {
    var facts = TaskFacts()
    (facts.words, facts.due) = (words, due)
    return line(saying: facts)
  }

  private func line(saying facts: TaskFacts) -> [UInt8] {
    known.withLock { known in
      known.append(facts)
      return Array("\(known.count - 1)".utf8)
    }
  }

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
  func writing(from first: Day, to last: Day) -> AgendaWriting {
    AgendaWriting(days: notes.filter { first <= $0 && $0 <= last }, streak: 3)
  }
}

@MainActor
final class FakeAgendaParent {
  var changed: [NoteID] = []
  func agendaDidChange(_ notes: [NoteID]) { changed += notes }
}
