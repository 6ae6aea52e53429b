import Entities
package import Services
package import Viper

/// Watches the person's configuration, and reports to the parts that use it. This program's own
/// changes are reported too.
@MainActor
package final class ConfigurationWatch {
  /// Shows a problem with the watch to the person.
  var say: ((String) -> Void)?

  private let events: any ConfigurationEvents
  private let scope: WorkScope
  private let marks = UnansweredMarks()
  private var listeners: [Listener] = []
  private var isObserving = false
  private var hasStopped = false

  private struct Listener {
    weak var object: (any ConfigurationListener)?
  }

  package init(events: any ConfigurationEvents, work: Work) {
    self.events = events
    scope = work.scope()
  }

  /// Adds a listener, held weakly.
  package func add(_ listener: any ConfigurationListener) {
    listeners.removeAll { $0.object == nil }
    listeners.append(Listener(object: listener))
  }

  /// Starts the watch after the first screen, which must not wait for it.
  func startSoon(_ scheduler: any Scheduler) {
    guard scheduler.runsByItself else {
      return scope.onNextTurn { [weak self] in self?.start() }
    }
    _ = scheduler.schedule(after: .milliseconds(500)) { [weak self] in self?.start() }
  }

  func start() {
    guard !isObserving, !hasStopped else { return }
    isObserving = true
    scope.observe(events.changes()) { [weak self] event in self?.handle(event) }
    for _ in 0..<marks.count { events.mark() }
  }

  func stop() {
    hasStopped = true
    scope.end()
    marks.forget()
  }

  /// Watches the settings of the open vault too.
  func watch(vault: VaultID?) { events.watch(vault: vault) }

  /// Requests an answer once all changes so far were reported, for scripts.
  func mark() {
    guard !hasStopped else { return }
    marks.add()
    if isObserving { events.mark() } else { start() }
  }

  /// Returns once all changes so far were reported.
  package func catchUp() async {
    mark()
    await marks.allAnswered()
  }

  /// Whether every request was answered.
  var isCaughtUp: Bool { marks.count == 0 }

  private func handle(_ event: ConfigurationEvent) {
    switch event {
    case .changed: for listener in listeners { listener.object?.configurationMayHaveChanged() }
    case .mark: marks.answer()
    case .cannotWatch(let reason):
      say?("Changes of your settings, keys and themes show at the next start: \(reason).")
    }
  }
}
