package import Entities
import OpenVault
package import UseCases
package import Viper

/// Rings the reminders of an open vault while its window is open. Without reminders it has no timer.
@MainActor
package final class ReminderWatch {
  private let cases: () -> ReminderCases
  private let bell: any ReminderBell
  private let work: WorkScope
  private let scheduler: any Scheduler
  private let rung: (RungReminder) -> Void
  private var next: Timer?
  private var answers: [Task<Void, Never>] = []

  /// After a saved note, until the index has it.
  private static let pauseAfterChange = Duration.seconds(5)

  /// `rung` is called for each notice that was shown.
  package init(
    _ bell: any ReminderBell, work: Work, scheduler: any Scheduler,
    cases: @escaping () -> ReminderCases, rung: @escaping (RungReminder) -> Void
  ) {
    (self.bell, self.work, self.scheduler) = (bell, work.scope(), scheduler)
    (self.cases, self.rung) = (cases, rung)
  }

  package func start() { check() }

  package func stop() {
    next?.cancel()
    work.end()
    for answer in answers { answer.cancel() }
  }

  /// A note was saved here.
  package func noteWasSaved() { schedule(after: Self.pauseAfterChange) }

  /// Waits for the person's answer; not as work of the program, which it may outlast.
  package func wait(
    for reminder: RungReminder, then handle: @escaping @MainActor (ReminderAnswer) -> Void
  ) {
    answers.append(
      Task {
        if let answer = await reminder.answer(), !Task.isCancelled { handle(answer) }
      })
  }

  private func schedule(after pause: Duration) {
    next?.cancel()
    next = scheduler.schedule(after: pause) { [weak self] in self?.check() }
  }

  private func check() {
    next?.cancel()
    work.run { [cases = cases(), bell] in
      let rung = (try? await cases.run(bell)) ?? []
      return (rung, try await cases.pause())
    } then: { [weak self] (result: Result<([RungReminder], Duration?), any Error>) in
      guard let self, let (rung, pause) = try? result.get() else { return }
      for reminder in rung { self.rung(reminder) }
      if let pause { schedule(after: pause) }
    }
  }
}

extension ReminderWatch: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) { check() }
}

/// The desktop's notifications, else the terminal's own.
struct WindowBell: ReminderBell {
  let desktop: NotifyBell
  /// Shows it by the terminal.
  let show: @MainActor @Sendable (ReminderNotice) -> Void

  func ring(_ notice: ReminderNotice) async throws(ReminderFailure)
    -> @Sendable () async -> ReminderAnswer?
  {
    do throws(ReminderFailure) {
      return try await desktop.ring(notice)
    } catch {
      await show(notice)
      return { nil }
    }
  }
}
