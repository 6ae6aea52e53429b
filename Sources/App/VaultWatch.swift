import Entities
import Services
import Viper

/// Hears what other programs do to the vault, lets the index read it, and tells the modules that
/// show notes. What this program writes itself comes the same way and changes nothing any more.
@MainActor
package final class VaultWatch {
  /// What a person should know of the watching: that some of it does not work.
  var say: ((String) -> Void)?

  private let events: any FileEvents
  private let index: any NoteIndex
  private let scope: WorkScope
  private var listeners: [Listener] = []
  private var timer: Timer?
  private var scheduler: (any Scheduler)?
  private var isWanted = false
  private var hasStarted = false
  private var hasStopped = false
  /// Whether all that happens from now on is heard of.
  private var isHearing = false
  private var unansweredMarks = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var waitingToHear: [CheckedContinuation<Void, Never>] = []

  private struct Listener {
    weak var object: (any VaultListener)?
  }

  init(events: any FileEvents, index: any NoteIndex, work: Work) {
    self.events = events
    self.index = index
    scope = work.scope()
  }

  /// Begins soon after someone wants to hear, or in half a second in any case. The system locks a
  /// folder of many notes for some milliseconds to watch it: the first screen, and its
  /// preview, go before that.
  func startSoon(_ scheduler: any Scheduler) {
    guard scheduler.runsByItself else {
      return scope.onNextTurn { [weak self] in self?.start() }
    }
    self.scheduler = scheduler
    start(after: isWanted ? Self.pauseIfWanted : .milliseconds(500))
  }

  private static let pauseIfWanted = Duration.milliseconds(10)

  private func start(after pause: Duration) {
    timer?.cancel()
    timer = scheduler?.schedule(after: pause) { [weak self] in self?.start() }
  }

  func start() {
    guard !hasStarted, !hasStopped else { return }
    hasStarted = true
    timer?.cancel()
    timer = nil
    scope.observe(events.changes()) { [weak self] event in self?.take(event) }
    // The first answer says that all is watched. Others may have asked before it began.
    unansweredMarks += 1
    for _ in 0..<unansweredMarks { events.mark() }
  }

  func stop() {
    scope.end()
    hasStopped = true
    unansweredMarks = 0
    resumeWaiting()
    resumeHearing()
  }

  /// Returns once the watch has begun: what is read after that cannot change unnoticed.
  func waitUntilWatching() async {
    if isHearing || hasStopped { return }
    if !hasStarted, !isWanted {
      isWanted = true
      if scheduler != nil { start(after: Self.pauseIfWanted) }
    }
    await withCheckedContinuation { continuation in
      // Others may have had a turn on the way here.
      if isHearing || hasStopped {
        continuation.resume()
      } else {
        waitingToHear.append(continuation)
      }
    }
  }

  /// A note is known to have changed: it is read again, and reported, at once.
  func reindex(_ note: NoteID) { refresh([note]) }

  /// Several notes were changed in one step: the index reads them, then the screens hear.
  func reindex(_ notes: [NoteID]) { if !notes.isEmpty { refresh(Set(notes)) } }

  /// Brings all that is known of the vault in line with its files, as at its start.
  func checkAll() { lookThrough() }

  /// Held weakly: it is let go of with its module.
  func add(_ listener: any VaultListener) {
    listeners.removeAll { $0.object == nil }
    listeners.append(Listener(object: listener))
  }

  /// Asks for a sign when all that happened until now was heard of: for scripts.
  func mark() {
    guard !hasStopped else { return }
    start()
    unansweredMarks += 1
    events.mark()
  }

  /// Returns once all that happened until now was heard of.
  package func catchUp() async {
    mark()
    guard !isCaughtUp else { return }
    await withCheckedContinuation { continuation in
      if isCaughtUp { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// Whether every mark was answered.
  var isCaughtUp: Bool { unansweredMarks == 0 }

  private func take(_ event: FileEvent) {
    switch event {
    case .notes(let notes) where notes.isEmpty:
      isHearing = true
      resumeHearing()
      unansweredMarks = max(0, unansweredMarks - 1)
      if isCaughtUp { resumeWaiting() }
    case .notes(let notes): refresh(notes)
    case .everything: lookThrough()
    case .isPartial(let reason):
      resumeHearing()
      say?("Other programs' changes may show late: \(reason). F5 reads the list again.")
    }
  }

  private func resumeWaiting() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  private func resumeHearing() {
    let resumed = waitingToHear
    waitingToHear = []
    for continuation in resumed { continuation.resume() }
  }

  private func refresh(_ notes: Set<NoteID>) {
    let index = index
    let ordered = notes.sorted { $0.path < $1.path }
    scope.run(
      { try await index.refresh(ordered) },
      then: { [weak self] _ in
        // Reported even where the index fails: an editor follows its file all the same.
        self?.tell(notes)
      })
  }

  private func lookThrough() {
    let index = index
    scope.follow(
      { index.reconcile() },
      each: { [weak self] progress in
        if case .changed(let change) = progress {
          self?.tell(Set(change.updated + change.removed))
        }
      })
  }

  private func tell(_ notes: Set<NoteID>) {
    for listener in listeners { listener.object?.notesChangedOutside(notes) }
  }
}
