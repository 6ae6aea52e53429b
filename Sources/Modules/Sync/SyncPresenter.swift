import Entities
import VaultSettings
import Viper

/// Turns commands into use cases and questions, and what is known of the sync into rows.
@MainActor
final class SyncPresenter: ListPresenter {
  weak var view: (any SyncView)? { didSet { view?.show(state) } }

  private let interactor: SyncInteractor
  private let wireframe: any SyncWireframe
  private let clock: any WallClock
  private let dateForm: @MainActor () -> DateForm
  private var rows: [SyncRow] = []
  /// The remote was named here just now.
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

  /// What is not a file may be longer than its row: it is said in full.
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

  /// Again when the screen that covered it is gone: a conflict may be no more.
  func moduleWillAppear() { interactor.loadStatus() }

  /// It was begun elsewhere, and the person came here to answer.
  func moduleDidAppear() {
    if !hasAppeared, facts.problem != nil, let question = facts.question { ask(question) }
    hasAppeared = true
  }
}
