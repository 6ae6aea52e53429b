import Viper

/// Times recovery and saving after changes. No timer runs while nothing has changed.
@MainActor
final class AutosaveInteractor: AutosaveInput, LifeCycle {
  private weak var output: (any AutosaveOutput)?
  private let scheduler: any Scheduler
  private let delays: AutosaveDelays

  private var keepTimer: Timer?
  private var latestKeepTimer: Timer?
  private var saveTimer: Timer?
  private var wasRemoved = false

  init(scheduler: any Scheduler, delays: AutosaveDelays, output: any AutosaveOutput) {
    self.scheduler = scheduler
    self.delays = delays
    self.output = output
  }

  func textDidChange() {
    guard !wasRemoved else { return }
    keepTimer?.cancel()
    keepTimer = scheduler.schedule(after: delays.keep) { [weak self] in self?.keep() }
    if latestKeepTimer == nil {
      latestKeepTimer = scheduler.schedule(after: delays.keepAtLeast) { [weak self] in
        self?.keep()
      }
    }
    saveTimer?.cancel()
    saveTimer = delays.save.map { delay in
      scheduler.schedule(after: delay) { [weak self] in self?.save() }
    }
  }

  func textWasSaved() {
    cancelKeeping()
    cancelSaving()
  }

  func moduleWasRemoved() {
    wasRemoved = true
    textWasSaved()
  }

  /// Stores now what was waiting.
  func programWillEnd() -> String? {
    if keepTimer != nil { keep() }
    return nil
  }

  private func keep() {
    cancelKeeping()
    output?.autosaveShouldKeep()
  }

  private func save() {
    cancelSaving()
    output?.autosaveShouldSave()
  }

  private func cancelKeeping() {
    keepTimer?.cancel()
    keepTimer = nil
    latestKeepTimer?.cancel()
    latestKeepTimer = nil
  }

  private func cancelSaving() {
    saveTimer?.cancel()
    saveTimer = nil
  }
}
