package import Entities
package import OpenVault
package import Services
import Bytes
import Synchronization
package import VaultSettings

/// The use cases of reminders: which are due, and that each rings once.
///
/// State outside the vault is stored before and after one rings, so that a kill in between neither
/// loses nor doubles it: see `ReminderLog`.
package struct ReminderCases: Sendable {
  private let vault: VaultServices
  private let tasks: any TaskIndex
  private let times: ReminderSettings
  private let isSecret: Bool
  private let clock: any WallClock

  /// `isSecret`: no word of a note may be shown outside of this program.
  package init(
    _ vault: VaultServices, tasks: any TaskIndex, by settings: SettingValues, isSecret: Bool,
    clock: any WallClock
  ) {
    (self.vault, self.tasks, self.isSecret, self.clock) = (vault, tasks, isSecret, clock)
    times = ReminderSettings(settings)
  }

  /// Returns the reminders of all open tasks that are not blocked, by their times.
  package func all() async throws(NoteIndexError) -> [Reminder] {
    var request = TaskRequest()
    request.hasReminder = true
    let catalog = try await tasks.tasks(request)
    var found: [Reminder] = []
    for task in catalog.tasks(in: 0..<catalog.count) where !task.isBlocked {
      for wall in task.facts.reminderTimes(usual: times.usual, on: clock) {
        found.append(Reminder(task, at: wall))
      }
    }
    found += try await TaskNoteReminders(vault.queries.tables, times.usual, clock).all()
    return found.sorted {
      ($0.wall, $0.note.path, $0.line ?? 0) < ($1.wall, $1.note.path, $1.line ?? 0)
    }
  }

  /// Returns when a task reminds, by the clock on the wall.
  package func times(of facts: TaskFacts) -> [Timestamp] {
    facts.reminderTimes(usual: times.usual, on: clock)
  }

  /// Rings what is due, each once, and returns it. In the quiet hours nothing rings.
  package func run(_ bell: any ReminderBell) async throws(ReminderFailure) -> [RungReminder] {
    if times.isQuiet(clock.civil(clock.now)) { return [] }
    let due: [Reminder]
    do throws(NoteIndexError) { due = try await past() } catch { throw .index(error) }
    var rung: [RungReminder] = []
    var failure: ReminderFailure?
    for notice in notices(try await claim(due), due) {
      do throws(ReminderFailure) {
        rung.append(RungReminder(notice: notice, answer: try await bell.ring(notice)))
        try await store { $0.setState(.rung, of: notice.number) }
      } catch {
        // A failure to store it leaves the claim: it rings again under its number.
        if case .bell = error { try? await store { $0.release(notice.number) } }
        failure = error
      }
    }
    if let failure, rung.isEmpty { throw failure }
    return rung
  }

  /// Returns the time until something may be due again, a minute at most; nil if nothing will be.
  package func pause() async throws(NoteIndexError) -> Duration? {
    let now = wall
    let waits = vault.state.reminders.value().entries.contains { $0.state != .rung }
    let isQuiet = times.isQuiet(clock.civil(clock.now))
    let all = try await all()
    if all.isEmpty { return nil }
    let future = all.first { $0.wall > now }
    guard waits || isQuiet || future != nil else { return nil }
    return .seconds(min(60, future.map { $0.wall.seconds - now.seconds } ?? 60))
  }

  package func snooze(_ notice: ReminderNotice) async throws(ReminderFailure) {
    let until = clock.now.advanced(by: .seconds(ReminderLog.snooze))
    try await store { $0.setState(.snoozed(until: until), of: notice.number) }
  }

  /// Marks the task of a notice as done.
  package func finish(_ notice: ReminderNotice) async throws(ReminderFailure) {
    guard let task = notice.single?.task else { return }
    let cases = TaskCases(vault, tasks: tasks, clock: clock)
    _ = try await rethrow(
      await cases.change(task, .mark(cases.rules.mark(of: .done))), as: ReminderFailure.done)
  }

  // MARK: Parts

  private var wall: Timestamp { CivilCalendar.moment(clock.civil(clock.now)) }

  private func past() async throws(NoteIndexError) -> [Reminder] {
    let wall = wall
    return try await all().filter { $0.wall <= wall }
  }

  private func claim(_ due: [Reminder]) async throws(ReminderFailure) -> [ReminderLog.Claim] {
    let (keys, wall, now) = (due.map(\.key), wall.seconds, clock.now)
    var log = vault.state.reminders.value()
    let known = log
    // Mostly nothing is due, and nothing is written.
    if log.claim(keys, wall: wall, now: now).isEmpty, log == known { return [] }
    let claims = Mutex<[ReminderLog.Claim]>([])
    try await store { log in
      let new = log.claim(keys, wall: wall, now: now)
      claims.withLock { $0 = new }
    }
    return claims.withLock { $0 }
  }

  private func store(_ change: @escaping StoredValue<ReminderLog>.Change)
    async throws(ReminderFailure)
  {
    _ = try await rethrow(await vault.state.reminders.change(change), as: ReminderFailure.state)
  }

  private func notices(_ claims: [ReminderLog.Claim], _ due: [Reminder]) -> [ReminderNotice] {
    claims.map { claim in
      ReminderNotice(number: claim.number, claim.positions.map { due[$0] }, isSecret: isSecret)
    }
  }
}

