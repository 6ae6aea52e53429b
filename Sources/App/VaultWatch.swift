import Entities
import Services
import Viper

/// Watches the vault for changes by other programs, refreshes the index, and reports to the modules
/// that show notes. This program's own writes are observed too, but change nothing any more.
@MainActor
package final class VaultWatch {
  /// Shows a problem with the watch to the person.
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
  /// Whether all changes from now on are observed.
  private var isWatching = false
  private let marks = UnansweredMarks()
  private var waitingForWatch: [CheckedContinuation<Void, Never>] = []

  private struct Listener {
    weak var object: (any VaultListener)?
  }

  init(events: any FileEvents, index: any NoteIndex, work: Work) {
    self.events = events
    self.index = index
    scope = work.scope()
  }

  /// Starts the watch soon after something waits for it, or after half a second. To watch a folder
  /// of many notes, the system locks it for some milliseconds; the first screen and its preview
  /// must not wait for that.
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
    // The first answer shows that everything is watched. Others may have asked before it began.
    marks.add()
    for _ in 0..<marks.count { events.mark() }
  }

  func stop() {
    scope.end()
    hasStopped = true
    marks.forget()
    resumeWaitingForWatch()
  }

  /// Returns once the watch has begun, so that later changes cannot be missed.
  func waitUntilWatching() async {
    if isWatching || hasStopped { return }
    if !hasStarted, !isWanted {
      isWanted = true
      if scheduler != nil { start(after: Self.pauseIfWanted) }
    }
    await withCheckedContinuation { continuation in
      // The watch may have begun before this continuation was made.
      if isWatching || hasStopped {
        continuation.resume()
      } else {
        waitingForWatch.append(continuation)
      }
    }
  }

  /// Refreshes a note that is known to have changed, and reports it.
  func reindex(_ note: NoteID) { refresh([note]) }

  /// Refreshes notes that were changed in one step, then reports them.
  func reindex(_ notes: [NoteID]) { if !notes.isEmpty { refresh(Set(notes)) } }

  /// Brings the index up to date with all files, as at the start.
  func checkAll() { lookThrough() }

  /// Adds a listener, held weakly.
  func add(_ listener: any VaultListener) {
    listeners.removeAll { $0.object == nil }
    listeners.append(Listener(object: listener))
  }

  /// Requests an answer once all changes so far were observed, for scripts.
  func mark() {
    guard !hasStopped else { return }
    start()
    marks.add()
    events.mark()
  }

  /// Returns once all changes so far were observed.
  package func catchUp() async {
    mark()
    await marks.allAnswered()
  }

  /// Whether every request was answered.
  var isCaughtUp: Bool { marks.count == 0 }

  private func take(_ event: FileEvent) {
    switch event {
    case .notes(let notes) where notes.isEmpty:
      isWatching = true
      resumeWaitingForWatch()
      marks.answer()
    case .notes(let notes): refresh(notes)
    case .everything: lookThrough()
    case .isPartial(let reason):
      resumeWaitingForWatch()
      say?("Other programs' changes may show late: \(reason). F5 reads the list again.")
    }
  }

  private func resumeWaitingForWatch() {
    let resumed = waitingForWatch
    waitingForWatch = []
    for continuation in resumed { continuation.resume() }
  }

  private func refresh(_ notes: Set<NoteID>) {
    let index = index
    let ordered = notes.sorted { $0.path < $1.path }
    scope.run(
      { try await index.refresh(ordered) },
      then: { [weak self] _ in
        // Report them even if the index fails, because editors follow their files.
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

/// Counts the marks that a watch has not answered yet, for scripts that wait for the answers.
@MainActor
final class UnansweredMarks {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func add() { count += 1 }

  func answer() {
    count = max(0, count - 1)
    if count == 0 { resume() }
  }

  /// Waits for no answer any more.
  func forget() {
    count = 0
    resume()
  }

  func allAnswered() async {
    if count == 0 { return }
    await withCheckedContinuation { continuation in
      // The last answer may have come before this continuation was made.
      if count == 0 { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  private func resume() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }
}
