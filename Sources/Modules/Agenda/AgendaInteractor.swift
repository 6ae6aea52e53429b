import Entities
import Services
import UseCases
import Viper

/// Holds the requested tasks and carries out changes to them, one at a time.
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
  /// The rules as of the last fetch.
  private(set) var rules = TaskRules.withoutSettings
  private var isFetching = false
  /// Whether notes changed, or the request did, during the fetch.
  private var mustFetchAgain = false
  /// The changes that wait to be written, the first at the start.
  var waiting: [AgendaChange] = []
  var isWriting = false
  /// The changes that can be undone, the last at the end.
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

  /// Returns how many tasks precede the first one of this day; nil is the first one without a day.
  func position(of day: Day?) -> Int { tasks.position(of: day) }

  /// Returns the count of open tasks for each day that has any.
  func counts(from first: Day, to last: Day) -> [Day: Int] {
    tasks.counts(in: DaySpan(first, last))
  }

  /// Returns the task's current index, or where it would be inserted.
  func index(of task: AgendaItem) -> Int { tasks.index(of: task.record) }

  /// Returns how many of these tasks were just done and are still shown.
  func doneCount(in range: Range<Int>) -> Int { tasks.doneCount(in: range, by: rules) }

  /// Reads a day as a person writes it: `fri`, `tomorrow`, `2026-12-01`.
  func day(_ written: String) -> Day? { cases.day(written) }

  func dayAtEnd(of words: String) -> (rest: String, day: String)? { cases.dayAtEnd(of: words) }

  // MARK: - Loading

  /// Shows the tasks that the index knows, then reads the files.
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

  /// Fetches again because notes changed in the index.
  func notesChangedOutside() { fetch() }

  /// Fetches the tasks. Only one fetch runs at a time; a request during it causes another after it.
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

/// When days begin. Not every day has 24 hours.
enum Midnight {
  /// Returns the seconds until the clock shows this day or a later one; at least one.
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
