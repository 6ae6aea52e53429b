package import Entities
package import Services
package import Viper

/// Runs the syncs of a vault, one at a time, while the vault is open. It outlives its screen, which
/// shows the same state when it is opened again.
@MainActor
package final class SyncInteractor {
  package private(set) var facts = SyncFacts() {
    didSet { if facts != oldValue { forEachOutput { $0.syncChanged() } } }
  }

  private let sync: any VaultSync
  private let saveAll: (_ then: @escaping () -> Void) -> Void
  private let notesChanged: ([NoteID]) -> Void
  private let scheduler: (any Scheduler)?
  private var patience: Timer?
  private let scope: WorkScope
  private var outputs: [Output] = []
  /// The scope of the running sync, so that it can be stopped alone.
  private let running: WorkScope
  /// The last request of the person, to be repeated once a question is answered.
  private var wanted: Wanted?
  private var agreed: Set<SyncQuestion> = []

  private enum Wanted {
    case sync(isDryRun: Bool)
    case setUp(String)
  }

  private struct Output {
    weak var object: (any SyncInteractorOutput)?
  }

  /// `saveAll` saves unsaved text before a sync. `notesChanged` reports fetched notes to the index
  /// and the screens.
  package init(
    sync: any VaultSync, work: Work, scheduler: (any Scheduler)? = nil,
    saveAll: @escaping (_ then: @escaping () -> Void) -> Void = { $0() },
    notesChanged: @escaping ([NoteID]) -> Void = { _ in }
  ) {
    self.sync = sync
    self.scheduler = scheduler
    self.saveAll = saveAll
    self.notesChanged = notesChanged
    scope = work.scope()
    running = work.scope()
  }

  /// Adds an output, held weakly.
  package func add(_ output: any SyncInteractorOutput) {
    outputs.removeAll { $0.object == nil }
    outputs.append(Output(object: output))
  }

  /// Reads the status of the vault and its remote, without using the network.
  func loadStatus() {
    scope.run({ [sync] in try await sync.status() }) { [weak self] status in
      self?.facts.status = status
    } failed: { [weak self] error in
      guard let self else { return }
      if !self.facts.isRunning { self.facts.failure = error as? SyncFailure }
    }
  }

  package func sync(isDryRun: Bool) {
    agreed = []
    begin(.sync(isDryRun: isDryRun))
  }

  func useRemote(_ url: String) {
    agreed = []
    begin(.setUp(url))
  }

  /// Repeats the request that waits for this question, with the answer yes.
  func agree(to question: SyncQuestion) {
    guard let wanted else { return }
    agreed.insert(question)
    begin(wanted)
  }

  /// Undoes the file changes of the last sync.
  package func undo() {
    run(byPerson: true, isUndo: true) { sync, _ throws(SyncFailure) in try await sync.undoLast() }
  }

  /// Syncs automatically: asks nothing, and reports a problem only by the mark in the bar.
  func syncByItself() {
    let request = SyncRequest(by: .automatic)
    run(byPerson: false) { sync, progress throws(SyncFailure) in
      try await sync.sync(request, progress: progress)
    }
  }

  package func stop() { running.cancel() }

  /// Stops reporting, because the vault is closed.
  package func end() {
    patience?.cancel()
    running.end()
    scope.end()
  }

  private func begin(_ wanted: Wanted) {
    self.wanted = wanted
    switch wanted {
    case .sync(let isDryRun):
      let request = SyncRequest(by: .person, isDryRun: isDryRun, agreed: agreed)
      run(byPerson: true) { sync, progress throws(SyncFailure) in
        try await sync.sync(request, progress: progress)
      }
    case .setUp(let url):
      let request = SyncRequest(by: .person, agreed: agreed)
      run(byPerson: true) { sync, progress throws(SyncFailure) in
        try await sync.setUp(SyncSetUp(url: url), request, progress: progress)
      }
    }
  }

  private typealias Doing =
    @Sendable (any VaultSync, @escaping @Sendable (SyncProgress) -> Void) async throws(SyncFailure)
    -> SyncReport

  private func run(byPerson: Bool, isUndo: Bool = false, _ body: @escaping Doing) {
    guard !facts.isRunning else { return }
    // An automatic sync must not make the person answer questions about saving an editor.
    if byPerson {
      saveAll { [weak self] in self?.start(byPerson: true, isUndo: isUndo, body) }
    } else {
      start(byPerson: false, isUndo: isUndo, body)
    }
  }

  private func start(byPerson: Bool, isUndo: Bool, _ body: @escaping Doing) {
    guard !facts.isRunning else { return }
    var new = facts
    (new.progress, new.failure) = (.checking, nil)
    facts = new
    let (steps, feed) = AsyncStream<SyncProgress>.makeStream()
    running.follow(
      { steps },
      // The last step may arrive after the end.
      each: { [weak self] step in if self?.facts.isRunning == true { self?.note(step) } }
    )
    running.run(
      { [sync] in
        defer { feed.finish() }
        return try await body(sync) { feed.yield($0) }
      },
      then: { [weak self] result in self?.ended(result, byPerson: byPerson, isUndo: isUndo) })
  }

  private static let firstWait = Duration.seconds(10)

  private func note(_ step: SyncProgress) {
    patience?.cancel()
    var new = facts
    (new.progress, new.isWaiting) = (step, false)
    facts = new
    guard step.isOfNetwork else { return }
    patience = scheduler?.schedule(after: Self.firstWait) { [weak self] in
      self?.facts.isWaiting = true
    }
  }

  private func ended(_ result: Result<SyncReport, any Error>, byPerson: Bool, isUndo: Bool) {
    patience?.cancel()
    var new = facts
    (new.progress, new.isWaiting) = (nil, false)
    switch result {
    case .success(let report):
      new.report = report
      new.isUndone = isUndo
      if !report.isDryRun {
        notesChanged(report.came.map { NoteID($0.path) })
      }
    case .failure(let error): new.failure = error as? SyncFailure ?? .cancelled
    }
    facts = new
    loadStatus()
    forEachOutput { $0.syncEnded(byPerson: byPerson) }
  }

  private func forEachOutput(_ body: (any SyncInteractorOutput) -> Void) {
    for output in outputs { if let object = output.object { body(object) } }
  }
}
