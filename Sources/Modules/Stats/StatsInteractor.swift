import Entities
import Services
import Viper

/// Counts what is in the vault, and looks what was done when.
@MainActor
final class StatsInteractor: StatsInteracting {
  weak var output: (any StatsInteractorOutput)?
  private let index: any NoteIndex
  private let tasks: any TaskIndex
  private let activity: any NoteActivity
  private let files: any VaultFiles
  private let clock: any WallClock
  private let scope: WorkScope

  init(
    index: any NoteIndex, tasks: any TaskIndex, activity: any NoteActivity,
    files: any VaultFiles, clock: any WallClock, work: Work
  ) {
    self.index = index
    self.tasks = tasks
    self.activity = activity
    self.files = files
    self.clock = clock
    scope = work.scope()
  }

  func count() {
    let (index, tasks, activity) = (index, tasks, activity)
    let (files, clock) = (files, clock)
    scope.run {
      for await _ in index.reconcile() {}
      let report = try await index.report()
      var every = TaskRequest()
      every.status = .all
      let survey = files.survey(isCancelled: { Task.isCancelled })
      let today = Day(clock.civil(clock.now))
      // What is said to be of tomorrow has not been.
      let all = try await activity.activity(in: DaySpan(nil, today), clock: clock)
      let year = today.advanced(by: -365)
      var figures = VaultFigures()
      figures.notes = survey.entries.count
      figures.words = report.words
      figures.links = report.links
      figures.tags = report.tags
      figures.tasks = try await tasks.count(every)
      figures.openTasks = try await tasks.count(TaskRequest())
      figures.bytes = survey.entries.reduce(0) { $0 + $1.fact.size }
      figures.indexBytes = report.bytes
      figures.today = today
      figures.streaks = Streaks(of: all.filter { !$0.value.isEmpty }.keys, today: today)
      figures.days = all.filter { $0.key > year && !$0.value.isEmpty }
      return figures
    } then: { [weak self] result in
      switch result {
      case .success(let figures): self?.output?.counted(figures)
      case .failure(let error):
        self?.output?.failed(
          (error as? NoteIndexError)?.message ?? "The notes could not be counted: \(error).")
      }
    }
  }

  func read(_ day: Day) {
    let (activity, clock) = (activity, clock)
    scope.run {
      try await activity.notes(on: day, clock: clock)
    } then: { [weak self] result in
      switch result {
      case .success(let notes): self?.output?.dayWasRead(day, notes)
      case .failure(let error):
        self?.output?.failed(
          (error as? NoteIndexError)?.message ?? "The day could not be read: \(error).")
      }
    }
  }

  func stop() { scope.end() }
}
