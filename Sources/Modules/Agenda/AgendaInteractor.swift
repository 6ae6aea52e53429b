import Entities
import Services
import Viper

/// Holds the tasks that were asked for, row by row, and does to them what is asked, one thing after
/// the other.
@MainActor
final class AgendaInteractor: AgendaInteracting {
  weak var output: (any AgendaInteractorOutput)?

  let parts: AgendaParts
  let scope: WorkScope
  let weekStart: Weekday
  private(set) var choice = AgendaChoice()
  var tasks = AgendaTasks()
  private var isFetching = false
  /// The notes changed, or something else was asked for, while tasks were fetched.
  private var mustFetchAgain = false
  /// What waits to be written, the first at the start.
  var waiting: [AgendaChange] = []
  var isWriting = false
  /// What can be taken back, the last at the end.
  var done: [AgendaDone] = []
  private var midnight: Timer?
  private var shownDay: Day

  init(parts: AgendaParts, weekStart: Weekday, work: Work) {
    self.parts = parts
    self.weekStart = weekStart
    scope = work.scope()
    shownDay = Day(parts.clock.civil(parts.clock.now))
  }

  var today: Day { Day(parts.clock.civil(parts.clock.now)) }

  var count: Int { tasks.count }

  func task(at index: Int) -> AgendaItem? {
    tasks.task(at: index).map { AgendaItem(record: $0.original, facts: $0.shown.facts) }
  }

  func position(of day: Day?) -> Int { tasks.position(of: day) }

  func counts(from first: Day, to last: Day) -> [Day: Int] {
    tasks.counts(in: DaySpan(first, last))
  }

  func place(of task: AgendaItem) -> Int { tasks.place(of: task.record) }

  func doneCount(in range: Range<Int>) -> Int { tasks.doneCount(in: range) }

  func day(_ written: String) -> Day? { parts.texts.day(written, today: today) }

  func dayAtEnd(of words: String) -> (rest: String, day: String)? {
    parts.texts.dayAtEnd(of: words, today: today)
  }

  // MARK: - Loading

  /// Shows what is known at once, then what the files say.
  func load() {
    tasks.forgetAll()
    if tasks.catalog == nil, let known = parts.tasks.knownTasks(request) {
      tasks.take(known, settled: true)
      output?.tasksChanged()
    }
    fetch()
    waitForMidnight()
  }

  func choose(_ choice: AgendaChoice) {
    guard choice != self.choice else { return }
    self.choice = choice
    tasks.forgetAll()
    fetch()
  }

  private var request: TaskRequest {
    var request = TaskRequest()
    request.words = choice.words
    request.tag = choice.tag
    request.folder = choice.folder
    request.priority = choice.priority
    return request
  }

  func notesChangedOutside() { fetch() }

  /// One asking at a time, and the last one counts.
  func fetch() {
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (index, request) = (parts.tasks, request)
    let isSettled = !isWriting && waiting.isEmpty
    scope.run(
      { try await index.tasks(request) },
      then: { [weak self] result in self?.fetched(result, settled: isSettled) })
  }

  private func fetched(_ result: Result<any TaskCatalog, any Error>, settled: Bool) {
    isFetching = false
    if mustFetchAgain {
      mustFetchAgain = false
      return fetch()
    }
    switch result {
    case .success(let catalog):
      tasks.take(catalog, settled: settled && !isWriting && waiting.isEmpty)
      output?.tasksChanged()
    case .failure(let error):
      output?.failed((error as? NoteIndexError ?? .cancelled).message)
    }
    output?.loadingEnded()
  }

  func stop() {
    midnight?.cancel()
    scope.end()
  }

  // MARK: - The day

  /// Days go by while an agenda stands open. A machine that slept may hear of it late: whoever comes
  /// back looks as well.
  func checkDay() {
    guard today != shownDay else { return }
    shownDay = today
    waitForMidnight()
    output?.dayChanged()
  }

  private func waitForMidnight() {
    midnight?.cancel()
    let left = Midnight.seconds(until: shownDay.advanced(by: 1), by: parts.clock)
    midnight = parts.scheduler.schedule(after: .seconds(left)) { [weak self] in
      guard let self else { return }
      if self.today == self.shownDay { self.waitForMidnight() } else { self.checkDay() }
    }
  }
}

/// What the agenda needs of the vault and of the time.
struct AgendaParts {
  var tasks: any TaskIndex
  var index: any NoteIndex
  var texts: any TaskTexts
  var writing: any TaskWriting
  var trash: any NoteStore
  var clock: any WallClock
  var scheduler: any Scheduler
}

/// When days begin: not every one has 24 hours.
enum Midnight {
  /// How long until the wall shows this day or a later one; at least one second.
  static func seconds(until day: Day, by clock: any WallClock) -> Int64 {
    let now = clock.now
    var (low, high) = (Int64(0), Int64(26 * 3600))
    while low < high {
      let middle = (low + high) / 2
      let then = Day(clock.civil(now.advanced(by: .seconds(middle))))
      if then < day { low = middle + 1 } else { high = middle }
    }
    return max(1, low)
  }
}
