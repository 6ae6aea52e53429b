import Entities
import Services
import Viper

/// Finds tasks by their days, for the command line.
@MainActor
final class TaskLister: TaskListing {
  weak var output: (any TaskListingOutput)?
  private let tasks: any TaskIndex
  private let clock: any WallClock
  private let weekStart: Weekday
  private let scope: WorkScope

  /// So many are read at once.
  private static let part = 500

  init(tasks: any TaskIndex, clock: any WallClock, weekStart: Weekday, work: Work) {
    self.tasks = tasks
    self.clock = clock
    self.weekStart = weekStart
    scope = work.scope()
  }

  func load(_ due: DueTasks, tag: String?) {
    var request = TaskRequest()
    request.tag = tag
    let (tasks, asked) = (tasks, request)
    scope.run(
      { try await tasks.tasks(asked) },
      then: { [weak self] result in
        switch result {
        case .success(let catalog): self?.tell(catalog, due)
        case .failure(let error):
          self?.output?.tasksFailed((error as? NoteIndexError ?? .cancelled).message)
        }
      })
  }

  private func tell(_ catalog: any TaskCatalog, _ due: DueTasks) {
    let today = Day(clock.civil(clock.now))
    var start = 0
    let end: Int
    switch due {
    case .all: end = catalog.count
    case .overdue: end = catalog.position(of: today)
    case .today: end = catalog.position(of: today.advanced(by: 1))
    case .week: end = catalog.position(of: today.startOfWeek(weekStart).advanced(by: 7))
    case .days(let span):
      if let first = span.first { start = catalog.position(of: first) }
      end = catalog.position(of: span.last?.advanced(by: 1))
    }
    while start < end {
      let next = min(end, start + Self.part)
      let part = catalog.tasks(in: start..<next)
      output?.tasksFound(
        part.map { task in
          (AgendaGroup.of(task.facts.day, today: today, weekStart: weekStart), task)
        })
      start = next
    }
    output?.tasksEnded()
  }

  func end() { scope.end() }
}
