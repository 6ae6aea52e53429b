package import Entities
import NoteQueries
package import Services
import Synchronization
package import VaultSettings
package import Viper

/// Holds the choices for an export, plans it and carries it out.
@MainActor
final class ExportsInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any ExportsInteractorOutput)?
  private(set) var phase = ExportPhase.open {
    didSet { if phase != oldValue { output?.exportChanged() } }
  }

  private(set) var options: ExportOptions
  private(set) var notes: ExportedNotes
  let subject: ExportSubject?
  /// The name of the file or folder to propose, without an ending.
  private let name: String
  /// Whether the person chose the destination.
  private var hasDestination = false
  private var plan: ExportPlan?
  /// What the last export made, and where.
  private var receipt: ExportReceipt?
  private var target = ""
  private let services: ExportsServices
  private let scope: WorkScope
  private var run: ExportRun?

  init(
    _ subject: ExportSubject?, named name: String, in home: NotePath, _ services: ExportsServices
  ) {
    self.subject = subject
    self.name = name
    self.services = services
    scope = services.work.scope()
    notes = subject == nil ? .all : .given
    options = ExportOptions(request: ExportRequest(.html, to: home), home: home)
    propose()
  }

  /// Proposes a destination in the home folder, unless the person chose one.
  private func propose() {
    if hasDestination { return }
    options.request.destination = options.home.appending(NotePath(options.fileName(for: name)))
  }

  // MARK: - Choices

  func choose(format number: Int) {
    options.choose(format: number)
    propose()
    change()
  }

  func choose(files number: Int) {
    options.choose(files: number)
    change()
  }

  func choose(linkedSteps: Int) {
    options.request.linkedSteps = linkedSteps
    change()
  }

  func choose(destination: NotePath) {
    hasDestination = true
    options.request.destination = destination
    change()
  }

  /// Returns why the query cannot be read; nil if it can.
  func choose(_ notes: ExportedNotes) -> String? {
    var query: NoteQuery?
    if case .query(let text) = notes {
      let today = services.clock.civil(services.clock.now)
      do throws(QueryError) { query = try NoteQuery(parsing: text, today: today) } catch {
        return error.message
      }
    }
    self.notes = notes
    options.request.query = query
    options.request.folder = if case .folder(let folder) = notes { folder } else { nil }
    change()
    return nil
  }

  private func change() {
    plan = nil
    phase = .open
    output?.exportChanged()
  }

  // MARK: - Work

  func begin() {
    let (exports, request, daily) = (services.exports, options.request, services.daily)
    let given = notes == .given ? subject?.notes : nil
    phase = .reading(0, of: 0)
    start { watch throws(ExportError) in
      var request = request
      request.notes = given?() ?? []
      request.daily = await daily()
      let plan = try await exports.plan(request, watch: watch)
      return .planned(plan)
    }
  }

  /// Writes what was planned. `mayLeaveLock`: the person agreed that locked notes are written in plain
  /// text.
  func carryOut(mayLeaveLock: Bool) {
    guard var plan else { return }
    plan.request.mayLeaveLock = mayLeaveLock
    let (exports, agreed) = (services.exports, plan)
    phase = .writing(0, of: plan.notes.count)
    start { watch throws(ExportError) in .written(try await exports.carryOut(agreed, watch: watch))
    }
  }

  /// Removes what the last export made, except what was changed since. Returns false if there is none.
  func takeBack() -> Bool {
    guard let receipt else { return false }
    phase = .takingBack
    start { [exports = services.exports] _ throws(ExportError) in
      .takenBack(await exports.takeBack(receipt))
    }
    return true
  }

  /// The last export of this screen, which can be undone later; nil if there is none.
  var undoable: UndoableExport? {
    guard let receipt, !phase.isUnderWay else { return nil }
    return UndoableExport(target: target) { [exports = services.exports] in
      let undone = await exports.takeBack(receipt)
      if let first = undone.left.first {
        throw ExportRemains(removed: undone.files, left: undone.left.count, ExportLine(first))
      }
    }
  }

  /// Stops the running work after its current note.
  func stop() { run?.stop() }

  func end() {
    run?.stop()
    scope.end()
  }

  private enum Outcome: Sendable {
    case planned(ExportPlan)
    case written(ExportReport)
    case takenBack(UndoneExport)
  }

  private func start(
    _ body: @escaping @Sendable (@escaping ExportWatch) async throws(ExportError) -> Outcome
  ) {
    let run = ExportRun()
    self.run = run
    // A progress report that is not shown yet is replaced by a newer one.
    let (reached, sending) = AsyncStream<ExportProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    scope.observe(reached) { [weak self] in self?.reach($0) }
    scope.run {
      defer { sending.finish() }
      return try await body { progress in
        if progress.notes.isMultiple(of: 100) { sending.yield(progress) }
        return run.isWanted
      }
    } done: { [weak self] in
      self?.finish($0)
    } failed: { [weak self] error in
      let stopped = error as? ExportError == .stopped
      self?.phase = .failed(error.explanation, wasStopped: stopped)
    }
  }

  private func reach(_ progress: ExportProgress) {
    switch phase {
    case .reading: phase = .reading(progress.notes, of: progress.all)
    case .writing: phase = .writing(progress.notes, of: progress.all)
    case .open, .planned, .done, .failed, .takingBack, .takenBack: break
    }
  }

  private func finish(_ outcome: Outcome) {
    switch outcome {
    case .planned(let plan):
      self.plan = plan
      phase = .planned(PlannedExport(plan))
    case .written(let report):
      (plan, receipt, target) = (nil, report.receipt, options.destination)
      phase = .done(
        notes: report.notes, files: report.files, problems: report.problems.map(ExportLine.init))
    case .takenBack(let undone):
      // What is left can be tried again.
      if undone.left.isEmpty { receipt = nil }
      phase = .takenBack(files: undone.files, left: undone.left.map(ExportLine.init))
    }
  }
}

/// The services that exports need.
package struct ExportsServices {
  let exports: any NoteExports
  let clock: any WallClock
  let work: Work
  /// Returns the daily notes, for the calendar of a site.
  let daily: @Sendable () async -> DailyNotes

  package init(
    _ exports: any NoteExports, clock: any WallClock, work: Work,
    daily: @escaping @Sendable () async -> DailyNotes
  ) {
    (self.exports, self.clock, self.work, self.daily) = (exports, clock, work, daily)
  }
}

/// Shared with the writing thread, which checks whether to go on.
private final class ExportRun: Sendable {
  private let isStopped = Atomic(false)

  var isWanted: Bool { !isStopped.load(ordering: .relaxed) }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
