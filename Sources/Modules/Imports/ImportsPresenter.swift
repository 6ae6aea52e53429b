import Entities
import Viper

/// Turns commands into use cases and questions, and the state of an import into rows.
@MainActor
final class ImportsPresenter: ListPresenter {
  weak var view: (any ImportsView)? { didSet { view?.show(state) } }

  private let interactor: ImportsInteractor
  private let wireframe: any ImportsWireframe
  var route: RouteHandle?
  var state = ImportsState()
  private var rows: [ImportsRow] = []
  /// The notes that rows open.
  private var notes: [NoteID?] = []
  private var isStopping = false

  init(interactor: ImportsInteractor, wireframe: any ImportsWireframe) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private func show(_ rows: [ImportsRow], notes: [NoteID?] = []) {
    (self.rows, self.notes) = (rows, notes)
    if state.rowCount != rows.count { state.selected = rows.isEmpty ? nil : 0 }
    showRows(rows.count)
  }
}

extension ImportsPresenter: ListPresenting {
  func row(at index: Int) -> ImportsRow { rows[index] }

  func handle(_ command: ImportsCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .close: leave()
    default:
      if interactor.phase.isUnderWay { return showMessage(ImportsWords.isUnderWay) }
      change(by: command)
    }
    showState()
  }

  /// Goes back: from a plan to the archives, else out of the screen.
  private func leave() {
    switch interactor.phase {
    case _ where interactor.phase.isUnderWay: stop()
    case .planned where interactor.offersAll, .takenBack where interactor.offersAll:
      interactor.look()
    default: close()
    }
  }

  private func change(by command: ImportsCommand) {
    switch command {
    case .go: go()
    case .choose: askForSource()
    case .chooseFormat: ask(.format) { .format($0) }
    case .chooseAgain: ask(.again) { .again($0) }
    case .chooseSplit: ask(.split) { .split($0) }
    case .chooseFolder: askForFolder()
    case .flatten: change(.flatten)
    case .keepAllFields: change(.keepAllFields)
    case .keepIDs: change(.keepIDs)
    case .reload: interactor.reload()
    case .undo: interactor.takeBack()
    case .move, .select, .close: break
    }
  }

  private func go() {
    switch interactor.phase {
    case .open:
      guard let selected = state.selected else { return askForSource() }
      interactor.plan(found: selected)
    case .planned(let plan):
      if plan.bringsNothing { return showMessage(ImportsWords.nothingNew) }
      interactor.carryOut()
    case .done:
      if let note = state.selected.flatMap({ notes[$0] }) { wireframe.open(note) }
    case .failed, .takenBack: askForSource()
    case .reading, .importing, .takingBack: break
    }
  }

  private func stop() {
    isStopping = true
    interactor.stop()
    importChanged()
  }

  // MARK: - Questions

  private func change(_ choice: ImportChoice) {
    guard interactor.choices != nil else { return showMessage(ImportsWords.nothingChosen) }
    interactor.change(choice)
  }

  private func ask(_ question: Question, then choice: @escaping (Int) -> ImportChoice) {
    guard interactor.choices != nil else { return showMessage(ImportsWords.nothingChosen) }
    wireframe.ask(question) { [weak self] answer in
      if let number = answer.number { self?.change(choice(number)) }
    }
  }

  private func askForSource() {
    wireframe.ask(.source("")) { [weak self] answer in
      guard let self, case .typed(let typed) = answer, !typed.isEmpty else { return }
      interactor.plan(wireframe.path(typed: typed))
    }
  }

  private func askForFolder() {
    guard let choices = interactor.choices else {
      return showMessage(ImportsWords.nothingChosen)
    }
    var folder = choices.folder
    if case .planned(let plan) = interactor.phase { folder = plan.folder }
    wireframe.ask(.folder(folder?.text ?? "")) { [weak self] answer in
      guard case .typed(let typed) = answer else { return }
      self?.change(.folder(NotePath(typed.trimmedOfSlashes)))
    }
  }
}

extension ImportsPresenter: ImportsInteractorOutput {
  func importChanged() {
    state.emptyText = ""
    switch interactor.phase {
    case .open(let found):
      state.summary = "\(found.count) found"
      state.emptyText = ImportsWords.offer
      show(found.map(\.row))
    case .reading(let notes, let all):
      state.summary = isStopping ? ImportsWords.stopping : ImportsWords.reading
      state.emptyText = ImportsWords.short(notes, of: all)
      show([])
    case .planned(let plan):
      isStopping = false
      state.summary = ImportsWords.choices(plan.format, interactor.choices)
      show(plan.plan.rows)
      let summary = ImportsWords.summary(of: plan)
      showMessage(
        plan.bringsNothing ? ImportsWords.nothingNew : "\(summary) \(ImportsWords.howToBring)")
    case .importing(let notes, let all):
      state.summary = isStopping ? ImportsWords.stopping : ImportsWords.short(notes, of: all)
      showState()
    case .done(let done):
      isStopping = false
      state.summary = done.wasStopped ? "stopped" : "done"
      let rows = done.report.rows
      show(rows.map(\.row), notes: rows.map(\.note))
      showMessage(
        ImportsWords.summary(of: done) + (done.wasStopped ? ImportsWords.goesOn : ""),
        isWarning: done.problemCount > 0 || done.wasStopped)
    case .failed(let reason, let wasStopped):
      isStopping = false
      state.summary = ""
      state.emptyText = reason
      show([])
      showMessage(reason, isWarning: !wasStopped)
    case .takingBack:
      state.summary = ImportsWords.takingBack
      show([])
    case .takenBack(let count, let stayed, let gone, let failure):
      state.summary = ""
      state.emptyText = ImportsWords.another
      show(stayed.map { ImportsRow(act: "left", text: $0, tone: .warning) })
      showMessage(
        failure.map(ImportsWords.notTakenBack)
          ?? ImportsWords.takenBack(count, stayed: stayed.count, gone: gone),
        isWarning: !stayed.isEmpty || failure != nil)
      // With nothing to list, show the archives again.
      if stayed.isEmpty, interactor.offersAll { interactor.look() }
    }
  }

  func importReported(_ problem: String) { showMessage(problem, isWarning: true) }
}

extension ImportsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    importChanged()
    interactor.begin()
  }

  func moduleWasRemoved() { interactor.end() }

  var hasUnfinishedWork: Bool { interactor.phase.isUnderWay }
}

extension String {
  fileprivate var trimmedOfSlashes: String {
    var text = self[...]
    while text.first == "/" { text = text.dropFirst() }
    while text.last == "/" || text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
