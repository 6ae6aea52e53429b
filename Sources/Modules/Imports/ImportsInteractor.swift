package import Entities
package import OpenVault
import Services
import Synchronization
import Undo
import Viper

/// Plans imports, runs them, and undoes the last one.
@MainActor
final class ImportsInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any ImportsInteractorOutput)?
  private(set) var phase = ImportPhase.open([]) {
    didSet { if phase != oldValue { output?.importChanged() } }
  }

  /// The archive that the module was opened for.
  private let source: NotePath?
  private var found: [ImportSource] = []
  /// The last request. It is planned again when an option changes.
  private var request: ImportRequest?
  private let imports: any NoteImports
  private let undoing: ImportUndoing
  private let notesChanged: ([NoteID]) -> Void
  private let scope: WorkScope
  private var run: ImportRun?

  init(
    _ source: NotePath?, imports: any NoteImports, undoing: ImportUndoing, work: Work,
    notesChanged: @escaping ([NoteID]) -> Void
  ) {
    self.source = source
    self.imports = imports
    self.undoing = undoing
    self.notesChanged = notesChanged
    scope = work.scope()
  }

  /// The chosen options; nil before a file or folder is chosen.
  var choices: ImportChoices? { request.map(ImportChoices.init) }

  /// Whether to offer all archives, instead of a single one.
  var offersAll: Bool { source == nil }

  func begin() {
    guard let source else { return look() }
    find { [weak self] in
      guard let self else { return }
      if let index = found.firstIndex(where: { $0.path == source }) {
        plan(found: index)
      } else {
        plan(source)
      }
    }
  }

  /// Finds the archives at the usual paths of other programs.
  func look() {
    if phase.isUnderWay { return }
    request = nil
    if case .open = phase {} else { phase = .open([]) }
    find { [weak self] in
      if let self { phase = .open(found.map(FoundArchive.init)) }
    }
  }

  private func find(then use: @escaping @MainActor () -> Void) {
    scope.run { [imports] in
      await imports.found()
    } then: { [weak self] found in
      guard let self, case .open = phase, case .success(let sources) = found else { return }
      self.found = sources
      use()
    }
  }

  func reload() {
    if let request { plan(request) } else { look() }
  }

  /// Plans one of the archives found.
  func plan(found index: Int) {
    guard found.indices.contains(index) else { return }
    plan(ImportRequest(format: found[index].format, sources: [found[index].path]))
  }

  /// Plans the archive at a path, with the options chosen before.
  func plan(_ path: NotePath) {
    var new = request ?? ImportRequest(sources: [])
    (new.format, new.folder) = (nil, nil)
    new.sources = [path]
    plan(new)
  }

  func change(_ choice: ImportChoice) {
    guard var new = request else { return }
    switch choice {
    case .format(let number): new.format = ([nil] + ImportFormat.allCases)[number]
    case .again(let number): new.again = ImportRequest.Again.allCases[number]
    case .split(let number): new.splitLevel = number == 0 ? nil : number
    case .folder(let folder): new.folder = folder
    case .flatten: new.isFlat.toggle()
    case .keepAllFields: new.keepsAllFields.toggle()
    case .keepIDs: new.keepsIDs.toggle()
    }
    plan(new)
  }

  private func plan(_ request: ImportRequest) {
    self.request = request
    guard !phase.isUnderWay else { return }
    phase = .reading(0, of: nil)
    let imports = imports
    start {
      do throws(ImportError) {
        return .planned(PlannedImport(try await imports.plan(request, watch: $0)))
      } catch {
        return .failed(error.message, wasStopped: error == .stopped)
      }
    }
  }

  /// Runs the planned import.
  func carryOut() {
    guard case .planned(let planned) = phase else { return }
    let plan = planned.plan
    phase = .importing(0, of: plan.notes.count)
    let imports =
      undoing.begin { [weak self] in self?.output?.importReported($0) } ?? imports
    start { .done(DoneImport(await imports.carryOut(plan, watch: $0), of: plan)) }
  }

  /// Stops the running import after its current note.
  func stop() { run?.stop() }

  func end() {
    run?.stop()
    scope.end()
  }

  /// Undoes the last import.
  func takeBack() {
    guard !phase.isUnderWay else { return }
    let (before, undoing) = (phase, undoing)
    phase = .takingBack
    scope.run {
      await undoing.takeBackLast()
    } then: { [weak self] result in
      guard let self, case .success(let outcome) = result else { return }
      if let outcome { notesChanged(outcome.touched) }
      phase =
        outcome.map {
          .takenBack(
            $0.files.count, stayed: $0.refusals.map(\.message), gone: $0.missing,
            failure: $0.failure?.message)
        } ?? before
      if outcome == nil { output?.importReported(ImportsWords.nothingToUndo) }
    }
  }

  /// Runs the work, shows its progress, and then its result.
  private func start(_ body: @escaping @Sendable (@escaping ImportWatch) async -> ImportPhase) {
    let run = ImportRun()
    self.run = run
    // A progress report that is not shown yet is replaced by a newer one.
    let (reached, sending) = AsyncStream<ImportProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    scope.observe(reached) { [weak self] in self?.reach($0) }
    scope.run {
      let end = await body { progress in
        if progress.notes.isMultiple(of: 100) || progress.all != nil { sending.yield(progress) }
        return run.isWanted
      }
      sending.finish()
      return end
    } then: { [weak self] result in
      guard let self, case .success(let end) = result else { return }
      self.run = nil
      if case .done(let done) = end { notesChanged(done.report.notes) }
      phase = end
    }
  }

  private func reach(_ progress: ImportProgress) {
    switch phase {
    case .reading: phase = .reading(progress.notes, of: progress.all)
    case .importing: phase = .importing(progress.notes, of: progress.all)
    case .open, .planned, .done, .failed, .takingBack, .takenBack: break
    }
  }
}

/// Shared with the reading thread, which checks whether to go on.
private final class ImportRun: Sendable {
  private let isStopped = Atomic(false)

  var isWanted: Bool { !isStopped.load(ordering: .relaxed) }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}

/// Records imports for undo, here and by `notes-tui undo`.
package struct ImportUndoing: Sendable {
  /// Begins a recorded import. Calls the closure if it cannot be recorded.
  let begin: @Sendable (@escaping @MainActor @Sendable (String) -> Void) -> (any NoteImports)?
  /// Undoes the last import; nil if none is recorded.
  let takeBackLast: @Sendable () async -> UndoneSteps.Outcome?

  init(
    begin:
      @escaping @Sendable (@escaping @MainActor @Sendable (String) -> Void) -> (
        any NoteImports
      )?,
    takeBackLast: @escaping @Sendable () async -> UndoneSteps.Outcome?
  ) {
    (self.begin, self.takeBackLast) = (begin, takeBackLast)
  }

  package init(_ services: VaultServices, clock: any WallClock) {
    let name = "import"
    self.init { tell in
      let command = DoneCommand(name, began: clock.now)
      let recorder = DoneRecorder(command, in: services, tell: tell)
      return services.recorded(by: recorder).exchange.imports
    } takeBackLast: {
      let commands = await services.state.done.load().all
      guard let command = commands.last(where: { $0.name == name }) else { return nil }
      return await UndoneSteps(services).takeBack(command)
    }
  }
}
