import Cells
import Daily
import Entities
import OpenVault
import OwnCommands
import Services
import Terminal
import UseCases
import VaultLayers
import Viper

/// The reminders of the open vault.
extension NotesApp {
  func beginToRemind(_ vault: VaultScope) {
    let preferences = container.preferences
    let desktop = NotifyBell(preferences.ownProgram, vault: vault.id.path.bytes, hasAnswers: true)
    let bell = WindowBell(desktop: desktop) { [weak self] notice in
      self?.router.driver.notify(notice.number, title: notice.title, text: notice.text)
    }
    let watch = ReminderWatch(bell, work: container.work, scheduler: container.scheduler) {
      [services = vault.services, clock = container.clock, isSecret = vault.isEncrypted] in
      let values = preferences.values
      return ReminderCases(
        services, tasks: services.tasks(by: values), by: values, isSecret: isSecret, clock: clock)
    } rung: { [weak self, weak vault] reminder in
      if let vault { self?.handle(reminder, in: vault) }
    }
    vault.begin(watch)
  }

  private func handle(_ rung: RungReminder, in vault: VaultScope) {
    let notice = rung.notice
    router.notice = Cells.visible("Reminder: \(notice.title)")
    for reminder in notice.reminders { ownHooks.fire(.remind, [reminder.note]) }
    vault.reminders?.wait(for: rung) { [weak self] answer in
      self?.answer(answer, to: notice)
    }
  }

  private func answer(_ answer: ReminderAnswer, to notice: ReminderNotice) {
    guard let vault = container.vault else { return }
    let (services, values) = (vault.services, container.preferences.values)
    let cases = ReminderCases(
      services, tasks: services.tasks(by: values), by: values, isSecret: vault.isEncrypted,
      clock: container.clock)
    let note = notice.single?.note
    if answer == .open {
      if let note { open(note, beside: false) }
      return
    }
    scope.run {
      if answer == .done {
        try await cases.finish(notice)
      } else {
        try await cases.snooze(notice)
      }
    } done: { [weak vault] in
      if answer == .done, let note { vault?.notesWereRewritten([note]) }
    } failed: { [weak self] error in
      self?.router.notice = Cells.visible(error.explanation)
    }
  }
}
