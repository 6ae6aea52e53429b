import Entities
import Viper

/// Turns commands into choices and questions, and the state of an export into rows.
@MainActor
final class ExportsPresenter: ListPresenter {
  weak var view: (any ExportsView)? { didSet { view?.show(state) } }

  private let interactor: ExportsInteractor
  private let wireframe: any ExportsWireframe
  var route: RouteHandle?
  var state = ExportsState()
  private var rows: [ExportsRow] = []

  init(interactor: ExportsInteractor, wireframe: any ExportsWireframe) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
    // The row that goes on.
    state.selected = ExportChoice.allCases.count
  }

  func row(at index: Int) -> ExportsRow { rows[index] }
}

extension ExportsPresenter: ListPresenting {
  func handle(_ command: ExportsCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .close where interactor.phase.isUnderWay: interactor.stop()
    case .close: close()
    case .go, .change, .undo:
      if interactor.phase.isUnderWay { return showMessage(ExportsWords.isUnderWay) }
      act(on: command)
    }
    showState()
  }

  private func act(on command: ExportsCommand) {
    switch command {
    case .change(let choice): change(choice)
    case .undo: if !interactor.takeBack() { showMessage(ExportsWords.nothingToUndo) }
    default: go()
    }
  }

  private func go() {
    guard let selected = state.selected else { return }
    let choices = ExportChoice.allCases
    if selected < choices.count { return change(choices[selected]) }
    if selected > choices.count { return }
    switch interactor.phase {
    case .planned(let plan): write(plan)
    case .open, .done, .failed, .takenBack: interactor.begin()
    case .reading, .writing, .takingBack: break
    }
  }

  private func write(_ plan: PlannedExport) {
    guard let agreement = plan.agreement else { return interactor.carryOut(mayLeaveLock: false) }
    wireframe.ask(.leavingLock(agreement)) { [weak self] answer in
      if answer == .chosen("yes") { self?.interactor.carryOut(mayLeaveLock: true) }
    }
  }

  // MARK: - Questions

  private func change(_ choice: ExportChoice) {
    switch choice {
    case .format:
      choose(.exportFormat) { $0.interactor.choose(format: $1) }
    case .notes: askForNotes()
    case .linked: choose(.linkedNotes) { $0.interactor.choose(linkedSteps: $1) }
    case .files: choose(.exportFiles) { $0.interactor.choose(files: $1) }
    case .destination:
      wireframe.ask(.destination(interactor.options.destination)) { [weak self] answer in
        guard let self, case .typed(let typed) = answer, !typed.isEmpty else { return }
        interactor.choose(destination: wireframe.path(typed: typed))
      }
    }
  }

  private func choose(_ question: Question, then use: @escaping (ExportsPresenter, Int) -> Void) {
    wireframe.ask(question) { [weak self] answer in
      if let self, let number = answer.number { use(self, number) }
    }
  }

  private func askForNotes() {
    let subject = interactor.subject?.name
    choose(.whichNotes(subject)) { presenter, number in
      switch number + (subject == nil ? 1 : 0) {
      case 0: presenter.take(.given)
      case 1: presenter.take(.all)
      case 2: presenter.ask(.exportFolder) { .folder(NotePath($0)) }
      default: presenter.ask(.exportQuery) { .query($0) }
      }
    }
  }

  private func ask(_ question: Question, then notes: @escaping (String) -> ExportedNotes) {
    wireframe.ask(question) { [weak self] answer in
      guard case .typed(let typed) = answer, !typed.isEmpty else { return }
      self?.take(notes(typed))
    }
  }

  private func take(_ notes: ExportedNotes) {
    if let problem = interactor.choose(notes) { showMessage(problem, isWarning: true) }
  }
}

extension ExportsPresenter: ExportsInteractorOutput {
  func exportChanged() {
    let (title, target) = (interactor.options.title, interactor.options.destination)
    var notices: [ExportsRow] = []
    state.summary = ""
    switch interactor.phase {
    case .open: break
    case .reading(let notes, let all): state.summary = ExportsWords.reading(notes, of: all)
    case .planned(let plan):
      notices = plan.leftOut.map { .notice(path: $0.path, reason: $0.reason, isProblem: false) }
      state.message = Message(ExportsWords.planned(plan, as: title, to: target))
    case .writing(let notes, let all): state.summary = ExportsWords.writing(notes, of: all)
    case .done(let notes, let files, let problems):
      notices = problems.map { .notice(path: $0.path, reason: $0.reason, isProblem: true) }
      state.message = Message(
        ExportsWords.done(notes, files, problems.count, as: title, to: target),
        isWarning: !problems.isEmpty)
    case .failed(let reason, let wasStopped):
      state.message = Message(reason, isWarning: !wasStopped)
    case .takingBack: state.summary = ExportsWords.takingBack
    case .takenBack(let files, let left):
      notices = left.map { .notice(path: $0.path, reason: $0.reason, isProblem: true) }
      state.message = Message(
        ExportsWords.takenBack(files, left: left.count), isWarning: !left.isEmpty)
    }
    rows = choices + [.action(ExportsWords.action(in: interactor.phase))] + notices
    showRows(rows.count)
  }

  private var choices: [ExportsRow] {
    ExportChoice.allCases.map { choice in
      .choice(
        name: ExportsWords.name(of: choice),
        value: ExportsWords.value(
          of: choice, in: interactor.options, interactor.notes, interactor.subject?.name ?? ""))
    }
  }
}

extension ExportsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    exportChanged()
  }

  func moduleWasRemoved() {
    if let export = interactor.undoable { wireframe.canTakeBack(export) }
    interactor.end()
  }

  var hasUnfinishedWork: Bool { interactor.phase.isUnderWay }
}