/// A reminder of an open task.
package struct Reminder: Equatable, Sendable {
  package var note: NoteID
  package var title: String
  /// Nil for a note that is a task.
  package var task: TaskRecord?
  package var words: String
  /// By the clock on the wall.
  package var wall: Timestamp

  package var line: Int? { task?.line }

  init(_ note: NoteID, title: String, task: TaskRecord? = nil, words: String, wall: Timestamp) {
    (self.note, self.title, self.task, self.words, self.wall) = (note, title, task, words, wall)
  }

  init(_ task: TaskRecord, at wall: Timestamp) {
    self.init(
      task.note, title: task.title, task: task, words: ReminderWords.words(of: task.facts),
      wall: wall)
  }

  var key: ReminderLog.Key {
    ReminderLog.Key(
      wall: wall.seconds, words: RunningDigest.of(Array(words.utf8)),
      line: RunningDigest.of(note.path.bytes + Array(":\(line ?? 0)".utf8)))
  }

  /// The time of day at which it was due.
  package var time: CivilTime { CivilCalendar.civil(wall) }
}

/// What is shown when one reminder rings, or several that were missed.
package struct ReminderNotice: Equatable, Sendable {
  /// The same for a notice that is repeated after a crash.
  package var number: UInt32
  package var reminders: [Reminder]
  package var title: String
  package var text: String

  init(number: UInt32, _ reminders: [Reminder], isSecret: Bool) {
    (self.number, self.reminders) = (number, reminders)
    (title, text) = ReminderWords.notice(of: reminders, isSecret: isSecret)
  }

  /// The only reminder; nil for several.
  package var single: Reminder? { reminders.count == 1 ? reminders[0] : nil }
}

/// What a person chooses in a notification.
package enum ReminderAnswer: String, CaseIterable, Sendable {
  case done, snooze, open
}

/// A reminder that rang. `answer` waits for the person; canceling it ends the wait.
package struct RungReminder: Sendable {
  package var notice: ReminderNotice
  package var answer: @Sendable () async -> ReminderAnswer?
}

/// Shows reminders outside of this program, or on its screen.
package protocol ReminderBell: Sendable {
  /// Returns once it is shown. A notice replaces the one with the same number.
  func ring(_ notice: ReminderNotice) async throws(ReminderFailure)
    -> @Sendable () async -> ReminderAnswer?
}

/// Why nothing rang.
package enum ReminderFailure: ExplainedError, Equatable, Sendable {
  case index(NoteIndexError)
  case state(NoteStoreError)
  case done(NoteStoreError)
  case bell(String)

  package var message: String {
    switch self {
    case .index(let error): error.message
    case .state(let error): "No reminder rings while this cannot be stored. \(error.message)"
    case .done(let error): error.message
    case .bell(let problem): problem
    }
  }
}

/// The settings of reminders.
struct ReminderSettings: Equatable {
  var usual: TimeOfDay
  private var quiet: TimeOfDaySpan?

  init(_ settings: SettingValues) {
    usual = settings[.reminderTime].flatMap(TimeOfDay.init) ?? TimeOfDay(minutes: 9 * 60)
    quiet = settings[.quietHours].flatMap(TimeOfDaySpan.init)
  }

  func isQuiet(_ time: CivilTime) -> Bool {
    quiet?.contains(TimeOfDay(minutes: time.hour * 60 + time.minute)) ?? false
  }
}
