import Entities
import VaultSettings
import Viper

/// Turns commands into use cases and questions, and the state of the sync into rows.
@MainActor
final class SyncPresenter: ListPresenter {
  weak var view: (any SyncView)? { didSet { view?.show(state) } }

  private let interactor: SyncInteractor
  private let wireframe: any SyncWireframe
  private let clock: any WallClock
  private let dateForm: @MainActor () -> DateForm
  private var rows: [SyncRow] = []
  /// Whether the person has just set up the remote here.
  private var isSettingUp = false
  private var hasAppeared = false
  var route: RouteHandle?
  var state = SyncState()

  init(
    interactor: SyncInteractor, wireframe: any SyncWireframe, clock: any WallClock,
    dateForm: @escaping @MainActor () -> DateForm
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.clock = clock
    self.dateForm = dateForm
  }

  private var facts: SyncFacts { interactor.facts }
}

extension SyncPresenter: ListPresenting {
  func handle(_ command: SyncCommand) {
    if command != .leave { state.message = Message() }
    switch command {
    case .move(let move): select(row(after: move))
    case .select(let row): select(row)
    case .open: open()
    case .sync: sync(isDryRun: false)
    case .dryRun: sync(isDryRun: true)
    case .undo: ifFree { interactor.undo() }
    case .setUp: ifFree { askForRemote() }
    case .reload: interactor.loadStatus()
    case .leave:
      if facts.isRunning {
        state.message = Message("Stopping…")
        interactor.stop()
      } else {
        close()
      }
    }
    showState()
  }

  func row(at index: Int) -> SyncRow { rows[index] }

  /// Selects a row. The message repeats one that is not a file, as it may be longer than its row.
  private func select(_ row: Int) {
    state.select(row)
    if let row = state.selected.map({ rows[$0] }), row.note == nil, row.tone != .quiet {
      state.message = Message(row.text, isWarning: row.tone == .warning)
    }
  }

  private func open() {
    if facts.isNotSetUp { return ifFree { askForRemote() } }
    if let note = state.selected.flatMap({ rows[$0].note }) { wireframe.open(note) }
  }

  private func sync(isDryRun: Bool) {
    if facts.isNotSetUp { return ifFree { askForRemote() } }
    ifFree { interactor.sync(isDryRun: isDryRun) }
  }

  private func ifFree(_ body: () -> Void) {
    if facts.isRunning {
      showMessage(SyncWords.isRunning)
    } else {
      body()
    }
  }

  private func askForRemote() {
    wireframe.ask(.remote(known: facts.url)) { [weak self] answer in
      guard let self, case .typed(let url) = answer, !url.isEmpty else { return }
      self.isSettingUp = true
      self.interactor.useRemote(url)
    }
  }
}

extension SyncPresenter: SyncInteractorOutput {
  func syncChanged() {
    rows = SyncRows.rows(for: facts, clock: clock, dateForm: dateForm())
    state.summary = SyncWords.summary(of: facts)
    state.isNotSetUp = facts.isNotSetUp
    showRows(rows.count)
  }

  func syncEnded(byPerson: Bool) {
    guard byPerson else { return }
    if let problem = facts.problem {
      if let question = facts.question { return ask(question) }
      isSettingUp = false
      return showMessage(problem, isWarning: true)
    }
    if facts.report != nil {
      showMessage(facts.isUndone ? SyncWords.undone(facts) : SyncWords.outcome(of: facts))
    }
    if let question = facts.question { return ask(question, restIsDone: true) }
    askWhetherByItself()
  }

  private func ask(_ asked: AskedBySync, restIsDone: Bool = false) {
    wireframe.ask(.agreeing(to: asked)) { [weak self] answer in
      if answer == .chosen("yes") {
        self?.interactor.agree(to: asked.question)
      } else if restIsDone {
        self?.askWhetherByItself()
      } else {
        self?.showMessage(SyncWords.nothingSynced)
      }
    }
  }

  private func askWhetherByItself() {
    guard isSettingUp else { return }
    isSettingUp = false
    guard !wireframe.syncsByItself else { return }
    wireframe.ask(.syncingByItself) { [weak self] answer in
      if answer == .chosen("yes") { self?.wireframe.syncsByItself = true }
    }
  }
}

extension SyncPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.add(self)
    syncChanged()
  }

  /// Reads the status again, as the person may have resolved a conflict in the screen above.
  func moduleWillAppear() { interactor.loadStatus() }

  /// Asks the open question of a sync that began elsewhere.
  func moduleDidAppear() {
    if !hasAppeared, facts.problem != nil, let question = facts.question { ask(question) }
    hasAppeared = true
  }
}
