package import Entities
package import OpenVault
package import Services

/// The use cases for statistics of a vault: its size, and its activity by day. Shared by the
/// screen's interactor and the command line.
package struct StatsCases: Sendable {
  private let vault: VaultServices
  private let tasks: any TaskIndex
  private let clock: any WallClock

  /// Makes the use cases; `tasks` are the tasks to count.
  package init(_ vault: VaultServices, tasks: any TaskIndex, clock: any WallClock) {
    (self.vault, self.tasks, self.clock) = (vault, tasks, clock)
  }

  /// Returns the figures, after the index has caught up with the files.
  package func figures() async throws(NoteIndexError) -> VaultFigures {
    for await _ in vault.index.reconcile() {}
    let report = try await vault.index.report()
    var every = TaskRequest()
    every.status = .all
    let survey = vault.files.survey(isCancelled: { Task.isCancelled })
    let today = today
    let all = try await activeDays()
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
    figures.streaks = Streaks(of: all.keys, today: today)
    figures.days = all.filter { $0.key > year }
    return figures
  }

  /// Returns the streaks as the index knows them.
  package func streaks() async throws(NoteIndexError) -> Streaks {
    Streaks(of: try await activeDays().keys, today: today)
  }

  private var today: Day { Day(clock.civil(clock.now)) }

  /// Returns the days on which something was done, without those in the future.
  private func activeDays() async throws(NoteIndexError) -> [Day: DayActivity] {
    try await vault.queries.activity.activity(in: DaySpan(nil, today), clock: clock)
      .filter { !$0.value.isEmpty }
  }

  /// Returns the notes that were made or changed on a day.
  package func notes(on day: Day) async throws(NoteIndexError) -> [ActiveNote] {
    try await vault.queries.activity.notes(on: day, clock: clock)
  }
}

/// Runs of days with activity, without a gap.
package struct Streaks: Equatable, Sendable {
  /// The length of the current run, up to today, or up to yesterday if today has no activity yet.
  package var current = 0
  package var longest = 0

  init(current: Int = 0, longest: Int = 0) {
    self.current = current
    self.longest = longest
  }

  /// Finds the streaks in `days`, which may be in any order.
  init(of days: some Sequence<Day>, today: Day) {
    var length = 0
    var last: Day?
    for day in Set(days).filter({ $0 <= today }).sorted() {
      length = last == day.advanced(by: -1) ? length + 1 : 1
      longest = max(longest, length)
      last = day
    }
    if let last, last >= today.advanced(by: -1) { current = length }
  }
}
