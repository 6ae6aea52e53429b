import Entities
import Services
import UseCases
import Viper

/// Holds the tasks that were asked for, row by row, and does to them what is asked, one thing after
/// the other.
@MainActor
final class AgendaInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any AgendaInteractorOutput)?

  let cases: TaskCases
  private let clock: any WallClock
  private let scheduler: any Scheduler
  let scope: WorkScope
  let weekStart: Weekday
  private(set) var choice = AgendaChoice()
  var tasks = AgendaTasks()
  /// As they were when tasks were asked for last.
  private(set) var rules = TaskRules.withoutSettings
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

  init(
    _ cases: TaskCases, clock: any WallClock, scheduler: any Scheduler, weekStart: Weekday,
    work: Work
  ) {
    (self.cases, self.clock, self.scheduler) = (cases, clock, scheduler)
    self.weekStart = weekStart
    scope = work.scope()
    shownDay = cases.today
  }

  var today: Day { cases.today }

  var count: Int { tasks.count }

  func task(at index: Int) -> AgendaItem? {
    tasks.task(at: index).map { item($0.original, as: $0.shown.facts) }
  }

  func item(_ task: TaskRecord, as shown: TaskFacts? = nil) -> AgendaItem {
    let facts = shown ?? task.facts
    return AgendaItem(record: task, facts: facts, isOpen: rules.isOpen(facts))
  }

  /// How many come before the first of this day; nil: of none.
  func position(of day: Day?) -> Int { tasks.position(of: day) }

  /// How many open tasks each day has that has any.
  func counts(from first: Day, to last: Day) -> [Day: Int] {
    tasks.counts(in: DaySpan(first, last))
  }

  /// The task's index now, or where it would be inserted.
  func index(of task: AgendaItem) -> Int { tasks.index(of: task.record) }

  /// How many of these were done just now and are still shown.
  func doneCount(in range: Range<Int>) -> Int { tasks.doneCount(in: range, by: rules) }

  /// As a person wrote it: `fri`, `tomorrow`, `2026-12-01`.
  func day(_ written: String) -> Day? { cases.day(written) }

  func dayAtEnd(of words: String) -> (rest: String, day: String)? { cases.dayAtEnd(of: words) }

  // MARK: - Loading

  /// Shows what is known at once, then what the files say.
  func load() {
    tasks.forgetAll()
    if tasks.catalog == nil, let known = cases.known(request) {
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

  /// The index has other notes than it had.
  func notesChangedOutside() { fetch() }

  /// One asking at a time, and the last one counts.
  func fetch() {
    guard !isFetching else {
      mustFetchAgain = true
      return
    }
    isFetching = true
    let (cases, request) = (cases, request)
    let isSettled = !isWriting && waiting.isEmpty
    scope.run(
      { (try await cases.list(request), cases.rules) },
      then: { [weak self] result in self?.fetched(result, settled: isSettled) })
  }

  private func fetched(_ result: Result<(any TaskCatalog, TaskRules), any Error>, settled: Bool) {
    isFetching = false
    if mustFetchAgain {
      mustFetchAgain = false
      return fetch()
    }
    switch result {
    case .success((let catalog, let rules)):
      self.rules = rules
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

  /// Days pass while an agenda is open. A machine that slept may notice late, so this is also checked
  /// when the screen comes back.
  func checkDay() {
    guard today != shownDay else { return }
    shownDay = today
    waitForMidnight()
    output?.dayChanged()
  }

  private func waitForMidnight() {
    midnight?.cancel()
    let left = Midnight.seconds(until: shownDay.advanced(by: 1), by: clock)
    midnight = scheduler.schedule(after: .seconds(left)) { [weak self] in
      guard let self else { return }
      if self.today == self.shownDay { self.waitForMidnight() } else { self.checkDay() }
    }
  }
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
