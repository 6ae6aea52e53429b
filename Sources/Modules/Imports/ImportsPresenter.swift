import Entities
import Services
import Undo
import Viper

/// Turns commands into use cases and questions, and how far an import is into rows.
@MainActor
final class ImportsPresenter: ListPresenter {
  weak var view: (any ImportsView)? { didSet { view?.show(state) } }

  private let source: ImportSource?
  private let interactor: ImportsInteractor
  private let wireframe: any ImportsWireframe
  var route: RouteHandle?
  var state = ImportsState()
  /// What was asked for last; it is planned again where something of it changes.
  private var request: ImportRequest?
  private var rows: [ImportsRow] = []
  /// Of rows that open a note.
  private var notes: [NoteID?] = []
  private var isStopping = false

  /// Begins with what `source` would bring.
  init(
    _ source: ImportSource? = nil, interactor: ImportsInteractor,
    wireframe: any ImportsWireframe
  ) {
    self.source = source
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

  /// From a plan the way back leads to the archives.
  private func leave() {
    switch interactor.phase {
    case _ where interactor.phase.isUnderWay: stop()
    case .planned where source == nil, .takenBack where source == nil:
      request = nil
      interactor.look()
    default: close()
    }
  }

  private func change(by command: ImportsCommand) {
    switch command {
    case .go: go()
    case .choose: askForSource()
    case .chooseFormat:
      ask(.format) { request, number in
        let formats = [nil] + ImportFormat.allCases.map(Optional.some)
        request.format = formats[number]
      }
    case .chooseAgain:
      ask(.again) { request, number in request.again = ImportRequest.Again.allCases[number] }
    case .chooseSplit:
      ask(.split) { request, number in request.splitLevel = number == 0 ? nil : number }
    case .chooseFolder: askForFolder()
    case .flatten: change { $0.isFlat.toggle() }
    case .keepAllFields: change { $0.keepsAllFields.toggle() }
    case .keepIDs: change { $0.keepsIDs.toggle() }
    case .reload:
      if let request { interactor.plan(request) } else { interactor.look() }
    case .undo: interactor.takeBack()
    case .move, .select, .close: break
    }
  }

  private func go() {
    switch interactor.phase {
    case .open(let found):
      guard let selected = state.selected else { return askForSource() }
      plan(found[selected])
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

  // MARK: - What is asked

  private func plan(_ source: ImportSource) {
    plan(ImportRequest(format: source.format, sources: [source.path]))
  }

  private func plan(_ request: ImportRequest) {
    self.request = request
    interactor.plan(request)
  }

  private func change(_ change: (inout ImportRequest) -> Void) {
    guard var request else { return showMessage(ImportsWords.nothingChosen) }
    change(&request)
    plan(request)
  }

  private func ask(
    _ question: Question, then change: @escaping (inout ImportRequest, Int) -> Void
  ) {
    guard request != nil else { return showMessage(ImportsWords.nothingChosen) }
    wireframe.ask(question) { [weak self] answer in
      if let number = answer.number { self?.change { change(&$0, number) } }
    }
  }

  private func askForSource() {
    wireframe.ask(.source("")) { [weak self] answer in
      guard let self, case .typed(let typed) = answer, !typed.isEmpty else { return }
      var new = request ?? ImportRequest(sources: [])
      (new.format, new.folder) = (nil, nil)
      new.sources = [wireframe.path(typed: typed)]
      plan(new)
    }
  }

  private func askForFolder() {
    guard let request else { return showMessage(ImportsWords.nothingChosen) }
    var folder = request.folder
    if case .planned(let plan) = interactor.phase { folder = plan.folder }
    wireframe.ask(.folder(folder?.text ?? "")) { [weak self] answer in
      guard case .typed(let typed) = answer else { return }
      self?.change { $0.folder = NotePath(typed.trimmedOfSlashes) }
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
    case .reading(let progress):
      state.summary = isStopping ? ImportsWords.stopping : ImportsWords.reading
      state.emptyText = ImportsWords.short(progress)
      show([])
    case .planned(let plan):
      isStopping = false
      state.summary = ImportsWords.choices(plan.format, request)
      show(plan.rows)
      let summary = ImportsWords.summary(of: plan)
      showMessage(
        plan.bringsNothing ? ImportsWords.nothingNew : "\(summary) \(ImportsWords.howToBring)")
    case .importing(_, let progress):
      state.summary =
        isStopping ? ImportsWords.stopping : ImportsWords.short(progress)
      showState()
    case .done(let plan, let report):
      isStopping = false
      state.summary = report.wasStopped ? "stopped" : "done"
      let rows = report.rows
      show(rows.map(\.row), notes: rows.map(\.note))
      showMessage(
        ImportsWords.summary(of: report, plan) + (report.wasStopped ? ImportsWords.goesOn : ""),
        isWarning: !report.problems.isEmpty || report.wasStopped)
    case .failed(let error):
      isStopping = false
      state.summary = ""
      state.emptyText = error.message
      show([])
      showMessage(error.message, isWarning: error != .stopped)
    case .takingBack:
      state.summary = ImportsWords.takingBack
      show([])
    case .takenBack(let outcome):
      state.summary = ""
      state.emptyText = ImportsWords.another
      show(outcome.kept.map { ImportsRow(act: "kept", text: $0.message, tone: .warning) })
      showMessage(
        ImportsWords.takenBack(outcome),
        isWarning: !outcome.kept.isEmpty || outcome.failure != nil)
      // With nothing to list, what can be brought in next is shown.
      if outcome.kept.isEmpty, source == nil {
        request = nil
        interactor.look()
      }
    }
  }
}

extension ImportsPresenter {
  func importReported(_ problem: String) { showMessage(problem, isWarning: true) }
}

extension ImportsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    importChanged()
    if let source { plan(source) } else { interactor.look() }
  }

  func moduleWasRemoved() { interactor.end() }
}

extension ImportPlan {
  fileprivate var bringsNothing: Bool {
    !notes.contains { $0.fate == .new || $0.fate == .newer } && !files.contains(where: \.isNew)
  }
}

extension String {
  fileprivate var trimmedOfSlashes: String {
    var text = self[...]
    while text.first == "/" { text = text.dropFirst() }
    while text.last == "/" || text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
